package evidence

import (
	"fmt"
	"strings"

	"semdiff/moddiff/abstraction"
	"semdiff/moddiff/certificate"
	"semdiff/moddiff/relation"
	"semdiff/moddiff/vc"
	"semdiff/smtlib"
)

// said is what a relation or a lemma says, as functions of what the runs are given and
// do.
type said struct {
	name          string
	given, really *smtlib.Func // its precondition, of inputs; all of it
}

// of is what it says of runs, or their inputs.
func (s *said) of(c *smtlib.Context, f *smtlib.Func, runs ...*run) *smtlib.Term {
	var args []*smtlib.Term
	for _, x := range runs {
		args = append(args, x.in...)
		if f != s.given {
			args = append(append(args, x.out...), x.fails, x.blocks)
		}
	}
	return c.App(f, args...)
}

// parameters are variables for what a run of a procedure is given and does.
func (a *Recorder) parameters(v int, proc string) *run {
	c, p := a.Ctx, a.Pairing.Versions[v].At(proc)
	name := [...]string{"old", "new"}[v]
	x := &run{name: name, fails: c.Var(name+":fails", c.Bool), blocks: c.Var(name+":blocked", c.Bool)}
	for _, in := range p.Inputs {
		x.in = append(x.in, c.Var(name+":in."+in.Name(), in.Sort()))
	}
	for _, out := range p.Outputs {
		x.out = append(x.out, c.Var(name+"."+out.Name(), out.Sort()))
	}
	x.Activation = &vc.Activation{Version: v, Args: x.in, Effect: vc.Effect{Outputs: x.out}}
	return x
}

// functionOf defines a function of runs.
func (b *definitions) functionOf(name string, whole bool, runs []*run, t *smtlib.Term) *smtlib.Func {
	var params []*smtlib.Term
	for _, x := range runs {
		params = append(params, x.in...)
		if whole {
			params = append(append(params, x.out...), x.fails, x.blocks)
		}
	}
	sorts := make([]*smtlib.Sort, len(params))
	for i, p := range params {
		sorts[i] = p.Sort()
	}
	return b.define(b.a.Ctx.Func(name, sorts, b.a.Ctx.Bool), params, func() *smtlib.Term { return t })
}

// relation defines what a relation says, under a name.
func (b *definitions) relation(name string, rel *relation.Relation) *said {
	if s := b.sayings[name]; s != nil {
		return s
	}
	c, s := b.a.Ctx, &said{name: name}
	b.sayings[name] = s
	o, n := b.a.parameters(0, rel.Procs[0]), b.a.parameters(1, rel.Procs[1])
	both := [2]*vc.Activation{o.Activation, n.Activation}
	s.given = b.functionOf(s.name+givenName, false, []*run{o, n}, relation.All(c, rel.Pre, both))
	then := c.Implies(c.Not(c.Or(o.fails, o.blocks, n.fails, n.blocks)), relation.All(c, rel.Post, both))
	if rel.Outcome {
		then = c.And(then, c.Eq(o.fails, n.fails), c.Eq(o.blocks, n.blocks))
	}
	s.really = b.functionOf(s.name, true, []*run{o, n}, c.Implies(s.of(c, s.given, o, n), then))
	return s
}

// lemma defines what a lemma says, under a name.
func (b *definitions) lemma(name string, l *relation.Lemma) *said {
	if s := b.sayings[name]; s != nil {
		return s
	}
	c, s := b.a.Ctx, &said{name: name}
	b.sayings[name] = s
	x := b.a.parameters(l.Version, l.Proc)
	s.really = b.functionOf(s.name, true, []*run{x}, l.Post.At(c, [2]*vc.Activation{x.Activation, x.Activation}))
	return s
}

// fact defines a condition that a query takes for granted of runs.
func (b *definitions) fact(name, what string, t *smtlib.Term, runs ...*run) *smtlib.Term {
	name += what + "@"
	for i, x := range runs {
		if i > 0 {
			name += ","
		}
		name += x.name
	}
	return b.condition(name, t)
}

// endsIf says of related runs that one ends if that of version v does.
func (s *said) endsIf(c *smtlib.Context, v int, runs [2]*run) *smtlib.Term {
	return c.Implies(c.And(s.of(c, s.given, runs[0], runs[1]), runs[v].ends), runs[1-v].ends)
}

