package main

import (
	"errors"

	"github.com/spf13/pflag"

	"semdiff/compare/report"
	"semdiff/translate"
)

func exportCommand() command {
	return command{
		name: "export", args: "OLD NEW --out DIR", about: "the answer and its proofs as SMT-LIB files, for any solver to check",
		long: `Compares two versions as diff does, but all outputs unless --observe says otherwise, and writes the answer to a folder,
with each of its claims as a query that any SMT-LIB solver can check; semdiff verify does it.

Exit codes: 0 the files are written, whatever the verdict; 2 trouble.`,
		example: `  semdiff export old.bpl new.bpl --out proof
  semdiff verify proof`,
		min: 2, max: 2, partial: true, values: map[string][]string{"mode": modes()},
		new: newExport,
	}
}

// newExport writes the difference summaries and the queries that prove them.
func newExport(fs *pflag.FlagSet) action {
	f := diffFlags{format: "smtlib", color: "never", proofs: true}
	var dir string
	fs.StringVar(&dir, "out", "", "folder for the files; it is made, or empty")
	f.registerAnalysis(fs)
	fs.StringVar(&f.observe, "observe", translate.ObserveAll, "what callers of the entry see: results, all, or names with commas between them")
	f.registerJudgement(fs)
	registerMutual(fs, &f.mutual)
	return func(e env, args []string) int {
		if dir == "" {
			return trouble(e, errors.New("--out says where to write the files"))
		}
		result, trusted, err := f.analyze(e, args[0], args[1])
		if err != nil {
			return trouble(e, err)
		}
		x, err := result.WriteProofs(dir)
		if err != nil {
			return trouble(e, err)
		}
		if err := report.WriteExport(e.stdout, dir, x, result.Verdict(), result.Interface()); err != nil {
			return trouble(e, err)
		}
		if !trusted {
			return exitTrouble
		}
		return exitSame // the files are there; what the verdict is stands in them
	}
}
