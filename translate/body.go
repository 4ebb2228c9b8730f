package translate

import (
	"fmt"
	"slices"

	"semdiff/internal/source"
	"semdiff/translate/cfg"
	"semdiff/translate/ir"
	"semdiff/translate/loops"
	"semdiff/translate/term"
)

// procLowering is the lowering of one procedure.
type procLowering struct {
	*lowering
	declared *ir.Proc // its interface
	proc     *ir.Proc
	loops    []*ir.Proc
}

// passes run in this order.
var passes = []struct {
	name string
	run  func(*procLowering) error
}{
	{"terms", (*procLowering).makeTerms},    // -> blocks of the IR, which may form cycles
	{"loops", (*procLowering).extractLoops}, // -> no cycles
	{"order", (*procLowering).sortBlocks},   // -> topological order
	{"liveness", (*procLowering).prune},     // -> no inputs of loops that nobody needs
	{"notes", (*procLowering).detachNotes},  // -> notes stand beside the instructions
}

// body lowers the body of a procedure; after is called behind each pass. The
// error is a source.List.
func (l *lowering) body(p *ir.Proc, after func(pl *procLowering, pass string)) (*ir.Body, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	pl := &procLowering{lowering: l, declared: p}
	for _, pass := range passes {
		if err := pass.run(pl); err != nil {
			return nil, err
		}
		after(pl, pass.name)
	}
	body := &ir.Body{Blocks: pl.proc.Blocks, Loops: pl.loops}
	if err := l.out.Check(p, body); err != nil {
		panic(fmt.Sprintf("translate: %v", err))
	}
	return body, nil
}

// makeTerms makes blocks of the IR of the control-flow graph.
func (l *procLowering) makeTerms() error {
	g := l.graphs.Graphs[l.declared.Name]
	b := &builder{Reader: term.NewReader(l.terms), lowering: l.lowering, blocks: map[*cfg.Block]*ir.Block{}}
	l.proc = &ir.Proc{
		Name: l.declared.Name, Pos: l.declared.Pos, Formals: l.declared.Formals, Results: l.declared.Results,
		Inputs: l.declared.Inputs, Outputs: l.declared.Outputs,
	}
	for _, from := range g.Blocks {
		to := &ir.Block{Label: from.Label, Pos: from.Pos}
		b.blocks[from] = to
		l.proc.Blocks = append(l.proc.Blocks, to)
	}
	for _, from := range g.Blocks {
		b.block(from)
	}
	problems := append(slices.Clone(l.refused[l.declared.Name]), l.terms.Problems()...)
	problems.Sort()
	return problems.Err()
}

// extractLoops makes loops procedures.
func (l *procLowering) extractLoops() (err error) {
	l.loops, err = loops.Extract(l.ctx, l.proc, loops.Names{
		Declared: func(name string) bool { return l.info.Procs[name] != nil },
		Lowered:  func(name string) bool { return l.out.Procs[name] != nil },
	})
	if err != nil {
		var problems source.List
		problems.Addf(l.proc.Pos, "%v", err)
		return problems
	}
	return nil
}

// all are the procedure and its loops.
func (l *procLowering) all() []*ir.Proc { return append([]*ir.Proc{l.proc}, l.loops...) }

func (l *procLowering) sortBlocks() error {
	for _, p := range l.all() {
		loops.Sort(p)
	}
	return nil
}

func (l *procLowering) prune() error {
	loops.Prune(l.proc, l.loops)
	return nil
}

// detachNotes puts notes beside the instructions, where no analysis sees them.
func (l *procLowering) detachNotes() error {
	for _, p := range l.all() {
		for _, b := range p.Blocks {
			b.DetachNotes()
		}
	}
	return nil
}
