package tools

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"strings"

	"semdiff/compare/suite"
)

// Column is a tool that runs on pairs.
type Column struct {
	tool   Tool
	absent string
	// Program is the binary of semdiff, which writes what the tool reads, Digest says
	// which one it is.
	Program, Digest string
}

// New is a column.
func New(t Tool, program, digest string) *Column {
	return &Column{t, t.absent(), program, digest}
}

// Info implements suite.Column.
func (c *Column) Info() suite.ColumnInfo {
	return suite.ColumnInfo{Name: c.tool.Name, Kind: suite.KindTool, About: c.tool.About, Absent: c.absent}
}

// Fingerprint implements suite.Column.
func (c *Column) Fingerprint() string {
	rules := ""
	for _, r := range c.tool.Rules {
		exit := "any"
		if r.Exit != nil {
			exit = fmt.Sprint(*r.Exit)
		}
		rules += fmt.Sprintf(" %q %s %s", r.Output, exit, r.Verdict)
	}
	return fmt.Sprintf("%s %q%s", c.Digest, c.tool.Command, rules)
}

// maxText is what is kept of what a tool prints.
const maxText = 20_000

// Answer implements suite.Column.
func (c *Column) Answer(ctx context.Context, p *suite.Pair, limits suite.Limits) (*suite.Answer, *suite.Process, error) {
	in, err := c.prepare(ctx, p, limits)
	if in != nil {
		defer os.RemoveAll(in.dir)
	}
	var unprepared *unpreparedError
	switch {
	case errors.As(err, &unprepared):
		return unprepared.answer, &suite.Process{}, nil
	case err != nil:
		return nil, nil, err
	case in.index != nil:
		return c.answerQueries(ctx, in, limits)
	}
	run, err := c.start(ctx, in, p.Entry, "", limits)
	if err != nil {
		return nil, nil, err
	}
	if run.Over != "" {
		return &suite.Answer{Verdict: "unknown", Over: run.Over}, run, nil
	}
	output := string(run.Output) + string(run.Errors)
	a := &suite.Answer{Text: output[:min(len(output), maxText)]}
	if c.tool.reads != nil {
		a.Verdict, a.Reason = c.tool.reads(output, in)
	} else {
		a.Verdict, a.Reason = c.tool.means(output, run.Exit)
	}
	if a.Verdict == verdictError {
		a.Verdict = ""
		if a.Reason == "" {
			a.Reason = run.Problem()
		} else {
			a.Reason += ": " + run.Problem()
		}
	}
	return a, run, nil
}

// start runs the command.
func (c *Column) start(ctx context.Context, in *inputs, entry, query string, limits suite.Limits) (*suite.Process, error) {
	fill := strings.NewReplacer(
		holeOld, in.old, holeNew, in.new, holeEntry, entry, holeEq, in.eqFile(), holeQuery, query,
		holeSeconds, fmt.Sprint(int(math.Ceil(limits.Timeout.Seconds()))), holeMemory, fmt.Sprint(limits.Memory),
	)
	var args []string
	for _, arg := range c.tool.Command {
		args = append(args, fill.Replace(arg))
	}
	work, err := os.MkdirTemp(in.dir, "run-")
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = work
	return suite.Exec(ctx, cmd, limits, 0)
}
