package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
	"github.com/spf13/pflag"

	"semdiff/compare/engine"
	"semdiff/compare/symdiff"
	"semdiff/moddiff"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate/ir"
)

type crosscheckFlags struct {
	meaningFlags
	entry, match, mode, solver, boogie, emit, save, format, output, mutual string

	assume                 []string
	unwind, unroll         int
	split, houdini, dac    bool
	timeout, boogieTimeout time.Duration
	limits                 solver.Options
}

func runCrosscheck(e env, args []string) int {
	var f crosscheckFlags
	fs := pflag.NewFlagSet("crosscheck", pflag.ContinueOnError)
	fs.StringVar(&f.entry, "entry", "", "entry procedure (default main, or else every root of the call graph)")
	fs.StringVar(&f.match, "match", "", "file that says what stands for what in the two versions")
	fs.StringVar(&f.mode, "mode", string(symdiff.Modular), "calls in the verification conditions: modular, inline (all), unproven (those not proven equal), differential (what differs in those), refine (those that a counterexample leans on)")
	fs.IntVar(&f.unroll, "unroll", 0, "depth to which the verification conditions unroll loops, and recursion where calls are inlined (0: they stay procedures)")
	fs.StringSliceVar(&f.assume, "assume-equal", nil, "procedures that the verification conditions take as equal")
	fs.BoolVar(&f.split, "split-outputs", false, "a verdict for each result and modified global")
	fs.StringVar(&f.mutual, "mutual-summaries", "", "file of relations between calls of the two versions to prove and use (a folder: "+symdiff.MutualFileName+" in it)")
	fs.BoolVar(&f.houdini, "houdini", false, "find relations between calls of the two versions: <=, ==, ==> of variables")
	fs.BoolVar(&f.dac, "dac", false, "differential assertion checking: which assertions fail in the new version only; the exit code is about these")
	fs.IntVar(&f.unwind, "unwind", 5, "unwinding bound of the difference summaries")
	fs.DurationVar(&f.timeout, "timeout", 0, "time for the whole run, half of it for each analysis (0: none)")
	fs.StringVar(&f.solver, "solver", "z3", "z3, cvc5, or the command line of an SMT-LIB solver")
	f.limits = solver.Default
	fs.DurationVar(&f.limits.Timeout, "solver-timeout", f.limits.Timeout, "time for one query")
	fs.StringVar(&f.boogie, "boogie", "auto", "auto (when installed), never, or the path of Boogie")
	fs.DurationVar(&f.boogieTimeout, "boogie-timeout", 10*time.Second, "time of Boogie for one pair")
	fs.StringVar(&f.emit, "emit-boogie", "", "write the procedures EQ_f into this folder, a file each")
	fs.StringVar(&f.save, "save", ".", "where everything is saved when answers contradict each other")
	f.register(fs)
	fs.StringVar(&f.format, "format", "text", "text or json")
	fs.StringVarP(&f.output, "output", "o", "", "write the answer to this file")
	if code, ok := parseFlags(e, fs, "crosscheck [flags] OLD NEW", args, 2, 2); !ok {
		return code
	}
	report, err := f.crosscheck(e, fs.Arg(0), fs.Arg(1))
	if err != nil {
		return trouble(e, err)
	}
	var out bytes.Buffer
	write := report.writeText
	if f.format == "json" {
		write = report.writeJSON
	}
	if err := write(&out); err != nil {
		return trouble(e, err)
	}
	var saved string
	if report.Contradictions > 0 {
		if saved, err = report.saveAll(f.save, fs.Args()); err != nil {
			return trouble(e, err)
		}
	}
	if f.output != "" {
		err = os.WriteFile(f.output, out.Bytes(), 0o666)
	} else {
		_, err = out.WriteTo(e.stdout)
	}
	if err != nil {
		return trouble(e, err)
	}
	if saved != "" {
		return trouble(e, fmt.Errorf("answers contradict each other: everything is in %s", saved))
	}
	return exitCode(report.exitVerdict())
}

func (f *crosscheckFlags) check() error {
	if !slices.Contains(symdiff.Modes(), symdiff.Mode(f.mode)) {
		return fmt.Errorf("--mode must be one of %v, not %q", symdiff.Modes(), f.mode)
	}
	if f.format != "text" && f.format != "json" {
		return fmt.Errorf("--format must be text or json, not %q", f.format)
	}
	if f.dac && f.asserts != "outcome" {
		return errors.New("--dac needs --asserts outcome")
	}
	if f.unwind < 1 || f.unroll < 0 {
		return errors.New("--unwind must be at least 1, --unroll at least 0")
	}
	return nil
}

