package main

import (
	"bytes"
	"cmp"
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
	"semdiff/compare/trace"
	"semdiff/internal/limits"
	"semdiff/moddiff"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

type crosscheckFlags struct {
	meaningFlags
	solvers solverFlags
	limits  limitFlags

	entry, match, mode, boogie, emit, save, format, output, color, mutual string

	assume                 []string
	unwind, unroll, traces int
	split, houdini, dac    bool
	boogieTimeout          time.Duration
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
	f.limits.registerTimeout(fs, "time for the whole run, half of what reading leaves for each analysis (0: none)")
	f.limits.register(fs)
	f.solvers.register(fs)
	fs.StringVar(&f.boogie, "boogie", "auto", "auto (when installed), never, or the path of Boogie")
	fs.DurationVar(&f.boogieTimeout, "boogie-timeout", 10*time.Second, "time of Boogie for one pair")
	fs.StringVar(&f.emit, "emit-boogie", "", "write the procedures EQ_f into this folder, a file each")
	fs.StringVar(&f.save, "save", ".", "where everything is saved when answers contradict each other")
	f.register(fs)
	fs.IntVar(&f.traces, "traces", 0, "show the runs of both versions, side by side, for up to N counterexamples of each pair (html: at least 1)")
	fs.StringVar(&f.color, "color", "auto", "colours of traces: auto (on a terminal), always or never")
	fs.StringVar(&f.format, "format", "text", "text, json or html")
	fs.StringVarP(&f.output, "output", "o", "", "write the answer to this file")
	if code, ok := parseFlags(e, fs, "crosscheck [flags] OLD NEW", args, 2, 2); !ok {
		return code
	}
	report, trusted, err := f.crosscheck(e, fs.Arg(0), fs.Arg(1))
	if err != nil {
		return trouble(e, err)
	}
	var out bytes.Buffer
	write := map[string]func(io.Writer) error{
		"text": func(w io.Writer) error { return report.writeText(w, answerStyle(e.stdout, f.output, f.color)) },
		"json": report.writeJSON,
		"html": report.writeHTML,
	}[f.format]
	if err := write(&out); err != nil {
		return trouble(e, err)
	}
	var saved string
	if report.Contradictions > 0 {
		if saved, err = report.saveAll(f.save, fs.Args()); err != nil {
			return trouble(e, err)
		}
	}
	if err := deliver(e, f.output, out.Bytes()); err != nil {
		return trouble(e, err)
	}
	if saved != "" {
		return trouble(e, fmt.Errorf("answers contradict each other: everything is in %s", saved))
	}
	if !trusted {
		return exitTrouble
	}
	if f.dac {
		return exitCode(report.exitVerdict())
	}
	return exitCodeOf(report.exitVerdict(), f.entry, report.interfaces)
}

func (f *crosscheckFlags) check() error {
	if !slices.Contains(symdiff.Modes(), symdiff.Mode(f.mode)) {
		return fmt.Errorf("--mode must be one of %v, not %q", symdiff.Modes(), f.mode)
	}
	if !slices.Contains([]string{"text", "json", "html"}, f.format) {
		return fmt.Errorf("--format must be text, json or html, not %q", f.format)
	}
	if err := cmp.Or(notNegative("traces", f.traces), notNegative("boogie-timeout", f.boogieTimeout)); err != nil {
		return err
	}
	if err := checkColor(f.color); err != nil {
		return err
	}
	if f.dac && f.asserts != "outcome" {
		return errors.New("--dac needs --asserts outcome")
	}
	if f.unwind < 1 || f.unroll < 0 {
		return errors.New("--unwind must be at least 1, --unroll at least 0")
	}
	return nil
}

// shown is how many counterexamples of a pair are shown.
func (f *crosscheckFlags) shown() int {
	if f.format == "html" {
		return max(f.traces, 1)
	}
	return f.traces
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

	// InterfaceDiffers: procedures were added or removed, or signatures changed.
	InterfaceDiffers bool `json:"interface_differs"`
	interfaces       moddiff.Interface

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
	Traces         []crossTrace  `json:"traces,omitempty"`

	SignatureChanged bool `json:"signature_changed"`

	runs    []counterexample
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

// crosscheck runs both analyses and holds them against each other; trusted is
// false when the solvers gave reason to doubt the answers.
func (f *crosscheckFlags) crosscheck(e env, oldName, newName string) (report *crossReport, trusted bool, err error) {
	start := time.Now()
	if err := f.check(); err != nil {
		return nil, false, err
	}
	program, err := f.boogieProgram()
	if err != nil {
		return nil, false, err
	}
	opts, err := f.options()
	if err != nil {
		return nil, false, err
	}
	solvers, err := f.solvers.setup()
	if err != nil {
		return nil, false, err
	}
	e, watch, err := f.limits.watch(e, oldName, newName)
	if err != nil {
		return nil, false, err
	}
	defer watch.Stop()
	c := smtlib.NewContext()
	s := solvers.Open(c) // it starts while the files are read
	defer s.Close()
	v, err := lowerRelated(e, c, oldName, newName, f.match, f.mutual, opts)
	if err != nil {
		return nil, false, err
	}
	task := engine.Task{Old: v.old, New: v.new, Entry: f.entry, Match: v.given, Solver: s}
	watch.Analyse()
	ctx, cancel := half(e.ctx)
	defer cancel()
	summaries, err := engine.Summaries{Options: moddiff.Options{Unwind: f.unwind}}.Compare(ctx, task)
	if err != nil {
		return nil, false, err
	}
	proofs, err := symdiff.Prove(e.ctx, task, symdiff.Options{
		Mode: symdiff.Mode(f.mode), Unroll: f.unroll, AssumeEqual: f.assume, SplitOutputs: f.split,
		Mutual: v.mutual, Houdini: f.houdini, Assertions: f.dac,
	})
	if err != nil {
		return nil, false, err
	}
	symNotes := proofs.Outcome.Notes
	if over := (*limits.Over)(nil); errors.As(context.Cause(e.ctx), &over) {
		symNotes = append(symNotes, fmt.Sprintf("the run was cut short (%v)", over))
	}
	x := &crossing{f: f, ctx: e.ctx, summaries: summaries, proofs: proofs, boogie: program, stems: [2]string{stem(oldName, "v1"), stem(newName, "v2")}}
	report = &crossReport{
		Schema: "semdiff-crosscheck/1", Old: summaries.Old, New: summaries.New, Entry: summaries.Entry, Mode: f.mode,
		ModDiffNotes: nonNil(summaries.Notes), SymDiffNotes: nonNil(symNotes), Procedures: []crossed{},
	}
	if err := x.rows(report); err != nil {
		return nil, false, err
	}
	x.relations(report)
	report.Verdict = report.verdict().String()
	report.interfaces, report.InterfaceDiffers = summaries.Interface, summaries.Interface.Differs()
	report.Queries = summaries.Stats.Queries + proofs.Queries()
	report.TimeMS = ms(time.Since(start))
	return report, f.solvers.audit(e, solvers), nil
}

func nonNil(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

// half is a context with half of the time that is left.
func half(ctx context.Context) (context.Context, context.CancelFunc) {
	deadline, limited := ctx.Deadline()
	if !limited {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Until(deadline)/2)
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
	ctx       context.Context
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
		theirs := x.summaries.Counterpart(ours)
		switch {
		case theirs == nil && ours.Kind != ir.Loop.String():
			return fmt.Errorf("the analyses do not compare the same: there is no difference summary of %s", ours.Name)
		case theirs == nil && x.f.mutual == "" && !x.f.houdini && !x.f.dac:
			continue // a loop of a procedure that is unchanged
		case theirs == nil: // relations may be about it
			report.Procedures = append(report.Procedures, crossed{
				Name: ours.Name, Kind: ours.Kind, Old: ours.Old, New: ours.New, SymDiff: string(ours.Status), Contradictions: []string{},
			})
			continue
		}
		row := crossed{
			Name: theirs.Name, Kind: theirs.Kind, Old: theirs.Old, New: theirs.New, Interface: append(signatureChange(theirs), theirs.Interface...),
			ModDiff: string(theirs.Status), SymDiff: string(ours.Status), Contradictions: []string{},
			pair: theirs.Compared, SignatureChanged: theirs.SignatureChanged(),
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
		if n := x.f.shown(); n > 0 && row.pair {
			if err := x.trace(&row, ours, theirs, n); err != nil {
				return err
			}
		}
		report.Contradictions += len(row.Contradictions)
		report.Procedures = append(report.Procedures, row)
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
	a := symdiff.RunBoogie(x.ctx, x.boogie, path, eq, x.f.boogieTimeout)
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

// writeText writes a table of the pairs and their counterexamples, then what was
// not shown.
func (r *crossReport) writeText(w io.Writer, style trace.Style) error {
	fmt.Fprintf(w, "%s -> %s: %s\n\n", r.Old, r.New, headline(strings.ToUpper(r.Verdict), r.verdict(), r.interfaces))
	table := tablewriter.NewTable(w,
		tablewriter.WithRenderer(renderer.NewBlueprint(tw.Rendition{Borders: tw.BorderNone, Symbols: tw.NewSymbols(tw.StyleASCII)})),
		tablewriter.WithHeaderAutoFormat(tw.Off), tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithRowAlignment(tw.AlignLeft), tablewriter.WithHeaderAlignment(tw.AlignLeft),
	)
	table.Header("pair", "moddiff", "symdiff "+r.Mode, "U", "C", "T", "boogie", "together")
	var more []string
	for _, row := range r.Procedures {
		cells := []string{row.title(), row.ModDiff, row.SymDiff, "", "", "", "", ""}
		if row.Sets != nil {
			cells[3], cells[4], cells[5] = row.Sets.Unchanged, row.Sets.Changed, row.Sets.Termination
			cells[7] = "yes"
		}
		if row.Boogie != nil {
			cells[6] = row.Boogie.Verdict
		}
		if len(row.Contradictions) > 0 {
			cells[7] = "NO"
		}
		for _, line := range row.more() {
			more = append(more, row.Name+": "+line)
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
	var traces strings.Builder
	for _, row := range r.Procedures {
		row.writeTraces(&traces, style)
	}
	if traces.Len() > 0 && len(more) > 0 {
		fmt.Fprintln(w)
	}
	fmt.Fprint(w, traces.String())
	r.writeRelations(w)
	fmt.Fprintln(w, r.totals())
	for _, line := range r.notes() {
		fmt.Fprintln(w, line)
	}
	return nil
}

// title names the pair: by both names where they are not the same.
func (row *crossed) title() string {
	if row.Old != "" && row.New != "" && row.Old != row.New {
		return row.Old + " -> " + row.New
	}
	return row.Name
}

// more is what there is to say of a pair beside its line of the table.
func (row *crossed) more() (list []string) {
	if row.Boogie != nil && row.Boogie.Reason != "" {
		list = append(list, "no answer of Boogie: "+row.Boogie.Reason)
	}
	for _, c := range row.Contradictions {
		list = append(list, "CONTRADICTION: "+c)
	}
	list = append(list, row.Interface...)
	for _, o := range row.Outputs {
		list = append(list, fmt.Sprintf("output %s: %s", o.Output, o.Verdict))
	}
	return list
}

func (r *crossReport) totals() string {
	return fmt.Sprintf("%d queries, %.2f s.", r.Queries, r.TimeMS/1000)
}

// notes say what was not shown, and under which bounds and assumptions.
func (r *crossReport) notes() (list []string) {
	for _, n := range []struct {
		name  string
		notes []string
	}{{"moddiff", r.ModDiffNotes}, {"symdiff", r.SymDiffNotes}} {
		said := "none"
		if len(n.notes) > 0 {
			said = strings.Join(n.notes, "; ")
		}
		list = append(list, fmt.Sprintf("Bounds and assumptions of %s: %s.", n.name, said))
	}
	return list
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
