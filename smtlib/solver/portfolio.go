package solver

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"semdiff/smtlib"
)

// portfolio is a Solver that asks several processes at once. The first definite
// answer counts. Those that are late go on in the background and take part again
// when they are done; only one that keeps a later query waiting is started again.
//
// What is sat or unsat does not depend on who is first. What stays unknown does
// not either: nobody knew it. Models would, and so would what a solver has seen of
// the queries before. Therefore the solver that stands first in the list has
// precedence: its answer is waited for a little, so that it gives all answers
// but those that it is slow at.
type portfolio struct {
	c        *smtlib.Context
	programs []program
	members  []*member
	setup    *Setup
	stats    Stats

	lateness, precedence time.Duration // as the constants
}

// member is a process that at most one goroutine uses, the one that has taken
// the token out of idle.
type member struct {
	*process
	idle chan struct{}

	mu        sync.Mutex
	interrupt context.CancelFunc // ends the query that the process is at
	restarts  int
}

const (
	// lateness is how long a member may keep a new query waiting for an old one.
	lateness = 50 * time.Millisecond
	// precedence is how long the answer of a solver further up in the list is
	// waited for, beside the time that the first took again.
	precedence = 50 * time.Millisecond
)

func newPortfolio(c *smtlib.Context, s *Setup, programs []program) *portfolio {
	p := &portfolio{c: c, setup: s, programs: programs, lateness: lateness, precedence: precedence}
	for _, m := range programs {
		idle := make(chan struct{}, 1)
		idle <- struct{}{}
		p.members = append(p.members, &member{process: newProcess(c, m, s.config.Options), idle: idle, interrupt: func() {}})
	}
	return p
}

func (p *portfolio) Check(ctx context.Context, assertions []*smtlib.Term, wantModel bool) Result {
	return p.ask(ctx, assertions, wantModel, func(m *process) query { return m.thorough(wantModel) })
}

func (p *portfolio) Quick(ctx context.Context, assertions []*smtlib.Term, wantModel bool) Result {
	return p.ask(ctx, assertions, wantModel, func(m *process) query { return m.quick(wantModel) })
}

func (p *portfolio) ask(ctx context.Context, assertions []*smtlib.Term, wantModel bool, queryOf func(*process) query) Result {
	list, r, done := trivial(assertions, wantModel)
	if done {
		return r
	}
	if ctx.Err() != nil {
		return unknown(Cancelled, ctx.Err().Error())
	}
	start := time.Now()
	r = p.race(ctx, list, wantModel, queryOf)
	p.stats.Queries++
	p.stats.Time += time.Since(start)
	return r
}

// lap is the reply of one member.
type lap struct {
	place int // of the member in the list
	reply
	disputed bool // it contradicts one before it
}

// race is a query to all members.
func (p *portfolio) race(ctx context.Context, list []*smtlib.Term, wantModel bool, queryOf func(*process) query) Result {
	start := time.Now()
	over, end := context.WithCancel(ctx)
	defer end()
	laps := make(chan lap, len(p.members))
	agreed := &agreement{}
	for i, m := range p.members {
		go func() {
			r := m.answer(ctx, over, p.lateness, list, queryOf(m.process))
			l := lap{place: i, reply: r}
			if claims, contradict := agreed.add(r.Result); contradict {
				p.setup.dispute(list, claims)
				l.disputed = true
			}
			laps <- l
		}()
	}
	var late <-chan time.Time
	var results []lap // what members said, finished
	for len(results) < len(p.members) {
		select {
		case l := <-laps:
			if l.disputed {
				return unknown(Disputed, "the solvers of the portfolio contradict each other")
			}
			l.Result = p.members[l.place].read(l.reply, wantModel)
			results = append(results, l)
		case <-late:
			return best(results)
		}
		switch r := best(results); {
		case r.Answer == Unknown:
		case p.precedes(results):
			return r
		case late == nil:
			late = time.After(time.Since(start) + p.precedence)
		}
	}
	return best(results)
}

// best is the result to give of those at hand: of those of one kind that of the
// member which stands first in the list.
func best(laps []lap) Result {
	slices.SortFunc(laps, func(a, b lap) int {
		switch {
		case a.Answer == Unknown && b.Answer != Unknown:
			return 1
		case a.Answer != Unknown && b.Answer == Unknown:
			return -1
		}
		return cmp.Compare(a.place, b.place)
	})
	return laps[0].Result
}

// precedes reports whether no member that is still to answer stands before the
// best of those that have.
func (p *portfolio) precedes(laps []lap) bool {
	replied := map[int]bool{}
	for _, l := range laps {
		replied[l.place] = true
	}
	for i := range laps[0].place {
		if !replied[i] {
			return false
		}
	}
	return true
}

// agreement is what the members have said to one query.
type agreement struct {
	mu    sync.Mutex
	first Result
}

// add reports whether r contradicts what was said before.
func (a *agreement) add(r Result) (claims string, contradict bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case r.Answer == Unknown:
		return "", false
	case a.first.Answer == Unknown:
		a.first = r
		return "", false
	}
	return fmt.Sprintf("%s says %s, %s says %s", a.first.By, a.first.Answer, r.By, r.Answer), a.first.Answer != r.Answer
}

// answer asks the query, unless it is over before the process is free, for which patience
// is how long it may be at an older one.
func (m *member) answer(ctx, over context.Context, patience time.Duration, list []*smtlib.Term, q query) reply {
	if !m.acquire(over, patience) {
		return reply{Result: unknown(Cancelled, "too late")}
	}
	defer m.release()
	running, stop := context.WithCancel(ctx)
	defer stop()
	m.mu.Lock()
	m.interrupt = stop
	m.mu.Unlock()
	r := m.run(running, list, q)
	m.mu.Lock()
	m.restarts = m.process.stats.Restarts
	m.mu.Unlock()
	return r
}

// acquire takes the process once it is free, unless over is done before. It
// interrupts a query that lasts longer than patience.
func (m *member) acquire(over context.Context, patience time.Duration) bool {
	for over.Err() == nil {
		select {
		case <-m.idle:
			return true
		default:
		}
		tick := time.NewTimer(patience)
		select {
		case <-m.idle:
			return true
		case <-over.Done():
		case <-tick.C:
			m.mu.Lock()
			m.interrupt()
			m.mu.Unlock()
		}
		tick.Stop()
	}
	return false
}

func (m *member) release() { m.idle <- struct{}{} }

// read finishes the last reply; the process is free then.
func (m *member) read(r reply, wantModel bool) Result {
	if r.Answer != Sat || !wantModel {
		return r.Result
	}
	<-m.idle
	defer m.release()
	return m.finish(r, query{wantModel: true})
}

// free takes the process, ending what it is at.
func (m *member) free() { m.acquire(context.Background(), time.Millisecond) }

func (p *portfolio) Fork() Solver { return newPortfolio(p.c, p.setup, p.programs) }

func (p *portfolio) Reset() {
	for _, m := range p.members {
		m.free()
		m.process.Reset()
		m.release()
	}
}

func (p *portfolio) Stats() Stats {
	s := p.stats
	for _, m := range p.members {
		m.mu.Lock()
		s.Restarts += m.restarts
		m.mu.Unlock()
	}
	return s
}

func (p *portfolio) Close() error {
	for _, m := range p.members {
		m.free()
		m.process.Close()
	}
	return nil
}
