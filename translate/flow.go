package translate

import (
	"fmt"
	"slices"

	"semdiff/boogie"
	"semdiff/boogie/types"
)

// flow is the control flow of one procedure as its text has it: enough to tell
// what the procedure reads and sets without any term. It mirrors what the passes
// make of the statements (cfg, guards, thread) and never says less: a body reads,
// sets and calls nothing that its flow does not.
type flow struct {
	l     *lowering
	proc  *types.Proc
	num   map[*types.Object]int
	vars  []*types.Object // by number; vars[tape] is nil
	alias map[*types.Object]*types.Object

	steps       []*step
	entry, exit *step
	end         *step // where it returns: the exit, or what is checked there
	cyclic      bool  // some step can be reached from itself
	cur         *step // nil after a jump
	labels      map[string]*step
	targets     []flowTarget
	pending     []string
	choices     map[boogie.Stmt]*choice
	mentioned   map[string]bool // functions
}

// tape is the number of the input tape among the variables of a flow.
const tape = 0

// step is a point where paths join, or what a part of a statement does.
type step struct {
	joins                   bool
	moves                   []move      // at once
	reads                   []int       // whatever is needed later
	readsNew                []int       // likewise, after the moves
	olds                    []int       // globals whose value at entry is read
	sets                    []int       // to what nothing says
	callee                  *types.Proc // with a body
	calleeSets, calleeReads []int       // of globals and the tape
	assumed                 *types.Proc // without one, a function of its inputs by assumption
	assumes                 boogie.Expr
	where                   bool // may block, beside assumes
	fails                   bool
	dead                    bool // no run gets behind it
	succs                   []*step
	preds                   int
	choice                  *choice // how its successors are chosen, when no condition says it
	chosen                  int     // how many of its predecessors choose it, exhaustively
	reachable               bool
	index                   int
}

// move gives to a value that depends on from.
type move struct {
	to   int
	from []int
}

// choice is a branch without a condition: it is made by the assumptions that its
// targets begin with.
type choice struct {
	at        *step
	targets   []*step
	exclusive bool // at most one target can be taken
	total     bool // always at least one
}

type flowTarget struct {
	labels []string
	loop   bool
	after  *step
}

// flowOf finds the control flow of a procedure with a body.
func (l *lowering) flowOf(p *types.Proc) *flow {
	f := &flow{
		l: l, proc: p, num: map[*types.Object]int{}, vars: []*types.Object{nil}, alias: map[*types.Object]*types.Object{},
		labels: map[string]*step{}, choices: map[boogie.Stmt]*choice{}, mentioned: map[string]bool{},
	}
	for i, o := range p.SpecIns {
		f.alias[o] = p.Ins[i]
	}
	for i, o := range p.SpecOuts {
		f.alias[o] = p.Outs[i]
	}
	f.entry = f.join()
	f.cur = f.entry
	f.exit = &step{joins: true}
	for _, s := range p.Decl.Specs {
		if s.Kind == boogie.Requires {
			f.assume(s.Cond)
		}
	}
	for _, o := range p.Ins {
		if w := whereOf(p, o); w != nil {
			f.assume(w)
		}
	}
	f.stmts(p.Body.Stmts)
	f.jump(f.exit)
	f.steps = append(f.steps, f.exit)
	f.cur = f.exit
	for _, s := range p.Decl.Specs {
		if s.Kind == boogie.Ensures && !s.Free {
			f.assert(s.Cond)
		}
	}
	f.end = f.cur
	f.findReachable()
	for _, s := range f.steps {
		if s.reachable && s.choice != nil {
			f.decide(s.choice)
		}
	}
	f.havocUnset()
	return f
}

// whereOf is the where clause of a variable that procedure p sees, nil without
// one. Those of formals stand at the procedure; its implementation may have other
// names for them.
func whereOf(p *types.Proc, o *types.Object) boogie.Expr {
	for _, formals := range [][2][]*types.Object{{p.SpecIns, p.Ins}, {p.SpecOuts, p.Outs}} {
		for i, s := range formals[0] {
			if formals[1][i] == o {
				return s.Where
			}
		}
	}
	return o.Where
}

