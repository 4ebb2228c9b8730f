package evidence

import (
	"fmt"
	"slices"

	"semdiff/moddiff/certificate"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/vc"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate/ir"
)

// Arrival is a call of a pair of which a context holds, with what its caller calls left
// open.
type Arrival struct {
	*vc.Activation
	Of, By *certificate.Context // By is that of the caller; nil for none
	Caller *pairing.Proc
}

// ShowContexts records why contexts hold whenever a run comes to a pair: each call is made
// on inputs that satisfy that of the callee, if the caller's inputs satisfy its own. It is
// an induction on the number of calls that a run has begun, with all claims of the kind.
func (a *Recorder) ShowContexts(arrivals []*Arrival) {
	var ids []string
	name := func(x *Arrival) string {
		version := certificate.ContextOld
		if x.Version == 1 {
			version = certificate.ContextNew
		}
		x.Of.Callers[x.Version] = append(x.Of.Callers[x.Version], subject(x.Caller))
		return fmt.Sprintf("%s-%d", version, len(x.Of.Callers[x.Version]))
	}
	names := make([]string, len(arrivals))
	for i, x := range arrivals {
		names[i] = name(x)
		ids = append(ids, x.Of.Pair+"/"+names[i])
	}
	for i, x := range arrivals {
		v, c := a.newDefinitions(), a.Ctx
		callee := a.Pairing.Versions[x.Version].At(x.Proc)
		at := versionName(callee) + ":call-1"
		define := func(what string, t *smtlib.Term) *smtlib.Term { return v.condition(at+what, t) }
		reached := define(":reached", x.Reached)
		given := map[*smtlib.Term]*smtlib.Term{}
		for k, t := range x.Args {
			in := callee.Inputs[k]
			if p := callee.Pair; x.Version == 1 && p.Rename[in] != nil {
				in = p.Rename[in]
			}
			given[in] = define(":in."+callee.Inputs[k].Name(), t)
		}
		var args []*smtlib.Term
		for _, in := range x.Of.Inputs {
			args = append(args, given[in])
		}
		cl := certificate.Claim{
			Subject: x.Of.Pair, Name: names[i], Proof: certificate.ByContexts,
			Says: fmt.Sprintf("where the context of %s holds, it calls %s where that of this one does", subject(x.Caller), x.Of.Pair),
		}
		if x.By != nil {
			cl.Assertions = append(cl.Assertions, v.context(x.By, x.By.Inputs))
		} else {
			cl.Says = fmt.Sprintf("%s calls %s where its context holds", subject(x.Caller), x.Of.Pair)
		}
		cl.Assertions = append(cl.Assertions, reached, c.Not(v.context(x.Of, args)))
		cl.With = slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return id == ids[i] })
		a.claim(v, cl)
	}
}

// context is what a context says of inputs.
func (v *definitions) context(x *certificate.Context, args []*smtlib.Term) *smtlib.Term {
	c := v.a.Ctx
	sorts := make([]*smtlib.Sort, len(x.Inputs))
	for i, in := range x.Inputs {
		sorts[i] = in.Sort()
	}
	f := c.Func(x.Name(), sorts, c.Bool)
	if !slices.ContainsFunc(v.defs, func(d *certificate.Definition) bool { return d.Func == f }) {
		v.define(f, x.Inputs, func() *smtlib.Term { return x.Cond })
	}
	return c.App(f, args...)
}

// ShowAssumes records that a region that assumes a context is blocked, where that holds,
// only where the region itself is. main is the claim that its versions agree, of which the
// definitions say what they do.
func (a *Recorder) ShowAssumes(x *certificate.Context, region *pairing.Pair, main *certificate.Claim) {
	c, v := a.Ctx, a.newDefinitions()
	cl := certificate.Claim{
		Subject: x.Pair, Name: certificate.Assumes, Proof: certificate.ByOutlining, Axioms: main.Axioms,
		Says:    "where the context holds, no version is blocked that ends, unless the region is without it",
		RestsOn: append(slices.Concat(main.RestsOn, main.With), main.ID),
	}
	v.defs = slices.Clone(main.Definitions)
	is := func(name string, args ...*smtlib.Term) *smtlib.Term {
		for _, d := range v.defs {
			if d.Func.Name == name && len(d.Params) == len(args) {
				return c.App(d.Func, args...)
			}
		}
		return nil
	}
	var stopped []*smtlib.Term
	for i, version := range []string{":old", ":new"} {
		at := x.Pair + ":at" + version
		ends, blocked := is(at+":ends"), is(at+":blocked")
		if main.Missing != "" || ends == nil || blocked == nil {
			cl.Missing = certificate.MissingPaths
			break
		}
		then := c.And(ends, blocked)
		if p := region.Proc(i); p.MayEnd.Block {
			own := is(versionName(p)+":blocked", p.Inputs...)
			if own == nil {
				cl.Missing = certificate.MissingBlocked
				break
			}
			then = c.And(then, c.Not(own))
		}
		stopped = append(stopped, then)
	}
	if cl.Missing != "" {
		cl.RestsOn = nil
		a.Collector.Add(cl)
		return
	}
	cl.Status = solver.Unsat
	cl.Assertions = []*smtlib.Term{v.context(x, x.Inputs), v.condition(x.Pair+":stopped", c.Or(stopped...))}
	cl.Definitions = v.defs
	a.Collector.Add(cl)
}

// ShowComposed records that the body of a version of a pair does what it does with its
// regions as procedures: whole and composed are runs of these, on the same arguments.
func (a *Recorder) ShowComposed(p *pairing.Proc, whole, composed *vc.Activation) {
	c, v := a.Ctx, a.newDefinitions()
	name := certificate.ComposedOld
	if p.Version.Index == 1 {
		name = certificate.ComposedNew
	}
	results := func(as string, x *vc.Activation) results {
		define := func(what string, t *smtlib.Term) *smtlib.Term { return v.condition(as+what, t) }
		r := results{ends: define(":ends", c.Not(x.Ends[ir.Diverges])), fails: define(":fails", x.Ends[ir.Fails]), blocked: define(":blocked", x.Ends[ir.Blocked])}
		for i, t := range x.Outputs {
			r.values = append(r.values, define("."+p.Outputs[i].Name(), t))
		}
		return r
	}
	o, n := results(versionName(p)+":body", whole), results(subject(p)+":"+name, composed)
	same := v.condition(subject(p)+":"+name, c.And(c.Eq(o.ends, n.ends), c.Or(c.Not(c.And(o.ends, n.ends)), v.same(o, n))))
	a.claim(v, certificate.Claim{
		Subject: subject(p), Name: name, Proof: certificate.ByOutlining,
		Says:       "the body does what it does with its regions as procedures",
		Assertions: []*smtlib.Term{c.Not(same)},
	})
}
