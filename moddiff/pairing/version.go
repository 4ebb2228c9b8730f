package pairing

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// Version is one of the two versions. Of each procedure it holds the interface;
// the body and the loops join when a change may affect the procedure, or else
// when they are asked for (Pairing.Load). It is safe for concurrent use once the
// pairing is made.
type Version struct {
	Index int // 0 old, 1 new
	Prog  *ir.Program

	loadMu *sync.Mutex // of the pairing, held while a body is lowered
	mu     sync.RWMutex
	procs  map[string]*Proc    // procedures, and loops of those with a body
	edges  map[string][]string // callees
	group  map[string]*recGroup
}

// recGroup is a strongly connected component of a version's call graph.
type recGroup struct {
	members   []string
	recursive bool
}

// Proc is a procedure or a loop of one version.
type Proc struct {
	*ir.Proc
	Version *Version
	Pair    *Pair // nil when it has no partner
	// MayEnd are the ways other than normally in which it may end, by its text and
	// by those of what it calls.
	MayEnd ir.Ends

	grouped bool        // MayEnd is known
	ready   atomic.Bool // of a loop: the procedure that it stands in is lowered and paired

	mu      sync.Mutex
	lowered bool
	err     error // what in its body has no meaning
}

// Lowered reports whether the body was lowered, and what in it has no meaning.
func (p *Proc) Lowered() (done bool, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.lowered, p.err
}

func (p *Proc) finishLowering(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lowered, p.err = true, err
}

// Bind gives p's inputs values.
func (p *Proc) Bind(args []*smtlib.Term) map[*smtlib.Term]*smtlib.Term {
	env := make(map[*smtlib.Term]*smtlib.Term, len(args))
	for i, v := range p.Inputs {
		env[v] = args[i]
	}
	return env
}

func newVersion(index int, prog *ir.Program, loadMu *sync.Mutex) *Version {
	v := &Version{Index: index, Prog: prog, loadMu: loadMu, procs: map[string]*Proc{}, edges: map[string][]string{}, group: map[string]*recGroup{}}
	for _, name := range prog.Order {
		v.procs[name] = &Proc{Version: v, Proc: prog.Procs[name]}
		v.procs[name].ready.Store(true)
		v.edges[name] = prog.Procs[name].Calls
	}
	return v
}

// At is a procedure or loop of the version; nil when there is none of that name,
// or when it is a loop of a procedure whose body is not there.
func (v *Version) At(name string) *Proc { return v.await(v.at(name)) }

// await waits until a loop that another goroutine is about to lower is paired.
func (v *Version) await(p *Proc) *Proc {
	if p != nil && !p.ready.Load() {
		v.loadMu.Lock()
		defer v.loadMu.Unlock()
	}
	return p
}

func (v *Version) allAt(procs []*Proc) []*Proc {
	for _, p := range procs {
		v.await(p)
	}
	return procs
}

// Callees are the procedures and loops that p calls; where its body is not there,
// those that the procedure and its loops call.
func (v *Version) Callees(p *Proc) []*Proc { return v.allAt(v.callees(p)) }

// GroupOf are the procedures that p calls and that call p, itself among them,
// and whether it can reach itself.
func (v *Version) GroupOf(p *Proc) (members []*Proc, recursive bool) {
	members, recursive = v.groupOf(p)
	return v.allAt(members), recursive
}

// at is At for the goroutine that lowers.
func (v *Version) at(name string) *Proc {
	v.mu.RLock()
	defer v.mu.RUnlock()
	return v.procs[name]
}

func (v *Version) named(names []string) []*Proc {
	v.mu.RLock()
	defer v.mu.RUnlock()
	out := make([]*Proc, len(names))
	for i, name := range names {
		out[i] = v.procs[name]
	}
	return out
}

func (v *Version) callees(p *Proc) []*Proc {
	v.mu.RLock()
	names := v.edges[p.Name]
	v.mu.RUnlock()
	return v.named(names)
}

func (v *Version) groupOf(p *Proc) (members []*Proc, recursive bool) {
	v.mu.RLock()
	g := v.group[p.Name]
	v.mu.RUnlock()
	return v.named(g.members), g.recursive
}

// Recursive reports whether p can reach itself.
func (v *Version) Recursive(p *Proc) bool {
	v.mu.RLock()
	defer v.mu.RUnlock()
	return v.group[p.Name].recursive
}

// SameGroup reports whether two procedures are in one recursive group.
func (v *Version) SameGroup(p, q *Proc) bool {
	members, recursive := v.GroupOf(p)
	return recursive && slices.Contains(members, q)
}

// All lists the procedures in source order, each followed by its loops where its
// body is there.
func (v *Version) All() []*Proc { return v.allAt(v.all()) }

