package main

import (
	"cmp"
	"context"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"semdiff/compare/engine"
	"semdiff/compare/impact"
	"semdiff/compare/report"
	"semdiff/compare/session"
	sets "semdiff/moddiff/impact"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate/sourcenames"
)

// impactFlags are the flags of impact.
type impactFlags struct {
	versionFlags

	by, format, output string
	inputs             int
	boogie             string                // folder
	source             [2]*sourcenames.Names // that people read; nil for the programs' own
}

func impactCommand() command {
	return command{
		name: "impact", args: "OLD NEW", about: "which statements and outputs a change can reach",
		long: `Finds which statements, outputs and ends of runs a change can influence, for all inputs; what is not among them is the
same in both versions.

Exit codes: 0 nothing is impacted, 2 trouble, 3 something is.`,
		example: `  semdiff impact old.bpl new.bpl
  semdiff impact old.bpl new.bpl --by solver --inputs 3`,
		min: 2, max: 2, partial: true, values: map[string][]string{"format": {"text", "json", "html"}, "by": words(sets.Levels())},
		new: newImpact,
	}
}

// newImpact says which statements and outputs a change can influence.
func newImpact(fs *pflag.FlagSet) action {
	var f impactFlags
	fs.StringVar(&f.by, "by", string(sets.Terms), "what counts as the same in both versions: text, terms (the same term over the inputs), solver (what is proven equal)")
	fs.StringVar(&f.entry, "entry", "", "entry procedure (default main, or else every root of the call graph)")
	fs.StringVar(&f.match, "match", "", "file that says what stands for what in the two versions, as semdiff match prints it")
	f.limits.registerTimeout(fs, "time for the whole run; then more counts as impacted (0: none)")
	f.limits.register(fs)
	f.solvers.register(fs)
	f.register(fs)
	fs.IntVar(&f.inputs, "inputs", 0, "tests: up to so many inputs of each procedure that take impacted branches of the new version")
	f.registerNames(fs)
	fs.StringVar(&f.boogie, "emit-boogie", "", "write both versions, without what the change does not reach, to old.bpl and new.bpl in this folder")
	fs.StringVar(&f.format, "format", "text", "text, json or html")
	fs.StringVarP(&f.output, "output", "o", "", "write the answer to this file")
	return func(e env, args []string) int {
		found, trusted, err := f.find(e, args[0], args[1])
		if err != nil {
			return trouble(e, err)
		}
		answer := report.NewImpact(found)
		if f.format != "json" {
			answer = answer.InSource(f.source)
		}
		if err := f.emit(found); err != nil {
			return trouble(e, err)
		}
		code := exitSame
		if answer.Impacted {
			code = exitUnknown
		}
		return e.answer(f.output, func(w io.Writer) error { return f.write(w, answer) }, trusted, code)
	}
}

func (f *impactFlags) check() error {
	return cmp.Or(session.OneOf("by", sets.Level(f.by), sets.Levels()...), session.NotNegative("inputs", f.inputs), f.checkNames(),
		session.OneOf("format", f.format, "text", "json", "html"))
}

func (f *impactFlags) write(w io.Writer, answer *report.Impact) error {
	switch f.format {
	case "json":
		return answer.WriteJSON(w)
	case "html":
		return answer.WriteHTML(w, answer.Sources())
	}
	return answer.WriteText(w, answer.Sources())
}

// find is the analysis; trusted is false when the solvers gave reason to doubt it.
func (f *impactFlags) find(e env, oldName, newName string) (found *impact.Result, trusted bool, err error) {
	if err := f.check(); err != nil {
		return nil, false, err
	}
	meaning := f.options()
	meaning.Opaque = true // all of such bodies is impacted
	err = f.within(e, oldName, newName, func(e env, from session.Sources, read func()) error {
		if f.hasSolver() {
			trusted, err = f.asking(e, from, meaning, read, func(ctx context.Context, s *session.Session) (err error) {
				f.source = f.namesOf(s.Versions)
				found, err = f.run(ctx, s.Task(f.entry))
				return err
			})
			return err
		}
		v, err := session.Load(smtlib.NewContext(), from, meaning)
		if err != nil {
			return err
		}
		read()
		trusted, f.source = true, f.namesOf(v)
		found, err = f.run(e.ctx, engine.Task{Old: v.Old, New: v.New, Entry: f.entry, Match: v.Given})
		return err
	})
	return found, trusted, err
}

// hasSolver reports whether a solver is to be asked. At levels that do without, one
// that is not there is not missed.
func (f *impactFlags) hasSolver() bool {
	if sets.Level(f.by) == sets.Solver {
		return true
	}
	_, err := solver.NewSetup(f.solvers.config)
	return err == nil
}

func (f *impactFlags) run(ctx context.Context, t engine.Task) (*impact.Result, error) {
	return impact.Run(ctx, t, impact.Options{By: sets.Level(f.by), Inputs: f.inputs})
}

// emit writes the slices of both versions as Boogie files, if they are asked for.
func (f *impactFlags) emit(found *impact.Result) error {
	if f.boogie == "" {
		return nil
	}
	texts, err := found.Boogie()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(f.boogie, 0o777); err != nil {
		return err
	}
	for i, name := range []string{"old.bpl", "new.bpl"} {
		if err := os.WriteFile(filepath.Join(f.boogie, name), []byte(texts[i]), 0o666); err != nil {
			return err
		}
	}
	return nil
}
