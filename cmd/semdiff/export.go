package main

import (
	"errors"

	"github.com/spf13/pflag"

	"semdiff/compare/report"
)

// runExport writes the difference summaries and the queries that prove them.
func runExport(e env, args []string) int {
	f := diffFlags{format: "smtlib", color: "never", proofs: true}
	var dir string
	fs := pflag.NewFlagSet("export", pflag.ContinueOnError)
	fs.StringVar(&dir, "out", "", "folder for the files; it is made, or empty")
	f.registerAnalysis(fs)
	if code, ok := parseFlags(e, fs, "export [flags] OLD NEW --out DIR", args, 2, 2); !ok {
		return code
	}
	if dir == "" {
		return trouble(e, errors.New("--out says where to write the files"))
	}
	result, trusted, err := f.analyze(e, fs.Arg(0), fs.Arg(1))
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
