package boogie

import (
	"errors"
	"strings"

	"github.com/alecthomas/participle/v2"

	"semdiff/internal/source"
)

// Parse reads the program in src. The name of the file is only used in
// positions. The error is a source.List; it has at most one syntax error for
// each declaration.
func Parse(file string, src []byte) (*Program, error) {
	prog := &Program{File: file}
	c := newChunk(newScanner(file, src))
	for c.more() {
		prog.Decls = append(prog.Decls, c.decls()...)
	}
	c.problems = append(c.problems, c.s.pragmas...)
	if c.s.err != nil {
		c.problems = append(c.problems, diagnostic(c.s.err))
	}
	if len(c.problems) > 0 {
		c.problems.Sort()
		return nil, c.problems
	}
	return prog, nil
}

// diagnostic converts an error of participle.
func diagnostic(err participle.Error) source.Diagnostic {
	msg := err.Message()
	var unexpected *participle.UnexpectedTokenError
	if errors.As(err, &unexpected) {
		_, expected, _ := strings.Cut(msg, "(expected ")
		msg = unexpectedMessage(unexpected.Unexpected, expectation(strings.TrimSuffix(expected, ")")))
	}
	return source.Diagnostic{Pos: at(err.Position()).At, Message: msg}
}

// expectation makes readable the EBNF with which participle names what it
// expected. Only the first terminals count: one, or those of a choice.
func expectation(ebnf string) string {
	rest := strings.TrimLeft(ebnf, "(")
	level := len(ebnf) - len(rest)
	var options []string
	for depth, start := level, true; rest != "" && depth >= level; {
		word := terminal(rest)
		switch {
		case word != "" && start:
			options = append(options, terminalNames[word])
			if terminalNames[word] == "" {
				options[len(options)-1] = word
			}
			start = false
		case rest[0] == '(':
			depth++
		case rest[0] == ')':
			depth--
		case rest[0] == '|' && depth == level && level > 0:
			start = true
		}
		rest = rest[max(len(word), 1):]
	}
	switch last := len(options) - 1; last {
	case -1:
		return "a declaration"
	case 0:
		return options[0]
	default:
		return strings.Join(options[:last], ", ") + " or " + options[last]
	}
}

// terminalNames are the terminals that do not name themselves.
var terminalNames = map[string]string{"<ident>": "an identifier", "<body>": `"{"`}

// terminal returns the "text" or <token> at the start of an EBNF, or "".
func terminal(ebnf string) string {
	closing := map[byte]string{'"': `"`, '<': ">"}[ebnf[0]]
	if closing == "" {
		return ""
	}
	end := strings.Index(ebnf[1:], closing)
	return ebnf[:end+2]
}
