package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"sync"

	"semdiff/smtlib"
	"semdiff/translate"
	"semdiff/translate/ir"
)

// readFile reads a file, or standard input for "-".
func readFile(e env, name string) (shown string, src []byte, err error) {
	if name == "-" {
		src, err = io.ReadAll(e.stdin)
		return "<stdin>", src, err
	}
	src, err = os.ReadFile(name)
	return name, src, err
}

// loadProgram reads, resolves and type-checks a file.
func loadProgram(e env, name string) (translate.Source, error) {
	shown, src, err := readFile(e, name)
	if err != nil {
		return translate.Source{}, err
	}
	return translate.Parse(shown, src)
}

// lower loads a file and lowers it into c.
func lower(e env, c *smtlib.Context, name string, opts translate.Options) (*ir.Program, error) {
	src, err := loadProgram(e, name)
	if err != nil {
		return nil, err
	}
	return translate.Lower(c, src, opts)
}

// loadPair loads both versions.
func loadPair(e env, oldName, newName string) (old, new translate.Source, err error) {
	var sources [2]translate.Source
	var errs [2]error
	var wg sync.WaitGroup
	for i, name := range []string{oldName, newName} {
		wg.Go(func() { sources[i], errs[i] = loadProgram(e, name) })
	}
	wg.Wait()
	return sources[0], sources[1], cmp.Or(errs[0], errs[1])
}

// meaning are the flags that choose a reading of the input.
type meaningFlags struct{ asserts, externals string }

type flagSet interface {
	StringVar(p *string, name, value, usage string)
}

func (m *meaningFlags) register(fs flagSet) {
	fs.StringVar(&m.asserts, "asserts", "outcome", "a false assertion: outcome (the run fails), assume (it is blocked), ignore")
	fs.StringVar(&m.externals, "externals", "function", "a procedure without a body: function (of its inputs), havoc")
}

func (m *meaningFlags) options() (translate.Options, error) {
	o := translate.Options{Asserts: translate.Asserts(m.asserts), Externals: translate.Externals(m.externals)}
	switch o.Asserts {
	case translate.AssertsOutcome, translate.AssertsAssume, translate.AssertsIgnore:
	default:
		return o, fmt.Errorf("--asserts must be outcome, assume or ignore, not %q", m.asserts)
	}
	switch o.Externals {
	case translate.ExternalsFunction, translate.ExternalsHavoc:
	default:
		return o, fmt.Errorf("--externals must be function or havoc, not %q", m.externals)
	}
	return o, nil
}
