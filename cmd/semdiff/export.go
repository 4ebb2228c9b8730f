package main

import (
	"errors"
	"fmt"

	"github.com/spf13/pflag"

	"semdiff/moddiff/export"
)

// runExport writes the difference summaries and the queries that prove them.
func runExport(e env, args []string) int {
	f := diffFlags{format: "smtlib", color: "never", evidence: true}
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
	x, err := export.Write(dir, result.Result)
	if err != nil {
		return trouble(e, err)
	}
	fmt.Fprintf(e.stdout, "%s: %s, %s, %s not exported, verdict %s\n", dir,
		count(len(x.Pairs), "procedure", "procedures"), count(len(x.Queries), "query", "queries"),
		count(len(x.NotExported), "claim", "claims"), headline(x.Verdict, result.Verdict, result.Interface))
	if !trusted {
		return exitTrouble
	}
	return exitSame // the files are there; what the verdict is stands in them
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