// crossReport is the answer; it is the JSON answer, schema semdiff-crosscheck/1.
type crossReport struct {
	Schema         string    `json:"schema"`
	Old            string    `json:"old"`
	New            string    `json:"new"`
	Entry          []string  `json:"entry"`
	Mode           string    `json:"mode"`
	Verdict        string    `json:"verdict"`
	Contradictions int       `json:"contradictions"`
	Procedures     []crossed `json:"procedures"`
	ModDiffNotes   []string  `json:"moddiff_notes"`
	SymDiffNotes   []string  `json:"symdiff_notes"`
	Mutual         []mutual  `json:"mutual_summaries,omitempty"`
	NewFailures    string    `json:"new_failures,omitempty"` // the worst of all pairs
	Queries        int       `json:"queries"`
	TimeMS         float64   `json:"time_ms"`

	eqFiles  []*symdiff.EqFile
	failures moddiff.Verdict // as exit codes have it
}

// crossed is the row of one pair, or of a procedure without partner.
type crossed struct {
	Name           string        `json:"name"`
	Kind           string        `json:"kind"`
	Old            string        `json:"old"`
	New            string        `json:"new"`
	Interface      []string      `json:"interface,omitempty"`
	ModDiff        string        `json:"moddiff"`
	SymDiff        string        `json:"symdiff"`
	Outputs        []crossOutput `json:"outputs,omitempty"`
	Sets           *crossSets    `json:"sets,omitempty"`
	Boogie         *crossBoogie  `json:"boogie,omitempty"`
	Relations      []string      `json:"relations,omitempty"` // that Houdini found
	Assertions     *crossFailure `json:"assertions,omitempty"`
	Contradictions []string      `json:"contradictions"`

	verdict moddiff.Verdict
	pair    bool
}

type crossOutput struct {
	Output  string `json:"output"`
	Verdict string `json:"verdict"`
}

// crossSets says what the verification condition shows of ModDiff's sets.
type crossSets struct {
	Unchanged   string `json:"unchanged"`
	Changed     string `json:"changed"`
	Termination string `json:"termination_changed"`
}

type crossBoogie struct {
	Procedure string  `json:"procedure"`
	Verdict   string  `json:"verdict"`
	Reason    string  `json:"reason,omitempty"`
	TimeMS    float64 `json:"time_ms"`
}

// crosscheck runs both analyses and holds them against each other.
func (f *crosscheckFlags) crosscheck(e env, oldName, newName string) (*crossReport, error) {
	start := time.Now()
	if err := f.check(); err != nil {
		return nil, err
	}
	program, err := f.boogieProgram()
	if err != nil {
		return nil, err
	}
	opts, err := f.options()
	if err != nil {
		return nil, err
	}
	c := smtlib.NewContext()
	v, err := lowerRelated(e, c, oldName, newName, f.match, f.mutual, opts)
	if err != nil {
		return nil, err
	}
	s, err := solver.New(c, f.solver, f.limits)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	task := engine.Task{Old: v.old, New: v.new, Entry: f.entry, Match: v.given, Solver: s}
	ctx, cancel := f.share(e.ctx)
	defer cancel()
	summaries, err := engine.Summaries{Options: moddiff.Options{Unwind: f.unwind}}.Compare(ctx, task)
	if err != nil {
		return nil, err
	}
	ctx, cancel = f.share(e.ctx)
	defer cancel()
	proofs, err := symdiff.Prove(ctx, task, symdiff.Options{
		Mode: symdiff.Mode(f.mode), Unroll: f.unroll, AssumeEqual: f.assume, SplitOutputs: f.split,
		Mutual: v.mutual, Houdini: f.houdini, Assertions: f.dac,
	})
	if err != nil {
		return nil, err
	}
	x := &crossing{f: f, ctx: ctx, run: e.ctx, summaries: summaries, proofs: proofs, boogie: program, stems: [2]string{stem(oldName, "v1"), stem(newName, "v2")}}
	report := &crossReport{
		Schema: "semdiff-crosscheck/1", Old: summaries.Old, New: summaries.New, Entry: summaries.Entry, Mode: f.mode,
		ModDiffNotes: nonNil(summaries.Notes), SymDiffNotes: nonNil(proofs.Outcome.Notes), Procedures: []crossed{},
	}
	if err := x.rows(report); err != nil {
		return nil, err
	}
	x.relations(report)
	report.Verdict = report.verdict().String()
	report.Queries = summaries.Stats.Queries + proofs.Queries()
	report.TimeMS = ms(time.Since(start))
	return report, nil
}

func nonNil(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

// share is the time of one of the two analyses.
func (f *crosscheckFlags) share(ctx context.Context) (context.Context, context.CancelFunc) {
	if f.timeout == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, f.timeout/2)
}

