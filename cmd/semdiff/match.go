package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"semdiff/boogie"
	"semdiff/boogie/match"
	"semdiff/compare/symdiff"
	"semdiff/moddiff"
	"semdiff/smtlib"
	"semdiff/translate"
	"semdiff/translate/ir"
)

func runMatch(e env, args []string) int {
	var m meaningFlags
	var file string
	var mutual bool
	fs := pflag.NewFlagSet("match", pflag.ContinueOnError)
	fs.StringVar(&file, "match", "", "a matching file to start from")
	fs.BoolVar(&mutual, "mutual-summaries", false, "print mutual summaries to edit, which say that calls with equal inputs have equal results ("+symdiff.MutualFileName+")")
	m.register(fs)
	var bounds limitFlags
	bounds.register(fs)
	if code, ok := parseFlags(e, fs, "match [flags] OLD NEW", args, 2, 2); !ok {
		return code
	}
	e, watch, err := bounds.watch(e, fs.Arg(0), fs.Arg(1))
	if err != nil {
		return trouble(e, err)
	}
	defer watch.Stop()
	print := printMatching
	if mutual {
		print = printMutual
	}
	if err := print(e, fs.Arg(0), fs.Arg(1), file, &m); err != nil {
		return trouble(e, err)
	}
	return exitSame
}

// lowerForMatch lowers two versions under the flags of match.
func lowerForMatch(e env, oldName, newName, file string, m *meaningFlags) (*versions, error) {
	opts, err := m.options()
	if err != nil {
		return nil, err
	}
	return lowerVersions(e, smtlib.NewContext(), oldName, newName, file, opts)
}

// printMatching prints all that is matched, in the syntax of matching files.
func printMatching(e env, oldName, newName, file string, m *meaningFlags) error {
	v, err := lowerForMatch(e, oldName, newName, file, m)
	if err != nil {
		return err
	}
	matched, others, err := moddiff.Matching(v.old, v.new, v.given)
	if err != nil {
		return err
	}
	f := v.applied.Complete(v.source)
	for _, p := range matched {
		f.Procedures = append(f.Procedures, signatureOf(p))
	}
	oldStem, newStem := stems(oldName, newName)
	fmt.Fprintf(e.stdout, "# %s -> %s\n", v.old.File, v.new.File)
	if err := f.Print(e.stdout, oldStem, newStem); err != nil {
		return err
	}
	printOthers(e.stdout, others, oldStem, newStem)
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
func printMutual(e env, oldName, newName, file string, m *meaningFlags) error {
	v, err := lowerForMatch(e, oldName, newName, file, m)
	if err != nil {
		return err
	}
	pairs, err := moddiff.Pairs(v.old, v.new, v.given)
	if err != nil {
		return err
	}
	oldStem, newStem := stems(oldName, newName)
	if _, err := boogie.Parse("", []byte("type "+oldStem+", "+newStem+";")); err != nil {
		oldStem, newStem = "v1", "v2"
	}
	fmt.Fprintf(e.stdout, "// %s -> %s\n", v.old.File, v.new.File)
	return symdiff.WriteMutual(e.stdout, [2]string{oldStem, newStem}, v.source, v.applied, pairs)
}

// versions are both versions, lowered under the names of the old one.
type versions struct {
	old, new *ir.Program
	given    []moddiff.Matched
	source   match.Version // of the old version
	applied  *match.Applied
	mutual   *symdiff.MutualFile // nil without one
}

// lowerVersions loads two files, applies a matching file if there is one, and
// lowers them into c.
func lowerVersions(e env, c *smtlib.Context, oldName, newName, matchName string, opts translate.Options) (*versions, error) {
	return lowerRelated(e, c, oldName, newName, matchName, "", opts)
}

// lowerRelated is lowerVersions with a file of mutual summaries, "" for none.
func lowerRelated(e env, c *smtlib.Context, oldName, newName, matchName, mutualName string, opts translate.Options) (*versions, error) {
	switch {
	case oldName == "-" && newName == "-":
		return nil, errors.New("only one of the versions can be standard input")
	case matchName == "-" && (oldName == "-" || newName == "-"):
		return nil, errors.New("only one of the files can be standard input")
	}
	v := &versions{}
	old, new, err := loadPair(e, oldName, newName)
	if err != nil {
		return nil, err
	}
	v.source = match.Version(old)
	file := &match.File{}
	if matchName != "" {
		if file, err = readMatching(e, matchName, oldName, newName); err != nil {
			return nil, err
		}
	}
	if v.applied, err = match.Apply(file, v.source, match.Version(new)); err != nil {
		return nil, err
	}
	if mutualName != "" {
		if v.mutual, err = readMutual(e, mutualName, oldName, newName); err != nil {
			return nil, err
		}
		if old, err = v.mutual.Declare(old, v.applied); err != nil {
			return nil, err
		}
	}
	v.old, v.new, err = translate.LowerPair(c, old, translate.Source(v.applied.Version), opts)
	if err != nil {
		return nil, err
	}
	if v.mutual != nil {
		if err := v.mutual.Take(v.old); err != nil {
			return nil, err
		}
	}
	for _, s := range v.applied.Procedures {
		m := moddiff.Matched{Old: s.Old.Name, New: s.New.Name, Params: s.ParamNames()}
		// A polymorphic procedure that a version does not use is not there.
		if moddiff.IsIn(v.old, m.Old) && moddiff.IsIn(v.new, m.New) {
			v.given = append(v.given, m)
		}
	}
	return v, nil
}

func readMatching(e env, name, oldName, newName string) (*match.File, error) {
	shown, src, err := readFile(e, name)
	if err != nil {
		return nil, err
	}
	return match.Parse(shown, src, stem(oldName, "v1"), stem(newName, "v2"))
}

// stem is what a matching file calls a version: its file without extension.
func stem(file, standard string) string {
	s := filepath.Base(file)
	s = strings.TrimSuffix(s, filepath.Ext(s))
	if s == "" || s == "-" || strings.ContainsAny(s, " \t,;()/#") {
		return standard
	}
	return s
}

// stems are what files call the two versions.
func stems(oldName, newName string) (old, new string) {
	old, new = stem(oldName, "v1"), stem(newName, "v2")
	if old == new {
		return "v1", "v2"
	}
	return old, new
}

// readMutual reads a file of mutual summaries, or the one in a folder.
func readMutual(e env, name, oldName, newName string) (*symdiff.MutualFile, error) {
	if name == "-" {
		return nil, errors.New("mutual summaries cannot be standard input")
	}
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		name = filepath.Join(name, symdiff.MutualFileName)
	}
	shown, src, err := readFile(e, name)
	if err != nil {
		return nil, err
	}
	oldStem, newStem := stems(oldName, newName)
	return symdiff.ReadMutual(shown, src, [2]string{oldStem, newStem})
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
