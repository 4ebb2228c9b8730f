package translate

import (
	"slices"

	"semdiff/boogie"
	"semdiff/boogie/types"
	"semdiff/internal/bitset"
	"semdiff/smtlib/graph"
	"semdiff/translate/cfg"
	"semdiff/translate/ir"
)

// markSameText finds the procedures whose text is the same in both versions and
// means the same: all that it mentions is declared alike, with the axioms that
// speak of it.
func markSameText(old, new *lowering) {
	differs := differentSymbols(old, new)
	impls := [2]map[string]*boogie.ImplDecl{old.implementations(), new.implementations()}
	for name, p := range old.out.Procs {
		q := new.out.Procs[name]
		if q == nil || !sameInterface(p, q) {
			continue
		}
		a, b := old.info.Procs[name], new.info.Procs[name]
		implA, implB := impls[0][name], impls[1][name]
		if !boogie.EqualText(a.Decl, b.Decl) || (implA == nil) != (implB == nil) ||
			implA != nil && !boogie.EqualText(implA, implB) {
			continue
		}
		mentioned := old.mentions(a.Decl)
		if implA != nil {
			mentioned = append(mentioned, old.mentions(implA)...)
		}
		for _, set := range []bitset.Set{old.graphs.Signatures[name].Reads, old.graphs.Signatures[name].Writes} {
			for _, g := range old.graphs.Set(set) {
				mentioned = append(mentioned, symbol{varSymbol, g.Name})
			}
		}
		if !slices.ContainsFunc(mentioned, func(s symbol) bool { return differs[s] }) {
			p.SameText, q.SameText = true, true
		}
	}
}

func sameInterface(p, q *ir.Proc) bool {
	return p.Formals == q.Formals && p.Results == q.Results && p.Ends == q.Ends &&
		slices.Equal(p.Inputs, q.Inputs) && slices.Equal(p.Outputs, q.Outputs) && slices.Equal(p.Calls, q.Calls)
}

// mayBeAffected are the procedures whose texts are not the same, in either
// version, and all that call them.
func mayBeAffected(old, new *lowering) map[string]bool {
	callers := map[string][]string{}
	var changed []string
	for _, l := range []*lowering{old, new} {
		for name, p := range l.out.Procs {
			if !p.SameText {
				changed = append(changed, name)
			}
			for _, callee := range p.Calls {
				callers[callee] = append(callers[callee], name)
			}
		}
	}
	affected := map[string]bool{}
	for _, name := range graph.Reached(changed, func(name string) []string { return callers[name] }) {
		affected[name] = true
	}
	return affected
}

// symbol is a declared name.
type symbol struct {
	kind symbolKind
	name string
}

type symbolKind uint8

const (
	typeSymbol symbolKind = iota
	constSymbol
	varSymbol
	funcSymbol
	procSymbol // its specification
)

// symbolTable holds what the meaning of the symbols of a version depends on.
type symbolTable struct {
	l      *lowering
	decls  map[symbol]boogie.Node
	bodies map[string]bool // procedures that have one
	refers map[symbol][]symbol
	facts  []fact

	users   map[symbol][]symbol // whose declarations mention one
	factsOf map[symbol][]*fact
}

// fact is an axiom, or what amounts to one: it constrains all that it speaks of.
type fact struct {
	axiom *boogie.AxiomDecl // nil when text says what it is
	text  string
	about []symbol
	// mentions are those on which its meaning depends beside.
	mentions []symbol
}

func (l *lowering) symbolTable() *symbolTable {
	t := &symbolTable{l: l, decls: map[symbol]boogie.Node{}, bodies: map[string]bool{}, refers: map[symbol][]symbol{}}
	for _, d := range l.info.Decls {
		switch d := d.(type) {
		case *boogie.TypeDecl:
			for _, def := range d.Defs {
				t.declare(symbol{typeSymbol, def.Name}, def)
			}
		case *boogie.DatatypeDecl:
			t.declare(symbol{typeSymbol, d.Name}, d)
		case *boogie.ConstDecl:
			for _, n := range d.Names {
				one := *d
				one.Names = []*boogie.Name{n}
				t.declare(symbol{constSymbol, n.Name}, &one)
			}
		case *boogie.VarDecl:
			for _, b := range d.Vars {
				for _, n := range b.Names {
					one := *b
					one.Names = []*boogie.Name{n}
					t.declare(symbol{varSymbol, n.Name}, &one)
				}
			}
		case *boogie.FuncDecl:
			t.declare(symbol{funcSymbol, d.Name}, d)
		case *boogie.ProcDecl:
			header := *d
			header.Body = nil
			t.declare(symbol{procSymbol, d.Name}, &header)
			t.bodies[d.Name] = l.info.Procs[d.Name].Body != nil
		}
	}
	t.findFacts()
	return t
}

func (t *symbolTable) declare(s symbol, d boogie.Node) {
	t.decls[s] = d
	t.refers[s] = t.l.mentions(d)
}

