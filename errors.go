package semdiff

import (
	"errors"
	"strings"

	"semdiff/compare/session"
	"semdiff/internal/source"
)

// InputError is what is wrong with a program or a matching file. Its text has one
// line for each problem, as file(line,col): error: message.
type InputError struct{ Problems []Problem }

// Problem is something that is wrong with a text.
type Problem struct {
	File      string
	Line, Col int // from 1, Col in bytes; 0 where there is no place
	Message   string
}

func (p Problem) Error() string {
	return source.Diagnostic{Pos: source.Pos{File: p.File, Line: p.Line, Col: p.Col}, Message: p.Message}.Error()
}

func (e *InputError) Error() string {
	lines := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		lines[i] = p.Error()
	}
	return strings.Join(lines, "\n")
}

// inputError is err, where it is about an input as an InputError.
func inputError(err error) error {
	var list source.List
	var one source.Diagnostic
	switch {
	case errors.As(err, &list):
	case errors.As(err, &one):
		list = source.List{one}
	default:
		return err
	}
	e := &InputError{}
	for _, d := range list {
		e.Problems = append(e.Problems, Problem{d.Pos.File, d.Pos.Line, d.Pos.Col, d.Message})
	}
	return e
}

// OptionError is an option with a value that it cannot have.
type OptionError = session.OptionError

// DisputeError says that an answer is not to be trusted: solvers contradict each
// other, or what they were asked could not be logged.
type DisputeError = session.DisputeError