// number is the number of a variable.
func (f *flow) number(o *types.Object) int {
	if a := f.alias[o]; a != nil {
		o = a
	}
	n, known := f.num[o]
	if !known {
		n = len(f.vars)
		f.num[o] = n
		f.vars = append(f.vars, o)
	}
	return n
}

// read lists the variables in e, and the globals of which it reads the value at
// entry. Variables of an expression's own do no harm: nobody asks for them.
func (f *flow) read(e boogie.Node) (now, old []int) {
	var visit func(n boogie.Node, inOld bool)
	visit = func(n boogie.Node, inOld bool) {
		boogie.Inspect(n, func(n boogie.Node) bool {
			switch n := n.(type) {
			case *boogie.Attr:
				return false
			case *boogie.OldExpr:
				visit(n.X, true)
				return false
			case *boogie.CallExpr:
				f.mentioned[n.Func] = true
			case *boogie.IdentExpr:
				o := f.l.info.Objects[n]
				switch {
				case o == nil || o.Kind == types.Const || o.Kind == types.Bound:
				case o.Kind == types.Global && inOld:
					old = append(old, f.number(o))
				default:
					now = append(now, f.number(o))
				}
			}
			return true
		})
	}
	visit(e, false)
	return now, old
}

func (f *flow) join() *step {
	s := &step{joins: true}
	f.steps = append(f.steps, s)
	return s
}

// step adds a step behind the current one.
func (f *flow) step() *step {
	s := &step{}
	f.steps = append(f.steps, s)
	f.cur.succs = append(f.cur.succs, s)
	f.cur = s
	return s
}

func (f *flow) jump(to *step) {
	if f.cur != nil {
		f.cur.succs = append(f.cur.succs, to)
		f.cur = nil
	}
}

// evaluate adds a step that reads what is in the expressions.
func (f *flow) evaluate(es ...boogie.Expr) *step {
	s := f.step()
	for _, e := range es {
		now, old := f.read(e)
		s.reads, s.olds = append(s.reads, now...), append(s.olds, old...)
	}
	return s
}

func (f *flow) assume(e boogie.Expr) {
	if lit, ok := e.(*boogie.BoolLit); ok && lit.Value {
		return
	} else if s := f.evaluate(e); ok {
		s.dead, s.where = true, true
	} else {
		s.assumes = e
	}
}

func (f *flow) assert(e boogie.Expr) {
	if lit, ok := e.(*boogie.BoolLit); ok && lit.Value || f.l.opts.Asserts == AssertsIgnore {
		return
	}
	f.evaluate(e).mayFail(f.l.opts)
}

func (s *step) mayFail(opts Options) {
	if opts.Asserts == AssertsAssume {
		s.where = true
	} else {
		s.fails = true
	}
}

func (f *flow) stmts(list []boogie.Stmt) {
	f.pending = nil
	for _, s := range list {
		if lab, ok := s.(*boogie.LabelStmt); ok {
			to := f.label(lab.Name)
			f.steps = append(f.steps, to)
			f.jump(to)
			f.cur = to
			f.pending = append(f.pending, lab.Name)
			continue
		}
		if f.cur == nil { // nothing jumps here
			f.cur = f.join()
		}
		labels := f.pending
		f.pending = nil
		f.stmt(s, labels)
	}
}

func (f *flow) label(name string) *step {
	if f.labels[name] == nil {
		f.labels[name] = &step{joins: true}
	}
	return f.labels[name]
}

