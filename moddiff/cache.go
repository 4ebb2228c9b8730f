package moddiff

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"sync/atomic"

	"github.com/rogpeppe/go-internal/cache"

	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// Cache keeps what analyses found out from run to run, in a folder that several
// runs may share. What it holds of a group of pairs depends on all that the
// analysis of the group depends on (see keys), so nothing in it goes out of
// date. Entries that are damaged are as good as absent.
type Cache struct {
	files   *cache.Cache
	salt    string
	damaged atomic.Int32
}

// OpenCache opens the cache in a folder, which is made when it is not there. The
// salt names what else answers depend on: the version of the program, the solver
// and its limits.
func OpenCache(folder, salt string) (*Cache, error) {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, fmt.Errorf("cache: %w", err)
	}
	files, err := cache.Open(folder)
	if err != nil {
		return nil, fmt.Errorf("cache: %w", err)
	}
	return &Cache{files: files, salt: salt}, nil
}

// Damaged counts the entries that could not be read.
func (c *Cache) Damaged() int { return int(c.damaged.Load()) }

// Trim deletes what no run has used for some days.
func (c *Cache) Trim() error { return c.files.Trim() }

func (c *Cache) get(key [sha256.Size]byte) []byte {
	data, _, err := c.files.GetBytes(key)
	switch {
	case err == nil:
		return data
	case !errors.Is(err, fs.ErrNotExist) || c.listed(key):
		c.damaged.Add(1)
	}
	return nil
}

// listed reports whether the cache has an entry for the key, though it could not
// be read.
func (c *Cache) listed(key [sha256.Size]byte) bool {
	_, err := c.files.Get(key)
	return err == nil
}

// put keeps data; that it cannot costs time in a later run only.
func (c *Cache) put(key [sha256.Size]byte, data []byte) { _ = c.files.PutBytes(key, data) }

// keys computes the keys of tasks: hashes of all that the outcome of a task
// depends on. That is the program text of the group and of all it calls, in both
// versions; how the pairs among these correspond, and which are modified; which
// is an entry; the axioms; and the options. Positions are not among it: what
// tells of them is computed anew.
type keys struct {
	r      *comparison
	env    [sha256.Size]byte
	graphs [2]*ir.CallGraph             // of the procedures
	procs  [2]map[int][sha256.Size]byte // by number of the strongly connected component
	groups map[*Pair][sha256.Size]byte
	group  map[*Pair][]*Pair
}

func (r *comparison) newKeys(groups [][]*Pair) *keys {
	k := &keys{r: r, groups: map[*Pair][sha256.Size]byte{}, group: map[*Pair][]*Pair{}}
	for i := range k.procs {
		k.procs[i] = map[int][sha256.Size]byte{}
		edges := map[string][]string{}
		for name, p := range r.base[i].prog.Procs {
			edges[name] = p.Calls
		}
		k.graphs[i] = ir.GraphOf(r.base[i].prog.Order, edges)
	}
	for _, g := range groups {
		for _, p := range g {
			k.group[p] = g
		}
	}
	var parts []any
	for _, s := range r.base {
		parts = append(parts, environment(s.prog))
	}
	o := r.opts
	r.environment = digest(r.opts.Cache.salt, parts)
	k.env = digest(r.environment, o.Mode, o.Paths, o.Unwind, o.apart, o.terms)
	return k
}

// digest hashes values by their JSON text.
func digest(parts ...any) [sha256.Size]byte {
	text, err := json.Marshal(parts)
	if err != nil {
		panic("moddiff: " + err.Error()) // all parts are plain data
	}
	return sha256.Sum256(text)
}

// environment is what both the procedures and the axioms of a version rest on.
func environment(p *ir.Program) any {
	pack := smtlib.NewPacker()
	var axioms, unique []any
	for _, ax := range p.Axioms {
		axioms = append(axioms, pack.Term(ax.Term))
	}
	for _, g := range p.Unique {
		unique = append(unique, pack.AllTerms(g))
	}
	var partial []any
	for _, ax := range p.Partial {
		funcs := []int{}
		for _, f := range ax.Funcs {
			funcs = append(funcs, pack.Func(f))
		}
		partial = append(partial, ax.Pos.String(), ax.Text, funcs)
	}
	return []any{axioms, unique, partial, p.OverTypes, pack.Portable}
}

// of is the key of a task.
func (k *keys) of(t *task) [sha256.Size]byte {
	var entries []bool
	for _, p := range t.group {
		entry := k.r.isEntry(p)
		entries = append(entries, entry, p.below || k.r.opts.Entry == "", entry && len(k.r.callers[p.Name]) == 0)
	}
	return digest(k.env, entries, k.ofGroup(t.group[0]))
}

// ofGroup hashes the group that p is in, and all that it calls.
func (k *keys) ofGroup(p *Pair) [sha256.Size]byte {
	group := k.group[p]
	if known, ok := k.groups[group[0]]; ok {
		return known
	}
	var parts []any
	for _, p := range group {
		var vars []any
		pack := smtlib.NewPacker()
		for _, port := range slices.Concat(p.Inputs, p.Outputs) {
			vars = append(vars, pack.Term(port.Var), port.Old, port.New)
		}
		parts = append(parts, p.Name, p.new.proc.Name, len(p.Inputs), vars, pack.Portable, p.Interface, p.Modified, p.affected,
			k.ofProc(p.old), k.ofProc(p.new))
	}
	for _, q := range k.r.calledBy(group) {
		if !slices.Contains(group, q) {
			parts = append(parts, k.ofGroup(q))
		}
	}
	k.groups[group[0]] = digest(parts...)
	return k.groups[group[0]]
}

// ofProc hashes the recursive group of a procedure, or of that around a loop, in
// its version, and all that it calls. For that all of it is lowered.
func (k *keys) ofProc(p *procState) [sha256.Size]byte {
	root := p.side.root(p).proc.Name
	prog, graph, known := p.side.prog, k.graphs[p.side.index], k.procs[p.side.index]
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
				parts = append(parts, callee, k.ofProc(p.side.at(callee)))
			}
		}
	}
	known[scc] = digest(parts...)
	return known[scc]
}

// procText is all of a procedure but its positions.
func procText(p *ir.Proc) any {
	pack := smtlib.NewPacker()
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
				instrs = append(instrs, "set", pack.AllTerms(in.Vars), pack.AllTerms(in.Exprs))
			case *ir.Assume:
				instrs = append(instrs, "assume", pack.Term(in.Cond))
			case *ir.Assert:
				instrs = append(instrs, "assert", pack.Term(in.Cond), in.What)
			case *ir.Call:
				instrs = append(instrs, "call", in.Proc, pack.AllTerms(in.Args), pack.AllTerms(in.Outs))
			default:
				panic(fmt.Sprintf("moddiff: unexpected %T", in))
			}
		}
		for _, e := range b.Succs {
			edges = append(edges, pack.Term(e.Cond), place[e.To])
		}
		blocks = append(blocks, b.Label, instrs, edges)
	}
	return []any{p.Name, p.Kind, p.Parent, pack.AllTerms(p.Inputs), pack.AllTerms(p.Outputs), p.Formals, p.Results, blocks, pack.Portable}
}
