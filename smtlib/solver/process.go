package solver

import (
	"context"
	"errors"
	"os"
	"strings"
	"time"

	"semdiff/smtlib"
)

// process is a Solver that keeps one solver process warm. The process holds a
// stack of assertions, one push each; a query pops to the prefix it shares with
// the stack and asserts the rest.
type process struct {
	c       *smtlib.Context
	profile profile
	argv    []string
	opts    Options
	stats   Stats

	names *smtlib.Names // outlives the process
	seq   int           // numbers the echoes that end replies

	pipe     *pipe // nil before the first query and after a fault
	starts   int
	stack    []*smtlib.Term        // what the process has asserted
	declared map[any]bool          // *Sort, *Func and variables the process knows
	seen     map[*smtlib.Term]bool // terms whose symbols are all declared
	opened   bool                  // the options are set
	global   bool                  // declarations survive a pop
}

func newProcess(c *smtlib.Context, p profile, argv []string, opts Options) *process {
	// The suffix keeps our symbols apart from the solver's own, those it
	// defines and those it invents in models.
	return &process{c: c, profile: p, argv: p.commandLine(argv, opts.Timeout), opts: opts,
		names: smtlib.NewSuffixedNames("~")}
}

func (p *process) Stats() Stats { return p.stats }

// Reset ends the process: the next query starts a new one.
func (p *process) Reset() {
	p.stop()
	p.starts, p.names = 0, smtlib.NewSuffixedNames("~")
}

// Fork returns a Solver that starts a process of its own.
func (p *process) Fork() Solver {
	return &process{c: p.c, profile: p.profile, argv: p.argv, opts: p.opts, names: smtlib.NewSuffixedNames("~")}
}

func (p *process) Close() error {
	p.stop()
	return nil
}

func (p *process) stop() {
	if p.pipe != nil {
		p.pipe.kill()
		p.pipe = nil
	}
	p.stack, p.declared, p.seen = nil, nil, nil
}

func (p *process) Check(ctx context.Context, assertions []*smtlib.Term, wantModel bool) Result {
	return p.check(ctx, assertions, query{wantModel: wantModel, timeout: p.opts.Timeout, limit: p.profile.limit(p.opts.Resources)})
}

func (p *process) Quick(ctx context.Context, assertions []*smtlib.Term) Result {
	q := query{timeout: p.opts.Timeout, limit: p.profile.limit(p.opts.QuickResources)}
	if q.limit == "" && p.opts.QuickTimeout > 0 {
		short, cancel := context.WithTimeout(ctx, p.opts.QuickTimeout)
		defer cancel()
		r := p.check(short, assertions, q)
		if r.Reason == Cancelled && ctx.Err() == nil {
			r.Reason = Timeout
		}
		return r
	}
	return p.check(ctx, assertions, q)
}

// query is what a question asks for beside its assertions.
type query struct {
	wantModel bool
	timeout   time.Duration
	limit     string // the command that limits its resources
}

func (p *process) check(ctx context.Context, assertions []*smtlib.Term, q query) Result {
	var list []*smtlib.Term
	for _, a := range assertions {
		if a.IsFalse() {
			return Result{Answer: Unsat}
		}
		if !a.IsTrue() {
			list = append(list, a)
		}
	}
	if len(list) == 0 {
		r := Result{Answer: Sat}
		if q.wantModel {
			r.Model = newModel()
		}
		return r
	}
	if ctx.Err() != nil {
		return unknown(Cancelled, ctx.Err().Error())
	}
	start := time.Now()
	r := p.guarded(ctx, list, q)
	p.stats.Queries++
	p.stats.Time += time.Since(start)
	return r
}

// guarded asks the query under the deadline and ends the process on a fault.
func (p *process) guarded(ctx context.Context, list []*smtlib.Term, q query) Result {
	if p.pipe == nil {
		if err := p.start(); err != nil {
			return unknown(Died, err.Error())
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
		return r
	}
	detail := pipe.stderr.String()
	p.stop()
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded) && ctx.Err() != nil:
		return unknown(Cancelled, ctx.Err().Error())
	case errors.Is(err, os.ErrDeadlineExceeded):
		return unknown(Timeout, "killed at the time limit")
	}
	var g *garbageError
	if errors.As(err, &g) || errors.Is(err, errFlood) {
		reason := Garbage
		if strings.Contains(err.Error(), "out of memory") {
			reason = ResourceOut
		}
		return unknown(reason, strings.TrimSpace(err.Error()+" "+detail))
	}
	if detail == "" {
		detail = err.Error()
	}
	return unknown(Died, detail)
}

func (p *process) start() error {
	pipe, err := startPipe(p.argv)
	if err != nil {
		return err
	}
	p.pipe, p.declared, p.seen = pipe, map[any]bool{}, map[*smtlib.Term]bool{}
	p.opened = false
	if p.starts++; p.starts > 1 {
		p.stats.Restarts++
	}
	return nil
}
