package impact

import (
	"fmt"
	"slices"
	"strings"

	"semdiff/moddiff/pairing"
	"semdiff/moddiff/vc"
	"semdiff/smtlib"
	"semdiff/translate/depend"
	"semdiff/translate/ir"
)

// encoding says what the nodes of both versions of a pair come to, as terms over the
// inputs of the pair. Calls stand for functions of the arguments on which each result
// depends, which both versions share where it is not impacted.
type encoding struct {
	p      *Pair
	nodes  [2][]value
	runs   [2]*vc.Activation
	inline bool // calls that are no loops and not recursive are inlined
}

// value is what a node comes to where it is executed.
type value struct {
	reached *smtlib.Term   // nil when no run gets there
	terms   []*smtlib.Term // of the node; of the end of a call its conditions
}

// encode encodes the bodies of a pair; nil when it has none.
func (a *Analysis) encode(p *Pair, inline bool) *encoding {
	if p.isOpaque() {
		return nil
	}
	e := &encoding{p: p, inline: inline}
	distant := e.distantArguments()
	for v, g := range p.Graphs {
		e.nodes[v] = make([]value, len(g.Nodes))
		r := &reader{e: e, version: v, distant: distant, marks: map[*smtlib.Term][]int{}}
		body := r.withMarks(g)
		args := make([]*smtlib.Term, len(g.Proc.Inputs))
		for k := range args {
			args[k] = p.unionVar(v, k)
		}
		programs := [2]*ir.Program{a.Pairing.Versions[0].Prog, a.Pairing.Versions[1].Prog}
		encoder := &vc.Encoder{Ctx: p.ctx, Programs: programs, Calls: r}
		e.runs[v] = encoder.Encode(v, body, args)
		for k, n := range g.Outputs {
			e.nodes[v][n] = value{p.ctx.True, []*smtlib.Term{e.runs[v].Outputs[k]}}
		}
		e.nodes[v][g.Outcome] = value{p.ctx.True, e.runs[v].Ends[:]}
	}
	return e
}

// distantArguments are the pairs of which a call has an impacted argument by the text:
// there it matters on which of them each result depends. Of others it is not asked,
// which may mean to lower bodies.
func (e *encoding) distantArguments() map[*pairing.Pair]bool {
	out := map[*pairing.Pair]bool{}
	for v, g := range e.p.Graphs {
		for _, call := range g.Calls {
			if slices.ContainsFunc(call.Args, func(n int) bool { return e.p.Impacted(v, n) }) {
				out[e.p.a.calleePair(v, call.Instr.Proc)] = true
			}
		}
	}
	return out
}

// reader reads the terms of nodes off an encoding of the body: calls of no procedure,
// which are put before instructions, have them as arguments.
type reader struct {
	e       *encoding
	version int
	distant map[*pairing.Pair]bool
	marks   map[*smtlib.Term][]int // by the first argument of a mark: the nodes of what follows it
	next    []int                  // the nodes of the call that follows
	inlined int                    // blocks
}

// withMarks is the body of a graph with marks.
func (r *reader) withMarks(g *depend.Graph) *ir.Proc {
	c := r.e.p.ctx
	at := map[*ir.Block]map[int][]int{} // nodes by block and instruction
	for i := range g.Nodes {
		n := &g.Nodes[i]
		if n.Block == nil || n.Kind == depend.Before {
			continue
		}
		k := n.Index
		if n.Kind == depend.Edge || n.Kind == depend.Stuck {
			k = len(n.Block.Instrs)
		}
		if at[n.Block] == nil {
			at[n.Block] = map[int][]int{}
		}
		at[n.Block][k] = append(at[n.Block][k], i)
	}
	body := *g.Proc
	body.Blocks = make([]*ir.Block, len(g.Proc.Blocks))
	copies := map[*ir.Block]*ir.Block{}
	for i, b := range g.Proc.Blocks {
		body.Blocks[i] = &ir.Block{Label: b.Label, Pos: b.Pos}
		copies[b] = body.Blocks[i]
		for k := range len(b.Instrs) + 1 {
			if nodes := at[b][k]; len(nodes) > 0 {
				mark := &ir.Call{Args: []*smtlib.Term{c.IntVal(int64(len(r.marks)))}}
				r.marks[mark.Args[0]] = nodes
				for _, n := range nodes {
					if t := g.Nodes[n].Term; t != nil {
						mark.Args = append(mark.Args, t)
					}
				}
				copies[b].Instrs = append(copies[b].Instrs, mark)
			}
			if k < len(b.Instrs) {
				copies[b].Instrs = append(copies[b].Instrs, b.Instrs[k])
			}
		}
	}
	for b, x := range copies {
		for _, s := range b.Succs {
			x.Succs = append(x.Succs, ir.Edge{Cond: s.Cond, To: copies[s.To]})
		}
	}
	return &body
}

