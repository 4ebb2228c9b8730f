package solver

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"semdiff/internal/needs"
	"semdiff/smtlib"
	"semdiff/smtlib/ieee"
)

// The replies of solvers to testdata/replies/all.smt2, those on record and those
// of the solvers that are installed, are read in full: every assertion holds in
// the model as it was read, and get-value says the same as the model.
func TestReplies(t *testing.T) {
	script := filepath.Join("testdata", "replies", "all.smt2")
	files, err := filepath.Glob(filepath.Join("testdata", "replies", "*.txt"))
	if err != nil || len(files) < 2 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(f), func(t *testing.T) { checkReplies(t, script, string(text)) })
	}
	for _, command := range [][]string{{"z3"}, {"cvc5", "--incremental", "-q"}} {
		t.Run(command[0], func(t *testing.T) {
			needs.Solvers(t, command[0])
			out, _ := exec.Command(command[0], append(command[1:], script)...).Output() // ends with an error on purpose
			checkReplies(t, script, string(out))
		})
	}
}

func checkReplies(t *testing.T, script, text string) {
	c := smtlib.NewContext()
	scope := repliesScope(c)
	list, err := smtlib.ReadSexprs(text)
	if err != nil || len(list) != 6 {
		t.Fatalf("%d replies, %v\n%s", len(list), err, text)
	}
	answer, model, values, unsat, core, fault := list[0], list[1], list[2], list[3], list[4], list[5]
	if !answer.Is("sat") || !unsat.Is("unsat") {
		t.Errorf("answers %v and %v", answer, unsat)
	}
	m, err := readModel(c, scope, model.String())
	if err != nil || len(m.Incomplete) > 0 {
		t.Fatalf("model: %v %v", err, m)
	}
	for _, a := range assertionsOf(t, script) {
		term, err := c.ReadTerm(scope, a)
		if err != nil {
			t.Fatal(err)
		}
		if v := m.Eval(c, term); !v.IsTrue() {
			t.Errorf("%v is %v", a, v)
		}
	}
	checkValues(t, c, scope, m, values)
	var names []string
	for _, n := range core.List {
		if !n.IsSymbol() {
			t.Errorf("core: %v", core)
		}
		names = append(names, n.Text)
	}
	slices.Sort(names)
	if got := strings.Join(names, ","); got != "big,small one" {
		t.Errorf("core %s", got)
	}
	if fault.Head() != "error" || len(fault.List) != 2 || fault.List[1].Kind != smtlib.StringKind || fault.List[1].Text == "" {
		t.Errorf("error: %v", fault)
	}
}

// assertionsOf are the assertions of the script's first level.
func assertionsOf(t *testing.T, script string) []smtlib.Sexpr {
	text, err := os.ReadFile(script)
	if err != nil {
		t.Fatal(err)
	}
	list, err := smtlib.ReadSexprs(string(text))
	if err != nil {
		t.Fatal(err)
	}
	var out []smtlib.Sexpr
	for _, s := range list {
		switch s.Head() {
		case "assert":
			out = append(out, s.List[1])
		case "check-sat":
			return out
		}
	}
	t.Fatal("no check-sat")
	return nil
}

// checkValues reads the reply to get-value as a model of its own.
func checkValues(t *testing.T, c *smtlib.Context, scope *smtlib.Scope, m *Model, values smtlib.Sexpr) {
	n := 0
	for _, pair := range values.List {
		if len(pair.List) != 2 {
			t.Fatalf("get-value: %v", pair)
		}
		what, value := pair.List[0], pair.List[1]
		term, err := c.ReadTerm(scope, what)
		if err != nil {
			t.Fatal(err)
		}
		x := c.Var("value", term.Sort())
		scope.Vars["value"] = x
		one, err := readModel(c, scope, "((define-fun value () "+term.Sort().String()+" "+value.String()+"))")
		if err != nil || one.Vars[x] == nil {
			t.Errorf("%v: %v %v", what, err, one)
			continue
		}
		if got, want := one.Vars[x], m.Eval(c, term); got != want {
			t.Errorf("%v is %v, in the model %v", what, got, want)
		}
		n++
	}
	if n != 20 {
		t.Errorf("%d values", n)
	}
}

// repliesScope is what all.smt2 declares.
func repliesScope(c *smtlib.Context) *smtlib.Scope {
	s := smtlib.NewScope()
	u, ints := c.Opaque("U"), c.Array(c.Int, c.Int)
	s.Sorts["U"] = u
	list, _ := c.Datatype("L", "")
	c.Define(list, []smtlib.Constructor{{Name: "nil"}, {Name: "cons", Fields: []smtlib.Field{{Name: "hd", Sort: c.Int}, {Name: "tl", Sort: list}}}})
	pair, _ := c.Datatype("P", "")
	c.Define(pair, []smtlib.Constructor{{Name: "mk", Fields: []smtlib.Field{{Name: "a", Sort: ints}, {Name: "u", Sort: u}}}})
	s.Add(list)
	s.Add(pair)
	single, double := c.Float(ieee.Format{Exp: 8, Sig: 24}), c.Float(ieee.Format{Exp: 11, Sig: 53})
	for name, sort := range map[string]*smtlib.Sort{
		"a b": c.Int, "x": c.Int, "r": c.Real, "q": c.Real, "v": c.BV(8), "v1": c.BV(5), "m": ints, "b": c.Bool,
		"mm": c.Array(c.Int, c.Array(c.Int, c.Bool)), "mv": c.Array(c.BV(4), c.Real), "u1": u, "u2": u, "l": list, "p": pair,
		"fl": single, "fn": single, "fz": double, "fi": double, "rm": c.Rounding,
	} {
		s.Vars[name] = c.Var(name, sort)
	}
	s.Funcs["f"] = c.Func("f", []*smtlib.Sort{c.Int, c.Real}, c.Int)
	s.Funcs["g"] = c.Func("g", []*smtlib.Sort{u}, u)
	s.Funcs["h"] = c.Func("h", []*smtlib.Sort{list}, ints)
	return s
}
