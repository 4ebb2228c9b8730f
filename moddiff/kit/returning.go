package kit

// Returning says of which procedures and loops of a version (0 old, 1 new) all runs are
// proven to end, by their ranking functions (package termination), callees first. It
// asks at most so many questions; the proof that is begun when they are used up is still
// tried.
func (a *Analysis) Returning(most int) func(version int, name string) bool {
	asked := 0
	return func(version int, name string) bool {
		proc := a.Pairing.Versions[version].At(name)
		before := a.Queries
		if asked < most {
			a.Analyse(proc)
		}
		asked += a.Queries - before
		return !a.State.Of(proc).MayDiverge
	}
}
