package solver

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"semdiff/smtlib"
)

// process is a Solver that keeps one solver process warm. The process holds a
// stack of assertions, one push each; a query pops to the prefix it shares with
// the stack and asserts the rest.
type process struct {
	program
	c     *smtlib.Context
	argv  []string // with the arguments of the profile and the limits
	opts  Options
	stats Stats

	limit, quickLimit limit

	names *smtlib.Names // outlives the process
	seq   int           // numbers the echoes that end replies

	launched chan launch           // a program that was started ahead of the first query
	pipe     *pipe                 // nil before the first query and after a fault
	limited  limit                 // what is set
	pending  string                // the echo that the process has yet to say
	used     int64                 // resource units, when it was last asked
	failed   bool                  // the process before this one ended by a fault
	stack    []*smtlib.Term        // what the process has asserted
	declared map[any]bool          // *Sort, *Func and variables the process knows
	seen     map[*smtlib.Term]bool // terms whose symbols are all declared
	sizes    map[*smtlib.Term]int  // of assertions, in terms
	reset    bool                  // it has yet to be told to forget
	greeting string                // the echo after the options, while it was not read
	opened   bool                  // the options are set
	global   bool                  // declarations survive a pop
}

func newProcess(c *smtlib.Context, p program, opts Options) *process {
	return &process{
		program: p, c: c, argv: p.profile.commandLine(p.command, opts), opts: opts, names: newNames(), sizes: map[*smtlib.Term]int{},
		limit: p.profile.limit(opts.Resources), quickLimit: p.profile.limit(opts.QuickResources),
	}
}

// newNames is a table whose suffix keeps our symbols apart from the solver's
// own, those it defines and those it invents in models.
func newNames() *smtlib.Names { return smtlib.NewSuffixedNames("~") }

func (p *process) Stats() Stats { return p.stats }

func (p *process) Fork() Solver { return newProcess(p.c, p.program, p.opts) }

func (p *process) Close() error {
	p.stop()
	return nil
}

func (p *process) stop() {
	if p.launched != nil {
		if l := <-p.launched; l.err == nil {
			l.pipe.kill()
		}
		p.launched = nil
	}
	if p.pipe != nil {
		p.pipe.kill()
		p.pipe = nil
	}
	p.forget()
}

// forget takes the process for one that knows nothing.
func (p *process) forget() {
	p.stack, p.declared, p.seen, p.sizes = nil, map[any]bool{}, map[*smtlib.Term]bool{}, map[*smtlib.Term]int{}
	p.opened, p.greeting, p.used = false, "", 0
}

func (p *process) Reset() {
	if len(p.seen) == 0 { // it was asked nothing
		return
	}
	if p.pipe != nil && !p.profile.resets {
		p.stop()
	}
	p.forget()
	p.names, p.reset = newNames(), p.pipe != nil
	if token := p.token(); p.reset && p.pipe.write(p.preamble()+echo(token)) == nil {
		p.greeting = token // z3 works on it meanwhile
	}
}

func (p *process) Check(ctx context.Context, assertions []*smtlib.Term, wantModel bool) Result {
	return p.check(ctx, assertions, p.thorough(wantModel))
}

func (p *process) Quick(ctx context.Context, assertions []*smtlib.Term, wantModel bool) Result {
	return p.check(ctx, assertions, p.quick(wantModel))
}

// query is what a question asks for beside its assertions.
type query struct {
	wantModel bool
	timeout   time.Duration
	limit     limit
}

func (p *process) thorough(wantModel bool) query {
	return query{wantModel: wantModel, timeout: p.opts.Timeout, limit: p.limit}
}

func (p *process) quick(wantModel bool) query {
	q := query{wantModel: wantModel, timeout: p.opts.Timeout, limit: p.quickLimit}
	if p.profile.resources == "" && p.opts.QuickTimeout > 0 {
		q.timeout = p.opts.QuickTimeout
	}
	return q
}

func (p *process) check(ctx context.Context, assertions []*smtlib.Term, q query) Result {
	list, r, done := trivial(assertions, q.wantModel)
	if done {
		return r
	}
	return p.finish(p.run(ctx, list, q), q)
}

// trivial answers what needs no solver; else list is without the assertions that
// are true.
func trivial(assertions []*smtlib.Term, wantModel bool) (list []*smtlib.Term, r Result, done bool) {
	for _, a := range assertions {
		if a.IsFalse() {
			return nil, Result{Answer: Unsat}, true
		}
		if !a.IsTrue() {
			list = append(list, a)
		}
	}
	if len(list) > 0 {
		return list, Result{}, false
	}
	r = Result{Answer: Sat}
	if wantModel {
		r.Model = newModel()
	}
	return nil, r, true
}

// reply is what a process said to a query. The model is still text: to read it
// makes terms, which only the goroutine of the session may.
type reply struct {
	Result
	model string
}

