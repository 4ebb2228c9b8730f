package term

import (
	"maps"
	"slices"

	"semdiff/boogie"
	"semdiff/boogie/types"
	"semdiff/internal/source"
	"semdiff/smtlib"
	"semdiff/translate/cfg"
)

// A code expression holds when what it returns does, on all its paths where it
// is asserted and on some path where it is assumed, as Boogie has it. The two
// readings agree where there is exactly one path; other code expressions are
// refused.

// maxCodeBlocks bounds how often the blocks of a code expression are entered.
const maxCodeBlocks = 1000

// codeExpr evaluates one code expression.
type codeExpr struct {
	l      *Lowerer
	blocks map[string][]boogie.Stmt
	locals map[*types.Object]bool
	left   int // blocks still to enter
}

func (l *Lowerer) code(e *boogie.CodeExpr, sc scope) *smtlib.Term {
	x := codeExpr{l: l, blocks: map[string][]boogie.Stmt{}, locals: map[*types.Object]bool{}, left: maxCodeBlocks}
	sc.sub = maps.Clone(sc.sub)
	if sc.sub == nil {
		sc.sub = map[*types.Object]*smtlib.Term{}
	}
	for _, o := range l.info.Code[e] {
		x.locals[o] = true
		sc.sub[o] = nil // not set
	}
	label, first := "", ""
	for _, s := range e.Body.Stmts {
		if lab, ok := s.(*boogie.LabelStmt); ok {
			label = lab.Name
			if first == "" {
				first = label
			}
			continue
		}
		x.blocks[label] = append(x.blocks[label], s)
	}
	return x.run(x.blocks[first], sc, []string{first})
}

// refuse ends the lowering of the expression.
func (x *codeExpr) refuse(pos source.Pos, why string) {
	panic(unsupported{pos, "code expression with " + why + " is not given meaning"})
}

// run is what stmts return under sc; path are the labels on the way to them.
func (x *codeExpr) run(stmts []boogie.Stmt, sc scope, path []string) *smtlib.Term {
	for _, s := range stmts {
		switch s := s.(type) {
		case *boogie.AssignStmt:
			sc = x.assign(s, sc)
		case *boogie.FieldAssignStmt:
			sc = x.assign(&s.AssignStmt, sc)
		case *boogie.AssumeStmt:
			if !x.l.term(s.Cond, sc).IsTrue() {
				x.refuse(s.Position(), "an assumption that is not the condition of a branch")
			}
		case *boogie.HideRevealStmt:
		case *boogie.ReturnStmt:
			return x.l.term(s.Value, sc)
		case *boogie.GotoStmt:
			return x.branch(s, sc, path)
		case *boogie.AssertStmt:
			x.refuse(s.Position(), "an assertion")
		case *boogie.CallStmt:
			x.refuse(s.Position(), "a call")
		case *boogie.HavocStmt:
			x.refuse(s.Position(), "havoc")
		default:
			x.refuse(s.Position(), "a command other than an assignment")
		}
	}
	panic("translate: code expression without end")
}

func (x *codeExpr) assign(s *boogie.AssignStmt, sc scope) scope {
	sub := maps.Clone(sc.sub)
	for i, lhs := range s.Lhs {
		v, value := cfg.Update(lhs, s.Rhs[i])
		o := x.l.info.Objects[v]
		t := x.l.term(value, sc)
		if !x.locals[o] {
			x.refuse(s.Position(), "an assignment to the variable "+o.Name+" outside of it")
		}
		sub[o] = t
	}
	sc.sub = sub
	return sc
}

// branch is what the targets of a goto return. With several targets each
// begins with an assumption, its condition, of which always one holds.
func (x *codeExpr) branch(s *boogie.GotoStmt, sc scope, path []string) *smtlib.Term {
	c := x.l.ctx
	if len(s.Labels) == 1 {
		return x.enter(s.Labels[0], x.blocks[s.Labels[0].Name], sc, path)
	}
	guards := make([]*smtlib.Term, len(s.Labels))
	rest := make([][]boogie.Stmt, len(s.Labels))
	for i, lab := range s.Labels {
		stmts := x.blocks[lab.Name]
		guards[i] = c.True
		if a, ok := stmts[0].(*boogie.AssumeStmt); ok {
			guards[i], stmts = x.l.term(a.Cond, sc), stmts[1:]
		}
		rest[i] = stmts
		for _, g := range guards[:i] {
			if !c.And(g, guards[i]).IsFalse() {
				x.refuse(s.Position(), "branches that may both be taken")
			}
		}
	}
	if !c.Or(guards...).IsTrue() {
		x.refuse(s.Position(), "branches of which none may be taken")
	}
	var result *smtlib.Term
	for i, lab := range slices.Backward(s.Labels) {
		if guards[i].IsFalse() {
			continue
		}
		t := x.enter(lab, rest[i], sc, path)
		if result == nil {
			result = t
		} else {
			result = c.Ite(guards[i], t, result)
		}
	}
	return result
}

func (x *codeExpr) enter(label *boogie.Name, stmts []boogie.Stmt, sc scope, path []string) *smtlib.Term {
	if x.left--; x.left < 0 {
		x.refuse(label.Position(), "very many paths")
	}
	if slices.Contains(path, label.Name) {
		x.refuse(label.Position(), "a loop")
	}
	return x.run(stmts, sc, append(slices.Clone(path), label.Name))
}
