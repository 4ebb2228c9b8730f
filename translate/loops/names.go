package loops

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// loopName is SymDiff's name for a loop: procedure, "_loop_", header label. It
// does not depend on what other procedures have been lowered.
func (l *extraction) loopName(label string) string {
	infix := "_loop_"
	if l.insideLoopName() {
		infix = "!loop_" // no Boogie name holds a !
	}
	name := l.proc.Name + infix + label
	for n := 2; l.named[name] != nil || l.names.Declared(name); n++ {
		name = fmt.Sprintf("%s%s%s!%d", l.proc.Name, infix, label, n)
	}
	return name
}

// insideLoopName reports whether the procedure is called what a loop of another
// one may be called, up to the end of the label.
func (l *extraction) insideLoopName() bool {
	name := l.proc.Name
	for i := range name {
		if strings.HasPrefix(name[i:], "_loop_") && l.names.Lowered(name[:i]) {
			return true
		}
	}
	return false
}

// exitsOf are the blocks outside of the loop s that its blocks lead to. Their
// order is that of a depth-first search which takes edges in the order of their
// guards, as text without names: two versions number exits alike though branches
// changed places and variables their names.
func (l *extraction) exitsOf(header *ir.Block, s map[*ir.Block]bool) []*ir.Block {
	var exits []*ir.Block
	seen := map[*ir.Block]bool{}
	var visit func(b *ir.Block)
	visit = func(b *ir.Block) {
		if seen[b] {
			return
		}
		seen[b] = true
		if !s[b] {
			exits = append(exits, b)
			return
		}
		for _, e := range l.byGuard(b.Succs) {
			visit(e.To)
		}
	}
	visit(header)
	return exits
}

// byGuard sorts edges by the text of their guards with one name for all
// variables of a sort.
func (l *extraction) byGuard(edges []ir.Edge) []ir.Edge {
	if len(edges) < 2 {
		return edges
	}
	text := map[*smtlib.Term]string{}
	for _, e := range edges {
		sub := map[*smtlib.Term]*smtlib.Term{}
		for _, v := range freeVars(e.Cond) {
			sub[v] = l.ctx.Var("_", v.Sort())
		}
		text[e.Cond] = l.ctx.Substitute(e.Cond, sub).String()
	}
	return slices.SortedStableFunc(slices.Values(edges), func(x, y ir.Edge) int { return cmp.Compare(text[x.Cond], text[y.Cond]) })
}