// relates says what a relation does of runs that both end.
func (s *said) relates(c *smtlib.Context, runs [2]*run) *smtlib.Term {
	return c.Implies(c.And(runs[0].ends, runs[1].ends), s.of(c, s.really, runs[0], runs[1]))
}

func reached(c *smtlib.Context, t *smtlib.Term, runs [2]*run) *smtlib.Term {
	return c.Implies(c.And(runs[0].reached, runs[1].reached), t)
}

// ends says of related runs that one ends exactly when the other does.
func (s *said) ends(c *smtlib.Context, runs [2]*run) *smtlib.Term {
	return c.Implies(s.of(c, s.given, runs[0], runs[1]), c.Eq(runs[0].ends, runs[1].ends))
}

// atCalls are the facts that proven relations give about the calls in conditions, with
// calls as they are in path summaries; their claims are noted in restsOn.
func (b *definitions) atCalls(conds []*smtlib.Term, restsOn *[]string) (facts []*smtlib.Term) {
	c := b.a.Ctx
	runs := map[string]*run{}
	known := map[[3]string]bool{}
	for _, cond := range conds {
		for _, x := range b.a.Instances(cond) {
			both := [2]*run{b.call(runs, x.Calls[0]), b.call(runs, x.Calls[1])}
			if key := [3]string{x.Claim, both[0].name, both[1].name}; known[key] {
				continue
			} else {
				known[key] = true
			}
			subject, name := cutClaim(x.Claim)
			s := b.relation(subject+":"+name, x.Relation)
			add := func(what string, t *smtlib.Term) {
				facts = append(facts, b.fact(s.name, what, reached(c, t, both), both[:]...))
			}
			add("", s.relates(c, both))
			*restsOn = append(*restsOn, x.Claim+"-"+stepClaim, x.Claim+"-"+exitClaim)
			if x.Ends {
				add(":"+certificate.Ends, s.ends(c, both))
				for _, direction := range directions {
					*restsOn = append(*restsOn, x.Claim+"-"+direction)
				}
			}
		}
	}
	return facts
}

// call defines a call as a run, once.
func (b *definitions) call(runs map[string]*run, call abstraction.Call) *run {
	c, p := b.a.Ctx, call.Proc
	key := versionName(p)
	for _, t := range call.Args {
		key += fmt.Sprintf(" %d", t.ID())
	}
	if x := runs[key]; x != nil {
		return x
	}
	n := 1
	for _, x := range runs {
		if x.Proc == p.Name && x.Version == p.Version.Index {
			n++
		}
	}
	name := fmt.Sprintf("%s:call-%d", versionName(p), n)
	define := func(what string, t *smtlib.Term) *smtlib.Term {
		f := c.Func(name+what, nil, t.Sort())
		b.define(f, nil, func() *smtlib.Term { return t })
		b.defs[len(b.defs)-1].Condition = true
		return c.App(f)
	}
	x := &run{Activation: &vc.Activation{Version: p.Version.Index, Proc: p.Name}, name: name, reached: define(":reached", c.True)}
	runs[key] = x
	var args []*smtlib.Term
	for i, t := range call.Args {
		args = append(args, b.rewrite(t))
		x.in = append(x.in, define(":in."+p.Inputs[i].Name(), args[i]))
	}
	result := func(what string, i int) *smtlib.Term {
		return define(what, b.apply(abstraction.Meaning{Proc: p, Result: i}, args))
	}
	x.ends = result(":ends", abstraction.EndsResult)
	x.fails, x.blocks = result(":fails", failsResult), result(":blocked", blockedResult)
	for i, out := range p.Outputs {
		x.out = append(x.out, result("."+out.Name(), i))
	}
	return x
}

// cutClaim cuts an id into its subject and the name of the claim.
func cutClaim(id string) (subject, name string) {
	i := strings.LastIndex(id, "/")
	return id[:i], id[i+1:]
}

// assumed is the assertion that facts hold, in a claim about a subject; nothing where
// there are none.
func (b *definitions) assumed(subject string, facts []*smtlib.Term) []*smtlib.Term {
	if len(facts) == 0 {
		return nil
	}
	return []*smtlib.Term{b.condition(subject+":assumed", b.a.Ctx.And(facts...))}
}
