package extraction

import (
	"maps"
	"slices"

	"semdiff/boogie"
)

// site is a call of an extracted loop where the loop was.
type site struct {
	in   *routine
	head string // the label of the block of the call, and of the loop's head
	call *boogie.CallStmt
	// backs are the assumptions of false that stand in the copy behind the call for
	// jumps back to the head.
	backs map[*boogie.AssumeStmt]bool
}

// iteration compares one iteration of an extracted loop with the copy behind its call. Its names are those of the
// caller: variable gives for each formal of the loop the variable that it stands for.
type iteration struct {
	loop, copy map[string]*block
	self       *routine
	effects    effects
	owned      map[string]boogie.Expr // variables of the caller
	variable   map[string]string      // by formal of the loop
	ins, outs  map[string]bool        // formals of the loop
	changing   map[string]bool        // variables of the caller that outs stand for

	partner map[string]string          // blocks of the copy that are compared already, by the loop's
	changed map[string]map[string]bool // what may be changed where a block of the loop starts, by the caller's names
	inside  map[string]bool            // blocks of the copy from which the loop goes on
	backs   map[*boogie.AssumeStmt]bool
}

// newSite is the site of a call in a block of a caller, if the procedure called is a loop that
// was extracted there.
func newSite(caller *routine, blocks map[string]*block, at *block, loop *routine, e effects) (*site, bool) {
	call, ok := at.stmts[0].(*boogie.CallStmt)
	if !ok || len(at.stmts) != 1 || len(at.targets) != 1 || at.label == "" || call.Free || call.Async {
		return nil, false
	}
	body, ok := blocksOf(loop.body)
	if !ok || len(loop.body.Locals) > 0 {
		return nil, false
	}
	it := &iteration{
		loop: body, copy: blocks, self: loop, effects: e, owned: caller.variables(), variable: map[string]string{},
		ins: map[string]bool{}, outs: map[string]bool{}, changing: map[string]bool{},
		partner: map[string]string{}, changed: map[string]map[string]bool{}, inside: map[string]bool{}, backs: map[*boogie.AssumeStmt]bool{},
	}
	if !it.formals(call) || !it.start(at) {
		return nil, false
	}
	return &site{in: caller, head: at.label, call: call, backs: it.backs}, true
}

// formals says what variables of the caller the loop's formals stand for.
func (it *iteration) formals(call *boogie.CallStmt) bool {
	ins, outs := names(it.self.ins), names(it.self.outs)
	if len(ins) != len(call.Args) || len(outs) != len(call.Outs) {
		return false
	}
	for _, b := range slices.Concat(it.self.ins, it.self.outs) {
		if b.Where != nil {
			return false
		}
	}
	for i, p := range ins {
		x, ok := call.Args[i].(*boogie.IdentExpr)
		if !ok || !it.isOwned(x.Name) {
			return false
		}
		it.variable[p], it.ins[p] = x.Name, true
	}
	for i, p := range outs {
		v := call.Outs[i].Name
		if !it.isOwned(v) || it.owned[v] != nil || it.changing[v] {
			return false
		}
		it.variable[p], it.outs[p], it.changing[v] = v, true, true
	}
	return true
}

func (it *iteration) isOwned(name string) bool {
	_, ok := it.owned[name]
	return ok
}

// start compares from the heads on. The loop first copies its inputs, and may then choose to return.
func (it *iteration) start(call *block) bool {
	entry := it.loop[firstLabel(it.self.body)]
	if entry == nil || len(entry.stmts) > 1 {
		return false
	}
	copied := map[string]bool{}
	if len(entry.stmts) == 1 {
		var ok bool
		if copied, ok = it.restored(entry.stmts[0]); !ok {
			return false
		}
	}
	for p := range it.outs {
		if !copied[it.variable[p]] {
			return false
		}
	}
	stops := false
	head := ""
	for _, t := range entry.targets {
		switch b := it.loop[t]; {
		case len(b.stmts) == 0 && len(b.targets) == 0:
			stops = true
		case head == "":
			head = t
		default:
			return false
		}
	}
	if head == "" {
		return false
	}
	order, ok := it.topological(head)
	if !ok {
		return false
	}
	it.partner[head], it.changed[head] = call.targets[0], map[string]bool{}
	for _, label := range order {
		if it.partner[label] != "" && !it.compare(it.loop[label], stops) {
			return false
		}
	}
	return it.isClosed(call)
}