// findFacts lists the axioms, the definitions of recursive functions, which are
// axioms too, and what is known of polymorphic ones in part.
func (t *symbolTable) findFacts() {
	for _, a := range t.l.info.Axioms {
		mentioned := t.l.mentions(a)
		t.facts = append(t.facts, fact{axiom: a, about: t.expanded(mentioned), mentions: mentioned})
	}
	for s := range t.decls {
		if about := t.expanded(t.refers[s]); s.kind == funcSymbol && slices.Contains(about, s) {
			t.facts = append(t.facts, fact{text: "function " + s.name, about: about})
		}
	}
	for _, p := range t.l.from.Partial {
		f := fact{text: p.Text}
		for _, n := range p.Funcs {
			f.about = append(f.about, symbol{funcSymbol, n})
		}
		for _, n := range p.Consts {
			f.about = append(f.about, symbol{constSymbol, n})
		}
		t.facts = append(t.facts, f)
	}
}

// expanded are the functions and constants among symbols, and those that the
// functions' bodies mention: bodies are expanded.
func (t *symbolTable) expanded(symbols []symbol) []symbol {
	var out []symbol
	seen := map[symbol]bool{}
	for work := slices.Clone(symbols); len(work) > 0; {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[s] || s.kind != funcSymbol && s.kind != constSymbol {
			continue
		}
		seen[s] = true
		out = append(out, s)
		if f, ok := t.decls[s].(*boogie.FuncDecl); ok && f.Body != nil {
			work = append(work, t.refers[s]...)
		}
	}
	return out
}

// differentSymbols are the symbols that do not mean the same in both versions as
// far as their declarations tell, or are in one of them only.
func differentSymbols(old, new *lowering) map[symbol]bool {
	a, b := old.symbolTable(), new.symbolTable()
	differs := map[symbol]bool{}
	var work []symbol
	add := func(symbols ...symbol) {
		for _, s := range symbols {
			if !differs[s] {
				differs[s] = true
				work = append(work, s)
			}
		}
	}
	if old.graphs.NamesValues() != new.graphs.NamesValues() {
		add(symbol{funcSymbol, cfg.ValueIs})
	}
	for _, tables := range [][2]*symbolTable{{a, b}, {b, a}} {
		for s, d := range tables[0].decls {
			other := tables[1].decls[s]
			if other == nil || !boogie.EqualMeaning(d, other) || s.kind == procSymbol && a.bodies[s.name] != b.bodies[s.name] {
				add(s)
			}
		}
		known := map[string]bool{}
		for _, f := range tables[1].facts {
			known[f.key()] = true
		}
		for _, f := range tables[0].facts {
			if !known[f.key()] {
				add(f.about...)
			}
		}
	}
	for _, t := range []*symbolTable{a, b} {
		t.findUsers()
	}
	for i := 0; i < len(work); i++ { // the list grows
		for _, t := range []*symbolTable{a, b} {
			add(t.users[work[i]]...)
			for _, f := range t.factsOf[work[i]] {
				add(f.about...)
			}
		}
	}
	return differs
}

func (t *symbolTable) findUsers() {
	t.users, t.factsOf = map[symbol][]symbol{}, map[symbol][]*fact{}
	for s, list := range t.refers {
		for _, r := range list {
			t.users[r] = append(t.users[r], s)
		}
	}
	for i := range t.facts {
		for _, s := range slices.Concat(t.facts[i].about, t.facts[i].mentions) {
			t.factsOf[s] = append(t.factsOf[s], &t.facts[i])
		}
	}
}

// key tells facts apart.
func (f fact) key() string {
	if f.axiom != nil {
		return "axiom " + boogie.FormulaString(f.axiom.Expr)
	}
	return f.text
}

// implementations are the implementations that stand on their own.
func (l *lowering) implementations() map[string]*boogie.ImplDecl {
	m := map[string]*boogie.ImplDecl{}
	for _, d := range l.info.Decls {
		if impl, ok := d.(*boogie.ImplDecl); ok {
			m[impl.Name] = impl
		}
	}
	return m
}

// mentions lists the declared symbols that n mentions.
func (l *lowering) mentions(n boogie.Node) []symbol {
	var out []symbol
	data := func(t types.Type) {
		if c, ok := t.(*types.Ctor); ok {
			out = append(out, symbol{typeSymbol, c.Name})
		}
	}
	boogie.Inspect(n, func(n boogie.Node) bool {
		switch n := n.(type) {
		case *boogie.Attr:
			return false
		case *boogie.NamedType:
			out = append(out, symbol{typeSymbol, n.Name})
		case *boogie.IdentExpr:
			switch o := l.info.Objects[n]; {
			case o == nil:
			case o.Kind == types.Const:
				out = append(out, symbol{constSymbol, o.Name})
			case o.Kind == types.Global:
				out = append(out, symbol{varSymbol, o.Name})
			}
		case *boogie.CallExpr:
			out = append(out, symbol{funcSymbol, n.Func})
			data(l.info.Types[n]) // of a constructor
			for _, x := range n.Args {
				data(l.info.Types[x]) // of a function that a datatype has
			}
		case *boogie.FieldExpr:
			data(l.info.Types[n.X])
		case *boogie.FieldUpdateExpr:
			data(l.info.Types[n.X])
		case *boogie.IsExpr:
			data(l.info.Types[n.X])
		case *boogie.UnpackStmt:
			data(l.info.Types[n.Rhs])
		case *boogie.Spec:
			for _, name := range n.Names {
				out = append(out, symbol{varSymbol, name.Name})
			}
		case *boogie.CallStmt:
			out = append(out, symbol{procSymbol, n.Proc})
		}
		return true
	})
	return out
}
