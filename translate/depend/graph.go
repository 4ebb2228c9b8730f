package depend

import (
	"fmt"
	"slices"

	"semdiff/internal/bitset"
	"semdiff/internal/source"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// Kind is what a Node stands for.
type Kind uint8

// The kinds of Node.
const (
	Input   Kind = iota // Index: of the procedure's input
	Assign              // Part: which variable of the assignment
	Check               // an assumption or assertion
	Arg                 // of a call; Part: which argument
	Result              // of a call; Part: which output of the callee
	End                 // of a call: whether and how it returns
	Edge                // Index: of the block's edges
	Stuck               // the end of a block whose guards may all be false
	Output              // Index: of the procedure's output
	Outcome             // of the procedure
	Before              // no part of the program: something before here may have ended the run
)

var kinds = [...]string{
	"input", "assignment", "check", "argument", "result", "end of call", "branch", "no branch", "output", "outcome", "before",
}

// String names the kind.
func (k Kind) String() string { return kinds[k] }

// Kinds lists the kinds of parts of the program.
func Kinds() []Kind {
	out := make([]Kind, Before)
	for i := range out {
		out[i] = Kind(i)
	}
	return out
}

// Node is one thing that may depend on others.
type Node struct {
	Kind  Kind
	Block *ir.Block // nil for inputs, outputs and the outcome
	Instr ir.Instr  // of an Assign, Check, Arg, Result or End
	Index int       // of the instruction or edge in the block; of the input or output
	Part  int
	Site  int          // of an Arg, Result or End: index of the call in Graph.Calls
	Var   *smtlib.Term // what it sets, or nil
	Term  *smtlib.Term // what it evaluates, or nil
	Uses  []Use        // the variables in Term, or the variable of an Output

	// Sources are other nodes by data: for the outcome, all that may end the run;
	// for a Before, what comes before. For results and ends of calls ask
	// Program.Sources.
	Sources []int
	Control []int // edges of which one must be taken for the block to be passed, unless all runs pass it
	Before  int   // the node of that kind, -1 when nothing before may end the run
}

// Use is a variable that is read, and the nodes that may have set it last.
type Use struct {
	Var  *smtlib.Term
	Defs []int // ascending
}

// Call is the call that an Arg, Result or End belongs to.
func (n *Node) Call() *ir.Call { return n.Instr.(*ir.Call) }

// IsOf reports whether n is a part of a call, by its index in Graph.Calls.
func (n *Node) IsOf(site int) bool {
	return (n.Kind == Arg || n.Kind == Result || n.Kind == End) && n.Site == site
}

// MayEndRun reports whether a run may end at n.
func (n *Node) MayEndRun() bool { return n.Kind == Check || n.Kind == End || n.Kind == Stuck }

// Pos is the place of n in the source; that of a branch is where it leads.
func (n *Node) Pos() source.Pos {
	switch {
	case n.Instr != nil:
		return n.Instr.Place()
	case n.Kind == Edge:
		return n.Block.Succs[n.Index].To.Pos
	case n.Kind == Stuck:
		return n.Block.Succs[0].To.Pos
	}
	return source.Pos{}
}

// Call is the nodes of a call.
type Call struct {
	Instr   *ir.Call
	Args    []int // one for each
	Results []int // those that are assigned
	End     int   // -1 when the call must return
}

// Graph is the nodes of a procedure. What a node depends on stands before it, so
// that one walk over them in their order meets causes before effects; but for the
// inputs of a recursive callee's outputs, see Program.
type Graph struct {
	Proc    *ir.Proc
	Nodes   []Node
	Outputs []int // the nodes of the outputs
	Outcome int

	Calls []Call

	place map[*ir.Block]int
	order []int        // number of the instruction or block end of a node, in a topological order
	reach []bitset.Set // by block
}

// New is the graph of a procedure whose body is there. mayNotReturn says of which
// callees a call may end other than by returning.
func New(c *smtlib.Context, p *ir.Proc, mayNotReturn func(callee string) bool) *Graph {
	b := &builder{
		c: c, mayNotReturn: mayNotReturn, vars: map[*smtlib.Term][]*smtlib.Term{},
		g: &Graph{Proc: p, place: map[*ir.Block]int{}},
	}
	for i, block := range p.Blocks {
		b.g.place[block] = i
	}
	b.control = controllers(p, b.g.place)
	b.defs = newReaching(p, b.g.place)
	b.inputs()
	for i, block := range p.Blocks {
		b.block(i, block)
	}
	b.outputs()
	return b.g
}

// builder makes a Graph.
type builder struct {
	c            *smtlib.Context
	g            *Graph
	mayNotReturn func(string) bool
	control      [][]edge // by block: the edges that decide whether it is passed
	edges        map[edge]int
	defs         *reaching
	atEnd        []int // by block: the Before at its end
	enders       []int
	step         int // number of the instruction
	vars         map[*smtlib.Term][]*smtlib.Term
}

func (b *builder) add(n Node) int {
	i := len(b.g.Nodes)
	if n.Term != nil && n.Uses == nil {
		n.Uses = b.uses(n.Block, n.Term)
	}
	b.g.Nodes = append(b.g.Nodes, n)
	b.g.order = append(b.g.order, b.step)
	if n.MayEndRun() {
		b.enders = append(b.enders, i)
	}
	return i
}

func (b *builder) inputs() {
	for i, v := range b.g.Proc.Inputs {
		n := b.add(Node{Kind: Input, Index: i, Var: v, Before: -1})
		b.defs.enter(v, n)
	}
	b.edges = map[edge]int{}
	b.atEnd = make([]int, len(b.g.Proc.Blocks))
}

// uses are the variables of a term where the walk is.
func (b *builder) uses(block *ir.Block, t *smtlib.Term) []Use {
	vars, known := b.vars[t]
	if !known {
		vars = smtlib.Collect(t).Vars
		b.vars[t] = vars
	}
	uses := make([]Use, len(vars))
	for k, v := range vars {
		uses[k] = Use{Var: v, Defs: b.defs.at(b.g.place[block], v)}
	}
	return uses
}

// block adds the nodes of a block.
func (b *builder) block(i int, block *ir.Block) {
	proto := Node{Block: block, Before: b.beforeBlock(i, block)}
	for _, e := range b.control[i] {
		proto.Control = append(proto.Control, b.edges[e])
	}
	for k, in := range block.Instrs {
		b.step++
		proto.Instr, proto.Index = in, k
		b.instr(i, &proto)
	}
	b.step++
	proto.Instr = nil
	for k, e := range block.Succs {
		if len(block.Succs) > 1 {
			n := proto
			n.Kind, n.Index, n.Term = Edge, k, e.Cond
			b.edges[edge{i, k}] = b.add(n)
		}
	}
	if guards := guardsOf(block); len(guards) > 0 {
		if any := b.c.Or(guards...); !any.IsTrue() {
			n := proto
			n.Kind, n.Index, n.Term = Stuck, len(guards), any
			b.ends(&proto, b.add(n))
		}
	}
	b.atEnd[i] = proto.Before
}

func guardsOf(block *ir.Block) []*smtlib.Term {
	var guards []*smtlib.Term
	for _, e := range block.Succs {
		guards = append(guards, e.Cond)
	}
	return guards
}

// beforeBlock is the Before at the start of a block.
func (b *builder) beforeBlock(i int, block *ir.Block) int {
	var from []int
	for _, p := range b.defs.preds[i] {
		if n := b.atEnd[p]; n >= 0 && !slices.Contains(from, n) {
			from = append(from, n)
		}
	}
	switch len(from) {
	case 0:
		return -1
	case 1:
		return from[0]
	}
	slices.Sort(from)
	return b.add(Node{Kind: Before, Block: block, Sources: from, Before: -1})
}

// ends says of what follows that the run may have ended at node n.
func (b *builder) ends(proto *Node, n int) {
	from := []int{n}
	if proto.Before >= 0 {
		from = []int{proto.Before, n}
	}
	proto.Before = b.add(Node{Kind: Before, Block: proto.Block, Sources: from, Before: -1})
}

func (b *builder) instr(i int, proto *Node) {
	n := *proto
	switch in := proto.Instr.(type) {
	case *ir.Assign:
		var set []int
		for k, v := range in.Vars {
			n.Kind, n.Part, n.Var, n.Term = Assign, k, v, in.Exprs[k]
			set = append(set, b.add(n))
		}
		for k, v := range in.Vars {
			b.defs.set(i, v, set[k])
		}
	case *ir.Assume:
		n.Kind, n.Term = Check, in.Cond
		b.ends(proto, b.add(n))
	case *ir.Assert:
		n.Kind, n.Term = Check, in.Cond
		b.ends(proto, b.add(n))
	case *ir.Call:
		b.call(i, in, proto)
	default:
		panic(fmt.Sprintf("depend: unexpected %T", in))
	}
}

func (b *builder) call(i int, in *ir.Call, proto *Node) {
	call := Call{Instr: in, End: -1}
	n := *proto
	n.Site = len(b.g.Calls)
	arg := n
	arg.Kind = Arg
	for k, t := range in.Args {
		arg.Part, arg.Term = k, t
		call.Args = append(call.Args, b.add(arg))
	}
	result := n
	result.Kind = Result
	for k, v := range in.Outs {
		if v != nil {
			result.Part, result.Var = k, v
			m := b.add(result)
			call.Results = append(call.Results, m)
			b.defs.set(i, v, m)
		}
	}
	if b.mayNotReturn(in.Proc) {
		n.Kind = End
		call.End = b.add(n)
		b.ends(proto, call.End)
	}
	b.g.Calls = append(b.g.Calls, call)
}

func (b *builder) outputs() {
	b.step++
	var exits []int
	for i, block := range b.g.Proc.Blocks {
		if len(block.Succs) == 0 {
			exits = append(exits, i)
		}
	}
	for k, v := range b.g.Proc.Outputs {
		var defs []int
		for _, i := range exits {
			defs = append(defs, b.defs.at(i, v)...)
		}
		slices.Sort(defs)
		use := Use{Var: v, Defs: slices.Compact(defs)}
		b.g.Outputs = append(b.g.Outputs, b.add(Node{Kind: Output, Index: k, Var: v, Uses: []Use{use}, Before: -1}))
	}
	b.g.Outcome = b.add(Node{Kind: Outcome, Sources: b.enders, Before: -1})
}

// MayFollow is false only when no run passes node n and, at another instruction, node
// m after it.
func (g *Graph) MayFollow(n, m int) bool {
	x, y := g.Nodes[n].Block, g.Nodes[m].Block
	switch {
	case x == nil || y == nil: // inputs come first, outputs last
		return g.order[n] < g.order[m]
	case x == y:
		return g.order[n] < g.order[m]
	case len(g.Proc.Blocks) > mostBlocks:
		return g.place[x] < g.place[y] // blocks are in topological order
	}
	return g.leadsTo(g.place[x]).Has(g.place[y])
}

// mostBlocks is for how many blocks it is kept which leads to which.
const mostBlocks = 20_000

// leadsTo are the blocks that block i leads to.
func (g *Graph) leadsTo(i int) bitset.Set {
	if g.reach == nil {
		g.reach = make([]bitset.Set, len(g.Proc.Blocks))
	}
	if g.reach[i] == nil {
		set := bitset.New(len(g.Proc.Blocks))
		for _, e := range g.Proc.Blocks[i].Succs { // these come later, so this ends
			set.Insert(g.place[e.To])
			set.Union(g.leadsTo(g.place[e.To]))
		}
		g.reach[i] = set
	}
	return g.reach[i]
}