// firstLabel is that of the block where a body starts.
func firstLabel(b *boogie.Body) string {
	if len(b.Stmts) > 0 {
		if l, ok := b.Stmts[0].(*boogie.LabelStmt); ok {
			return l.Name
		}
	}
	return ""
}

// topological lists the loop's blocks below a label, each behind those that lead to it; false if
// there is a cycle.
func (it *iteration) topological(from string) ([]string, bool) {
	var order []string
	state := map[string]int{} // 1 where begun, 2 where done
	var visit func(label string) bool
	visit = func(label string) bool {
		switch state[label] {
		case 1:
			return false
		case 2:
			return true
		}
		state[label] = 1
		for _, t := range it.loop[label].targets {
			if !visit(t) {
				return false
			}
		}
		state[label] = 2
		order = append(order, label)
		return true
	}
	ok := visit(from)
	slices.Reverse(order)
	return order, ok
}

// compare compares a block of the loop with that of the copy which runs in its place, and says
// which blocks do so behind it. stops says that the loop may return at each head, and has no ways out.
func (it *iteration) compare(b *block, stops bool) bool {
	of := it.copy[it.partner[b.label]]
	changed := maps.Clone(it.changed[b.label])
	rest := of.stmts
	gaveBack := false // after which nothing but the return can follow
	for _, s := range b.stmts {
		switch restored, isRestoring := it.restored(s); {
		case gaveBack && !isRestoring:
			return false
		case len(rest) > 0 && it.same(s, rest[0]):
			rest = rest[1:]
			it.change(s, changed)
			if isFalse(s) {
				return true // nothing runs on
			}
		case isRestoring && len(b.targets) == 0:
			for v := range restored {
				gaveBack = gaveBack || changed[v]
				delete(changed, v)
			}
		case isRestoring:
			for v := range restored {
				if changed[v] {
					return false
				}
			}
		case len(b.targets) == 0 && it.goesBack(s):
			back, ok := s.(*boogie.CallStmt)
			if !ok || s != b.stmts[len(b.stmts)-1] || back.Proc != it.self.name || len(rest) == 0 || !isFalse(rest[0]) {
				return false
			}
			it.backs[rest[0].(*boogie.AssumeStmt)] = true
			it.inside[of.label] = true
			return true
		case stops && isFalse(s):
			return true
		default:
			return false
		}
	}
	if len(b.targets) == 0 {
		return !stops && len(changed) == 0 // the way out: the copy does it again
	}
	if len(rest) > 0 {
		return false
	}
	it.inside[of.label] = true
	for _, t := range b.targets {
		if other, ok := it.partner[t]; !slices.Contains(of.targets, t) || ok && other != t {
			return false
		}
		it.partner[t] = t
		if it.changed[t] == nil {
			it.changed[t] = map[string]bool{}
		}
		maps.Copy(it.changed[t], changed)
	}
	// Ways that the copy alone has leave the loop; a loop that cannot stop by itself has them too.
	return stops || !slices.ContainsFunc(of.targets, func(t string) bool { return !slices.Contains(b.targets, t) })
}

// change adds what a statement of the loop may change.
func (it *iteration) change(s boogie.Stmt, changed map[string]bool) {
	for _, v := range assigned(s) {
		if to, ok := it.variable[v]; ok {
			v = to
		}
		changed[v] = true
	}
	if c, ok := s.(*boogie.CallStmt); ok {
		maps.Copy(changed, it.effects[c.Proc])
	}
}

