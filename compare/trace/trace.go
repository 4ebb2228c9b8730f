package trace

import (
	"fmt"
	"slices"
	"strings"

	"semdiff/translate/interp"
)

// Line is a line of source that a run passed.
type Line struct {
	File    string
	Number  int
	Proc    string
	Level   int // how many calls deep, from 0
	Values  []Value
	Skipped int  // iterations of a loop before this line that are left out
	Cut     bool // the run went on, but is not shown further
}

// Value is that of an expression of the source.
type Value struct {
	Name  string
	Value interp.Value
	noted bool // the program says that its source calls it so
}

// Run is what one version does.
type Run struct {
	Program string // the Boogie file
	Lines   []Line
	End     string // how the run ended, for people
}

// Pair is the runs of both versions on one input.
type Pair struct {
	Old, New Run
	Rows     []Row
	Sources  *Sources
}

// Compare puts two runs side by side; find may be nil.
func Compare(old, new Run, find Find) *Pair {
	s := newSources([2]Run{old, new}, find)
	return &Pair{Old: old, New: new, Rows: align(old.Lines, new.Lines, s), Sources: s}
}

// Missing are the source files of the runs whose text was not found.
func (p *Pair) Missing() (files []string) {
	for v, run := range []Run{p.Old, p.New} {
		for _, l := range run.Lines {
			if name := clean(l.File); len(p.Sources.Text(Version(v), l.File)) == 0 && !slices.Contains(files, name) {
				files = append(files, name)
			}
		}
	}
	return files
}

// Path identifies the paths of both runs, without values.
func (p *Pair) Path() string {
	var sb strings.Builder
	for _, r := range []Run{p.Old, p.New} {
		for _, l := range r.Lines {
			fmt.Fprintf(&sb, "%s:%d:%d:%d ", l.File, l.Number, l.Level, l.Skipped)
		}
		sb.WriteByte('\n')
	}
	return sb.String()
}

// Lines maps the steps of a run to lines of source; program is the name of the
// Boogie file. Where a procedure has lines of another file, the places in it
// that have none are left out; where the outermost one has, so are procedures
// without any.
func Lines(steps []interp.Step, program string) []Line {
	mapped := map[string]bool{}
	for _, s := range steps {
		mapped[s.Proc] = mapped[s.Proc] || s.Pos.File != program
	}
	var out []Line
	apart, skipped := false, 0
	for _, s := range steps {
		apart, skipped = apart || s.Apart, skipped+s.Skipped
		if s.Pos.File == program && (mapped[s.Proc] || mapped[steps[0].Proc]) {
			if s.Cut && len(out) > 0 {
				out[len(out)-1].Cut = true
			}
			continue
		}
		line := Line{
			File: s.Pos.File, Number: s.Pos.Line, Proc: s.Proc, Level: s.Level,
			Values: valuesOf(s, program), Skipped: skipped, Cut: s.Cut,
		}
		joins := !apart || len(line.Values) == 0 && skipped == 0
		if n := len(out); n > 0 && joins && line.follows(out[n-1]) {
			out[n-1].add(line)
		} else {
			out = append(out, line)
		}
		apart, skipped = false, 0
	}
	for i := range out {
		out[i].preferNoted()
	}
	return out
}

// follows reports whether l is the same line as k in the same procedure.
func (l Line) follows(k Line) bool {
	return l.File == k.File && l.Number == k.Number && l.Proc == k.Proc && l.Level == k.Level
}

// add joins a visit of the same line that comes right behind.
func (l *Line) add(k Line) {
	for _, v := range k.Values {
		if i := slices.IndexFunc(l.Values, func(w Value) bool { return w.Name == v.Name && w.noted == v.noted }); i >= 0 {
			l.Values[i] = v
		} else {
			l.Values = append(l.Values, v)
		}
	}
	l.Cut = l.Cut || k.Cut
}

// preferNoted leaves out variables of the program where it notes values.
func (l *Line) preferNoted() {
	if slices.ContainsFunc(l.Values, func(v Value) bool { return v.noted }) {
		l.Values = slices.DeleteFunc(l.Values, func(v Value) bool { return !v.noted })
	}
}

// valuesOf are the values at a step. Variables of a translator (with a $ in
// front) are no part of another file, but for SMACK's result $r.
func valuesOf(s interp.Step, program string) []Value {
	var out []Value
	for _, v := range s.Values {
		own := s.Pos.File == program || !strings.HasPrefix(v.Name, "$") || v.Name == "$r"
		switch {
		case v.Noted:
			out = append(out, Value{clean(notedName(v.Name)), v.Value, true})
		case own:
			out = append(out, Value{v.Name, v.Value, false})
		}
	}
	return out
}

// notedName is the source's name in a note; SMACK writes f:arg:x for the
// parameter x of f and smack:ext:f for the result of a call of f.
func notedName(name string) string {
	if _, parameter, ok := strings.Cut(name, ":arg:"); ok {
		return parameter
	}
	if f, ok := strings.CutPrefix(name, "smack:ext:"); ok {
		return f + "()"
	}
	return name
}
