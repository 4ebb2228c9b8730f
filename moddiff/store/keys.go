package store

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"

	"semdiff/moddiff/pairing"
	"semdiff/smtlib/wire"
	"semdiff/translate/ir"
)

// Keys computes the keys of tasks: hashes of all that the outcome of a task
// depends on. That is the program text of the group and of all it calls, in both
// versions; how the pairs among these correspond, and which are modified; which
// is an entry; the axioms; and the options. Positions are left out: what depends on
// them is computed anew.
type Keys struct {
	p      *pairing.Pairing
	env    Key
	graphs [2]*ir.CallGraph // of the procedures
	procs  [2]map[int]Key   // by number of the strongly connected component
	groups map[*pairing.Pair]Key
	group  map[*pairing.Pair][]*pairing.Pair
	// Environment is the hash of the axioms and the solver.
	Environment Key
}

// NewKeys are the keys of a run with the given options, which are plain data.
func (c *Cache) NewKeys(p *pairing.Pairing, options ...any) *Keys {
	k := &Keys{p: p, groups: map[*pairing.Pair]Key{}, group: map[*pairing.Pair][]*pairing.Pair{}}
	var parts []any
	for i, v := range p.Versions {
		k.procs[i] = map[int]Key{}
		edges := map[string][]string{}
		for name, q := range v.Prog.Procs {
			edges[name] = q.Calls
		}
		k.graphs[i] = ir.GraphOf(v.Prog.Order, edges)
		parts = append(parts, environment(v.Prog))
	}
	for _, g := range p.Groups {
		for _, q := range g {
			k.group[q] = g
		}
	}
	k.Environment = Digest(c.salt, parts)
	k.env = Digest(append([]any{k.Environment}, options...)...)
	return k
}

// Digest hashes values by their JSON text.
func Digest(parts ...any) Key {
	text, err := json.Marshal(parts)
	if err != nil {
		panic("store: " + err.Error()) // all parts are plain data
	}
	return sha256.Sum256(text)
}

// environment is what both the procedures and the axioms of a version rest on.
func environment(p *ir.Program) any {
	pack := wire.NewEncoder()
	var axioms, unique []any
	for _, ax := range p.Axioms {
		axioms = append(axioms, pack.Term(ax.Term))
	}
	for _, g := range p.Unique {
		unique = append(unique, pack.Terms(g))
	}
	var partial []any
	for _, ax := range p.Partial {
		funcs := []int{}
		for _, f := range ax.Funcs {
			funcs = append(funcs, pack.Func(f))
		}
		partial = append(partial, ax.Pos.String(), ax.Text, funcs)
	}
	evaluated := []string{}
	for _, f := range p.Evaluated {
		evaluated = append(evaluated, f.Name)
	}
	slices.Sort(evaluated)
	return []any{axioms, unique, partial, p.OverTypes, evaluated, p.Observation, pack.Bytes()}
}

// Of is the key of a group; flags are what else its analysis depends on.
func (k *Keys) Of(group []*pairing.Pair, flags []bool) Key {
	return Digest(k.env, flags, k.ofGroup(group[0]))
}

// ofGroup hashes the group that p is in, and all that it calls.
func (k *Keys) ofGroup(p *pairing.Pair) Key {
	group := k.group[p]
	if known, ok := k.groups[group[0]]; ok {
		return known
	}
	var parts []any
	for _, p := range group {
		var vars []any
		pack := wire.NewEncoder()
		for _, port := range slices.Concat(p.Inputs, p.Outputs) {
			vars = append(vars, pack.Term(port.Var), port.Old, port.New, port.Same)
		}
		parts = append(parts, p.Name, p.New.Name, len(p.Inputs), vars, pack.Bytes(), p.Interface, p.Modified, p.Affected, p.SameEnd, p.AllNeeds(),
			k.ofProc(p.Old), k.ofProc(p.New))
	}
	for _, q := range k.p.CalledBy(group) {
		if !slices.Contains(group, q) {
			parts = append(parts, k.ofGroup(q))
		}
	}
	k.groups[group[0]] = Digest(parts...)
	return k.groups[group[0]]
}

// ofProc hashes the recursive group of a procedure, or of that around a loop, in
// its version, and all that it calls. For that all of it is lowered.
func (k *Keys) ofProc(p *pairing.Proc) Key {
	root := p.Version.Root(p).Name
	prog, graph, known := p.Version.Prog, k.graphs[p.Version.Index], k.procs[p.Version.Index]
	scc := graph.SCC[root]
	if h, ok := known[scc]; ok {
		return h
	}
	var parts []any
	members := slices.Sorted(slices.Values(graph.SCCs[scc]))
	for _, name := range members {
		proc := prog.Procs[name]
		if err := prog.Load(name); err != nil {
			parts = append(parts, err.Error())
		}
		for _, q := range slices.Concat([]*ir.Proc{proc}, proc.Loops) {
			parts = append(parts, procText(q))
		}
	}
	for _, name := range members {
		for _, callee := range graph.Callees[name] {
			if graph.SCC[callee] != scc {
				parts = append(parts, callee, k.ofProc(p.Version.At(callee)))
			}
		}
	}
	known[scc] = Digest(parts...)
	return known[scc]
}

// procText is all of a procedure but its positions.
func procText(p *ir.Proc) any {
	pack := wire.NewEncoder()
	place := map[*ir.Block]int{}
	for i, b := range p.Blocks {
		place[b] = i
	}
	var blocks []any
	for _, b := range p.Blocks {
		var instrs, edges []any
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ir.Assign:
				instrs = append(instrs, "set", pack.Terms(in.Vars), pack.Terms(in.Exprs))
			case *ir.Assume:
				instrs = append(instrs, "assume", pack.Term(in.Cond))
			case *ir.Assert:
				instrs = append(instrs, "assert", pack.Term(in.Cond), in.What)
			case *ir.Call:
				instrs = append(instrs, "call", in.Proc, pack.Terms(in.Args), pack.Terms(in.Outs))
			default:
				panic(fmt.Sprintf("store: unexpected %T", in))
			}
		}
		for _, e := range b.Succs {
			edges = append(edges, pack.Term(e.Cond), place[e.To])
		}
		blocks = append(blocks, b.Label, instrs, edges)
	}
	return []any{p.Name, p.Kind, p.Parent, pack.Terms(p.Inputs), pack.Terms(p.Outputs), p.Formals, p.Results, blocks, pack.Bytes()}
}
