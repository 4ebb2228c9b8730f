package ir_test

import (
	"reflect"
	"slices"
	"testing"

	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// TestWithProcs checks that a copy with other procedures has all else that the program
// has.
func TestWithProcs(t *testing.T) {
	c := smtlib.NewContext()
	p := &ir.Program{
		File: "a.bpl", Ctx: c, Procs: map[string]*ir.Proc{}, Declared: []ir.Declared{{Name: "p"}},
		Axioms: []ir.Axiom{{Term: c.True}}, Unique: [][]*smtlib.Term{{c.True}}, OverTypes: true, Partial: []ir.Partial{{Text: "x"}},
		Externals: []string{"e"}, Evaluated: []*smtlib.Func{c.Func("f", nil, c.Int)}, Precondition: "x > 0", Extracted: []string{"p_loop_h"}, Renamed: map[string]string{"g": "h"}, Observation: ir.Observation{Results: true},
	}
	q := p.WithProcs(nil)
	x, y := reflect.ValueOf(p).Elem(), reflect.ValueOf(q).Elem()
	for i := range x.NumField() {
		field := x.Type().Field(i)
		if !field.IsExported() || slices.Contains([]string{"Procs", "Order", "Lower"}, field.Name) {
			continue
		}
		if x.Field(i).IsZero() {
			t.Errorf("the test has no %s", field.Name)
		}
		if !reflect.DeepEqual(x.Field(i).Interface(), y.Field(i).Interface()) {
			t.Errorf("the copy has another %s", field.Name)
		}
	}
}
