package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"semdiff/compare/report"
	"semdiff/smtlib"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// givenWitness is the first difference that a JSON answer has of a procedure.
type givenWitness struct {
	Old, New  string
	Inputs    []struct{ Name, Declared string }
	values    map[string]string
	functions []string
}

// readWitness reads FILE#PROCEDURE:N, the N-th difference of a procedure; the first one
// without N, and without a procedure that of an entry.
func readWitness(arg string) (*givenWitness, error) {
	file, rest, _ := strings.Cut(arg, "#")
	proc, which, numbered := strings.Cut(rest, ":")
	number := 1
	if n, err := strconv.Atoi(which); numbered && (err != nil || n < 1) {
		return nil, fmt.Errorf("--witness wants FILE#PROCEDURE:N, not %q", arg)
	} else if numbered {
		number = n
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var answer struct {
		Entry      []string
		Procedures []struct {
			givenWitness
			Name        string
			Differences []struct {
				Witness   map[string]string
				Functions []string
			}
		}
	}
	if err := json.Unmarshal(text, &answer); err != nil {
		return nil, fmt.Errorf("%s is no answer of diff --format json: %v", file, err)
	}
	for _, p := range answer.Procedures {
		if (p.Name == proc || proc == "" && slices.Contains(answer.Entry, p.Name)) && len(p.Differences) >= number {
			w, d := p.givenWitness, p.Differences[number-1]
			w.values, w.functions = d.Witness, d.Functions
			return &w, nil
		}
	}
	if number > 1 {
		return nil, fmt.Errorf("%s does not have %d differences of %s", file, number, proc)
	}
	return nil, fmt.Errorf("%s has no difference of %s", file, cmp.Or(proc, "the entry"))
}

// inputs are the values that the witness gives the inputs of a procedure of either
// version. Parameters that have another name in the other version have its value at
// their place.
func (w *givenWitness) inputs(c *smtlib.Context, p *ir.Proc, m *interp.Model) ([]interp.Value, error) {
	byName := map[string]string{}
	for _, in := range w.Inputs {
		byName[cmp.Or(in.Declared, in.Name)] = w.values[in.Name]
	}
	values := make([]interp.Value, len(p.Inputs))
	for i, v := range p.Inputs {
		text, ok := byName[v.Name()]
		if !ok && i < p.Formals && i < len(w.Inputs) {
			text, ok = w.values[w.Inputs[i].Name]
		}
		values[i] = interp.Default(v.Sort())
		if !ok {
			continue
		}
		t, err := report.ParseValue(c, text, v.Sort())
		if err == nil {
			values[i], err = m.Literal(t)
		}
		if err != nil {
			return nil, fmt.Errorf("--witness: %s: %v", v.Name(), err)
		}
	}
	return values, nil
}

// define gives the functions of a program the meaning that the witness has for them:
// the tape, and what the program leaves open.
func (w *givenWitness) define(c *smtlib.Context, prog *ir.Program, m *interp.Model) error {
	known := map[string]*smtlib.Func{}
	add := func(t *smtlib.Term) {
		if t.Op() == smtlib.OpApp {
			known[t.Func().Name] = t.Func()
		}
	}
	for _, name := range prog.Order {
		for _, p := range append([]*ir.Proc{prog.Procs[name]}, prog.Procs[name].Loops...) {
			ir.Terms(p, add)
		}
	}
	for _, a := range prog.Axioms {
		smtlib.Visit(a.Term, add)
	}
	for _, text := range w.functions {
		head, body, ok := strings.Cut(text, " = ")
		name, params, _ := strings.Cut(strings.TrimSuffix(head, ")"), "(")
		f := known[strings.Trim(name, "|")]
		if !ok || f == nil {
			continue // the other version's
		}
		scope := smtlib.NewScope()
		def := interp.Definition{}
		for i, param := range strings.Split(params, ", ") {
			if i < len(f.Params) {
				def.Params = append(def.Params, c.Var(param, f.Params[i]))
				scope.Vars[param] = def.Params[i]
			}
		}
		var err error
		if def.Body, err = c.ParseTerm(scope, body); err != nil || def.Body.Sort() != f.Result || len(def.Params) != len(f.Params) {
			return fmt.Errorf("--witness: %s has no meaning here: %v", head, err)
		}
		m.Defs[f] = def
	}
	return nil
}
