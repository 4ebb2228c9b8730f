// Package points marks the differencing points of two versions (Partush, Yahav: Abstract
// semantic differencing for numerical programs, SAS 2013, section 3): places at which
// their states are to be compared beside the ends of runs. Start from Mark.
//
//	points.go  Kind, Point, Mark: both versions with marks, and what is marked
//	mark.go    statements with marks
//
// A mark is a call of a procedure that does nothing and takes what is to be compared
// there, so that nothing later has to know of points: lowering keeps its arguments, and
// runs pass it as they pass calls.
package points

import (
	"fmt"
	"slices"

	"semdiff/boogie"
	"semdiff/boogie/types"
	"semdiff/internal/closest"
	"semdiff/translate"
)

// Calls and Maps are the kinds of points that are not a label: calls of procedures
// without a body, with their arguments, and reads of maps, with their indices.
const (
	Calls = "calls"
	Maps  = "maps"
)

// Point is a procedure without a body that is called, a map that is read, or a label, all
// in one procedure.
type Point struct {
	Mark   string // the procedure that marks it: no procedure of a program has such a name
	What   string // "call print", "map m", "label L"
	In     string // the procedure that it is in
	Values []string
}

// Mark marks points in both versions: of a kind, or a label. The versions have one name
// for what stands for each other. It is an error when neither has any.
func Mark(old, new translate.Source, what string) (programs [2]translate.Source, list []Point, err error) {
	var versions [2]*marker
	for i, src := range []translate.Source{old, new} {
		versions[i] = newMarker(src, what)
	}
	for i, m := range versions {
		m.other = versions[1-i]
		m.markAll()
	}
	for i, m := range versions {
		for _, p := range versions[1-i].points {
			m.declare(p)
		}
		if programs[i], err = m.source(); err != nil {
			return programs, nil, err
		}
	}
	for _, m := range versions {
		for _, p := range m.points {
			if !slices.ContainsFunc(list, func(q Point) bool { return q.Mark == p.Mark }) {
				list = append(list, p.Point)
			}
		}
	}
	if len(list) > 0 {
		return programs, list, nil
	}
	return programs, nil, nothing(versions, what)
}

// nothing says that there are no such points.
func nothing(versions [2]*marker, what string) error {
	switch what {
	case Calls:
		return fmt.Errorf("--points calls: neither version calls a procedure without a body")
	case Maps:
		return fmt.Errorf("--points maps: neither version reads a map")
	}
	labels := append(versions[0].labels, versions[1].labels...)
	return fmt.Errorf("--points: there is no label %s in either version%s; or it is exit, loops, calls or maps", what,
		closest.Question(what, append([]string{"exit", "loops", Calls, Maps}, labels...)))
}

// marked is a point with the types of its values.
type marked struct {
	Point
	params []*boogie.Name // type parameters
	ins    []boogie.Type
}

// declare adds the procedure that marks a point, unless it is there.
func (m *marker) declare(p *marked) {
	if m.declared[p.Mark] {
		return
	}
	m.declared[p.Mark] = true
	pos := boogie.Pos{At: m.prog.Decls[0].Position()}
	d := &boogie.ProcDecl{Pos: pos, Name: p.Mark, TypeParams: p.params, Body: &boogie.Body{Pos: pos, End: pos.At}}
	for i, t := range p.ins {
		name := &boogie.Name{Pos: pos, Name: p.Values[i]}
		d.Ins = append(d.Ins, &boogie.Binding{Pos: pos, Names: []*boogie.Name{name}, Type: boogie.Clone(t)})
	}
	m.prog.Decls = append(m.prog.Decls, d)
}

// source is the program with marks.
func (m *marker) source() (translate.Source, error) {
	info, problems := types.Check(m.prog)
	if err := problems.Err(); err != nil {
		return translate.Source{}, fmt.Errorf("--points: %w", err)
	}
	return translate.Source{Prog: m.prog, Info: info}, nil
}
