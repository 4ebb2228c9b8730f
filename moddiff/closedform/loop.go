package closedform

import (
	"slices"

	"semdiff/moddiff/abstraction"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/summary"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// loop is one activation of a procedure that calls itself last, over its inputs and
// without abstract applications.
type loop struct {
	c     *smtlib.Context
	proc  *pairing.Proc
	calls []selfCall
	exits []*summary.Path // it does not call itself; they exclude each other

	goesOn *smtlib.Term   // it calls itself, taken for what the conditions of all calls share
	args   []*smtlib.Term // the inputs of that call; any value where calls have different ones
	step   *smtlib.Subst  // takes a term to its value one iteration later
}

// selfCall is a call of itself that an activation makes under a condition.
type selfCall struct {
	cond *smtlib.Term
	args []*smtlib.Term
}

// maxNesting is how deep calls of others in a loop are explored.
const maxNesting = 3

// loopOf is the loop that a procedure is; nil when it is none whose activations are
// known whole.
func (a *Analysis) loopOf(p *pairing.Proc) *loop {
	members, recursive := p.Version.GroupOf(p)
	if !recursive || len(members) != 1 || !a.Load(p) {
		return nil
	}
	body := a.ExploreBody(p)
	if body == nil {
		return nil
	}
	l := &loop{c: a.Ctx, proc: p}
	if !a.divide(l, body.Paths) || len(l.calls) == 0 {
		return nil
	}
	if a.Record != nil && len(a.openCalls(l)) > 0 {
		return nil
	}
	for range maxNesting {
		if l.expand(a); len(a.openCalls(l)) == 0 {
			break
		}
		for _, q := range a.openCalls(l) {
			if q.Version.Recursive(q) {
				a.Close(q)
			} else {
				a.Explore(q)
			}
		}
	}
	if l.expand(a); len(a.openCalls(l)) > 0 {
		return nil
	}
	l.join()
	return l
}

// divide tells the exits of a loop from its calls of itself; false when these are not
// tail calls.
func (a *Analysis) divide(l *loop, paths []*summary.Path) bool {
	var again [][]*summary.Path // by call
	for _, path := range paths {
		args := a.selfCalls(l.proc, append([]*smtlib.Term{path.R}, path.T...))
		if len(args) == 0 {
			l.exits = append(l.exits, path)
			continue
		}
		if len(args) > 1 || len(a.selfCalls(l.proc, args[0])) > 0 {
			return false
		}
		i := slices.IndexFunc(l.calls, func(call selfCall) bool { return slices.Equal(call.args, args[0]) })
		if i < 0 {
			i = len(l.calls)
			l.calls, again = append(l.calls, selfCall{a.Ctx.False, args[0]}), append(again, nil)
		}
		again[i] = append(again[i], path)
	}
	for i := range l.calls {
		if !a.tailCall(l, &l.calls[i], again[i]) {
			return false
		}
	}
	return true
}

// join takes all calls of a loop for one.
func (l *loop) join() {
	l.goesOn, l.args = l.calls[0].cond, slices.Clone(l.calls[0].args)
	for _, call := range l.calls[1:] {
		others := smtlib.Conjuncts(call.cond)
		l.goesOn = l.c.And(slices.DeleteFunc(slices.Clone(smtlib.Conjuncts(l.goesOn)), func(t *smtlib.Term) bool { return !slices.Contains(others, t) })...)
		for i, t := range call.args {
			if v := l.proc.Inputs[i]; t != l.args[i] {
				l.args[i] = l.c.Var("closed:any:"+v.Name(), v.Sort())
			}
		}
	}
	l.step = l.c.NewSubst(l.proc.Bind(l.args))
}

// callsItself is the condition that it does.
func (l *loop) callsItself() *smtlib.Term {
	conds := make([]*smtlib.Term, len(l.calls))
	for i, call := range l.calls {
		conds[i] = call.cond
	}
	return l.c.Or(conds...)
}

// selfCalls lists the arguments of the calls of p in terms.
func (a *Analysis) selfCalls(p *pairing.Proc, terms []*smtlib.Term) (calls [][]*smtlib.Term) {
	for _, t := range terms {
		for _, app := range a.Applications(t) {
			m, _ := a.MeaningOf(app)
			if m.Proc == p && !slices.ContainsFunc(calls, func(args []*smtlib.Term) bool { return slices.Equal(args, app.Args()) }) {
				calls = append(calls, app.Args())
			}
		}
	}
	return calls
}

// tailCall checks that an activation ends as a call of itself does, on all paths with
// it, and sets the condition of the call. Inputs on which such a path is taken whatever
// the call does belong to an exit.
func (a *Analysis) tailCall(l *loop, call *selfCall, paths []*summary.Path) bool {
	c, p, own := a.Ctx, l.proc, a.Own(l.proc)
	ends, kind := c.App(own.Func(abstraction.EndsResult), call.args...), c.App(own.Func(abstraction.KindResult), call.args...)
	for _, path := range paths {
		var taken [ir.Diverges + 1]*smtlib.Term // where the path is, when the call ends so
		always := c.True
		for end := range taken {
			sub := map[*smtlib.Term]*smtlib.Term{ends: c.BoolVal(ir.Outcome(end) != ir.Diverges)}
			if ir.Outcome(end) != ir.Diverges {
				sub[kind] = c.IntVal(int64(end))
			}
			if taken[end] = a.replace(path.R, sub); taken[end] != path.R {
				always = c.And(always, taken[end])
			}
		}
		if len(a.selfCalls(p, append([]*smtlib.Term{always}, path.T...))) == 0 && !always.IsFalse() {
			exit := *path
			exit.R = always
			l.exits = append(l.exits, &exit)
			for end, r := range taken {
				if taken[end] = c.And(r, c.Not(always)); r == always {
					taken[end] = c.False
				}
			}
		}
		for i, r := range taken {
			switch end := ir.Outcome(i); {
			case r.IsFalse():
			case path.End != end && a.possible(p, end):
				return false
			case end == ir.Normal && (!a.passesOn(p, path.T, call.args) || len(a.selfCalls(p, []*smtlib.Term{r})) > 0):
				return false
			case end == ir.Normal:
				call.cond = c.Or(call.cond, r)
			}
		}
	}
	return true
}

// possible is false when no call of p ends in the given way.
func (a *Analysis) possible(p *pairing.Proc, end ir.Outcome) bool {
	switch end {
	case ir.Fails:
		return p.MayEnd.Fail
	case ir.Blocked:
		return p.MayEnd.Block
	case ir.Diverges:
		return a.State.Of(p).MayDiverge
	}
	return true
}

// passesOn reports whether values are the outputs of a call of p.
func (a *Analysis) passesOn(p *pairing.Proc, values, args []*smtlib.Term) bool {
	for i, t := range values {
		if t != a.Ctx.App(a.Own(p).Func(i), args...) {
			return false
		}
	}
	return true
}

// replace puts terms in the place of applications in t.
func (a *Analysis) replace(t *smtlib.Term, sub map[*smtlib.Term]*smtlib.Term) *smtlib.Term {
	if r, ok := sub[t]; ok {
		return r
	}
	if !a.IsAbstract(t) {
		return t
	}
	args := make([]*smtlib.Term, len(t.Args()))
	for i, x := range t.Args() {
		args[i] = a.replace(x, sub)
	}
	return a.Ctx.Rebuild(t, args)
}

// expand replaces calls of others by what is known of them.
func (l *loop) expand(a *Analysis) {
	all := func(ts []*smtlib.Term) (out []*smtlib.Term) {
		for _, t := range ts {
			out = append(out, a.Expand(t))
		}
		return out
	}
	for i, call := range l.calls {
		l.calls[i] = selfCall{a.Expand(call.cond), all(call.args)}
	}
	var exits []*summary.Path
	for _, e := range l.exits {
		path := *e
		path.R, path.T = a.Expand(e.R), all(e.T)
		if !path.R.IsFalse() {
			exits = append(exits, &path)
		}
	}
	l.exits = exits
}

// openCalls are the procedures that are called in a loop.
func (a *Analysis) openCalls(l *loop) (procs []*pairing.Proc) {
	var terms []*smtlib.Term
	for _, call := range l.calls {
		terms = append(append(terms, call.cond), call.args...)
	}
	for _, e := range l.exits {
		terms = append(append(terms, e.R), e.T...)
	}
	for _, t := range terms {
		for _, app := range a.Applications(t) {
			if m, _ := a.MeaningOf(app); !slices.Contains(procs, m.Proc) {
				procs = append(procs, m.Proc)
			}
		}
	}
	return procs
}

// stays reports whether a term means the same after each iteration.
func (l *loop) stays(t *smtlib.Term) bool { return l.step.Apply(t) == t }

// change is what an iteration adds to a term.
func (l *loop) change(t *smtlib.Term) *smtlib.Term { return l.c.Sub(l.step.Apply(t), t) }
