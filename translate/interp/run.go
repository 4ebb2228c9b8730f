package interp

import (
	"errors"
	"fmt"

	"semdiff/internal/source"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// Result is what a run comes to.
type Result struct {
	Outcome ir.Outcome // not Diverges, which no run shows
	Values  []Value    // of the outputs, when Normal
	Pos     source.Pos // of the assertion or assumption, when Fails or Blocked
	What    string     // what was asserted, when Fails
	Reads   []Read     // of the tape, where Trace made the run
}

// Limits bound a run.
type Limits struct {
	Steps int // instructions executed
	Depth int // nested calls
	// Enter, when set, says whether a run may enter a procedure, which may have to
	// be lowered for that; what depends on others is undetermined.
	Enter func(procedure string) bool
	// Branch, when set, is called for each branch that is taken.
	Branch func(b *ir.Block, edge int)
	// Stop, when set, ends the run with an error once it is closed.
	Stop <-chan struct{}
	// Watch, when set, is told of the activations of the run.
	Watch Watcher
}

// Watcher is told of the activations of a run as they begin and end.
type Watcher interface {
	Enter(p *ir.Proc, inputs []Value)
	// Again is told that the body of a loop that was entered ends in a call of the
	// loop itself: an activation within it begins, and both end alike.
	Again(inputs []Value)
	// Leave is told the values that the call of a procedure returns, nil when it
	// does not return.
	Leave(outputs []Value)
}

// DefaultLimits are enough for a witness of a few thousand iterations.
var DefaultLimits = Limits{Steps: 200_000, Depth: 5_000}

// errFuel ends a run that used up its limits, or whose numbers got too large.
var errFuel = errors.New("interp: out of fuel")

// stop ends a run in an outcome other than normal.
type stop struct{ Result }

func (s *stop) Error() string { return "interp: " + s.Outcome.String() }

type machine struct {
	prog   *ir.Program
	funcs  Functions
	limits Limits
	steps  int
	trace  *tracer // nil when no trace is wanted
}

// Run executes the named procedure on the given inputs. The error is about
// values that cannot be computed (it wraps ErrUndetermined) or inputs that do
// not fit; the ends of the run are outcomes.
func Run(p *ir.Program, name string, inputs []Value, funcs Functions, limits Limits) (Result, error) {
	m := &machine{prog: p, funcs: funcs, limits: limits}
	return m.run(name, inputs)
}

// Count is Run that also returns how many instructions were executed.
func Count(p *ir.Program, name string, inputs []Value, funcs Functions, limits Limits) (Result, int, error) {
	m := &machine{prog: p, funcs: funcs, limits: limits}
	out, err := m.run(name, inputs)
	return out, m.steps, err
}

func (m *machine) run(name string, inputs []Value) (Result, error) {
	proc, err := m.proc(name)
	if err != nil {
		return Result{}, err
	}
	if len(inputs) != len(proc.Inputs) {
		return Result{}, fmt.Errorf("interp: %s takes %d inputs, got %d", name, len(proc.Inputs), len(inputs))
	}
	for i, v := range inputs {
		if v.sort != proc.Inputs[i].Sort() {
			return Result{}, fmt.Errorf("interp: input %s is %s, want %s", proc.Inputs[i].Name(), v.sort, proc.Inputs[i].Sort())
		}
	}
	values, err := m.call(proc, inputs, 0)
	var end *stop
	switch {
	case err == nil:
		return Result{Outcome: ir.Normal, Values: values}, nil
	case errors.Is(err, errFuel):
		return Result{Outcome: ir.OutOfFuel}, nil
	case errors.As(err, &end):
		return end.Result, nil
	}
	return Result{}, err
}

// proc is a procedure with its body, or a loop of one that is loaded. That a body
// has no meaning leaves undetermined what depends on it.
func (m *machine) proc(name string) (*ir.Proc, error) {
	p := m.prog.Proc(name)
	if p == nil {
		return nil, fmt.Errorf("interp: no procedure %s", name)
	}
	if p.Kind == ir.Procedure {
		if m.limits.Enter != nil && !m.limits.Enter(name) {
			return nil, fmt.Errorf("%w: %s is not entered", ErrUndetermined, name)
		}
		if err := m.prog.Load(name); err != nil {
			return nil, fmt.Errorf("%w: %v", ErrUndetermined, err)
		}
	}
	return p, nil
}

func (m *machine) eval(t *smtlib.Term, env Env) (Value, error) {
	return Eval(m.prog.Ctx, t, env, m.funcs)
}

func (m *machine) truth(t *smtlib.Term, env Env) (bool, error) {
	v, err := m.eval(t, env)
	if err == nil {
		err = v.known()
	}
	return v.b, err
}

func (m *machine) call(p *ir.Proc, inputs []Value, depth int) (out []Value, err error) {
	if depth > m.limits.Depth {
		return nil, errFuel
	}
	m.trace.enter(p, inputs)
	defer m.trace.leave()
	if w := m.limits.Watch; w != nil {
		w.Enter(p, inputs)
		defer func() { w.Leave(out) }()
	}
	for {
		env := make(Env, 2*len(inputs))
		for i, v := range p.Inputs {
			env[v] = inputs[i]
		}
		again, err := m.body(p, env, depth)
		if err != nil {
			return nil, err
		}
		if again != nil { // the tail call of a loop
			inputs = again
			m.trace.again()
			if m.limits.Watch != nil {
				m.limits.Watch.Again(inputs)
			}
			continue
		}
		out = make([]Value, len(p.Outputs))
		for i, v := range p.Outputs {
			x, ok := env[v]
			if !ok {
				return nil, fmt.Errorf("interp: output %s of %s was never set", v.Name(), p.Name)
			}
			out[i] = x
		}
		return out, nil
	}
}

// body runs the blocks of p; it returns the arguments of a tail call of p
// itself instead of making it.
func (m *machine) body(p *ir.Proc, env Env, depth int) (again []Value, err error) {
	b := p.Blocks[0]
	for {
		for k, in := range b.Instrs {
			m.trace.notes(b, k, env)
			if err := m.count(); err != nil {
				return nil, err
			}
			if c, ok := in.(*ir.Call); ok && c.Proc == p.Name && k == len(b.Instrs)-1 && len(b.Succs) == 0 && isTail(c, p) {
				return m.args(c, env)
			}
			if err := m.step(in, env, depth); err != nil {
				return nil, err
			}
		}
		m.trace.notes(b, len(b.Instrs), env)
		if len(b.Succs) == 0 {
			return nil, nil
		}
		if err := m.count(); err != nil {
			return nil, err
		}
		next, err := m.branch(b, env)
		if err != nil {
			return nil, err
		}
		b = next
	}
}

// patience is how many steps are made before it is asked again whether to stop.
const patience = 256

// count takes note of a step.
func (m *machine) count() error {
	if m.steps++; m.steps > m.limits.Steps {
		return errFuel
	}
	if m.limits.Stop != nil && m.steps%patience == 0 {
		select {
		case <-m.limits.Stop:
			return fmt.Errorf("%w: the run was stopped", ErrUndetermined)
		default:
		}
	}
	return nil
}

func (m *machine) branch(b *ir.Block, env Env) (*ir.Block, error) {
	for _, e := range b.Succs {
		m.trace.read(env, e.Cond)
	}
	for i, e := range b.Succs {
		holds, err := m.truth(e.Cond, env)
		if err != nil {
			return nil, err
		}
		if holds {
			if m.limits.Branch != nil {
				m.limits.Branch(b, i)
			}
			return e.To, nil
		}
	}
	return nil, &stop{Result{Outcome: ir.Blocked, Pos: b.Pos}}
}

func isTail(c *ir.Call, p *ir.Proc) bool {
	for i, v := range c.Outs {
		if v != p.Outputs[i] {
			return false
		}
	}
	return true
}

func (m *machine) args(c *ir.Call, env Env) ([]Value, error) {
	args := make([]Value, len(c.Args))
	for i, a := range c.Args {
		v, err := m.eval(a, env)
		if err != nil {
			return nil, err
		}
		args[i] = v
	}
	return args, nil
}

func (m *machine) step(in ir.Instr, env Env, depth int) error {
	m.trace.instr(in, env)
	switch in := in.(type) {
	case *ir.Assign:
		values := make([]Value, len(in.Exprs))
		for i, e := range in.Exprs {
			v, err := m.eval(e, env)
			if err != nil {
				return err
			}
			values[i] = v
		}
		m.trace.assign(in, env, values)
		for i, v := range in.Vars {
			env[v] = values[i]
		}
	case *ir.Assume:
		holds, err := m.truth(in.Cond, env)
		if err != nil {
			return err
		}
		if !holds {
			m.trace.pass(in.Pos)
			return &stop{Result{Outcome: ir.Blocked, Pos: in.Pos}}
		}
	case *ir.Assert:
		holds, err := m.truth(in.Cond, env)
		if err != nil {
			return err
		}
		if !holds {
			m.trace.pass(in.Pos)
			return &stop{Result{Outcome: ir.Fails, Pos: in.Pos, What: in.What}}
		}
	case *ir.Call:
		args, err := m.args(in, env)
		if err != nil {
			return err
		}
		callee, err := m.proc(in.Proc)
		if err != nil {
			return err
		}
		out, err := m.call(callee, args, depth+1)
		if err != nil {
			return err
		}
		for i, v := range in.Outs {
			if v != nil {
				env[v] = out[i]
			}
		}
		m.trace.returned(in, out)
	default:
		panic(fmt.Sprintf("interp: unexpected instruction %T", in))
	}
	return nil
}
