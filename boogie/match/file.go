package match

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"semdiff/internal/source"
)

// File is a matching file.
type File struct {
	Globals, Constants, Types []Pair
	Functions, Procedures     []Signature
}

// Pair matches a name of the old version with one of the new version.
type Pair struct{ Old, New Name }

// Name is a name with its place in the file.
type Name struct {
	Name string
	At   source.Pos
}

// Signature matches two functions or procedures and their parameters. A
// parameter without a name is called arg_0, arg_1 and so on, the result of a
// function out_ret.
type Signature struct {
	Pair
	Params []Pair
}

// ParamNames are the names of the parameters in both versions.
func (s Signature) ParamNames() [][2]string {
	var names [][2]string
	for _, p := range s.Params {
		names = append(names, [2]string{p.Old.Name, p.New.Name})
	}
	return names
}

// The keywords that lines start with.
const (
	keyGlobals   = "globals:"
	keyTypes     = "types:"
	keyConstants = "constants:"
	keyFunction  = "function:"
	keyProcedure = "procedure:"
)

// Parse reads a matching file. Each line is a comment that starts with #, or a
// list of pairs:
//
//	globals: (v1.g, v2.g);(v1.h, v2.k);
//	types: (v1.i32, v2.i32);
//	constants: (v1.c, v2.c);
//	function: (v1.f, v2.f) / (arg_0, arg_0);(out_ret, out_ret);
//	procedure: (v1.P, v2.Q) / (x, x);(y, z);
//
// Names of declarations start with the name of a version and a dot: oldStem and
// newStem, or any word without a dot. The error is a source.List.
func Parse(name string, src []byte, oldStem, newStem string) (*File, error) {
	f := &File{}
	var problems source.List
	for i, line := range strings.Split(string(src), "\n") {
		p := &lineParser{at: source.Pos{File: name, Line: i + 1}, line: strings.TrimRight(line, "\r"), stems: [2]string{oldStem, newStem}}
		if d := p.parse(f); d != nil {
			problems = append(problems, *d)
		}
	}
	return f, problems.Err()
}

// lineParser reads one line.
type lineParser struct {
	at    source.Pos
	line  string
	pos   int
	stems [2]string
}

// problem is panicked with inside of a line and becomes a diagnostic.
type problem struct{ d source.Diagnostic }

func (p *lineParser) failf(at int, format string, args ...any) {
	panic(problem{source.Diagnostic{Pos: p.place(at), Message: fmt.Sprintf(format, args...)}})
}

func (p *lineParser) place(at int) source.Pos {
	pos := p.at
	pos.Col = at + 1
	return pos
}

func (p *lineParser) parse(f *File) (d *source.Diagnostic) {
	defer func() {
		if r := recover(); r != nil {
			x, ok := r.(problem)
			if !ok {
				panic(r)
			}
			d = &x.d
		}
	}()
	p.blanks()
	if p.pos == len(p.line) || p.line[p.pos] == '#' {
		return nil
	}
	key := p.keyword()
	switch key {
	case keyGlobals:
		f.Globals = append(f.Globals, p.pairs(true)...)
	case keyTypes:
		f.Types = append(f.Types, p.pairs(true)...)
	case keyConstants:
		f.Constants = append(f.Constants, p.pairs(true)...)
	case keyFunction:
		f.Functions = append(f.Functions, p.signature())
	case keyProcedure:
		f.Procedures = append(f.Procedures, p.signature())
	}
	return nil
}

func (p *lineParser) keyword() string {
	for _, k := range []string{keyGlobals, keyTypes, keyConstants, keyFunction, keyProcedure} {
		if strings.HasPrefix(p.line[p.pos:], k) {
			p.pos += len(k)
			return k
		}
	}
	p.failf(p.pos, "expected globals:, types:, constants:, function:, procedure: or #")
	return ""
}

func (p *lineParser) blanks() {
	for p.pos < len(p.line) && strings.IndexByte(" \t", p.line[p.pos]) >= 0 {
		p.pos++
	}
}

// next reports whether c is next, behind blanks, and passes it.
func (p *lineParser) next(c byte) bool {
	p.blanks()
	if p.pos == len(p.line) || p.line[p.pos] != c {
		return false
	}
	p.pos++
	return true
}

func (p *lineParser) want(c byte) {
	if !p.next(c) {
		p.failf(p.pos, "expected %q", string(c))
	}
}

// pairs reads pairs up to the end of the line; semicolons may be missing.
func (p *lineParser) pairs(prefixed bool) []Pair {
	var list []Pair
	for {
		for p.next(';') {
		}
		if p.pos == len(p.line) {
			return list
		}
		list = append(list, p.pair(prefixed))
	}
}

func (p *lineParser) signature() Signature {
	s := Signature{Pair: p.pair(true)}
	for p.next(';') {
	}
	if p.next('/') {
		s.Params = p.pairs(false)
	} else if p.pos < len(p.line) {
		p.failf(p.pos, "expected \"/\"")
	}
	return s
}

func (p *lineParser) pair(prefixed bool) Pair {
	p.want('(')
	pair := Pair{Old: p.name(prefixed, 0)}
	p.want(',')
	pair.New = p.name(prefixed, 1)
	p.want(')')
	return pair
}

// name reads a name, of a declaration without what stands for the version.
func (p *lineParser) name(prefixed bool, version int) Name {
	p.blanks()
	start := p.pos
	for p.pos < len(p.line) && strings.IndexByte(" \t,;()/", p.line[p.pos]) < 0 {
		p.pos++
	}
	text := p.line[start:p.pos]
	if text == "" {
		p.failf(start, "expected a name")
	}
	if prefixed {
		rest, ok := strings.CutPrefix(text, p.stems[version]+".")
		if !ok {
			_, rest, ok = strings.Cut(text, ".")
		}
		switch {
		case !ok:
			p.failf(start, "expected the name of a version, a dot and a name: %s.%s", p.stems[version], text)
		case rest == "":
			p.failf(start, "expected a name behind %s", text)
		}
		text = rest
	}
	return Name{text, p.place(start)}
}

// Print writes the file so that Parse reads it back.
func (f *File) Print(w io.Writer, oldStem, newStem string) error {
	var b bytes.Buffer
	pair := func(p Pair) string { return fmt.Sprintf("(%s.%s, %s.%s)", oldStem, p.Old.Name, newStem, p.New.Name) }
	list := func(key string, pairs []Pair) {
		if len(pairs) == 0 {
			return
		}
		b.WriteString(key + " ")
		for _, p := range pairs {
			b.WriteString(pair(p) + ";")
		}
		b.WriteString("\n")
	}
	list(keyTypes, f.Types)
	list(keyConstants, f.Constants)
	list(keyGlobals, f.Globals)
	for _, g := range []struct {
		key  string
		list []Signature
	}{{keyFunction, f.Functions}, {keyProcedure, f.Procedures}} {
		for _, s := range g.list {
			b.WriteString(g.key + " " + pair(s.Pair) + " /")
			for i, p := range s.Params {
				if i == 0 {
					b.WriteString(" ")
				}
				fmt.Fprintf(&b, "(%s, %s);", p.Old.Name, declared(p.New.Name))
			}
			b.WriteString("\n")
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}
