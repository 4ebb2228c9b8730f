package types

import (
	"slices"
	"strings"

	"semdiff/boogie"
)

// callCycles reports functions to be expanded ({:inline}, {:define}) that call
// each other in a circle.
func (c *checker) callCycles() {
	var all []*Func
	calls := map[*Func][]*Func{}
	for _, decl := range c.info.Decls {
		d, ok := decl.(*boogie.FuncDecl)
		if !ok || !expanded(d) {
			continue
		}
		f := c.info.Funcs[d.Name]
		all = append(all, f)
		boogie.Inspect(d.Body, func(n boogie.Node) bool {
			if call, ok := n.(*boogie.CallExpr); ok {
				if g := c.info.Funcs[call.Func]; g != nil && expanded(g.Decl) {
					calls[f] = append(calls[f], g)
				}
			}
			_, attr := n.(*boogie.Attr)
			return !attr
		})
	}
	all = cyclic(all, calls)
	reaches := map[*Func]map[*Func]bool{}
	for _, f := range all {
		reaches[f] = reachable(f, calls)
	}
	told := map[*Func]bool{}
	for _, f := range all {
		if told[f] || !reaches[f][f] {
			continue
		}
		var names []string
		for _, g := range all {
			if reaches[f][g] && reaches[g][f] {
				told[g] = true
				names = append(names, g.Decl.Name)
			}
		}
		c.errorf(f.Decl, "Call cycle detected among functions: %s", strings.Join(names, ", "))
	}
}

// expanded reports whether a function has a body that takes the place of calls.
func expanded(d *boogie.FuncDecl) bool {
	return d.Body != nil && (flagged(d.Attrs, "inline") || flagged(d.Attrs, "define"))
}

// cyclic leaves out the functions that call none in a circle, even indirectly.
func cyclic(all []*Func, calls map[*Func][]*Func) []*Func {
	left := map[*Func]int{}
	callers := map[*Func][]*Func{}
	var done []*Func
	for _, f := range all {
		left[f] = len(calls[f])
		if left[f] == 0 {
			done = append(done, f)
		}
		for _, g := range calls[f] {
			callers[g] = append(callers[g], f)
		}
	}
	for len(done) > 0 {
		g := done[len(done)-1]
		done = done[:len(done)-1]
		for _, f := range callers[g] {
			if left[f]--; left[f] == 0 {
				done = append(done, f)
			}
		}
	}
	return slices.DeleteFunc(all, func(f *Func) bool { return left[f] == 0 })
}

// reachable returns what f calls, directly or not.
func reachable(f *Func, calls map[*Func][]*Func) map[*Func]bool {
	seen := map[*Func]bool{}
	for work := []*Func{f}; len(work) > 0; {
		g := work[len(work)-1]
		work = work[:len(work)-1]
		for _, h := range calls[g] {
			if !seen[h] {
				seen[h] = true
				work = append(work, h)
			}
		}
	}
	return seen
}