// Call implements vc.Calls.
func (r *reader) Call(s *vc.Site) vc.Effect {
	if s.Callee == nil {
		return r.mark(s)
	}
	eff := r.effect(s)
	if s.In.Caller != nil {
		return eff
	}
	nodes, next := r.e.nodes[r.version], r.next
	r.next = nil // a call that returns nothing, and always, has no nodes, and no mark before it
	for _, n := range next {
		switch node := &r.e.p.Graphs[r.version].Nodes[n]; node.Kind {
		case depend.Result:
			nodes[n].terms = []*smtlib.Term{eff.Outputs[node.Part]}
		case depend.End:
			nodes[n].terms = eff.Ends[:]
		}
	}
	return eff
}

func (r *reader) mark(s *vc.Site) vc.Effect {
	c := r.e.p.ctx
	reached := c.False
	if !s.Dead() {
		reached = s.Within()
	}
	r.next = r.marks[s.Args[0]]
	args := s.Args[1:]
	for _, n := range r.next {
		v := value{reached: reached}
		if r.e.p.Graphs[r.version].Nodes[n].Term != nil {
			v.terms, args = args[:1], args[1:]
		}
		r.e.nodes[r.version][n] = v
	}
	return vc.Effect{Ends: vc.Ends{ir.Normal: c.True, ir.Fails: c.False, ir.Blocked: c.False, ir.Diverges: c.False}}
}

// Bounds of what is inlined for one body.
const (
	mostInlined = 500 // blocks
	mostDepth   = 4
)

// effect is what a call does.
func (r *reader) effect(s *vc.Site) vc.Effect {
	callee := r.e.p.a.Pairing.Versions[r.version].At(s.Callee.Name)
	if r.e.inline && r.mayInline(s, callee) {
		r.inlined += len(callee.Blocks)
		return s.Inline(s.Frame())
	}
	c := r.e.p.ctx
	var eff vc.Effect
	for k := range s.Callee.Outputs {
		eff.Outputs = append(eff.Outputs, r.function(callee, depend.Result, k, s.Args))
	}
	may := r.mayEnd(callee)
	end := r.function(callee, depend.End, 0, s.Args)
	others := make([]*smtlib.Term, 0, 3)
	for _, w := range []struct {
		may bool
		as  ir.Outcome
	}{{may.Fail, ir.Fails}, {may.Block, ir.Blocked}, {may.Diverge, ir.Diverges}} {
		eff.Ends[w.as] = c.False
		if w.may {
			eff.Ends[w.as] = c.Eq(end, c.IntVal(int64(w.as)))
			others = append(others, eff.Ends[w.as])
		}
	}
	eff.Ends[ir.Normal] = c.Not(c.Or(others...))
	return eff
}

func (r *reader) mayInline(s *vc.Site, callee *pairing.Proc) bool {
	return callee.Kind == ir.Procedure && r.e.p.a.Pairing.Load(callee) == nil && !callee.Version.Recursive(callee) &&
		s.Frame().Depth() <= mostDepth && r.inlined+len(callee.Blocks) <= mostInlined
}

// mayEnd are the ways in which a call may end other than by returning, in either
// version when both end alike.
func (r *reader) mayEnd(callee *pairing.Proc) ir.Ends {
	may := r.e.p.a.endsOf(callee)
	if p := callee.Pair; p != nil && !r.e.p.a.outcomeImpacted(p) {
		may = may.Or(r.e.p.a.endsOf(p.Proc(1 - r.version)))
	}
	return may
}

func (a *Analysis) endsOf(p *pairing.Proc) ir.Ends {
	if a.mustReturn(p) {
		return ir.Ends{}
	}
	return p.MayEnd
}

// function is a function of arguments for an output of a callee (Result), or for how
// it ends (End).
func (r *reader) function(callee *pairing.Proc, kind depend.Kind, k int, args []*smtlib.Term) *smtlib.Term {
	c := r.e.p.ctx
	sort, what := c.Int, "ends"
	if kind == depend.Result {
		sort, what = callee.Outputs[k].Sort(), fmt.Sprintf("out %d", k)
	}
	if shared, key, ok := r.shared(callee, kind, k, args); ok {
		if kind == depend.Result {
			what = fmt.Sprintf("out %d", portOf(callee.Pair.Outputs, r.version, k))
		}
		return apply(c, fmt.Sprintf("both:%s:%s:%s", callee.Pair.Name, what, key), shared, sort)
	}
	return apply(c, fmt.Sprintf("%s:%s:%s", [...]string{"old", "new"}[r.version], callee.Name, what), args, sort)
}

func apply(c *smtlib.Context, name string, args []*smtlib.Term, result *smtlib.Sort) *smtlib.Term {
	sorts := make([]*smtlib.Sort, len(args))
	for k, t := range args {
		sorts[k] = t.Sort()
	}
	return c.App(c.Func("call:"+name, sorts, result), args...)
}

