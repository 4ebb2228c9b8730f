package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/pflag"

	"semdiff/compare/engine"
	"semdiff/compare/impact"
	"semdiff/compare/report"
	"semdiff/compare/session"
	sets "semdiff/moddiff/impact"
	"semdiff/smtlib"
)

// impactFlags are the flags of impact.
type impactFlags struct {
	meaningFlags
	solvers solverFlags
	limits  limitFlags

	by, entry, match, format, output string
}

// runImpact says which statements and outputs a change can influence.
func runImpact(e env, args []string) int {
	var f impactFlags
	fs := pflag.NewFlagSet("impact", pflag.ContinueOnError)
	fs.StringVar(&f.by, "by", string(sets.Terms), "what counts as the same in both versions: text, terms (the same term over the inputs), solver (what is proven equal)")
	fs.StringVar(&f.entry, "entry", "", "entry procedure (default main, or else every root of the call graph)")
	fs.StringVar(&f.match, "match", "", "file that says what stands for what in the two versions, as semdiff match prints it")
	f.limits.registerTimeout(fs, "time for the whole run; then more counts as impacted (0: none)")
	f.limits.register(fs)
	f.solvers.register(fs)
	f.register(fs)
	fs.StringVar(&f.format, "format", "text", "text or json")
	fs.StringVarP(&f.output, "output", "o", "", "write the answer to this file")
	if code, ok := parseFlags(e, fs, "impact [flags] OLD NEW", args, 2, 2); !ok {
		return code
	}
	answer, trusted, err := f.find(e, fs.Arg(0), fs.Arg(1))
	if err != nil {
		return trouble(e, err)
	}
	write := answer.WriteJSON
	if f.format == "text" {
		write = func(w io.Writer) error { return answer.WriteText(w, answer.Sources()) }
	}
	var out bytes.Buffer
	if err := write(&out); err != nil {
		return trouble(e, err)
	}
	if err := deliver(e, f.output, out.Bytes()); err != nil {
		return trouble(e, err)
	}
	switch {
	case !trusted:
		return exitTrouble
	case answer.Impacted:
		return exitUnknown
	}
	return exitSame
}

func (f *impactFlags) check() error {
	if !slices.Contains(sets.Levels(), sets.Level(f.by)) {
		return fmt.Errorf("--by must be one of %v, not %q", sets.Levels(), f.by)
	}
	if f.format != "text" && f.format != "json" {
		return fmt.Errorf("--format must be text or json, not %q", f.format)
	}
	return nil
}

// find is the analysis; trusted is false when the solvers gave reason to doubt it.
func (f *impactFlags) find(e env, oldName, newName string) (answer *report.Impact, trusted bool, err error) {
	if err := f.check(); err != nil {
		return nil, false, err
	}
	from, err := e.sources(oldName, newName, f.match)
	if err != nil {
		return nil, false, err
	}
	e, watch, err := f.limits.watch(e, oldName, newName)
	if err != nil {
		return nil, false, err
	}
	defer watch.Stop()
	if sets.Level(f.by) == sets.Solver {
		return f.asking(e, from, watch.Analyse)
	}
	v, err := session.Load(smtlib.NewContext(), from, f.options())
	if err != nil {
		return nil, false, err
	}
	watch.Analyse()
	answer, err = f.run(e.ctx, engine.Task{Old: v.Old, New: v.New, Entry: f.entry, Match: v.Given})
	return answer, true, err
}

// asking finds the answer with a solver.
func (f *impactFlags) asking(e env, from session.Sources, read func()) (answer *report.Impact, trusted bool, err error) {
	s, err := session.Open(from, f.options(), f.solvers.config)
	if err != nil {
		return nil, false, err
	}
	defer s.Close()
	read()
	if answer, err = f.run(e.ctx, s.Task(f.entry)); err != nil {
		return nil, false, err
	}
	confirmed, open := s.Setup.Confirmed()
	return answer, f.solvers.audit(e, confirmed, open, s.Disputes()), nil
}

func (f *impactFlags) run(ctx context.Context, t engine.Task) (*report.Impact, error) {
	r, err := impact.Run(ctx, t, sets.Level(f.by))
	if err != nil {
		return nil, err
	}
	return report.NewImpact(r), nil
}
