package symdiff

import (
	"fmt"
	"slices"
	"strings"

	"semdiff/moddiff/reason"
	"semdiff/smtlib"
)

// because says why something of a pair is unknown after an attempt.
func (at *attempt) because() (list []reason.Reason) {
	say := func(because bool, id reason.ID, about, detail string) {
		if because {
			list = append(list, reason.Of(id, about, detail))
		}
	}
	if at.ctx.Err() != nil {
		list = append(list, reason.OfEnd(at.ctx))
	}
	say(len(at.pair.differences) > 0, reason.Interface, "", strings.Join(at.pair.differences, ", "))
	if at.cut {
		list = append(list, reason.Reason{ID: reason.Unwinding, Flag: fmt.Sprintf("--unwind-conditions %d", at.opts.Unwind)})
	}
	if !at.partial {
		for _, name := range at.known.abstractIn(at.cond.Differ()) {
			say(true, reason.Callee, name, "its calls are functions in mode "+string(at.opts.Mode))
		}
	}
	say(at.unanswered && at.ctx.Err() == nil, reason.Solver, "", "")
	say(at.unconfirmed, reason.Replay, "", "")
	say(at.partial && !at.proof.Ends, reason.Termination, "", "")
	say(len(list) == 0, reason.Proof, "", "")
	return list
}

// abstractIn names the procedures whose calls are abstract in t, sorted.
func (k *knowledge) abstractIn(t *smtlib.Term) (names []string) {
	smtlib.VisitAll([]*smtlib.Term{t}, func(x *smtlib.Term) {
		if x.Op() != smtlib.OpApp {
			return
		}
		symbol, _ := k.symbols.Of(x.Func())
		for _, name := range symbol.Procs {
			if name != "" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	})
	slices.SortFunc(names, strings.Compare)
	return names
}