func (v *Version) all() []*Proc {
	var out []*Proc
	for _, name := range v.Prog.Order {
		p := v.at(name)
		out = append(out, p)
		out = append(out, v.loops(p)...)
	}
	return out
}

// Loops are the loops of a procedure whose body is there.
func (v *Version) Loops(p *Proc) []*Proc { return v.allAt(v.loops(p)) }

func (v *Version) loops(p *Proc) []*Proc {
	if done, err := p.Lowered(); !done || err != nil {
		return nil
	}
	out := make([]*Proc, len(p.Proc.Loops))
	for i, l := range p.Proc.Loops {
		out[i] = v.at(l.Name)
	}
	return out
}

// rootsOf are the procedures that a loop of that name may stand in.
func (v *Version) rootsOf(loop string) (roots []*Proc) {
	for _, name := range v.Prog.Order {
		if strings.HasPrefix(loop, name+"_loop_") || strings.HasPrefix(loop, name+"!loop_") {
			roots = append(roots, v.at(name))
		}
	}
	return roots
}

// hasLoop reports whether name is that of a loop; bodies are lowered for it.
func (v *Version) hasLoop(name string) bool {
	for _, root := range v.rootsOf(name) {
		v.loadBody(root)
	}
	p := v.at(name)
	return p != nil && p.Kind == ir.Loop
}

// Root is the procedure that a loop stands in.
func (v *Version) Root(p *Proc) *Proc {
	for p.Kind == ir.Loop {
		p = v.at(p.Parent)
	}
	return p
}

// Near lists up to most procedures that p can reach, itself included, nearest
// first. Loops of procedures that no change affects are left out: whether they are
// there depends on what other analyses asked for.
func (v *Version) Near(p *Proc, most int) []*Proc {
	out := []*Proc{p}
	for i := 0; i < len(out); i++ {
		var callees []*Proc
		if pair := out[i].Pair; pair == nil || pair.Affected {
			callees = v.Callees(out[i])
		} else {
			callees = v.allAt(v.named(out[i].Calls))
		}
		for _, q := range callees {
			if len(out) < most && !slices.Contains(out, q) {
				out = append(out, q)
			}
		}
	}
	return out
}

// loadBody makes the body of a procedure and its loops known; what follows from
// calls is left to regroup.
func (v *Version) loadBody(p *Proc) {
	if done, _ := p.Lowered(); done {
		return
	}
	err := v.Prog.Load(p.Name)
	defer p.finishLowering(err)
	if err != nil {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, l := range p.Proc.Loops {
		v.procs[l.Name] = &Proc{Version: v, Proc: l, lowered: true}
	}
	for _, q := range append([]*ir.Proc{p.Proc}, p.Proc.Loops...) {
		v.edges[q.Name] = sortedNames(q.Callees())
	}
}

func sortedNames(names []string) []string {
	names = slices.Clone(names)
	slices.Sort(names)
	return slices.Compact(names)
}

// regroup finds the recursive groups of procedures and loops, which none outside
// of them is part of, and, once for each, how they may end.
func (v *Version) regroup(procs []*Proc) {
	v.mu.Lock()
	defer v.mu.Unlock()
	var order []string
	for _, p := range procs {
		order = append(order, p.Name)
	}
	among := map[string]bool{}
	for _, name := range order {
		among[name] = true
	}
	inner := map[string][]string{}
	for _, name := range order {
		for _, callee := range v.edges[name] {
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
			ends = ends.Or(v.ends(name))
		}
		for _, name := range g.members {
			p := v.procs[name]
			v.group[name] = g
			if p.grouped { // others may have asked already
				continue
			}
			p.grouped, p.MayEnd = true, ends
		}
	}
}

// ends tells how the named procedure may end other than normally, by its own
// text and by its callees outside of its recursive group.
func (v *Version) ends(name string) ir.Ends {
	e := v.procs[name].ownEnds(v.Prog.Ctx)
	for _, callee := range v.edges[name] {
		e = e.Or(v.procs[callee].MayEnd)
	}
	return e
}

// ownEnds tells how a procedure may end by what stands in it, callees left out.
func (p *Proc) ownEnds(c *smtlib.Context) (e ir.Ends) {
	if done, err := p.Lowered(); p.Kind == ir.Procedure && (!done || err != nil) {
		return p.Ends
	}
	for _, b := range p.Blocks {
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

// sets reports whether a procedure, or a loop in it, assigns to x.
func (v *Version) sets(p *ir.Proc, x *smtlib.Term) bool {
	for _, b := range p.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ir.Assign:
				if slices.Contains(in.Vars, x) {
					return true
				}
			case *ir.Call:
				callee := v.at(in.Proc).Proc
				if slices.Contains(in.Outs, x) || callee != p && callee.Kind == ir.Loop && v.sets(callee, x) {
					return true
				}
			}
		}
	}
	return false
}
