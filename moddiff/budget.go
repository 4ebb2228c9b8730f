package moddiff

import (
	"context"
	"math"

	"semdiff/smtlib"
)

// budget is what the analysis of a pair may still cost beside questions to the
// solver: walks over terms, which can grow faster than anything else, ask it as
// they go. Terms are counted the same way whatever other analyses do.
type budget struct {
	smtlib.Work
	steps int             // of walks, between looks at the clock
	ended context.Context // that was found to have ended
}

// stepsPerLook is how many steps walks take between looks at the clock: at a few
// microseconds each, a step costs more than the look only where terms are huge.
const stepsPerLook = 64

// unlimited is a number of terms that is never reached.
const unlimited = math.MaxInt64

// allot is the share of terms of the pair that comes.
func (b *budget) allot(terms int64) { b.Most = b.Built() + terms }

// spent reports that the pair at hand has had its time, or its share of terms.
// A walk that finds it so ends and says less than it could.
func (a *analysis) spent() bool {
	b := &a.budget
	if b.Spent() {
		return true
	}
	if b.ended == a.ctx {
		return true
	}
	if b.steps++; b.steps%stepsPerLook != 0 || a.ctx.Err() == nil {
		return false
	}
	b.ended = a.ctx
	a.hurried = true
	return true
}
