package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"semdiff/boogie"
	"semdiff/boogie/match"
	"semdiff/compare/session"
	"semdiff/compare/symdiff"
	"semdiff/moddiff"
	"semdiff/smtlib"
	"semdiff/translate"
	"semdiff/translate/ir"
)

func matchCommand() command {
	return command{
		name: "match", args: "OLD NEW", about: "what is matched in two versions, to be edited for diff --match",
		long: `Prints what stands for what in the two versions, as a file to edit and to give to diff --match.`,
		example: `  semdiff match old.bpl new.bpl >names
  semdiff diff old.bpl new.bpl --match names`,
		min: 2, max: 2,
		new: newMatch,
	}
}

// newMatch prints what is matched in two versions.
func newMatch(fs *pflag.FlagSet) action {
	var m meaningFlags
	var file string
	var mutual bool
	fs.StringVar(&file, "match", "", "a matching file to start from")
	fs.BoolVar(&mutual, "mutual-summaries", false, "print mutual summaries to edit, which say that calls with equal inputs have equal results ("+symdiff.MutualFileName+")")
	m.register(fs)
	var bounds limitFlags
	bounds.register(fs)
	return func(e env, args []string) int {
		e, watch, err := bounds.watch(e, args[0], args[1])
		if err != nil {
			return trouble(e, err)
		}
		defer watch.Stop()
		print := printMatching
		if mutual {
			print = printMutual
		}
		from, err := e.sources(args[0], args[1], file)
		if err == nil {
			err = print(e.stdout, from, m.options())
		}
		if err != nil {
			return trouble(e, err)
		}
		return exitSame
	}
}

// printMatching prints all that is matched, in the syntax of matching files.
func printMatching(w io.Writer, from session.Sources, opts translate.Options) error {
	v, err := session.Load(smtlib.NewContext(), from, opts)
	if err != nil {
		return err
	}
	matched, others, err := moddiff.Matching(v.Old, v.New, v.Given)
	if err != nil {
		return err
	}
	f := v.Applied.Complete(v.Source)
	for _, p := range matched {
		f.Procedures = append(f.Procedures, signatureOf(p))
	}
	stems := from.Stems()
	fmt.Fprintf(w, "# %s -> %s\n", v.Old.File, v.New.File)
	if err := f.Print(w, stems[0], stems[1]); err != nil {
		return err
	}
	printOthers(w, others, stems[0], stems[1])
	return nil
}

// printOthers says, as comments, which procedures are matched with none, or have
// another signature.
func printOthers(w io.Writer, others []*moddiff.PairResult, oldStem, newStem string) {
	for _, p := range others {
		if p.Kind == ir.Loop.String() {
			continue
		}
		old, new := oldStem+"."+p.Old+p.Signatures[0], newStem+"."+p.New+p.Signatures[1]
		switch p.Status {
		case moddiff.StatusSignature:
			fmt.Fprintf(w, "# %s: %s -> %s\n", p.Status, old, new)
		case moddiff.StatusRemoved:
			fmt.Fprintf(w, "# %s: %s\n", p.Status, old)
		case moddiff.StatusAdded:
			fmt.Fprintf(w, "# %s: %s\n", p.Status, new)
		}
	}
}

// printMutual prints a file of mutual summaries.
func printMutual(w io.Writer, from session.Sources, opts translate.Options) error {
	v, err := session.Load(smtlib.NewContext(), from, opts)
	if err != nil {
		return err
	}
	pairs, err := moddiff.Pairs(v.Old, v.New, v.Given)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "// %s -> %s\n", v.Old.File, v.New.File)
	return symdiff.WriteMutual(w, mutualStems(from), v.Source, v.Applied, pairs)
}

// mutualStems are what files of mutual summaries call the versions.
func mutualStems(from session.Sources) [2]string {
	stems := from.Stems()
	if _, err := boogie.Parse("", []byte("type "+stems[0]+", "+stems[1]+";")); err != nil {
		return [2]string{"v1", "v2"}
	}
	return stems
}

// mutualSource is a file of mutual summaries, or the one in a folder.
func mutualSource(name string) (session.Source, error) {
	if name == "-" {
		return session.Source{}, errors.New("mutual summaries cannot be standard input")
	}
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		name = filepath.Join(name, symdiff.MutualFileName)
	}
	return session.File(name), nil
}

func signatureOf(m moddiff.Matched) match.Signature {
	pair := func(old, new string) match.Pair {
		return match.Pair{Old: match.Name{Name: old}, New: match.Name{Name: new}}
	}
	s := match.Signature{Pair: pair(m.Old, m.New)}
	for _, p := range m.Params {
		s.Params = append(s.Params, pair(p[0], p[1]))
	}
	return s
}