// restored are the variables of the caller that a statement of the loop gives the values that they
// have at its head, if that is all it does.
func (it *iteration) restored(s boogie.Stmt) (map[string]bool, bool) {
	a, ok := s.(*boogie.AssignStmt)
	if !ok {
		return nil, false
	}
	vars := map[string]bool{}
	for i, l := range a.Lhs {
		to, ok := l.(*boogie.IdentExpr)
		if !ok {
			return nil, false
		}
		switch from := a.Rhs[i].(type) {
		case *boogie.IdentExpr:
			if !it.outs[to.Name] || !it.ins[from.Name] || it.variable[to.Name] != it.variable[from.Name] {
				return nil, false
			}
			vars[it.variable[to.Name]] = true
		case *boogie.OldExpr:
			x, ok := from.X.(*boogie.IdentExpr)
			if !ok || x.Name != to.Name || it.outs[to.Name] || it.isOwned(to.Name) {
				return nil, false
			}
			vars[to.Name] = true
		default:
			return nil, false
		}
	}
	return vars, true
}

// goesBack reports whether a statement is the call of the loop itself with the variables as
// they are.
func (it *iteration) goesBack(s boogie.Stmt) bool {
	c, ok := s.(*boogie.CallStmt)
	if !ok || c.Proc != it.self.name || c.Free || c.Async {
		return false
	}
	ins, outs := names(it.self.ins), names(it.self.outs)
	if len(c.Args) != len(ins) || len(c.Outs) != len(outs) {
		return false
	}
	for i, p := range ins {
		x, ok := c.Args[i].(*boogie.IdentExpr)
		if !ok || it.variable[x.Name] != it.variable[p] || it.ins[x.Name] && it.changing[it.variable[p]] {
			return false
		}
	}
	for i, p := range outs {
		if c.Outs[i].Name != p {
			return false
		}
	}
	return true
}

// same reports whether a statement of the loop does what one of the copy does. An input that
// changes in the loop, and old(e), have other values there.
func (it *iteration) same(s, copied boogie.Stmt) bool {
	mine := boogie.Clone(s)
	ok := true
	use := func(name *string) {
		to, formal := it.variable[*name]
		switch {
		case formal && it.ins[*name] && it.changing[to], !formal && it.isOwned(*name):
			ok = false
		case formal:
			*name = to
		}
	}
	boogie.Inspect(mine, func(n boogie.Node) bool {
		switch n := n.(type) {
		case *boogie.IdentExpr:
			use(&n.Name)
		case *boogie.QuantExpr, *boogie.LetExpr, *boogie.CodeExpr, *boogie.OldExpr:
			ok = ok && !it.mentions(n)
		}
		return ok
	})
	return ok && boogie.EqualText(mine, copied)
}

// mentions reports whether an expression that binds names or looks back has any that could be a
// variable's of the loop or its caller.
func (it *iteration) mentions(e boogie.Node) bool {
	if _, ok := e.(*boogie.OldExpr); ok {
		return true
	}
	found := false
	boogie.Inspect(e, func(n boogie.Node) bool {
		if n, ok := n.(*boogie.Name); ok {
			_, formal := it.variable[n.Name]
			found = found || formal || it.isOwned(n.Name)
		}
		if _, ok := n.(*boogie.CodeExpr); ok {
			found = true
		}
		return !found
	})
	return found
}

// isClosed reports whether the blocks of the copy that stay in the loop are reached through its head alone.
func (it *iteration) isClosed(call *block) bool {
	preds := predecessors(it.copy)
	copied := map[string]bool{}
	for _, to := range it.partner {
		if copied[to] {
			return false // it runs in the place of two
		}
		copied[to] = true
	}
	for label := range it.inside {
		for _, p := range preds[label] {
			if p != call.label && !it.inside[p] {
				return false
			}
		}
		if label == call.label {
			return false
		}
	}
	return len(it.backs) > 0
}

// isFalse reports whether a statement is assume false.
func isFalse(s boogie.Stmt) bool {
	a, ok := s.(*boogie.AssumeStmt)
	if !ok {
		return false
	}
	lit, ok := a.Cond.(*boogie.BoolLit)
	return ok && !lit.Value
}
