package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"semdiff/compare/crosscheck"
	"semdiff/compare/engines"
	"semdiff/compare/report"
	"semdiff/compare/session"
	"semdiff/compare/symdiff"
	"semdiff/internal/closest"
	"semdiff/translate"
)

// crosscheckFlags are the flags of crosscheck.
type crosscheckFlags struct {
	versionFlags

	mode, impact, boogie, emit, save, format, output, color, progress string

	assume, engines                  []string
	unwind, unwindConditions, traces int
	split, houdini, dac              bool
	boogieTimeout                    time.Duration
}

func crosscheckCommand() command {
	return command{
		name: "crosscheck", args: "OLD NEW", about: "difference summaries held against SymDiff's verification conditions",
		long: `Runs difference summaries, SymDiff's verification conditions and other engines on the same pair, where it is there Boogie
too, and holds their answers against each other. The exit code is 2 where they contradict each other, else that of diff.`,
		example: `  semdiff crosscheck old.bpl new.bpl
  semdiff crosscheck old.bpl new.bpl --mode inline --unwind-conditions 3`,
		min: 2, max: 2, partial: true, values: map[string][]string{"format": {"text", "json", "html"}, "mode": words(symdiff.Modes())},
		new: newCrosscheck,
	}
}

// newCrosscheck holds engines against each other.
func newCrosscheck(fs *pflag.FlagSet) action {
	var f crosscheckFlags
	fs.StringVar(&f.entry, "entry", "", "entry procedure (default main, or else every root of the call graph)")
	fs.StringVar(&f.match, "match", "", "file that says what stands for what in the two versions")
	fs.StringVar(&f.mode, "mode", string(symdiff.Modular), "calls in the verification conditions: modular, inline (all), unproven (those not proven equal), differential (what differs in those), refine (those that a counterexample depends on)")
	fs.StringSliceVar(&f.engines, "engines", engines.Beside(), "more engines to run, of "+strings.Join(engines.Names(), ", ")+" (semdiff help engines describes them)")
	fs.IntVar(&f.unwindConditions, "unwind-conditions", 0, "depth to which the verification conditions unwind loops, and recursion where calls are inlined (0: they stay procedures)")
	fs.StringSliceVar(&f.assume, "assume-equal", nil, "procedures that the verification conditions take as equal")
	fs.BoolVar(&f.split, "split-outputs", false, "a verdict for each result and modified global")
	fs.StringVar(&f.impact, "impact", "on", "on (compare what the change reaches, and take the rest for the same) or off")
	f.registerNames(fs)
	registerMutual(fs, &f.mutual)
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
	f.reading.register(fs)
	fs.IntVar(&f.traces, "traces", 0, "show the runs of both versions, side by side, for up to N counterexamples of each pair (html: at least 1)")
	fs.StringVar(&f.color, "color", "auto", "colours of traces: auto (on a terminal), always or never")
	fs.StringVar(&f.progress, "progress", "auto", "auto (a line on a terminal) or never")
	fs.StringVar(&f.format, "format", "text", "text, json or html")
	fs.StringVarP(&f.output, "output", "o", "", "write the answer to this file")
	return func(e env, args []string) int { return f.run(e, args) }
}

func (f *crosscheckFlags) run(e env, args []string) int {
	answer, trusted, err := f.crosscheck(e, args[0], args[1])
	if err != nil {
		return trouble(e, err)
	}
	write := map[string]func(io.Writer) error{
		"text": func(w io.Writer) error { return answer.WriteText(w, answerStyle(e.stdout, f.output, f.color)) },
		"json": answer.WriteJSON,
		"html": answer.WriteHTML,
	}[f.format]
	var saved string
	if answer.Contradictions > 0 {
		if saved, err = saveAll(answer, f.save, args); err != nil {
			return trouble(e, err)
		}
	}
	code := exitCodeOf(answer.About(), f.entry, answer.InterfaceDiffers)
	if f.dac {
		code = exitCode(answer.About())
	}
	code = e.answer(f.output, write, trusted, code)
	if saved != "" {
		return trouble(e, fmt.Errorf("answers contradict each other: everything is in %s", saved))
	}
	return code
}

func (f *crosscheckFlags) check() error {
	if err := cmp.Or(
		session.OneOf("mode", symdiff.Mode(f.mode), symdiff.Modes()...), session.OneOf("impact", f.impact, "on", "off"),
		session.OneOf("format", f.format, "text", "json", "html"), session.NotNegative("traces", f.traces),
		session.NotNegative("boogie-timeout", f.boogieTimeout), checkEngines(f.engines), checkColor(f.color), checkProgress(f.progress), f.checkNames(),
	); err != nil {
		return err
	}
	if f.dac && f.asserts != "outcome" {
		return errors.New("--dac needs --asserts outcome")
	}
	if f.unwind < 1 || f.unwindConditions < 0 {
		return errors.New("--unwind must be at least 1, --unwind-conditions at least 0")
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

// crosscheck runs the analyses and holds them against each other; trusted is
// false when the solvers gave reason to doubt the answers.
func (f *crosscheckFlags) crosscheck(e env, oldName, newName string) (answer *crosscheck.Result, trusted bool, err error) {
	start := time.Now()
	if err := f.check(); err != nil {
		return nil, false, err
	}
	program, err := f.boogieProgram()
	if err != nil {
		return nil, false, err
	}
	meaning := f.options()
	meaning.Observe = translate.ObserveAll // files for Boogie compare all outputs
	line := live(e, f.progress, "pairs")
	defer line.end()
	err = f.within(e, oldName, newName, func(e env, from session.Sources, read func()) error {
		trusted, err = f.asking(e, from, meaning, read, func(ctx context.Context, s *session.Session) (err error) {
			answer, err = crosscheck.Run(ctx, s.Task(f.entry), crosscheck.Options{
				Mode: symdiff.Mode(f.mode), Unwind: f.unwind, UnwindConditions: f.unwindConditions, Engines: f.engines, AssumeEqual: f.assume, SplitOutputs: f.split,
				Mutual: s.Mutual, Houdini: f.houdini, Assertions: f.dac, Traces: f.shown(),
				WithoutImpact: f.impact == "off",
				Boogie:        program, BoogieTimeout: f.boogieTimeout, Emit: f.emit, Stems: from.OwnStems(), Text: s.Text, Names: f.namesOf(s.Versions),
				Progress: line.progress(), Phase: func(what string) { line.set(0, 0, 0, what) },
			})
			return err
		})
		return err
	})
	if err != nil {
		return nil, false, err
	}
	answer.TimeMS = report.Milliseconds(time.Since(start))
	return answer, trusted, nil
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
	path, err := exec.LookPath(f.boogie)
	if missing := new(exec.Error); errors.As(err, &missing) {
		return "", fmt.Errorf("--boogie: %w%s: it is the path of Boogie, auto or never", err, closest.Question(missing.Name, []string{"boogie", "auto", "never"}))
	}
	return path, err
}

// saveAll saves the answer, the Eq procedures and both versions in a new folder.
func saveAll(r *crosscheck.Result, parent string, versions []string) (dir string, err error) {
	if err := os.MkdirAll(parent, 0o777); err != nil {
		return "", err
	}
	if dir, err = os.MkdirTemp(parent, "semdiff-contradiction-"); err != nil {
		return "", err
	}
	var report bytes.Buffer
	err = r.WriteJSON(&report)
	save := func(name string, text []byte) {
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), text, 0o666)
		}
	}
	save("report.json", report.Bytes())
	for i, f := range r.EqFiles {
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
