package moddiff

import (
	"fmt"

	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// What an abstract application of a call stands for: an output (its index), or
// one of these.
const (
	kindResult = -1 // Int: 0 normal, 1 fails, 2 blocked; only if the call ends
	endsResult = -2 // Bool: the call ends
)

// symbols are the uninterpreted functions that stand for a procedure: UF_g1 or
// UF_g2 of the paper (section 6.1), or UF_g1g2 when shared.
type symbols struct {
	outputs    []*smtlib.Func
	kind, ends *smtlib.Func
}

// meaning says what an abstract function stands for.
type meaning struct {
	proc   *procState // of the shared symbols, the old procedure
	shared bool
	result int
}

// newSymbols makes the functions for a procedure under the given name; which
// keeps the three kinds apart.
func (a *analysis) newSymbols(p *procState, name string, shared bool) *symbols {
	params := make([]*smtlib.Sort, len(p.proc.Inputs))
	for i, v := range p.proc.Inputs {
		params[i] = v.Sort()
	}
	s := &symbols{}
	declare := func(suffix string, sort *smtlib.Sort, result int) *smtlib.Func {
		f := a.c.Func(name+":"+suffix, params, sort)
		a.meaning[f] = meaning{proc: p, shared: shared, result: result}
		a.origins.add(f, origin{procKey{p.side.index, p.proc.Name}, shared, result})
		return f
	}
	for i, v := range p.proc.Outputs {
		s.outputs = append(s.outputs, declare(fmt.Sprintf("%s:%d", v.Name(), i), v.Sort(), i))
	}
	s.kind = declare("kind", a.c.Int, kindResult)
	s.ends = declare("ends", a.c.Bool, endsResult)
	return s
}

func (s *symbols) fn(result int) *smtlib.Func {
	switch result {
	case kindResult:
		return s.kind
	case endsResult:
		return s.ends
	}
	return s.outputs[result]
}

// own are the symbols of p alone.
func (a *analysis) own(p *procState) *symbols {
	if p.symbols == nil {
		p.symbols = a.newSymbols(p, fmt.Sprintf("UF:%d:%s", p.side.index+1, p.proc.Name), false)
	}
	return p.symbols
}

// sharedApp is the application of UF_g1g2 that stands for p's result on args,
// or nil when the interfaces of the pair do not allow one.
func (a *analysis) sharedApp(p *procState, result int, args []*smtlib.Term) *smtlib.Term {
	pair := p.pair
	if !pair.sharable {
		return nil
	}
	if p.side.index == 0 {
		return a.c.App(a.shared(pair).fn(result), args...)
	}
	oldResult, ok := pair.acrossResult(p, result)
	if !ok {
		return nil
	}
	_, oldArgs := pair.across(p, args)
	return a.c.App(a.shared(pair).fn(oldResult), oldArgs...)
}

// shared are the symbols that stand for both procedures of a pair.
func (a *analysis) shared(pair *Pair) *symbols {
	if pair.symbols == nil {
		pair.symbols = a.newSymbols(pair.old, "UF:12:"+pair.old.proc.Name, true)
	}
	return pair.symbols
}

// returns is a condition under which an abstract call does not end in one of the
// other ways.
type returns struct {
	cond      *smtlib.Term
	otherwise ir.Outcome
}

// returning are the conditions, in turn, under which a call of p returns.
func (a *analysis) returning(p *procState, args []*smtlib.Term) (list []returns) {
	c, sym := a.c, a.own(p)
	if p.mayDiverge {
		list = append(list, returns{c.App(sym.ends, args...), ir.Diverges})
	}
	other := func(may bool, end ir.Outcome) {
		if may {
			list = append(list, returns{c.Not(c.Eq(c.App(sym.kind, args...), c.IntVal(int64(end)))), end})
		}
	}
	other(p.mayFail, ir.Fails)
	other(p.mayBlock, ir.Blocked)
	return list
}

// setResults sets the variables of an abstract call of p.
func (a *analysis) setResults(env map[*smtlib.Term]*smtlib.Term, p *procState, args []*smtlib.Term, call *ir.Call) {
	for i, v := range call.Outs {
		if v != nil {
			env[v] = a.c.App(a.own(p).outputs[i], args...)
		}
	}
}

// isAbstract reports whether an abstract application occurs in t.
func (a *analysis) isAbstract(t *smtlib.Term) bool {
	if !t.HasApps() {
		return false
	}
	if r, ok := a.abstract[t]; ok {
		return r
	}
	r := false
	if t.Op() == smtlib.OpApp {
		_, r = a.meaningOfFunc(t.Func())
	}
	for _, x := range t.Args() {
		r = r || a.isAbstract(x)
	}
	a.abstract[t] = r
	return r
}

// applications lists the abstract applications in t, inner ones first.
func (a *analysis) applications(t *smtlib.Term) []*smtlib.Term {
	var out []*smtlib.Term
	seen := map[*smtlib.Term]bool{}
	var walk func(*smtlib.Term)
	walk = func(t *smtlib.Term) {
		if seen[t] || !a.isAbstract(t) {
			return
		}
		seen[t] = true
		for _, x := range t.Args() {
			walk(x)
		}
		if t.Op() == smtlib.OpApp {
			if _, ok := a.meaningOfFunc(t.Func()); ok {
				out = append(out, t)
			}
		}
	}
	walk(t)
	return out
}