// boogieProgram is the Boogie to run, "" for none.
func (f *crosscheckFlags) boogieProgram() (string, error) {
	switch f.boogie {
	case "never":
		return "", nil
	case "auto":
		path, err := exec.LookPath("boogie")
		if err != nil {
			return "", nil
		}
		return path, nil
	}
	return exec.LookPath(f.boogie)
}

// crossing is a crosscheck in progress.
type crossing struct {
	f         *crosscheckFlags
	ctx, run  context.Context
	summaries *engine.Outcome
	proofs    *symdiff.Analysis
	boogie    string
	stems     [2]string
}

func (x *crossing) rows(report *crossReport) error {
	dir := x.f.emit
	if dir == "" && x.boogie != "" {
		temp, err := os.MkdirTemp("", "semdiff-eq-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(temp)
		dir = temp
	} else if dir != "" {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return err
		}
	}
	for _, ours := range x.proofs.Outcome.Pairs {
		theirs := x.summariesOf(ours)
		switch {
		case theirs == nil && ours.Kind != ir.Loop.String():
			return fmt.Errorf("the analyses do not compare the same: there is no difference summary of %s", ours.Name)
		case theirs == nil: // a loop of a procedure that is unchanged: its answer is no one's
			report.Procedures = append(report.Procedures, crossed{
				Name: ours.Name, Kind: ours.Kind, Old: ours.Old, New: ours.New, SymDiff: string(ours.Status), Contradictions: []string{},
			})
			continue
		}
		row := crossed{
			Name: theirs.Name, Kind: theirs.Kind, Old: theirs.Old, New: theirs.New, Interface: theirs.Interface,
			ModDiff: string(theirs.Status), SymDiff: string(ours.Status), Contradictions: []string{},
			pair: theirs.Old != "" && theirs.New != "",
		}
		for _, o := range x.proofs.Outcome.Outputs[theirs.Name] {
			row.Outputs = append(row.Outputs, crossOutput{o.Output, o.Verdict.String()})
		}
		if row.pair && (ours.Status != moddiff.StatusUnchanged || theirs.Status != moddiff.StatusUnchanged) {
			if err := x.compare(&row, ours, theirs, dir, report); err != nil {
				return err
			}
		}
		row.verdict = together(ours, theirs)
		report.Contradictions += len(row.Contradictions)
		report.Procedures = append(report.Procedures, row)
	}
	return nil
}

// summariesOf is the answer of the difference summaries for a pair. They do not
// list the loops of a procedure that is unchanged.
func (x *crossing) summariesOf(ours *moddiff.PairResult) *moddiff.PairResult {
	for _, p := range x.summaries.Pairs {
		if p.Name == ours.Name && p.Old == ours.Old && p.New == ours.New {
			return p
		}
	}
	return nil
}

// compare fills the row of a pair that a change reaches.
func (x *crossing) compare(row *crossed, ours, theirs *moddiff.PairResult, dir string, report *crossReport) error {
	claims, err := x.proofs.Check(theirs)
	if err != nil {
		return err
	}
	row.Sets = &crossSets{claims.Unchanged.String(), claims.Changed.String(), claims.Termination.String()}
	var answer *symdiff.BoogieAnswer
	if dir != "" {
		answer, err = x.askBoogie(row, theirs.Name, dir, report)
		if err != nil {
			return err
		}
	}
	for _, c := range symdiff.Contradictions(ours, theirs, claims, answer) {
		if len(x.f.assume) > 0 {
			c += " (or what is assumed equal is not)"
		}
		row.Contradictions = append(row.Contradictions, c)
	}
	return nil
}

// askBoogie emits the Eq procedure of a pair and, when there is a Boogie, asks it.
func (x *crossing) askBoogie(row *crossed, pair, dir string, report *crossReport) (*symdiff.BoogieAnswer, error) {
	eq, err := x.proofs.EqFile(pair, x.stems)
	if err != nil {
		row.Boogie = &crossBoogie{Verdict: moddiff.Unknown.String(), Reason: err.Error()}
		return nil, nil
	}
	path := filepath.Join(dir, eq.Name+".bpl")
	for _, f := range report.eqFiles {
		if f.Name == eq.Name { // instances of one procedure
			path = filepath.Join(dir, fmt.Sprintf("%s-%d.bpl", eq.Name, len(report.eqFiles)))
		}
	}
	report.eqFiles = append(report.eqFiles, eq)
	if err := os.WriteFile(path, []byte(eq.Text), 0o666); err != nil {
		return nil, err
	}
	if x.boogie == "" {
		return nil, nil
	}
	a := symdiff.RunBoogie(x.run, x.boogie, path, eq, x.f.boogieTimeout)
	row.Boogie = &crossBoogie{Procedure: eq.Name, Verdict: a.Verdict.String(), Reason: a.Reason, TimeMS: ms(a.Time)}
	return &a, nil
}

