package query

import (
	"context"
	"math"

	"semdiff/moddiff/reason"
	"semdiff/smtlib"
)

// Budget is what the analysis of a pair may still cost beside the number of
// questions: time, terms that are built, and resources of the solver. Walks over terms, which can grow faster
// than anything else, ask it as they go. Terms are counted the same way whatever
// other analyses do.
type Budget struct {
	smtlib.Work
	ctx     context.Context
	steps   int             // of walks, between looks at the clock
	ended   context.Context // that was found to have ended
	account *Account

	used, most int64 // resource units of the solver
}

// stepsPerLook is how many steps walks take between looks at the clock: at a few
// microseconds each, a step costs more than the look only where terms are huge.
const stepsPerLook = 64

// Unlimited is a number of terms that is never reached.
const Unlimited = math.MaxInt64

// Allot sets how many terms may be built from now on, for the next pair.
func (b *Budget) Allot(terms int64) { b.Most = b.Built() + terms }

// AllotResources sets how many resource units the solver may use from now on, as far
// as it tells; it returns how many were left.
func (b *Budget) AllotResources(units int64) (left int64) {
	left = b.most - b.used
	b.most = b.used + min(units, Unlimited-b.used)
	return left
}

// TooLarge reports that the share of terms is used up.
func (b *Budget) TooLarge() bool { return b.Work.Spent() }

// OutOfResources reports that the share of the solver's resources is used up.
func (b *Budget) OutOfResources() bool { return b.used > b.most }

// Spent reports that the pair at hand has had its time, or its share of terms or of
// the solver's resources.
// A walk that finds it so ends and says less than it could.
func (b *Budget) Spent() bool {
	if b.TooLarge() || b.OutOfResources() {
		return true
	}
	if b.ended == b.ctx {
		return true
	}
	if b.steps++; b.steps%stepsPerLook != 0 || b.ctx.Err() == nil {
		return false
	}
	b.ended = b.ctx
	b.account.Hurried = true
	return true
}

// WhySpent is the reason why Spent is true.
func (b *Budget) WhySpent() reason.Reason {
	if b.TooLarge() {
		return reason.Of(reason.Size, "", "")
	}
	if b.used > b.most {
		return reason.Of(reason.Solver, "", "it has used what it may for one pair")
	}
	return reason.OfEnd(b.ctx)
}

// Context is the context of the current work.
func (b *Budget) Context() context.Context { return b.ctx }

// Within sets the context of the work from now on.
func (b *Budget) Within(ctx context.Context) { b.ctx = ctx }

// TimeUp reports that the context has ended.
func (b *Budget) TimeUp() bool { return b.ctx.Err() != nil }
