package symdiff

import (
	"fmt"
	"slices"
	"strings"

	"semdiff/moddiff"
	"semdiff/moddiff/reason"
	"semdiff/smtlib"
)

// because says why something of a pair is unknown after an attempt.
func (r *run) because(p *moddiff.Pair, at *attempt) (list []moddiff.Reason) {
	say := func(because bool, id moddiff.ReasonID, about, detail string) {
		if because {
			list = append(list, moddiff.BecauseOf(id, about, detail))
		}
	}
	if r.ctx.Err() != nil {
		list = append(list, moddiff.EndOf(r.ctx))
	}
	say(len(p.Interface) > 0, reason.Interface, "", strings.Join(p.Interface, ", "))
	if at.cut {
		list = append(list, moddiff.Reason{ID: reason.Unwinding, Flag: fmt.Sprintf("--unroll %d", r.opts.Unroll)})
	}
	if !at.partial {
		for _, name := range r.leansOn(at.cmp.differ()) {
			say(true, reason.Callee, name, "its calls are functions in mode "+string(r.opts.Mode))
		}
	}
	say(at.unanswered && r.ctx.Err() == nil, reason.Solver, "", "")
	say(at.unconfirmed, reason.Replay, "", "")
	say(at.partial && !at.proof.ends, reason.Termination, "", "")
	say(len(list) == 0, reason.Proof, "", "")
	return list
}

// leansOn names the procedures whose calls are abstract in t, sorted.
func (r *run) leansOn(t *smtlib.Term) (names []string) {
	smtlib.VisitAll([]*smtlib.Term{t}, func(x *smtlib.Term) {
		if x.Op() != smtlib.OpApp {
			return
		}
		for _, name := range r.symbols[x.Func()].procs {
			if name != "" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	})
	slices.SortFunc(names, strings.Compare)
	return names
}
