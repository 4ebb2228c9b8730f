package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/pflag"

	"semdiff/boogie"
	"semdiff/boogie/types"
	"semdiff/internal/source"
)

// checkFlags say what is checked and printed.
type checkFlags struct{ stats, strict, syntax bool }

func checkCommand() command {
	return command{
		name: "check", args: "FILE...", about: "parse, resolve and type-check",
		example: `  semdiff check old.bpl new.bpl`,
		min:     1, max: -1,
		new: newCheck,
	}
}

// newCheck parses, resolves and type-checks files, each on its own.
func newCheck(fs *pflag.FlagSet) action {
	var flags checkFlags
	fs.BoolVar(&flags.stats, "stats", false, "print counts of declarations, lines and times")
	fs.BoolVar(&flags.strict, "strict", false, "report changes of globals that no modifies clause allows")
	fs.BoolVar(&flags.syntax, "syntax", false, "only parse")
	var bounds limitFlags
	bounds.register(fs)
	return func(e env, args []string) int {
		e, watch, err := bounds.watch(e, args...)
		if err != nil {
			return trouble(e, err)
		}
		defer watch.Stop()
		code := exitSame
		for _, name := range args {
			file := e.source(name)
			src, err := file.Read()
			if err == nil {
				err = checkFile(e, file.Name(), src, flags)
			}
			if err != nil {
				code = trouble(e, err)
			}
			var problems source.List
			if errors.As(err, &problems) {
				fmt.Fprintln(e.stderr, problems.Total(file.Name()))
			}
		}
		return code
	}
}

func checkFile(e env, shown string, src []byte, flags checkFlags) error {
	start := time.Now()
	prog, err := boogie.Parse(shown, src)
	if err != nil {
		return err
	}
	parsed := time.Now()
	verdict := "ok"
	if !flags.syntax {
		check := types.Check
		if flags.strict {
			check = types.CheckStrict
		}
		info, problems := check(prog)
		if len(problems) > 0 {
			return problems
		}
		if n := len(info.Concurrent); n > 0 {
			verdict = fmt.Sprintf("ok, but the types of concurrent programs are not checked: %d places, the first at line %d",
				n, info.Concurrent[0].Position().Line)
		}
	}
	checked := time.Now()
	fmt.Fprintf(e.stdout, "%s: %s\n", shown, verdict)
	if flags.stats {
		printStats(e.stdout, prog, src)
		fmt.Fprintf(e.stdout, "  parsing %.1f ms, resolution and types %.1f ms\n",
			parsed.Sub(start).Seconds()*1e3, checked.Sub(parsed).Seconds()*1e3)
	}
	return nil
}

// printStats counts what a file declares.
func printStats(w io.Writer, prog *boogie.Program, src []byte) {
	var n struct{ types, consts, funcs, axioms, globals, procs, impls, bodies int }
	for _, d := range prog.Decls {
		switch d := d.(type) {
		case *boogie.TypeDecl:
			n.types += len(d.Defs)
		case *boogie.ConstDecl:
			n.consts += len(d.Names)
		case *boogie.FuncDecl:
			n.funcs++
		case *boogie.AxiomDecl:
			n.axioms++
		case *boogie.VarDecl:
			for _, b := range d.Vars {
				n.globals += len(b.Names)
			}
		case *boogie.ProcDecl:
			n.procs++
			if d.Body != nil {
				n.bodies++
			}
		case *boogie.ImplDecl:
			n.impls++
			n.bodies++
		}
	}
	fmt.Fprintf(w, "  %d lines, %d bytes\n", bytes.Count(src, []byte{'\n'}), len(src))
	fmt.Fprintf(w, "  types %d, constants %d, functions %d, axioms %d, globals %d, procedures %d, implementations %d, bodies %d\n",
		n.types, n.consts, n.funcs, n.axioms, n.globals, n.procs, n.impls, n.bodies)
}
