package extraction

import (
	"maps"
	"slices"
	"strings"

	"semdiff/boogie"
)

// Undo makes loops again of the procedures of both versions that Boogie extracted from loops, and names them; those in keep,
// which someone asks for by name, stay, and those that stand in both versions, with all that calls them, in the same words.
// The programs that come back share what has not changed.
func Undo(old, new *boogie.Program, keep []string) (oldProg, newProg *boogie.Program, undone []string) {
	versions := [2]*version{newVersion(old), newVersion(new)}
	loops := map[string]bool{}
	for i, v := range versions {
		for name := range v.loops {
			loops[name] = !slices.Contains(keep, name) && !v.isAlike(versions[1-i], name)
		}
	}
	for _, v := range versions {
		v.findSites(loops)
	}
	for changed := true; changed; {
		changed = false
		for name, undo := range loops {
			if undo && !(versions[0].lets(name, loops) && versions[1].lets(name, loops)) {
				loops[name], changed = false, true
			}
		}
	}
	maps.DeleteFunc(loops, func(_ string, undo bool) bool { return !undo })
	if len(loops) == 0 {
		return old, new, nil
	}
	return versions[0].undo(loops), versions[1].undo(loops), slices.Sorted(maps.Keys(loops))
}

// version is one program.
type version struct {
	prog     *boogie.Program
	routines []*routine
	loops    map[string]*routine   // procedures with the name of an extracted loop
	callers  map[string][]*routine // other routines that call these
	sites    map[string][]*site    // by the procedure that is called
	bad      map[string]bool       // procedures without a body or with several, or with more than a modifies clause
}

func newVersion(prog *boogie.Program) *version {
	v := &version{prog: prog, loops: map[string]*routine{}, callers: map[string][]*routine{}, sites: map[string][]*site{}, bad: map[string]bool{}}
	if !slices.ContainsFunc(prog.Decls, func(d boogie.Decl) bool { p, ok := d.(*boogie.ProcDecl); return ok && mayBeLoop(p.Name) }) {
		return v
	}
	v.readRoutines()
	for _, r := range v.routines {
		boogie.Inspect(r.body, func(n boogie.Node) bool {
			if c, ok := n.(*boogie.CallStmt); ok && v.loops[c.Proc] != nil && c.Proc != r.name && !slices.Contains(v.callers[c.Proc], r) {
				v.callers[c.Proc] = append(v.callers[c.Proc], r)
			}
			return true
		})
	}
	return v
}

// isAlike reports whether both versions have a loop, and all that calls it, in the same words.
func (v *version) isAlike(other *version, name string) bool {
	same := func(r, s *routine) bool { return s != nil && r.name == s.name && boogie.EqualText(r.decl, s.decl) }
	return same(v.loops[name], other.loops[name]) && slices.EqualFunc(v.callers[name], other.callers[name], same)
}

// mayBeLoop reports whether a procedure has the name of an extracted loop.
func mayBeLoop(name string) bool { return strings.Contains(name, "_loop_") }

// readRoutines lists the bodies of a program, and finds those that may be loops.
func (v *version) readRoutines() {
	bodies := map[string]int{}
	for _, d := range v.prog.Decls {
		var r *routine
		switch d := d.(type) {
		case *boogie.ProcDecl:
			if mayBeLoop(d.Name) {
				plain := len(d.TypeParams) == 0 && !slices.ContainsFunc(d.Specs, func(s *boogie.Spec) bool { return s.Kind != boogie.Modifies })
				v.bad[d.Name] = v.bad[d.Name] || !plain
			}
			r = &routine{name: d.Name, decl: d, ins: d.Ins, outs: d.Outs, body: d.Body}
		case *boogie.ImplDecl:
			r = &routine{name: d.Name, decl: d, ins: d.Ins, outs: d.Outs, body: d.Body}
		}
		if r == nil || r.body == nil {
			continue
		}
		v.routines = append(v.routines, r)
		bodies[r.name]++
		if mayBeLoop(r.name) {
			v.loops[r.name] = r
		}
	}
	for _, d := range v.prog.Decls {
		if p, ok := d.(*boogie.ProcDecl); ok && mayBeLoop(p.Name) && bodies[p.Name] != 1 {
			v.bad[p.Name] = true
		}
	}
}

