// Package source holds positions in input files and the diagnostics that
// point at them. Every front end of semdiff reports input problems as a List.
package source

import (
	"fmt"
	"sort"
	"strings"
)

// Pos is a position in an input file. Line and Col count from 1, Col in bytes.
// The zero Pos means "no position".
type Pos struct {
	File string
	Line int
	Col  int
}

// IsValid reports whether p names a place.
func (p Pos) IsValid() bool { return p.Line > 0 }

// Before orders positions by file, line and column.
func (p Pos) Before(q Pos) bool {
	if p.File != q.File {
		return p.File < q.File
	}
	if p.Line != q.Line {
		return p.Line < q.Line
	}
	return p.Col < q.Col
}

// String prints p as file:line, the form the text reports use.
func (p Pos) String() string {
	switch {
	case !p.IsValid():
		return p.File
	case p.File == "":
		return fmt.Sprintf("line %d", p.Line)
	}
	return fmt.Sprintf("%s:%d", p.File, p.Line)
}

// Phase is a step of reading a program. What has problems in one phase does not
// get to the next.
type Phase int

// The phases.
const (
	Syntax Phase = iota
	Names
	Types
)

// String names the problems of a phase as Boogie does.
func (p Phase) String() string { return [...]string{"parse", "name resolution", "type checking"}[p] }

// Diagnostic is one problem of an input, printed the way Boogie prints it:
// file(line,col): error: message.
type Diagnostic struct {
	Pos     Pos
	Message string
	Phase   Phase
}

// Error implements error.
func (d Diagnostic) Error() string {
	if !d.Pos.IsValid() {
		if d.Pos.File == "" {
			return "error: " + d.Message
		}
		return d.Pos.File + ": error: " + d.Message
	}
	return fmt.Sprintf("%s(%d,%d): error: %s", d.Pos.File, d.Pos.Line, d.Pos.Col, d.Message)
}

// List collects diagnostics. A nil or empty List means success; use Err to
// turn it into an error.
type List []Diagnostic

// Addf appends a diagnostic at pos, of the phase Syntax.
func (l *List) Addf(pos Pos, format string, args ...any) { l.AddPhasef(Syntax, pos, format, args...) }

// AddPhasef appends a diagnostic at pos.
func (l *List) AddPhasef(phase Phase, pos Pos, format string, args ...any) {
	*l = append(*l, Diagnostic{Pos: pos, Message: fmt.Sprintf(format, args...), Phase: phase})
}

// Total counts the diagnostics of a file, which are of one phase, as Boogie
// does in its last line.
func (l List) Total(file string) string {
	return fmt.Sprintf("%d %s errors detected in %s", len(l), l[0].Phase, file)
}

// Sort orders the list by position, keeping the order of equal positions.
func (l List) Sort() { sort.SliceStable(l, func(i, j int) bool { return l[i].Pos.Before(l[j].Pos) }) }

// Error joins all diagnostics, one a line.
func (l List) Error() string {
	lines := make([]string, len(l))
	for i, d := range l {
		lines[i] = d.Error()
	}
	return strings.Join(lines, "\n")
}

// Err returns l as an error, or nil when it is empty.
func (l List) Err() error {
	if len(l) == 0 {
		return nil
	}
	return l
}
