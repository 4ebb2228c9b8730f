package interp

import (
	"math/big"
	"slices"
	"strings"

	"semdiff/internal/source"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// Step is a place that a run passed, with values that it read or set there.
type Step struct {
	Pos   source.Pos
	Proc  string // the procedure; for the body of a loop the one that has the loop
	Level int    // how many calls deep, from 0
	// Values are in the order of their first mention; of several values of one
	// name it is the last.
	Values []Named
	// Skipped is how many iterations of a loop before this step are left out.
	Skipped int
	Apart   bool // begins an iteration, a call, or what follows one
	Cut     bool // the run went on; that is not kept
}

// Named is a value and what the program calls it: the name of a variable, an
// element of a map (m[3]), or, where Noted, what the program says that its
// source calls it.
type Named struct {
	Name  string
	Value Value
	Noted bool
}

// Bounds of what is kept of a run.
const (
	maxTrace        = 1000 // steps
	firstIterations = 2    // of each loop; beside them the last one and the way out
)

// Trace is Run that also returns the places that the run passed, as far as they
// are kept; neighbouring steps at one line are joined. What it records has no
// influence on the run.
func Trace(p *ir.Program, name string, inputs []Value, funcs Functions, limits Limits) (Result, []Step, error) {
	t := &tracer{prog: p, funcs: funcs}
	m := &machine{prog: p, funcs: funcs, limits: limits, trace: t}
	out, err := m.run(name, inputs)
	out.Reads = t.reads
	return out, t.steps, err
}

// Read is a read of the input tape.
type Read struct {
	Pos source.Pos
	At  *big.Int // the position on the tape
	// Proc is the procedure, and Var what the value goes to, as the program calls it; ""
	// where it is none of the program's variables.
	Proc, Var string
}

// maxReads is how many reads of the tape are kept.
const maxReads = 2000

// reading records what an assignment reads from the tape.
func (t *tracer) reading(in *ir.Assign, env Env) {
	for i, e := range in.Exprs {
		if len(t.reads) == maxReads || e.Op() != smtlib.OpApp || len(e.Args()) != 1 || e.Func() != ir.TapeFunc(t.prog.Ctx, e.Sort()) {
			continue
		}
		at, err := Eval(t.prog.Ctx, e.Args()[0], env, t.funcs)
		n, ok := at.Integer()
		if err != nil || !ok {
			continue
		}
		r := Read{Pos: in.Pos, At: n, Proc: t.top().root}
		if name, own := sourceName(in.Vars[i]); own {
			r.Var = name
		}
		t.reads = append(t.reads, r)
	}
}

// tracer records a run; a nil one does nothing.
type tracer struct {
	prog   *ir.Program
	funcs  Functions
	steps  []Step
	frames []frame
	reads  []Read
	left   map[*smtlib.Term]*Value // notes of the frame that was left last
	apart  bool                    // the next step is not joined to the last
	full   bool
}

// frame is a procedure or loop that is being run.
type frame struct {
	proc  *ir.Proc
	root  string // the procedure that has the loop
	level int
	// notes are the variables that no instruction sets as the source does: that
	// have the given value, or, when it is nil, one that is not known.
	notes   map[*smtlib.Term]*Value
	starts  []int // of the iterations that are kept, as indices of steps
	skipped int   // iterations left out
}

// note says that v has a value, or when that is nil one that is not known.
func (f *frame) note(v *smtlib.Term, value *Value) {
	if f.notes == nil {
		f.notes = map[*smtlib.Term]*Value{}
	}
	f.notes[v] = value
}

func (t *tracer) top() *frame { return &t.frames[len(t.frames)-1] }

func (t *tracer) enter(p *ir.Proc, inputs []Value) {
	if t == nil {
		return
	}
	f := frame{proc: p, root: p.Name}
	if n := len(t.frames); n > 0 {
		f.level = t.frames[n-1].level + 1
	}
	if p.Kind == ir.Loop {
		f.starts = []int{len(t.steps)}
		if n := len(t.frames); n > 0 {
			f.root, f.level = t.frames[n-1].root, t.frames[n-1].level
		}
	}
	t.frames = append(t.frames, f)
	t.apart = t.apart || p.Kind == ir.Procedure
	if p.Kind == ir.Procedure && t.pass(p.Pos) {
		for i, v := range p.Inputs {
			t.variable(v, inputs[i]) // parameters and globals
		}
	}
}

func (t *tracer) leave() {
	if t == nil {
		return
	}
	t.apart = t.apart || t.top().proc.Kind == ir.Procedure
	t.left = t.top().notes
	t.frames = t.frames[:len(t.frames)-1]
}

// again begins the next iteration of a loop. Those between the first ones and
// the last complete one are left out.
func (t *tracer) again() {
	if t == nil {
		return
	}
	f := t.top()
	f.notes = nil
	t.apart = true
	if t.full {
		return
	}
	f.starts = append(f.starts, len(t.steps))
	if len(f.starts) <= firstIterations+2 {
		return
	}
	from, to := f.starts[firstIterations], f.starts[firstIterations+1]
	t.steps = slices.Delete(t.steps, from, to)
	f.starts = append(f.starts[:firstIterations+1], f.starts[firstIterations+2]-(to-from))
	if f.skipped++; from < len(t.steps) {
		t.steps[from].Skipped = f.skipped
	}
}

// pass records that the run is at pos; it is false when that is not kept.
func (t *tracer) pass(pos source.Pos) bool {
	if t == nil || t.full || !pos.IsValid() {
		return false
	}
	f, n := t.top(), len(t.steps)
	if n > 0 && !t.apart {
		last := t.steps[n-1]
		if last.Pos.File == pos.File && last.Pos.Line == pos.Line && last.Proc == f.root && last.Level == f.level {
			return true
		}
	}
	if n == maxTrace {
		t.steps[n-1].Cut, t.full = true, true
		return false
	}
	t.steps = append(t.steps, Step{Pos: pos, Proc: f.root, Level: f.level, Apart: t.apart})
	t.apart = false
	return true
}

// show adds a value to the last step.
func (t *tracer) show(v Named) {
	if v.Value.isOpen() || v.Value.sort.Kind == smtlib.ArrayKind {
		return
	}
	last := &t.steps[len(t.steps)-1]
	i := slices.IndexFunc(last.Values, func(w Named) bool { return w.Name == v.Name && w.Noted == v.Noted })
	if i < 0 {
		last.Values = append(last.Values, v)
	} else {
		last.Values[i] = v
	}
}

func (t *tracer) variable(v *smtlib.Term, value Value) {
	if name, ok := sourceName(v); ok {
		t.show(Named{Name: name, Value: value})
	}
}

// sourceName is what the program calls a variable; false for those that it does
// not have. No Boogie name holds a colon or a parenthesis.
func sourceName(v *smtlib.Term) (string, bool) {
	name := v.Name()
	if inner, ok := strings.CutPrefix(name, "local("); ok {
		name = strings.TrimSuffix(inner, ")")
	}
	return name, !strings.ContainsAny(name, ":(")
}

// instr records the place of an instruction and what it reads. Assumptions and
// assertions have notes where the program has them, and loops are no calls.
func (t *tracer) instr(in ir.Instr, env Env) {
	if t == nil || t.full {
		return
	}
	switch in := in.(type) {
	case *ir.Assign:
		own := slices.ContainsFunc(in.Vars, func(v *smtlib.Term) bool { _, ok := sourceName(v); return ok })
		if own && t.pass(in.Pos) {
			t.read(env, in.Exprs...)
		}
	case *ir.Call:
		if callee := t.prog.Proc(in.Proc); callee.Kind == ir.Procedure && t.pass(in.Pos) {
			t.read(env, in.Args[:callee.Formals]...) // the source does not pass globals
		}
	}
}

// assign records the values that an assignment sets; env is still that before.
func (t *tracer) assign(in *ir.Assign, env Env, values []Value) {
	if t == nil {
		return
	}
	if t.reading(in, env); t.full {
		return
	}
	f := t.top()
	here := len(t.steps) > 0 && t.steps[len(t.steps)-1].Pos.Line == in.Pos.Line && t.steps[len(t.steps)-1].Pos.File == in.Pos.File
	for i, v := range in.Vars {
		if here {
			t.stored(v, in.Exprs[i], values[i], env)
		}
		delete(f.notes, v)
	}
}

// stored shows a variable that is set to value, which is that of e; of a map
// that e stores into the element.
func (t *tracer) stored(v, e *smtlib.Term, value Value, env Env) {
	if e.Op() != smtlib.OpStore {
		t.variable(v, value)
		return
	}
	name, ok := sourceName(v)
	for e.Op() == smtlib.OpStore && ok {
		i, err := t.eval(e.Args()[1], env)
		if err != nil || i.isOpen() {
			return
		}
		name += "[" + i.String() + "]"
		e = e.Args()[2]
	}
	if x, err := t.eval(e, env); ok && err == nil {
		t.show(Named{Name: name, Value: x})
	}
}

// returned records the results of a call of a procedure at the place of the call.
func (t *tracer) returned(c *ir.Call, out []Value) {
	if t == nil || t.full {
		return
	}
	f := t.top()
	callee := t.prog.Proc(c.Proc)
	for i, v := range c.Outs {
		delete(f.notes, v)
		if value, noted := t.left[callee.Outputs[i]]; noted && callee.Kind == ir.Loop && v != nil {
			f.note(v, value)
		}
	}
	results := c.Outs[:callee.Results]
	if callee.Kind == ir.Loop || !slices.ContainsFunc(results, isScalar) || !t.pass(c.Pos) {
		return
	}
	for i, v := range results {
		if v != nil {
			t.variable(v, out[i])
		}
	}
}

// isScalar reports whether traces show values of v.
func isScalar(v *smtlib.Term) bool {
	if v == nil || v.Sort().Kind == smtlib.ArrayKind {
		return false
	}
	_, ok := sourceName(v)
	return ok
}

// read shows the variables and elements of maps, by name, in terms that the run
// evaluates at the place of the last step.
func (t *tracer) read(env Env, terms ...*smtlib.Term) {
	if t == nil || t.full || len(t.steps) == 0 || t.steps[len(t.steps)-1].Level != t.top().level {
		return
	}
	var found []Named
	smtlib.VisitAll(terms, func(x *smtlib.Term) {
		if x.Op() != smtlib.OpVar && x.Op() != smtlib.OpSelect {
			return
		}
		if name, ok := t.element(x, env); ok {
			if v, err := t.eval(x, env); err == nil {
				found = append(found, Named{Name: name, Value: v})
			}
		}
	})
	slices.SortStableFunc(found, func(a, b Named) int { return strings.Compare(a.Name, b.Name) })
	for _, v := range found {
		t.show(v)
	}
}

// element is the name of a variable, or of an element of a map that one holds.
func (t *tracer) element(x *smtlib.Term, env Env) (string, bool) {
	switch x.Op() {
	case smtlib.OpVar:
		name, own := sourceName(x)
		_, ok := t.value(x, env)
		return name, own && ok
	case smtlib.OpSelect:
		name, ok := t.element(x.Args()[0], env)
		if !ok {
			return "", false
		}
		i, err := t.eval(x.Args()[1], env)
		if err != nil || i.isOpen() {
			return "", false
		}
		return name + "[" + i.String() + "]", true
	}
	return "", false
}

// eval evaluates a term as the source has it: the notes of the frame count.
func (t *tracer) eval(x *smtlib.Term, env Env) (Value, error) {
	notes := t.top().notes
	if len(notes) == 0 {
		return Eval(t.prog.Ctx, x, env, t.funcs)
	}
	seen := Env{}
	smtlib.Visit(x, func(v *smtlib.Term) {
		if v.Op() == smtlib.OpVar {
			if value, ok := t.value(v, env); ok {
				seen[v] = value
			}
		}
	})
	return Eval(t.prog.Ctx, x, seen, t.funcs)
}

// value is that of a variable as the source has it.
func (t *tracer) value(v *smtlib.Term, env Env) (Value, bool) {
	if n, noted := t.top().notes[v]; noted {
		if n == nil {
			return Value{}, false
		}
		return *n, true
	}
	value, ok := env[v]
	return value, ok
}

// notes records those that stand before instruction k of b.
func (t *tracer) notes(b *ir.Block, k int, env Env) {
	if t == nil || t.full {
		return
	}
	for _, n := range b.Notes {
		if n.Before == k {
			t.note(n, env)
		}
	}
}

func (t *tracer) note(n *ir.Note, env Env) {
	switch {
	case n.Name != "":
		if v, err := t.eval(n.Exprs[0], env); err == nil && t.pass(n.Pos) {
			t.show(Named{Name: n.Name, Value: v, Noted: true})
		}
	case n.Vars == nil:
		t.pass(n.Pos)
	default:
		t.deadAssignment(n, env)
	}
}

// deadAssignment records an assignment that no instruction makes, or that
// variables have lost their values.
func (t *tracer) deadAssignment(n *ir.Note, env Env) {
	own := slices.ContainsFunc(n.Vars, func(v *smtlib.Term) bool { _, ok := sourceName(v); return ok })
	shown := len(n.Exprs) > 0 && own && t.pass(n.Pos)
	if shown {
		t.read(env, n.Exprs...)
	}
	values := make([]*Value, len(n.Vars))
	for i, e := range n.Exprs {
		v, err := t.eval(e, env)
		if err != nil {
			continue
		}
		values[i] = &v
		if shown {
			t.stored(n.Vars[i], e, v, env)
		}
	}
	for i, v := range n.Vars {
		t.top().note(v, values[i])
	}
}