func (f *flow) stmt(s boogie.Stmt, labels []string) {
	switch s := s.(type) {
	case *boogie.AssertStmt:
		f.assert(s.Cond)
	case *boogie.AssumeStmt:
		if f.l.valueNote(s.Cond) == nil {
			f.assume(s.Cond)
		}
	case *boogie.HavocStmt:
		f.havoc(s)
	case *boogie.AssignStmt:
		f.assign(s)
	case *boogie.FieldAssignStmt:
		f.assign(&s.AssignStmt)
	case *boogie.UnpackStmt:
		f.unpack(s)
	case *boogie.CallStmt:
		f.call(s)
	case *boogie.GotoStmt:
		targets := make([]*step, len(s.Labels))
		for i, n := range s.Labels {
			targets[i] = f.label(n.Name)
		}
		f.branch(s, nil, targets...)
	case *boogie.ReturnStmt:
		f.jump(f.exit)
	case *boogie.IfStmt:
		f.ifStmt(s, labels)
	case *boogie.WhileStmt:
		f.whileStmt(s, labels)
	case *boogie.BreakStmt:
		for _, t := range slices.Backward(f.targets) {
			if s.Label == "" && t.loop || s.Label != "" && slices.Contains(t.labels, s.Label) {
				f.jump(t.after)
				break
			}
		}
	default: // guides a prover, or has no meaning and is not lowered
	}
}

// branch ends the current step with edges, taken as cond says or else freely.
func (f *flow) branch(s boogie.Stmt, cond boogie.Expr, all ...*step) {
	targets := all
	var at *step
	if lit, ok := cond.(*boogie.BoolLit); ok { // there is one way only
		at = f.step()
		targets = targets[:1]
		if !lit.Value {
			targets = all[1:]
		}
	} else if cond != nil {
		at = f.evaluate(cond)
	} else {
		at = f.step()
		if len(targets) > 1 {
			at.choice = &choice{at: at, targets: targets}
			f.choices[s] = at.choice
		}
	}
	at.succs = append(at.succs, targets...)
	f.cur = nil
}

func (f *flow) ifStmt(s *boogie.IfStmt, labels []string) {
	then, els, after := &step{joins: true}, &step{joins: true}, &step{joins: true}
	f.branch(s, s.Cond, then, els)
	f.targets = append(f.targets, flowTarget{labels: labels, after: after})
	f.list(then, s.Then, after)
	f.list(els, s.Else, after)
	f.targets = f.targets[:len(f.targets)-1]
	f.begin(after)
}

func (f *flow) whileStmt(s *boogie.WhileStmt, labels []string) {
	head, body, after := f.join(), &step{joins: true}, &step{joins: true}
	f.jump(head)
	f.cur = head
	for _, inv := range s.Invariants {
		if inv.Free {
			f.assume(inv.Cond)
		} else {
			f.assert(inv.Cond)
		}
	}
	f.branch(s, s.Cond, body, after)
	f.targets = append(f.targets, flowTarget{labels: labels, loop: true, after: after})
	f.list(body, s.Body, head)
	f.targets = f.targets[:len(f.targets)-1]
	f.begin(after)
}

// list adds statements between two joins.
func (f *flow) list(from *step, stmts []boogie.Stmt, to *step) {
	f.begin(from)
	f.stmts(stmts)
	f.jump(to)
}

func (f *flow) begin(s *step) {
	f.steps = append(f.steps, s)
	f.cur = s
}

func (f *flow) havoc(s *boogie.HavocStmt) {
	vars := make([]*types.Object, len(s.Vars))
	for i, x := range s.Vars {
		vars[i] = f.l.info.Objects[x]
	}
	f.readTape(f.step(), vars)
}

// readTape gives vars elements of the tape and assumes their where clauses.
func (f *flow) readTape(s *step, vars []*types.Object) {
	for _, o := range vars {
		s.moves = append(s.moves, move{f.number(o), []int{tape}})
		if w := whereOf(f.proc, o); w != nil {
			now, old := f.read(w)
			s.readsNew = append(s.readsNew, append(now, old...)...)
			s.where = true
		}
	}
	s.moves = append(s.moves, move{tape, []int{tape}})
}

func (f *flow) assign(s *boogie.AssignStmt) {
	at := f.step()
	for i, lhs := range s.Lhs {
		from, old := f.read(s.Rhs[i])
		if _, whole := lhs.(*boogie.IdentExpr); !whole { // the rest stays, and indices are read
			now, more := f.read(lhs)
			from, old = append(from, now...), append(old, more...)
		}
		at.moves = append(at.moves, move{f.number(f.l.info.Objects[assigned(lhs)]), from})
		at.olds = append(at.olds, old...)
	}
}

