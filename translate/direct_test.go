package translate

import (
	"fmt"
	"math/big"
	"slices"
	"testing"

	"semdiff/boogie"
	"semdiff/boogie/types"
	"semdiff/smtlib"
	"semdiff/smtlib/ieee"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// direct runs a program from its syntax tree: no blocks, no terms, globals in
// one store. It is what the lowering is tested against.
type direct struct {
	info    *types.Info
	globals map[string]any
	tape    func(pos int, t types.Type) any
	pos     int // on the tape
	asserts Asserts
	steps   int
	t       testing.TB
}

// A value is a *big.Int, a bool, a dmap, or one of those of direct_data_test.go.
type dmap struct {
	at   map[string]any
	rest any
}

// activation holds the variables of one procedure; globals are in direct.
type activation struct {
	vars map[string]any
	old  map[string]any // globals at entry
}

// ending is panicked with when a run ends otherwise than by returning.
type ending ir.Outcome

const directSteps = 3_000

// run executes a procedure; the globals are changed in place.
func (d *direct) run(name string, args []any) (kind ir.Outcome, outs []any) {
	defer func() {
		if r := recover(); r != nil {
			switch r := r.(type) {
			case ending:
				kind = ir.Outcome(r)
			case openValue:
				kind = ir.OutOfFuel // not to be compared
			default:
				panic(r)
			}
		}
	}()
	return ir.Normal, d.call(name, args)
}

func (d *direct) call(name string, args []any) []any {
	p := d.info.Procs[name]
	a := &activation{vars: map[string]any{}, old: d.snapshot()}
	for i, o := range p.Ins {
		a.vars[o.Name] = args[i]
	}
	for _, s := range p.Decl.Specs {
		if s.Kind == boogie.Requires && !d.truth(s.Cond, a) {
			panic(ending(ir.Blocked))
		}
	}
	d.stmts(p.Body.Stmts, a)
	for _, s := range p.Decl.Specs {
		if s.Kind == boogie.Ensures {
			d.assert(s.Cond, a)
		}
	}
	var outs []any
	for _, o := range p.Outs {
		outs = append(outs, a.vars[o.Name])
	}
	return outs
}

func (d *direct) snapshot() map[string]any {
	m := map[string]any{}
	for k, v := range d.globals {
		m[k] = v
	}
	return m
}

func (d *direct) assert(e boogie.Expr, a *activation) {
	switch {
	case d.asserts == AssertsIgnore || d.truth(e, a):
	case d.asserts == AssertsAssume:
		panic(ending(ir.Blocked))
	default:
		panic(ending(ir.Fails))
	}
}

// control says how a list of statements was left.
type control struct {
	kind  string // "", "return", "break", "goto"
	label string
}

func (d *direct) stmts(list []boogie.Stmt, a *activation) control {
	for i := 0; i < len(list); i++ {
		c := d.stmt(list[i], a)
		labels := labelsBefore(list, i)
		switch {
		case c.kind == "":
		case c.kind == "break" && c.label != "" && slices.Contains(labels, c.label):
		case c.kind == "goto" && position(list, c.label) >= 0:
			i = position(list, c.label)
		default:
			return c
		}
	}
	return control{}
}

func position(list []boogie.Stmt, label string) int {
	return slices.IndexFunc(list, func(s boogie.Stmt) bool {
		l, ok := s.(*boogie.LabelStmt)
		return ok && l.Name == label
	})
}

func labelsBefore(list []boogie.Stmt, i int) []string {
	var out []string
	for i--; i >= 0; i-- {
		l, ok := list[i].(*boogie.LabelStmt)
		if !ok {
			break
		}
		out = append(out, l.Name)
	}
	return out
}

func (d *direct) stmt(s boogie.Stmt, a *activation) control {
	if d.steps++; d.steps > directSteps {
		panic(ending(ir.OutOfFuel))
	}
	switch s := s.(type) {
	case *boogie.LabelStmt:
	case *boogie.AssertStmt:
		d.assert(s.Cond, a)
	case *boogie.AssumeStmt:
		if !d.truth(s.Cond, a) {
			panic(ending(ir.Blocked))
		}
	case *boogie.AssignStmt:
		d.assign(s, a)
	case *boogie.HavocStmt:
		for _, x := range s.Vars {
			d.set(x, d.tape(d.pos, d.info.Objects[x].Type), a)
			d.pos++
		}
	case *boogie.CallStmt:
		d.callStmt(s, a)
	case *boogie.ReturnStmt:
		return control{kind: "return"}
	case *boogie.BreakStmt:
		return control{"break", s.Label}
	case *boogie.GotoStmt:
		return d.gotoStmt(s, a)
	case *boogie.IfStmt:
		if d.choose(s, a) {
			return d.stmts(s.Then, a)
		}
		return d.stmts(s.Else, a)
	case *boogie.WhileStmt:
		return d.while(s, a)
	default:
		panic(fmt.Sprintf("direct: unexpected %T", s))
	}
	return control{}
}

func (d *direct) while(s *boogie.WhileStmt, a *activation) control {
	for {
		if d.steps++; d.steps > directSteps {
			panic(ending(ir.OutOfFuel))
		}
		for _, inv := range s.Invariants {
			d.assert(inv.Cond, a)
		}
		if !d.truth(s.Cond, a) {
			return control{}
		}
		c := d.stmts(s.Body, a)
		if c.kind == "break" && c.label == "" {
			return control{}
		}
		if c.kind != "" {
			return c
		}
	}
}

// choose decides an if. For if (*) the tape decides between branches that do
// not begin with a false assumption.
func (d *direct) choose(s *boogie.IfStmt, a *activation) bool {
	if s.Cond != nil {
		return d.truth(s.Cond, a)
	}
	if leads(s.Then) && leads(s.Else) {
		d.t.Skip("two assumptions after if (*) may exclude each other")
	}
	return d.pick([]bool{d.enabled(s.Then, a), d.enabled(s.Else, a)}) == 0
}

func leads(list []boogie.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	_, ok := list[0].(*boogie.AssumeStmt)
	return ok
}

func (d *direct) enabled(list []boogie.Stmt, a *activation) bool {
	for _, s := range list {
		as, ok := s.(*boogie.AssumeStmt)
		if !ok {
			break
		}
		if !d.truth(as.Cond, a) {
			return false
		}
	}
	return true
}

// pick reads which of the enabled ways is taken.
func (d *direct) pick(enabled []bool) int {
	n := d.tape(d.pos, types.Int).(*big.Int)
	d.pos++
	if n.IsInt64() && n.Sign() >= 0 && n.Int64() < int64(len(enabled)) && enabled[n.Int64()] {
		return int(n.Int64())
	}
	k := slices.Index(enabled, true)
	if k < 0 {
		panic(ending(ir.Blocked))
	}
	return k
}

// gotoStmt finds the target whose assumptions hold. The generator lets either
// exactly one hold or, with a target that assumes nothing, asks the tape.
func (d *direct) gotoStmt(s *boogie.GotoStmt, a *activation) control {
	if len(s.Labels) == 1 {
		return control{"goto", s.Labels[0].Name}
	}
	var enabled []bool
	free := false
	for _, l := range s.Labels {
		after := d.behind(l.Name)
		enabled = append(enabled, d.enabled(after, a))
		free = free || !leads(after)
	}
	if free {
		return control{"goto", s.Labels[d.pick(enabled)].Name}
	}
	k := slices.Index(enabled, true)
	if k < 0 {
		panic(ending(ir.Blocked))
	}
	return control{"goto", s.Labels[k].Name}
}

// behind are the statements after a label at the top of some body.
func (d *direct) behind(label string) []boogie.Stmt {
	for _, p := range d.info.Procs {
		if p.Body == nil {
			continue
		}
		if i := position(p.Body.Stmts, label); i >= 0 {
			return p.Body.Stmts[i+1:]
		}
	}
	panic("direct: no label " + label)
}

func (d *direct) callStmt(s *boogie.CallStmt, a *activation) {
	args := make([]any, len(s.Args))
	for i, e := range s.Args {
		args[i] = d.eval(e, a)
	}
	p := d.info.Procs[s.Proc]
	spec := &activation{vars: map[string]any{}}
	for i, o := range p.SpecIns {
		spec.vars[o.Name] = args[i]
	}
	for _, sp := range p.Decl.Specs {
		if sp.Kind == boogie.Requires {
			d.assert(sp.Cond, spec)
		}
	}
	for i, v := range d.call(s.Proc, args) {
		d.set(s.Outs[i], v, a)
	}
}

func (d *direct) set(x *boogie.IdentExpr, v any, a *activation) {
	if _, local := d.local(x, a); local || d.info.Objects[x].Kind != types.Global {
		a.vars[x.Name] = v
	} else {
		d.globals[x.Name] = v
	}
}

func (d *direct) local(x *boogie.IdentExpr, a *activation) (any, bool) {
	if d.info.Objects[x].Kind == types.Global {
		return nil, false
	}
	v, ok := a.vars[x.Name]
	return v, ok
}

func (d *direct) assign(s *boogie.AssignStmt, a *activation) {
	var values []any
	for i, l := range s.Lhs {
		v := d.eval(s.Rhs[i], a)
		for { // m[i][j] := v is m := m[i := m[i][j := v]]
			sel, ok := l.(*boogie.SelectExpr)
			if !ok {
				break
			}
			v = d.eval(sel.Map, a).(dmap).store(d.eval(sel.Index[0], a), v)
			l = sel.Map
		}
		values = append(values, v)
	}
	for i, l := range s.Lhs {
		for {
			sel, ok := l.(*boogie.SelectExpr)
			if !ok {
				break
			}
			l = sel.Map
		}
		d.set(l.(*boogie.IdentExpr), values[i], a)
	}
}

func (m dmap) store(i, v any) dmap {
	n := dmap{at: map[string]any{fmt.Sprint(i): v}, rest: m.rest}
	for k, x := range m.at {
		if _, new := n.at[k]; !new {
			n.at[k] = x
		}
	}
	return n
}

func (m dmap) get(i any) any {
	if v, ok := m.at[fmt.Sprint(i)]; ok {
		return v
	}
	return m.rest
}

func same(x, y any) bool {
	switch x := x.(type) {
	case bool:
		return x == y.(bool)
	case *big.Int:
		return x.Cmp(y.(*big.Int)) == 0
	case dmap:
		y := y.(dmap)
		for k := range x.at {
			if !same(x.at[k], y.get(k)) {
				return false
			}
		}
		for k := range y.at {
			if !same(y.at[k], x.get(k)) {
				return false
			}
		}
		return same(x.rest, y.rest)
	case ddata:
		return sameData(x, y.(ddata))
	case ieee.Float:
		return x.Bits().Cmp(y.(ieee.Float).Bits()) == 0
	}
	panic(fmt.Sprintf("direct: unexpected %T", x))
}

func (d *direct) truth(e boogie.Expr, a *activation) bool { return d.eval(e, a).(bool) }

func (d *direct) eval(e boogie.Expr, a *activation) any {
	switch e := e.(type) {
	case *boogie.BoolLit:
		return e.Value
	case *boogie.IntLit:
		return e.Value
	case *boogie.IdentExpr:
		if v, ok := d.local(e, a); ok {
			return v
		}
		v, ok := d.globals[e.Name]
		if !ok {
			d.t.Skip("reads a variable before it is set: ", e.Name)
		}
		return v
	case *boogie.OldExpr:
		now := d.globals
		d.globals = a.old
		v := d.eval(e.X, a)
		d.globals = now
		return v
	case *boogie.UnaryExpr:
		if e.Op == boogie.Not {
			return !d.truth(e.X, a)
		}
		return new(big.Int).Neg(d.eval(e.X, a).(*big.Int))
	case *boogie.IfExpr:
		if d.truth(e.Cond, a) {
			return d.eval(e.Then, a)
		}
		return d.eval(e.Else, a)
	case *boogie.SelectExpr:
		return d.eval(e.Map, a).(dmap).get(d.eval(e.Index[0], a))
	case *boogie.StoreExpr:
		return d.eval(e.Map, a).(dmap).store(d.eval(e.Index[0], a), d.eval(e.Value, a))
	case *boogie.CallExpr:
		f := d.info.Funcs[e.Func]
		args := make([]any, len(e.Args))
		for i, x := range e.Args {
			args[i] = d.eval(x, a)
		}
		if f.Decl.Body == nil {
			return d.builtin(f, args)
		}
		inner := &activation{vars: map[string]any{}}
		for i, p := range f.Params {
			inner.vars[p.Name] = args[i]
		}
		return d.eval(f.Decl.Body, inner)
	case *boogie.BinaryExpr:
		return d.binary(e, a)
	}
	return d.evalData(e, a)
}

func (d *direct) binary(e *boogie.BinaryExpr, a *activation) any {
	x, y := d.eval(e.X, a), d.eval(e.Y, a)
	switch e.Op {
	case boogie.Iff, boogie.Eq:
		return same(x, y)
	case boogie.Neq:
		return !same(x, y)
	case boogie.Implies:
		return !x.(bool) || y.(bool)
	case boogie.Explies:
		return x.(bool) || !y.(bool)
	case boogie.And:
		return x.(bool) && y.(bool)
	case boogie.Or:
		return x.(bool) || y.(bool)
	}
	if f, ok := x.(ieee.Float); ok {
		return floatOperator(e.Op, f, y.(ieee.Float))
	}
	n, m, r := x.(*big.Int), y.(*big.Int), new(big.Int)
	switch e.Op {
	case boogie.Lt:
		return n.Cmp(m) < 0
	case boogie.Gt:
		return n.Cmp(m) > 0
	case boogie.Le:
		return n.Cmp(m) <= 0
	case boogie.Ge:
		return n.Cmp(m) >= 0
	case boogie.Add:
		return r.Add(n, m)
	case boogie.Sub:
		return r.Sub(n, m)
	case boogie.Mul:
		if r.Mul(n, m).BitLen() > 4000 {
			panic(ending(ir.OutOfFuel))
		}
		return r
	case boogie.Div: // Euclidean; by zero as the interpreter chose
		if m.Sign() == 0 {
			return r
		}
		return r.Div(n, m)
	case boogie.Mod:
		if m.Sign() == 0 {
			return n
		}
		return r.Mod(n, m)
	}
	panic("direct: unexpected operator")
}

// toValue is a value of direct for the interpreter of the IR.
func toValue(c *smtlib.Context, s *smtlib.Sort, v any) interp.Value {
	switch v := v.(type) {
	case bool:
		return interp.Bool(c, v)
	case *big.Int:
		return interp.Int(c, v)
	case dmap:
		base, ok := toValue(c, s.Elem, v.rest).Term(c)
		if !ok {
			panic("direct: default without a term")
		}
		m, err := interp.Eval(c, c.ConstArray(s, base), nil, nil)
		if err != nil {
			panic(err)
		}
		for k, x := range v.at {
			i, _ := new(big.Int).SetString(k, 10)
			m = interp.Store(m, interp.Int(c, i), toValue(c, s.Elem, x))
		}
		return m
	case ddata:
		return dataValue(c, s, v)
	case ieee.Float:
		return interp.Float(c, v)
	}
	panic(fmt.Sprintf("direct: unexpected %T", v))
}

// tapeOf reads the tape as the interpreter's model has it.
func tapeOf(c *smtlib.Context, m *interp.Model) func(int, types.Type) any {
	return func(pos int, t types.Type) any {
		s := c.Int
		if t == types.Bool {
			s = c.Bool
		}
		v, err := m.Apply(ir.TapeFunc(c, s), []interp.Value{interp.Int(c, big.NewInt(int64(pos)))})
		if err != nil {
			panic(err)
		}
		if s == c.Bool {
			return v.String() == "true"
		}
		n, _ := new(big.Int).SetString(v.String(), 10)
		return n
	}
}
