package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"semdiff/compare/engines"
	"semdiff/compare/symdiff"
)

type crosscheckFlags struct {
	meaningFlags
	solvers solverFlags
	limits  limitFlags

	entry, match, mode, boogie, emit, save, format, output, color, mutual string

	assume, engines        []string
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
	fs.StringSliceVar(&f.engines, "engines", engines.Beside(), "more engines to run, of "+strings.Join(engines.Names(), ", ")+" (semdiff help engines describes them)")
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
	for _, name := range f.engines {
		if _, ok := engines.Find(name); !ok {
			return fmt.Errorf("--engines must be of %v, not %q", engines.Names(), name)
		}
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