// assigned is the variable that an assignment to lhs changes.
func assigned(lhs boogie.Expr) *boogie.IdentExpr {
	switch lhs := lhs.(type) {
	case *boogie.SelectExpr:
		return assigned(lhs.Map)
	case *boogie.FieldExpr:
		return assigned(lhs.X)
	case *boogie.IdentExpr:
		return lhs
	}
	panic(fmt.Sprintf("translate: unexpected %T on the left of an assignment", lhs))
}

func (f *flow) unpack(s *boogie.UnpackStmt) {
	if f.l.opts.Asserts != AssertsIgnore {
		f.evaluate(s.Rhs).mayFail(f.l.opts)
	}
	at := f.step()
	from, old := f.read(s.Rhs)
	at.olds = old
	for _, x := range s.Vars {
		at.moves = append(at.moves, move{f.number(f.l.info.Objects[x]), from})
	}
}

// call mirrors builder.call and lowering.thread: preconditions, the call, what is
// assumed behind it, results that go to globals.
func (f *flow) call(s *boogie.CallStmt) {
	p := f.l.info.Procs[s.Proc]
	before := f.evaluate(s.Args...)
	args := before.reads
	for _, sp := range p.Decl.Specs {
		if sp.Kind == boogie.Requires && !sp.Free && !s.Free && f.l.opts.Asserts != AssertsIgnore {
			now, old := f.globalsIn(sp.Cond)
			before.reads = append(append(before.reads, now...), old...)
			before.mayFail(f.l.opts)
		}
	}
	var behind []int
	after := f.l.assumedAfter(p)
	for _, e := range after {
		now, old := f.globalsIn(e)
		behind = append(behind, now...)
		before.reads = append(before.reads, old...) // as the call finds them
	}
	var outs, late []*types.Object // late: set when all has been assumed
	for _, x := range s.Outs {
		if o := f.l.info.Objects[x]; len(after) > 0 && o.Kind == types.Global {
			late = append(late, o)
		} else {
			outs = append(outs, o)
		}
	}
	at := f.step()
	var from []int
	if p.Body != nil {
		at.callee = p
		at.set(f, outs)
	} else {
		from = f.callExternal(at, p, args, outs, len(s.Outs))
	}
	if len(after) > 0 {
		at = f.step()
		at.reads, at.where = behind, true
	}
	if len(late) > 0 {
		at = f.step()
		for _, o := range late {
			at.moves = append(at.moves, move{f.number(o), from})
		}
	}
}

func (s *step) set(f *flow, vars []*types.Object) {
	for _, o := range vars {
		s.sets = append(s.sets, f.number(o))
	}
}

// callExternal sets what a procedure without a body may change: these results and
// what it modifies. It returns what the values depend on.
func (f *flow) callExternal(at *step, p *types.Proc, args []int, outs []*types.Object, results int) (from []int) {
	e := f.l.external(p)
	vars := slices.Clone(outs)
	for _, g := range e.writes.list(f.l) {
		if !slices.Contains(outs, g) {
			vars = append(vars, g)
		}
	}
	if len(vars) == 0 && results == 0 {
		return nil
	}
	from = []int{tape}
	if !e.tape {
		from = slices.Clone(args)
		for _, g := range e.reads.list(f.l) {
			from = append(from, f.number(g))
		}
	}
	for _, o := range vars {
		at.moves = append(at.moves, move{f.number(o), from})
	}
	if e.tape {
		at.moves = append(at.moves, move{tape, []int{tape}})
	} else {
		at.assumed = p
	}
	return from
}

// globalsIn lists the globals in a callee's specification.
func (f *flow) globalsIn(e boogie.Expr) (now, old []int) {
	now, old = f.read(e)
	notGlobal := func(n int) bool { return f.vars[n].Kind != types.Global }
	return slices.DeleteFunc(now, notGlobal), old
}