// shared are the arguments of a function that stands for a result of calls of both
// versions, and which they are; ok is false when the result is impacted, or depends
// on an input that one version lacks.
func (r *reader) shared(callee *pairing.Proc, kind depend.Kind, k int, args []*smtlib.Term) (list []*smtlib.Term, key string, ok bool) {
	p, a := callee.Pair, r.e.p.a
	switch {
	case p == nil:
		return nil, "", false
	case kind == depend.End && a.outcomeImpacted(p):
		return nil, "", false
	case kind == depend.Result:
		port := portOf(p.Outputs, r.version, k)
		if a.outputImpacted(p, port) || p.Outputs[port].Index(1-r.version) < 0 {
			return nil, "", false
		}
	}
	out := -1
	if kind == depend.Result {
		out = portOf(p.Outputs, r.version, k)
	}
	var ports []string
	for i, in := range p.Inputs {
		if r.distant[p] && !a.needs(p, out)[i] {
			continue
		}
		if in.Old < 0 || in.New < 0 {
			return nil, "", false
		}
		list = append(list, args[in.Index(r.version)])
		ports = append(ports, fmt.Sprint(i))
	}
	return list, strings.Join(ports, ","), true
}

// same reports whether two nodes, one of each version, come to the same terms.
func (e *encoding) same(n, m int) bool {
	x, y := e.nodes[0][n], e.nodes[1][m]
	if x.isReached() != y.isReached() {
		return false
	}
	return !x.isReached() || x.reached == y.reached && slices.Equal(x.terms, y.terms)
}

func (v value) isReached() bool { return v.reached != nil && !v.reached.IsFalse() }

func (v value) condition(c *smtlib.Context) *smtlib.Term {
	if v.isReached() {
		return v.reached
	}
	return c.False
}

// unitKeys are keys of units by their terms.
func (e *encoding) unitKeys(version int) []string {
	keys := make([]string, len(e.p.units[version]))
	g := e.p.Graphs[version]
	for i, u := range e.p.units[version] {
		first := &g.Nodes[u.nodes[0]]
		v := e.nodes[version][u.nodes[0]]
		if !v.isReached() {
			continue
		}
		if u.call == nil {
			keys[i] = textKey(first, v.terms[0])
			if first.Var != nil {
				keys[i] += " to " + first.Var.Name()
			}
		} else {
			var args []string
			for _, n := range u.call.Args {
				args = append(args, fmt.Sprintf("%d=%d", e.p.portIn(version, &g.Nodes[n]), e.nodes[version][n].terms[0].ID()))
			}
			keys[i] = e.p.callKey(version, u.call, args)
		}
		keys[i] += fmt.Sprintf(" if %d", v.reached.ID())
	}
	return keys
}

// compare marks the partners that come to the same terms as equal.
func (p *Pair) compare(e *encoding) {
	for v := range p.equal {
		clear(p.equal[v])
		clear(p.alike[v])
	}
	for n, m := range p.Partner[0] {
		if kind := p.Graphs[0].Nodes[n].Kind; m >= 0 && kind != depend.Input && e.same(n, m) {
			p.setEqual(n, m, kind == depend.Output && !(p.Impacted(0, n) && p.overNeeds(p.portOfOutput(n), e.nodes[0][n].terms[0])))
		}
	}
	for i, port := range p.Pair.Outputs { // one that a version lacks has its value at entry there
		version, k := 0, port.Old
		if port.Old < 0 {
			version, k = 1, port.New
		}
		if port.Index(1-version) < 0 && !port.Unmatched {
			n := p.Graphs[version].Outputs[k]
			t := e.nodes[version][n].terms[0]
			p.equal[version][n] = t == p.Pair.Outputs[i].Var
			p.alike[version][n] = p.equal[version][n] && !p.overNeeds(i, t)
		}
	}
}

// setEqual says that partners are equal; alike, if only where both versions end alike.
func (p *Pair) setEqual(n, m int, alike bool) {
	p.equal[0][n], p.equal[1][m] = true, true
	p.alike[0][n], p.alike[1][m] = alike, alike
}

// portOfOutput is the port of an output's node in the old version.
func (p *Pair) portOfOutput(n int) int {
	return portOf(p.Pair.Outputs, 0, p.Graphs[0].Nodes[n].Index)
}

// overNeeds reports whether terms are over inputs alone on which an output, given by
// its port, depends.
func (p *Pair) overNeeds(port int, terms ...*smtlib.Term) bool {
	needs := p.a.needs(p.Pair, port)
	for _, v := range smtlib.Collect(terms...).Vars {
		if i := slices.IndexFunc(p.Inputs, func(in pairing.Port) bool { return in.Var == v }); i < 0 || !needs[i] {
			return false
		}
	}
	return true
}