// together is what is known of a pair from both analyses.
func together(ours, theirs *moddiff.PairResult) moddiff.Verdict {
	for _, v := range []moddiff.Verdict{moddiff.Different, moddiff.Equivalent, moddiff.PartiallyEquivalent} {
		if ours.Verdict == v || theirs.Verdict == v {
			return v
		}
	}
	return moddiff.Unknown
}

// verdict is the worst of all pairs.
func (r *crossReport) verdict() moddiff.Verdict {
	v := moddiff.Equivalent
	for _, row := range r.Procedures {
		if row.pair {
			v = v.Worse(row.verdict)
		}
	}
	return v
}

func (r *crossReport) writeJSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(r)
}

// writeText writes a table of the pairs, then what was not shown.
func (r *crossReport) writeText(w io.Writer) error {
	fmt.Fprintf(w, "%s -> %s: %s\n\n", r.Old, r.New, strings.ToUpper(r.Verdict))
	table := tablewriter.NewTable(w,
		tablewriter.WithRenderer(renderer.NewBlueprint(tw.Rendition{Borders: tw.BorderNone, Symbols: tw.NewSymbols(tw.StyleASCII)})),
		tablewriter.WithHeaderAutoFormat(tw.Off), tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithRowAlignment(tw.AlignLeft), tablewriter.WithHeaderAlignment(tw.AlignLeft),
	)
	table.Header("pair", "moddiff", "symdiff "+r.Mode, "U", "C", "T", "boogie", "together")
	var more []string
	for _, row := range r.Procedures {
		cells := []string{row.Name, row.ModDiff, row.SymDiff, "", "", "", "", ""}
		if row.Old != "" && row.New != "" && row.Old != row.New {
			cells[0] = row.Old + " -> " + row.New
		}
		if row.Sets != nil {
			cells[3], cells[4], cells[5] = row.Sets.Unchanged, row.Sets.Changed, row.Sets.Termination
			cells[7] = "yes"
		}
		if row.Boogie != nil {
			cells[6] = row.Boogie.Verdict
			if row.Boogie.Reason != "" {
				more = append(more, fmt.Sprintf("%s: no answer of Boogie: %s", row.Name, row.Boogie.Reason))
			}
		}
		if len(row.Contradictions) > 0 {
			cells[7] = "NO"
		}
		for _, c := range row.Contradictions {
			more = append(more, row.Name+": CONTRADICTION: "+c)
		}
		for _, name := range row.Interface {
			more = append(more, fmt.Sprintf("%s: %s", row.Name, name))
		}
		for _, o := range row.Outputs {
			more = append(more, fmt.Sprintf("%s: output %s: %s", row.Name, o.Output, o.Verdict))
		}
		if err := table.Append(cells); err != nil {
			return err
		}
	}
	if err := table.Render(); err != nil {
		return err
	}
	fmt.Fprintln(w)
	for _, line := range more {
		fmt.Fprintln(w, line)
	}
	r.writeRelations(w)
	fmt.Fprintf(w, "%d queries, %.2f s.\n", r.Queries, r.TimeMS/1000)
	for _, n := range []struct {
		name  string
		notes []string
	}{{"moddiff", r.ModDiffNotes}, {"symdiff", r.SymDiffNotes}} {
		said := "none"
		if len(n.notes) > 0 {
			said = strings.Join(n.notes, "; ")
		}
		fmt.Fprintf(w, "Bounds and assumptions of %s: %s.\n", n.name, said)
	}
	return nil
}

// saveAll saves the report, the Eq procedures and both versions in a new folder.
func (r *crossReport) saveAll(parent string, versions []string) (dir string, err error) {
	if err := os.MkdirAll(parent, 0o777); err != nil {
		return "", err
	}
	if dir, err = os.MkdirTemp(parent, "semdiff-contradiction-"); err != nil {
		return "", err
	}
	var report bytes.Buffer
	err = r.writeJSON(&report)
	save := func(name string, text []byte) {
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), text, 0o666)
		}
	}
	save("report.json", report.Bytes())
	for i, f := range r.eqFiles {
		save(fmt.Sprintf("%d-%s.bpl", i+1, f.Name), []byte(f.Text))
	}
	for i, name := range []string{"old.bpl", "new.bpl"} {
		if versions[i] == "-" {
			continue // it was read once
		}
		text, readErr := os.ReadFile(versions[i])
		if readErr != nil {
			return dir, readErr
		}
		save(name, text)
	}
	return dir, err
}
