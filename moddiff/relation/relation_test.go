package relation_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"semdiff/internal/needs"
	"semdiff/moddiff/relation"
	"semdiff/moddiff/vc"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate"
	"semdiff/translate/ir"
)

// setup lowers two versions, and makes a prover that leaves all calls open.
func setup(t *testing.T, oldText, newText string) ([2]*ir.Program, *relation.Prover) {
	t.Helper()
	needs.Z3(t)
	c := smtlib.NewContext()
	var programs [2]*ir.Program
	for i, text := range []string{oldText, newText} {
		src, err := translate.Parse(fmt.Sprintf("v%d.bpl", i+1), []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if programs[i], err = translate.Lower(c, src, translate.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	s, err := solver.New(c, "z3", solver.Default)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	unsat := func(t *smtlib.Term) bool {
		return s.Check(context.Background(), []*smtlib.Term{t}, false).Answer == solver.Unsat
	}
	product := func(procs [2]string) *relation.Product {
		may := func(int, string) ir.Ends { return ir.Ends{Fail: true, Block: true, Diverge: true} }
		calls := &vc.Recorder{Calls: &vc.Open{Ctx: c, MayEnd: may}}
		e := &vc.Encoder{Ctx: c, Programs: programs, Calls: calls}
		tops := e.Apart([2]*ir.Proc{programs[0].Proc(procs[0]), programs[1].Proc(procs[1])})
		return &relation.Product{Tops: tops, Calls: calls.Made}
	}
	return programs, relation.NewProver(c, unsat, product)
}

// pairs pairs all procedures and loops by name, and their variables by name.
func pairs(programs [2]*ir.Program) (list []*vc.Pair) {
	for _, name := range programs[0].Order {
		proc := programs[0].Proc(name)
		for _, old := range append([]*ir.Proc{proc}, proc.Loops...) {
			new := programs[1].Proc(old.Name)
			list = append(list, &vc.Pair{
				Name: old.Name, Procs: [2]*ir.Proc{old, new}, Inputs: ports(old.Inputs, new.Inputs), Outputs: ports(old.Outputs, new.Outputs),
			})
		}
	}
	return list
}

func ports(old, new []*smtlib.Term) (list []vc.Port) {
	for i, v := range old {
		list = append(list, vc.Port{Var: v, At: [2]int{i, slices.Index(new, v)}})
	}
	return list
}

// TestFind checks which of the candidates are found.
func TestFind(t *testing.T) {
	programs, p := setup(t, `
procedure sum(n: int, b: bool) returns (s: int, c: bool) { var i: int; i := 0; s := 0; c := b; while (i < n) { i := i + 1; s := s + 1; } }
procedure twice(x: int) returns (r: int) { r := x + x; }
procedure main(n: int) returns (r: int) { var c: bool; call r, c := sum(n, true); call r := twice(r); }`, `
procedure sum(n: int, b: bool) returns (s: int, c: bool) { var i: int; i := 0; s := 0; c := true; while (i < n) { i := i + 1; s := s + 2; } }
procedure twice(x: int) returns (r: int) { r := 2 * x; }
procedure main(n: int) returns (r: int) { var c: bool; call r, c := sum(n, false); call r := twice(r); }`)
	got := map[string]string{}
	for _, f := range p.Find(pairs(programs)) {
		got[f.Pair] = strings.Join(f.Words(), ", ")
	}
	for name, want := range map[string]string{
		"sum":            "requires old.n == new.n && old.b || !new.b, ensures old.s <= new.s && new.c || !old.c",
		"sum_loop_head1": "requires old.n == new.n && old.s <= new.s && old.i == new.i, ensures old.s <= new.s",
		"twice":          "requires old.x <= new.x, ensures old.r <= new.r",
		"main":           "requires old.n == new.n, ensures old.r <= new.r",
	} {
		if got[name] != want {
			t.Errorf("%s: %s, want %s", name, got[name], want)
		}
	}
	if len(got) != 4 || len(p.Proven) != 4 || p.Cut {
		t.Errorf("found %v, %d proven, cut %t", got, len(p.Proven), p.Cut)
	}
}

// TestProve checks which relations are proven, alone and together.
func TestProve(t *testing.T) {
	const text = `
procedure even(n: int) returns (r: int) { if (n <= 0) { r := %[1]s; } else { call r := odd(n - 1); } }
procedure odd(n: int) returns (r: int) { if (n <= 0) { r := %[1]s; } else { call r := even(n - 1); r := r + 1; } }`
	programs, p := setup(t, fmt.Sprintf(text, "0"), fmt.Sprintf(text, "1"))
	c := programs[0].Ctx
	// below says that on equal inputs the old result is less by at least d.
	below := func(name string, d int64) *relation.Relation {
		pair := &vc.Pair{}
		for version, prog := range programs {
			pair.Procs[version] = prog.Proc(name)
		}
		pair.Inputs = ports(pair.Procs[0].Inputs, pair.Procs[1].Inputs)
		x, y := c.Var("x", c.Int), c.Var("y", c.Int)
		return &relation.Relation{
			Procs: [2]string{name, name}, Pre: relation.EqualInputs(c, pair),
			Post: []*relation.Predicate{{
				Body: c.Le(c.Add(x, c.IntVal(d)), y), Vars: []*smtlib.Term{x, y},
				Slots: []relation.Slot{{Version: 0, Kind: relation.Output}, {Version: 1, Kind: relation.Output}},
			}},
		}
	}
	even, odd, even2, odd2 := below("even", 1), below("odd", 1), below("even", 2), below("odd", 2)
	for _, tt := range []struct {
		name        string
		given, want []*relation.Relation
	}{
		{"alone", []*relation.Relation{even}, nil},
		{"together", []*relation.Relation{even, odd}, []*relation.Relation{even, odd}},
		{"what is wrong is dropped", []*relation.Relation{odd2, even, even2, odd}, []*relation.Relation{even, odd}},
	} {
		if got := p.Prove(tt.given); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %d proven", tt.name, len(got))
		}
	}
	p.Proven = []*relation.Relation{odd}
	if got := p.Prove([]*relation.Relation{even}); len(got) != 1 {
		t.Error("what is proven is not used")
	}
}

// TestProveSafety checks claims about failures.
func TestProveSafety(t *testing.T) {
	const text = `
procedure f(x: int) { assert x > %d; if (x > 9) { call f(x - 1); } }
procedure main(x: int) { assume x > %d; call f(x); }`
	for _, tt := range []struct {
		name     string
		old, new string
		want     int
	}{
		{"f fails more, and calls of it are left open", fmt.Sprintf(text, 3, 0), fmt.Sprintf(text, 5, 5), 0},
		{"f fails less", fmt.Sprintf(text, 5, 0), fmt.Sprintf(text, 3, 5), 2},
		{"main calls it where it did not", fmt.Sprintf(text, 5, 5), fmt.Sprintf(text, 3, 0), 1},
	} {
		programs, p := setup(t, tt.old, tt.new)
		var claims []*relation.Safety
		for _, pair := range pairs(programs) {
			claims = append(claims, &relation.Safety{Procs: [2]string{pair.Name, pair.Name}, Pre: relation.EqualInputs(programs[0].Ctx, pair)})
		}
		if got := p.ProveSafety(claims, nil); len(got) != tt.want {
			t.Errorf("%s: %d proven, want %d", tt.name, len(got), tt.want)
		}
	}
}

// TestFacts checks that no pair of calls is left out in silence.
func TestFacts(t *testing.T) {
	c := smtlib.NewContext()
	x, y := c.Var("x", c.Int), c.Var("y", c.Int)
	rel := &relation.Relation{Procs: [2]string{"f", "g"}, Post: []*relation.Predicate{{
		Body: c.Le(x, y), Vars: []*smtlib.Term{x, y},
		Slots: []relation.Slot{{Version: 0, Kind: relation.Input}, {Version: 1, Kind: relation.Input}},
	}}}
	for _, tt := range []struct {
		old, new int
		whole    bool
	}{{1, 1, true}, {0, 5, true}, {40, 50, true}, {41, 50, false}} {
		var calls relation.Calls
		for version, n := range []int{tt.old, tt.new} {
			for i := range n {
				calls[version] = append(calls[version],
					&vc.Activation{Version: version, Proc: rel.Procs[version], Args: []*smtlib.Term{c.Var(fmt.Sprint(version, i), c.Int)}, Reached: c.True, Effect: vc.Effect{Ends: vc.Ends{ir.Normal: c.True}}},
					&vc.Activation{Version: version, Proc: "other", Reached: c.True})
			}
		}
		facts, whole := relation.Facts(c, calls, []*relation.Relation{rel})
		if n := len(smtlib.Conjuncts(facts)); whole != tt.whole || n != min(tt.old*tt.new, relation.MaxPairs) && tt.old > 0 {
			t.Errorf("%d and %d calls: %d facts, whole %t", tt.old, tt.new, n, whole)
		}
	}
}
