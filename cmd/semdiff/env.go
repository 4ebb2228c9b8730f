package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"semdiff"
	"semdiff/compare/session"
	"semdiff/internal/closest"
	"semdiff/internal/source"
	"semdiff/smtlib/solver"
)

// Exit codes, as diff(1) has them and one more.
const (
	exitSame      = 0 // equivalent or partially equivalent
	exitDifferent = 1
	exitTrouble   = 2 // bad usage, bad input, no solver
	exitUnknown   = 3
)

// env is what a subcommand may touch of the outside.
type env struct {
	ctx            context.Context
	stdin          io.Reader
	stdout, stderr io.Writer
	exit           func(code int) // ends the process at once
}

// deliver writes an answer to a file, or to standard output when it has no name.
func deliver(e env, file string, answer []byte) error {
	if file != "" {
		return os.WriteFile(file, answer, 0o666)
	}
	_, err := e.stdout.Write(answer)
	return err
}

// trouble reports an error; problems of the input come one a line, as Boogie
// prints them.
func trouble(e env, err error) int {
	var list source.List
	var input *semdiff.InputError
	var option *session.OptionError
	var missing *exec.Error
	switch {
	case errors.As(err, &missing) && strings.HasPrefix(err.Error(), "solver: "):
		fmt.Fprintf(e.stderr, "semdiff: %v%s: install z3 or cvc5 (apt-get install z3), or name another solver with --solver\n", err, closest.Question(missing.Name, solver.Known()))
	case errors.As(err, &list), errors.As(err, &input):
		fmt.Fprintln(e.stderr, err)
	case errors.As(err, &option):
		fmt.Fprintf(e.stderr, "semdiff: --%v\n", option)
	default:
		fmt.Fprintf(e.stderr, "semdiff: %v%s\n", err, neighbour(err))
	}
	return exitTrouble
}

// neighbour asks whether another file of the folder is meant, where one is not there.
func neighbour(err error) string {
	missing := new(fs.PathError)
	if !errors.As(err, &missing) || !errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	base, ext := filepath.Base(missing.Path), filepath.Ext(missing.Path)
	files, _ := os.ReadDir(filepath.Dir(missing.Path))
	var names []string
	for _, f := range files {
		if name, same := strings.CutSuffix(f.Name(), ext); same {
			names = append(names, name)
		}
	}
	if name := closest.To(strings.TrimSuffix(base, ext), names); name != "" {
		return " (did you mean " + name + ext + "?)"
	}
	return ""
}

func exitCode(v semdiff.Verdict) int {
	switch v {
	case semdiff.Equivalent, semdiff.PartiallyEquivalent:
		return exitSame
	case semdiff.Different:
		return exitDifferent
	}
	return exitUnknown
}

// exitCodeOf is the exit code of a comparison: where no entry is named it is about
// the programs as wholes, of which their procedures are a part.
func exitCodeOf(v semdiff.Verdict, entry string, interfaceDiffers bool) int {
	code := exitCode(v)
	if code == exitSame && entry == "" && interfaceDiffers {
		return exitDifferent
	}
	return code
}
