package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"semdiff/compare/report"
	"semdiff/smtlib"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// givenWitness is a difference that a JSON answer has of a procedure.
type givenWitness struct {
	Old, New  string
	Inputs    []report.Variable
	files     [2]string
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
		Old, New   string
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
			w.files = [2]string{answer.Old, answer.New}
			w.values, w.functions = d.Witness, d.Functions
			return &w, nil
		}
	}
	if number > 1 {
		return nil, fmt.Errorf("%s does not have %d differences of %s", file, number, proc)
	}
	return nil, fmt.Errorf("%s has no difference of %s", file, cmp.Or(proc, "the entry"))
}

// names are the names in the answer of the inputs that a version has, by what it calls them.
func (w *givenWitness) names(version int) map[string]string {
	names := map[string]string{}
	for _, in := range w.Inputs {
		name := cmp.Or(in.Declared, in.Name)
		if own := [2]*string{in.Old, in.New}[version]; own != nil {
			name = *own
		}
		if name != "" {
			names[name] = in.Name
		}
	}
	return names
}

// namesIn are those of the version that a program in a file is: by the name of the
// procedure, else by that of the file, else by the names of the inputs.
func (w *givenWitness) namesIn(file string, p *ir.Proc) (map[string]string, error) {
	names := [2]map[string]string{w.names(0), w.names(1)}
	named := func(version int) bool {
		return !slices.ContainsFunc(p.Inputs, func(v *smtlib.Term) bool { return names[version][v.Name()] == "" })
	}
	for _, may := range [][2]bool{{p.Name == w.Old, p.Name == w.New}, {sameFile(file, w.files[0]), sameFile(file, w.files[1])}, {named(0), named(1)}} {
		if may[0] != may[1] {
			return names[slices.Index(may[:], true)], nil
		}
	}
	if !maps.Equal(names[0], names[1]) {
		return nil, fmt.Errorf("--witness: %s may be either of the versions %s and %s, which have other names for inputs of %s", file, w.files[0], w.files[1], p.Name)
	}
	return names[0], nil
}

// sameFile reports whether two paths are of one file.
func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// inputs are the values that the witness gives the inputs of a procedure in a file, under
// the names that its version has for them.
func (w *givenWitness) inputs(c *smtlib.Context, file string, p *ir.Proc, m *interp.Model) ([]interp.Value, error) {
	names, err := w.namesIn(file, p)
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if !slices.ContainsFunc(p.Inputs, func(v *smtlib.Term) bool { return v.Name() == name }) {
			return nil, fmt.Errorf("--witness: %s of %s has no input %s", p.Name, file, name)
		}
	}
	values := make([]interp.Value, len(p.Inputs))
	for i, v := range p.Inputs {
		values[i] = interp.Default(v.Sort())
		name, ok := names[v.Name()]
		if !ok {
			continue
		}
		t, err := report.ParseValue(c, w.values[name], v.Sort())
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
