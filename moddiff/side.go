package moddiff

import (
	"slices"
	"strings"
	"sync"

	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// side is one version. Of each procedure it holds the interface; the body and the
// loops join when the procedure may be affected, or else when they are needed:
// see comparison.load. An analysis has a side of its own, with the states that it
// knows, over the one that all share.
type side struct {
	index int // 0 old, 1 new
	prog  *ir.Program
	procs map[string]*procState // procedures, and loops of those with a body
	calls *calls

	// base is the side that all analyses share, nil for that one; adopt takes over
	// the state of one of its procedures.
	base  *side
	adopt func(base *procState) *procState
}

// calls is the call graph of a version as far as bodies are there. It is safe for
// concurrent use.
type calls struct {
	mu    sync.RWMutex
	edges map[string][]string  // callees
	group map[string]*recGroup // the component of the call graph that each is in
}

// recGroup is a strongly connected component of a call graph.
type recGroup struct {
	members   []string
	recursive bool
}

// loading says how far a procedure's body is there, for all analyses.
type loading struct {
	mu   sync.Mutex
	done bool
	err  error // what in it has no meaning
}

func (l *loading) state() (done bool, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.done, l.err
}

func (l *loading) finish(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.done, l.err = true, err
}

func newSide(index int, prog *ir.Program) *side {
	s := &side{
		index: index, prog: prog, procs: map[string]*procState{},
		calls: &calls{edges: map[string][]string{}, group: map[string]*recGroup{}},
	}
	for _, name := range prog.Order {
		p := prog.Procs[name]
		s.procs[name] = &procState{side: s, proc: p, loading: &loading{}}
		s.calls.edges[name] = p.Calls
	}
	return s
}

// at is a procedure or loop of the version; nil when there is none of that name,
// or when it is a loop of a procedure whose body is not there.
func (s *side) at(name string) *procState {
	if s.base == nil {
		s.calls.mu.RLock()
		defer s.calls.mu.RUnlock()
		return s.procs[name]
	}
	if p := s.procs[name]; p != nil {
		return p
	}
	if p := s.base.at(name); p != nil {
		return s.adopt(p)
	}
	return nil
}

func (s *side) allAt(names []string) []*procState {
	out := make([]*procState, len(names))
	for i, name := range names {
		out[i] = s.at(name)
	}
	return out
}

// callees are the procedures and loops that p calls; where its body is not there,
// those that the procedure and its loops call.
func (s *side) callees(p *procState) []*procState {
	s.calls.mu.RLock()
	names := s.calls.edges[p.proc.Name]
	s.calls.mu.RUnlock()
	return s.allAt(names)
}

// groupOf are the procedures that p calls and that call p, itself among them,
// and whether it can reach itself.
func (s *side) groupOf(p *procState) (members []*procState, recursive bool) {
	s.calls.mu.RLock()
	g := s.calls.group[p.proc.Name]
	s.calls.mu.RUnlock()
	return s.allAt(g.members), g.recursive
}

func (s *side) recursive(p *procState) bool {
	s.calls.mu.RLock()
	defer s.calls.mu.RUnlock()
	return s.calls.group[p.proc.Name].recursive
}

// all lists the procedures in source order, each followed by its loops where its
// body is there.
func (s *side) all() []*procState {
	var out []*procState
	for _, name := range s.prog.Order {
		p := s.at(name)
		out = append(out, p)
		out = append(out, s.loops(p)...)
	}
	return out
}

// loops are the loops of a procedure whose body is there.
func (s *side) loops(p *procState) []*procState {
	if done, err := p.loading.state(); !done || err != nil {
		return nil
	}
	out := make([]*procState, len(p.proc.Loops))
	for i, l := range p.proc.Loops {
		out[i] = s.at(l.Name)
	}
	return out
}

// rootsOf are the procedures that a loop of that name may stand in.
func (s *side) rootsOf(loop string) (roots []*procState) {
	for _, name := range s.prog.Order {
		if strings.HasPrefix(loop, name+"_loop_") || strings.HasPrefix(loop, name+"!loop_") {
			roots = append(roots, s.at(name))
		}
	}
	return roots
}

// hasLoop reports whether name is that of a loop; bodies are lowered for it.
func (s *side) hasLoop(name string) bool {
	for _, root := range s.rootsOf(name) {
		s.loadBody(root)
	}
	p := s.at(name)
	return p != nil && p.proc.Kind == ir.Loop
}

// root is the procedure that a loop stands in.
func (s *side) root(p *procState) *procState {
	for p.proc.Kind == ir.Loop {
		p = s.at(p.proc.Parent)
	}
	return p
}

// below lists up to most procedures that p can reach, itself included, nearest
// first. Loops of procedures that no change affects are left out: whether they are
// there depends on what other analyses asked for.
func (s *side) below(p *procState, most int) []*procState {
	out := []*procState{p}
	for i := 0; i < len(out); i++ {
		var callees []*procState
		if pair := out[i].pair; pair == nil || pair.affected {
			callees = s.callees(out[i])
		} else {
			callees = s.allAt(out[i].proc.Calls)
		}
		for _, q := range callees {
			if len(out) < most && !slices.Contains(out, q) {
				out = append(out, q)
			}
		}
	}
	return out
}

// loadBody makes the body of a procedure and its loops known, in the side that all
// share; what follows from calls is left to regroup.
func (s *side) loadBody(p *procState) {
	if done, _ := p.loading.state(); done {
		return
	}
	err := s.prog.Load(p.proc.Name)
	defer p.loading.finish(err)
	if err != nil {
		return
	}
	s.calls.mu.Lock()
	defer s.calls.mu.Unlock()
	for _, l := range p.proc.Loops {
		s.procs[l.Name] = &procState{side: s, proc: l, loading: &loading{done: true}}
	}
	for _, q := range append([]*ir.Proc{p.proc}, p.proc.Loops...) {
		s.calls.edges[q.Name] = sortedNames(q.Callees())
	}
}

func sortedNames(names []string) []string {
	names = slices.Clone(names)
	slices.Sort(names)
	return slices.Compact(names)
}

// regroup finds the recursive groups of procedures and loops, which none outside
// of them is part of, and, once for each, how they may end.
func (s *side) regroup(procs []*procState) {
	s.calls.mu.Lock()
	defer s.calls.mu.Unlock()
	var order []string
	for _, p := range procs {
		order = append(order, p.proc.Name)
	}
	among := map[string]bool{}
	for _, name := range order {
		among[name] = true
	}
	inner := map[string][]string{}
	for _, name := range order {
		for _, callee := range s.calls.edges[name] {
			if among[callee] {
				inner[name] = append(inner[name], callee)
			}
		}
	}
	graph := ir.GraphOf(order, inner)
	for _, scc := range graph.SCCs { // callees first
		g := &recGroup{recursive: graph.Recursive(scc[0])}
		ends := ir.Ends{Diverge: g.recursive}
		for _, name := range scc {
			g.members = append(g.members, name)
			ends = ends.Or(s.ends(name))
		}
		for _, name := range g.members {
			p := s.procs[name]
			s.calls.group[name] = g
			if p.grouped { // others may have asked already
				continue
			}
			p.grouped = true
			p.mayDiverge, p.mayFail, p.mayBlock = ends.Diverge, ends.Fail, ends.Block
		}
	}
}

// ends tells how the named procedure may end other than normally, by its own
// text and by its callees outside of its recursive group.
func (s *side) ends(name string) ir.Ends {
	e := s.procs[name].ownEnds(s.prog.Ctx)
	for _, callee := range s.calls.edges[name] {
		q := s.procs[callee]
		e = e.Or(ir.Ends{Fail: q.mayFail, Block: q.mayBlock, Diverge: q.mayDiverge})
	}
	return e
}

// ownEnds tells how a procedure may end by what stands in it, callees left out.
func (p *procState) ownEnds(c *smtlib.Context) (e ir.Ends) {
	if done, err := p.loading.state(); p.proc.Kind == ir.Procedure && (!done || err != nil) {
		return p.proc.Ends
	}
	for _, b := range p.proc.Blocks {
		for _, in := range b.Instrs {
			switch in.(type) {
			case *ir.Assert:
				e.Fail = true
			case *ir.Assume:
				e.Block = true
			}
		}
		if len(b.Succs) > 0 {
			guards := make([]*smtlib.Term, len(b.Succs))
			for i, edge := range b.Succs {
				guards[i] = edge.Cond
			}
			e.Block = e.Block || !c.Or(guards...).IsTrue()
		}
	}
	return e
}
