package solver

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"semdiff/smtlib"
)

// trivialQueries are small queries, as a depth-first walk over paths asks them:
// the path stays, its last conjunct changes.
func trivialQueries(c *smtlib.Context) (lists [][]*smtlib.Term, want []Answer) {
	x, y := c.Var("x", c.Int), c.Var("y", c.Int)
	path := []*smtlib.Term{c.Le(c.IntVal(0), x), c.Lt(x, y), c.Le(y, c.IntVal(100))}
	for i := range int64(300) {
		lists = append(lists, append(path[:3:3], c.Eq(c.Add(x, y), c.IntVal(i))))
		want = append(want, map[bool]Answer{true: Sat, false: Unsat}[i >= 1 && i <= 199])
	}
	return lists, want
}

// BenchmarkTrivial asks small queries of a warm process. In every round the same
// assertions go through a pipe to a process of its own as plain text; "of_bare" is
// the rate through the session divided by the rate of that. The rates are those of
// the lower quartile of the times, which other work on the machine hardly changes.
func BenchmarkTrivial(b *testing.B) {
	for _, name := range []string{"z3", "cvc5", "z3,cvc5"} {
		b.Run(name, func(b *testing.B) {
			c := smtlib.NewContext()
			s, err := newSession(c, name, Default)
			if err != nil {
				b.Skip(err)
			}
			defer s.Close()
			lists, want := trivialQueries(c)
			bare := newBareLoop(b, c, strings.Split(name, ",")[0], lists)
			var took, tookBare []time.Duration
			for i := 0; b.Loop(); i = (i + 1) % len(lists) {
				start := time.Now()
				r := s.Check(context.Background(), lists[i], false)
				middle := time.Now()
				answer := bare.ask(i)
				took, tookBare = append(took, middle.Sub(start)), append(tookBare, time.Since(middle))
				if r.Answer != want[i] || answer != want[i].String() {
					b.Fatalf("%d: %v and %s, want %v", i, r, answer, want[i])
				}
			}
			mine, plain := 1/lowerQuartile(took).Seconds(), 1/lowerQuartile(tookBare).Seconds()
			b.ReportMetric(mine, "queries/s")
			b.ReportMetric(plain, "bare/s")
			b.ReportMetric(mine/plain, "of_bare")
		})
	}
}

func lowerQuartile(list []time.Duration) time.Duration {
	slices.Sort(list)
	return list[len(list)/4]
}

// bareLoop asks with ready-made text.
type bareLoop struct {
	b     *testing.B
	pipe  *pipe
	texts []string
}

func newBareLoop(b *testing.B, c *smtlib.Context, name string, lists [][]*smtlib.Term) *bareLoop {
	program, err := resolve(name)
	if err != nil {
		b.Skip(err)
	}
	p := newProcess(c, program, Default)
	l := &bareLoop{b: b}
	if l.pipe, err = startPipe(p.argv, p.profile.environment()); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(l.pipe.kill)
	if err := p.start(); err != nil { // it is told nothing, but knows what is declared
		b.Fatal(err)
	}
	b.Cleanup(p.stop)
	p.global = true
	l.pipe.write(opening + p.update(lists[0]))
	for i := range lists {
		p.update(lists[(i+len(lists)-1)%len(lists)])
		l.texts = append(l.texts, p.update(lists[i])+"(check-sat)\n")
	}
	return l
}

func (l *bareLoop) ask(i int) string {
	if err := l.pipe.write(l.texts[i]); err != nil {
		l.b.Fatal(err)
	}
	answer, err := l.pipe.readLine(maxReply)
	if err != nil {
		l.b.Fatal(err)
	}
	return answer
}