// run asks the query. It makes no terms, so that it may go on in the background.
func (p *process) run(ctx context.Context, list []*smtlib.Term, q query) reply {
	if ctx.Err() != nil {
		return reply{Result: unknown(Cancelled, ctx.Err().Error())}
	}
	if p.tooLarge(list) {
		return reply{Result: unknown(ResourceOut, fmt.Sprintf("the question has more than %d terms", maxTerms))}
	}
	start := time.Now()
	r := p.guarded(ctx, list, q)
	r.By = p.name
	p.stats.Queries++
	p.stats.Time += time.Since(start)
	return r
}

// maxTerms is how many terms the assertions of one question may have: twice as many
// as any had that z3 was seen to answer. Beyond it reads megabytes of text, for
// which it takes gigabytes, whatever limits are set on its search.
const maxTerms = 100_000

// tooLarge reports whether a question is not worth asking.
func (p *process) tooLarge(list []*smtlib.Term) bool {
	n := 0
	for _, t := range list {
		size, known := p.sizes[t]
		if !known {
			size = termsIn(t)
			p.sizes[t] = size
		}
		if n += size; n > maxTerms {
			return true
		}
	}
	return false
}

// termsIn counts the terms in t, what is shared once, until there are too many.
func termsIn(t *smtlib.Term) int {
	const few = 200 // that are not worth telling apart
	if n := t.TreeSize(); n <= few {
		return n
	}
	seen := map[*smtlib.Term]bool{}
	var visit func(*smtlib.Term)
	visit = func(t *smtlib.Term) {
		if seen[t] || len(seen) > maxTerms {
			return
		}
		seen[t] = true
		for _, x := range t.Args() {
			visit(x)
		}
	}
	visit(t)
	return len(seen)
}

// finish reads the model of a reply to the last query.
func (p *process) finish(r reply, q query) Result {
	if r.Answer != Sat || !q.wantModel {
		return r.Result
	}
	start := time.Now()
	m, err := readModel(p.c, p.names.Scope(), r.model)
	p.stats.Time += time.Since(start)
	if err != nil {
		p.fail()
		r.Result = unknown(Garbage, (&garbageError{err.Error() + ": " + r.model}).Error())
		r.By = p.name
		return r.Result
	}
	r.Model = m
	return r.Result
}

// fail ends the process after a fault.
func (p *process) fail() {
	p.stop()
	p.failed = true
}

// guarded asks the query under the deadline and ends the process on a fault.
func (p *process) guarded(ctx context.Context, list []*smtlib.Term, q query) reply {
	if p.pipe == nil {
		if err := p.start(); err != nil {
			return reply{Result: unknown(Died, err.Error())}
		}
	}
	pipe := p.pipe
	var deadline time.Time
	if t := p.profile.killAfter(q.timeout); t > 0 {
		deadline = time.Now().Add(t)
	}
	pipe.setDeadline(deadline)
	fired := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		pipe.setDeadline(time.Unix(1, 0))
		close(fired)
	})
	r, err := p.ask(list, q)
	if !stop() {
		<-fired
	}
	if err == nil {
		if p.profile.degradesAfterLimit && (r.Reason == ResourceOut || r.Reason == Timeout) {
			p.stop()
		}
		return r
	}
	p.fail()
	return reply{Result: explain(ctx, err, pipe.stderr.String())}
}

// explain is the answer after an error; detail is what the process said on its
// standard error.
func explain(ctx context.Context, err error, detail string) Result {
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded) && ctx.Err() != nil:
		return unknown(Cancelled, ctx.Err().Error())
	case errors.Is(err, os.ErrDeadlineExceeded):
		return unknown(Timeout, "killed at the time limit")
	}
	var g *garbageError
	if errors.As(err, &g) || errors.Is(err, errFlood) {
		reason := Garbage
		if noMemory(err.Error()) {
			reason = ResourceOut
		}
		return unknown(reason, strings.TrimSpace(err.Error()+" "+detail))
	}
	switch {
	case noMemory(detail):
		return unknown(ResourceOut, detail)
	case detail == "":
		detail = err.Error()
	}
	return unknown(Died, detail)
}

// noMemory recognises the last words of solvers that were refused memory.
func noMemory(s string) bool {
	return strings.Contains(s, "out of memory") || strings.Contains(s, "bad_alloc") || strings.Contains(s, "Cannot allocate")
}

// launch is a program that was started.
type launch struct {
	pipe *pipe
	// greeting is the echo after the options; "" when they could not be sent.
	greeting string
	err      error
}

// begin starts the program ahead of the first query: by then z3 is ready.
func (p *process) begin() {
	launched, token := make(chan launch, 1), p.token()
	p.launched = launched
	go func() {
		l := launch{greeting: token}
		if l.pipe, l.err = startPipe(p.argv, p.profile.environment()); l.err == nil && l.pipe.write(opening+echo(token)) != nil {
			l.greeting = ""
		}
		launched <- l
	}()
}

func (p *process) start() error {
	if p.launched == nil {
		p.begin()
	}
	l := <-p.launched
	if p.launched = nil; l.err != nil {
		return l.err
	}
	p.pipe, p.pending, p.reset = l.pipe, "", false
	p.forget()
	p.greeting = l.greeting
	if p.failed {
		p.stats.Restarts++
		p.failed = false
	}
	return nil
}
