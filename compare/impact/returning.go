package impact

import (
	"semdiff/moddiff/kit"
	"semdiff/moddiff/pairing"
)

// mostReturning is how many questions to the solver may be asked in a run about which
// procedures end. The proof that is begun when they are used up is still tried.
const mostReturning = 2_000

// returning says of which procedures and loops all runs are proven to end, by their
// ranking functions (package termination), callees first.
func returning(p *pairing.Pairing, a *kit.Analysis) func(version int, name string) bool {
	asked := 0
	return func(version int, name string) bool {
		proc := p.Versions[version].At(name)
		before := a.Queries
		if asked < mostReturning {
			a.Analysis.Analyse(proc)
		}
		asked += a.Queries - before
		return !a.State.Of(proc).MayDiverge
	}
}
