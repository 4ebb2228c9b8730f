package tools

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"

	"semdiff/compare/engine"
	"semdiff/compare/suite"
	"semdiff/compare/symdiff"
	"semdiff/compare/symdiff/eqfile"
	"semdiff/moddiff"
	"semdiff/moddiff/export"
)

// inputs are the files for a tool, in a folder of their own.
type inputs struct {
	dir      string
	old, new string
	eq       *symdiff.EqFile
	index    *export.Index
}

const (
	eqText = "eq.bpl"
	eqData = "eq.json"
)

func (in *inputs) eqFile() string    { return filepath.Join(in.dir, eqText) }
func (in *inputs) exportDir() string { return filepath.Join(in.dir, "export") }

// unpreparedError says why there is nothing to run a tool on.
type unpreparedError struct {
	answer *suite.Answer
	run    *suite.Process
}

func (e *unpreparedError) Error() string { return e.answer.Reason }

// prepare writes what the tool reads.
func (c *Column) prepare(ctx context.Context, p *suite.Pair, limits suite.Limits) (in *inputs, err error) {
	in = &inputs{}
	if in.dir, err = os.MkdirTemp("", "semdiff-tool-"); err != nil {
		return nil, err
	}
	if in.old, err = filepath.Abs(p.OldFile()); err == nil {
		in.new, err = filepath.Abs(p.NewFile())
	}
	if err == nil && c.tool.wants(holeEq) {
		err = c.prepareEq(ctx, p, limits, in)
	}
	if err == nil && c.tool.wants(holeQuery) {
		err = c.prepareExport(ctx, p, limits, in)
	}
	return in, err
}

// prepareEq writes the procedure Eq, by a process of this binary (EmitEq).
func (c *Column) prepareEq(ctx context.Context, p *suite.Pair, limits suite.Limits, in *inputs) error {
	task, err := json.Marshal(suite.EngineTask{Old: p.Old, New: p.New, Entry: p.Entry, Flags: p.Flags, Limits: limits, EmitEq: in.dir})
	if err != nil {
		return err
	}
	cmd := exec.Command(c.Program, "compare", "--cell")
	cmd.Dir, cmd.Stdin = p.Dir, bytes.NewReader(task)
	run, err := c.run(ctx, cmd, limits, "the procedure Eq")
	if err != nil {
		return err
	}
	none := &suite.Answer{}
	if err := json.Unmarshal(run.Output, none); err == nil && none.Reason != "" {
		return &unpreparedError{none, run}
	}
	text, err := os.ReadFile(filepath.Join(in.dir, eqData))
	if err != nil {
		return err
	}
	return json.Unmarshal(text, &in.eq)
}

// prepareExport writes the export of the pair.
func (c *Column) prepareExport(ctx context.Context, p *suite.Pair, limits suite.Limits, in *inputs) error {
	args := []string{"export", "--out", in.exportDir(), "--timeout", limits.Timeout.String(), "--progress", "never"}
	if p.Entry != "" {
		args = append(args, "--entry", p.Entry)
	}
	cmd := exec.Command(c.Program, append(append(args, p.Flags...), p.Old, p.New)...)
	cmd.Dir = p.Dir
	if _, err := c.run(ctx, cmd, limits, "the export"); err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(in.exportDir(), export.IndexFile))
	if err != nil {
		return err
	}
	return json.Unmarshal(text, &in.index)
}

// run is a process that prepares something.
func (c *Column) run(ctx context.Context, cmd *exec.Cmd, limits suite.Limits, what string) (*suite.Process, error) {
	const trouble = 2
	run, err := suite.Exec(ctx, cmd, limits, suite.Grace)
	switch {
	case err != nil:
		return nil, err
	case run.Over != "":
		return nil, &unpreparedError{&suite.Answer{Verdict: "unknown", Reason: what + " took too long to write"}, run}
	case run.Exit < 0 || run.Exit == trouble:
		return nil, &unpreparedError{&suite.Answer{Reason: what + ": " + run.Problem()}, run}
	}
	return run, nil
}

// EmitEq writes the procedure Eq of the entry into a folder, with what its assertions
// say: what prepares a tool with {eq}. Where there is none, or Boogie has no words for
// it, the answer says why.
func EmitEq(ctx context.Context, t engine.Task, dir string) (*suite.Answer, error) {
	a, err := symdiff.Prove(ctx, t, symdiff.Options{})
	if err != nil {
		return nil, err
	}
	none := &suite.Answer{Verdict: "unknown"}
	if len(a.Outcome.Entry) != 1 {
		none.Reason = "there is more than one entry"
		return none, nil
	}
	f, err := a.EqFile(a.Outcome.Entry[0], [2]string{"old", "new"})
	if err != nil {
		none.Reason = "there is no procedure Eq in Boogie: " + err.Error()
		return none, nil
	}
	data, err := json.Marshal(f)
	if err != nil {
		return nil, err
	}
	for name, text := range map[string][]byte{eqText: []byte(f.Text), eqData: data} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			return nil, err
		}
	}
	return &suite.Answer{Verdict: "unknown"}, nil
}

// readBoogie reads what Boogie says of the procedure Eq.
func readBoogie(output string, in *inputs) (moddiff.Status, string) {
	a := eqfile.ReadAnswer(output, in.eq)
	return moddiff.Status(a.Verdict.String()), a.Reason
}
