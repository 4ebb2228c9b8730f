package depend

import (
	"semdiff/smtlib/graph"
	"semdiff/translate/ir"
)

// Program has the graphs of a program's procedures and loops, made when asked for.
// It is not safe for concurrent use.
type Program struct {
	prog *ir.Program
	opts Options

	graphs   map[string]*Graph
	inputs   map[string]*Inputs
	mayEnd   map[string]bool
	entering map[string]bool
}

// Options say what is known beyond the program. The zero value knows nothing.
type Options struct {
	// MayNotReturn says whether a call of a procedure or loop may end other than by
	// returning; without it, what ir.Proc.Ends says and recursion decide.
	MayNotReturn func(proc string) bool
	// Enter says whether the body of a procedure may be lowered and looked at; without
	// it, all may. Of the others everything depends on all inputs.
	Enter func(proc string) bool
}

// NewProgram prepares the graphs of p.
func NewProgram(p *ir.Program, opts Options) *Program {
	d := &Program{prog: p, opts: opts, graphs: map[string]*Graph{}, inputs: map[string]*Inputs{}, mayEnd: map[string]bool{}, entering: map[string]bool{}}
	if d.opts.MayNotReturn == nil {
		d.opts.MayNotReturn = d.mayNotReturn
	}
	return d
}

// Graph is that of a procedure or loop; nil when its body has no meaning or is not
// to be entered.
func (d *Program) Graph(name string) *Graph {
	if g, known := d.graphs[name]; known {
		return g
	}
	var g *Graph
	if p := d.body(name); p != nil {
		g = New(d.prog.Ctx, p, d.opts.MayNotReturn)
	}
	d.graphs[name] = g
	return g
}

func (d *Program) body(name string) *ir.Proc {
	if d.prog.Procs[name] != nil {
		if d.opts.Enter != nil && !d.opts.Enter(name) {
			return nil
		}
		if err := d.prog.Load(name); err != nil {
			return nil
		}
	}
	return d.prog.Proc(name)
}

// mayNotReturn is the answer from the texts alone. Loops and recursion may go on for
// ever.
func (d *Program) mayNotReturn(name string) bool {
	if may, known := d.mayEnd[name]; known {
		return may
	}
	p := d.prog.Proc(name)
	if p == nil || p.Kind == ir.Loop || p.Ends != (ir.Ends{}) || d.entering[name] {
		return true
	}
	d.entering[name] = true
	defer delete(d.entering, name)
	may := false
	for _, callee := range p.Calls {
		may = may || d.mayNotReturn(callee)
	}
	d.mayEnd[name] = may
	return may
}

// Sources are the nodes on which n depends by data, once each; those of a result or
// end of a call are the arguments that it depends on.
func (d *Program) Sources(g *Graph, n int) []int {
	node := &g.Nodes[n]
	switch node.Kind {
	case Result, End:
		return d.Needs(g, n, d.Inputs(node.Call().Proc))
	}
	if len(node.Uses) == 0 {
		return node.Sources
	}
	var out []int
	for _, u := range node.Uses {
		out = append(out, u.Defs...)
	}
	return out
}

// Needs are the arguments on which a result or end of a call depends, where in says
// it of the callee.
func (d *Program) Needs(g *Graph, n int, in *Inputs) []int {
	node := &g.Nodes[n]
	set := in.Outcome
	if node.Kind == Result {
		set = in.Outputs[node.Part]
	}
	var out []int
	for k, arg := range g.Calls[node.Site].Args {
		if set.Has(k) {
			out = append(out, arg)
		}
	}
	return out
}

// group are the procedures that call each other with the named one, itself among
// them; those below are complete when it returns.
func (d *Program) groups(name string) [][]string {
	return graph.Components([]string{name}, func(n string) []string {
		if d.inputs[n] != nil {
			return nil
		}
		g := d.Graph(n)
		if g == nil {
			return nil
		}
		return g.Proc.Callees()
	})
}
