package smtlib

import "sync/atomic"

// Work counts the terms that are built through a Context. Those that were there
// before count too, so that it does not matter what others have built. Negations
// and literals, which are remembered, do not: there are no more of them than of
// the others.
type Work struct {
	Most  int64 // that are to be built; those that ask whether it is spent end then
	built atomic.Int64
}

// Built is how many terms were built so far.
func (w *Work) Built() int64 { return w.built.Load() }

// Spent reports whether more were built than are to be; never of nil.
func (w *Work) Spent() bool { return w != nil && w.built.Load() > w.Most }

// Counting is a Context with the terms of c that adds to w what is built through
// it. When w is spent it goes on, and saves itself the simplifications that make
// terms larger.
func (c *Context) Counting(w *Work) *Context { return &Context{store: c.store, work: w} }