// findSites finds where these loops are called, their own calls of themselves aside.
func (v *version) findSites(loops map[string]bool) {
	var e effects
	for name, undo := range loops {
		if !undo || v.loops[name] == nil {
			continue
		}
		if e == nil {
			e = effectsOf(v.prog, v.routines)
		}
		for _, r := range v.callers[name] {
			v.sites[name] = append(v.sites[name], v.sitesIn(r, v.loops[name], e)...)
		}
	}
}

// sitesIn are the calls of a loop in a routine; one where the loop cannot have been has no more than that.
func (v *version) sitesIn(r, loop *routine, e effects) (sites []*site) {
	var blocks map[string]*block
	boogie.Inspect(r.body, func(n boogie.Node) bool {
		c, ok := n.(*boogie.CallStmt)
		if !ok || c.Proc != loop.name {
			return true
		}
		if blocks == nil {
			blocks, _ = blocksOf(r.body)
		}
		for _, b := range blocks {
			if len(b.stmts) > 0 && b.stmts[0] == boogie.Stmt(c) && strings.HasSuffix(c.Proc, "_loop_"+b.label) {
				if s, ok := newSite(r, blocks, b, loop, e); ok {
					sites = append(sites, s)
					return true
				}
			}
		}
		sites = append(sites, &site{in: r})
		return true
	})
	return sites
}

// lets reports whether a procedure can be a loop again in this version, or is not in it. Calls in procedures that
// become loops themselves do not count.
func (v *version) lets(name string, loops map[string]bool) bool {
	if v.loops[name] == nil {
		return !v.bad[name]
	}
	used := false
	for _, s := range v.sites[name] {
		if loops[s.in.name] && v.loops[s.in.name] != nil {
			continue
		}
		if s.call == nil {
			return false
		}
		used = true
	}
	return used && !v.bad[name]
}

// undo is the program with loops in place of these procedures.
func (v *version) undo(loops map[string]bool) *boogie.Program {
	drop := map[boogie.Stmt]bool{}   // calls of loops
	jump := map[boogie.Stmt]string{} // assumptions of false, by the head that they jump to
	changed := map[boogie.Decl]bool{}
	for name, sites := range v.sites {
		for _, s := range sites {
			if !loops[name] || loops[s.in.name] {
				continue
			}
			changed[s.in.decl] = true
			drop[s.call] = true
			for back := range s.backs {
				jump[back] = s.head
			}
		}
	}
	prog := *v.prog
	prog.Decls = nil
	for _, d := range v.prog.Decls {
		switch p := d.(type) {
		case *boogie.ProcDecl:
			if loops[p.Name] {
				continue
			}
			if changed[d] {
				with := *p
				with.Body = looping(p.Body, drop, jump)
				d = &with
			}
		case *boogie.ImplDecl:
			if loops[p.Name] {
				continue
			}
			if changed[d] {
				with := *p
				with.Body = looping(p.Body, drop, jump)
				d = &with
			}
		}
		prog.Decls = append(prog.Decls, d)
	}
	return &prog
}

// looping is a body without some calls, and with jumps in place of assumptions, behind which
// blocks end.
func looping(b *boogie.Body, drop map[boogie.Stmt]bool, jump map[boogie.Stmt]string) *boogie.Body {
	body := *b
	body.Stmts = nil
	ended := false
	for _, s := range b.Stmts {
		if _, ok := s.(*boogie.LabelStmt); ok {
			ended = false
		}
		head, jumps := jump[s]
		switch pos := (boogie.Pos{At: s.Position()}); {
		case ended, drop[s]:
		case jumps:
			body.Stmts = append(body.Stmts, &boogie.GotoStmt{Pos: pos, Labels: []*boogie.Name{{Pos: pos, Name: head}}})
			ended = true
		default:
			body.Stmts = append(body.Stmts, s)
		}
	}
	return &body
}
