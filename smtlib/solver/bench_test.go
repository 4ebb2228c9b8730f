package solver

import (
	"context"
	"testing"

	"semdiff/smtlib"
)

// BenchmarkTrivial asks small queries of a warm process, as a depth-first walk
// over paths does: the path stays, its last conjunct changes.
func BenchmarkTrivial(b *testing.B) {
	for _, name := range []string{"z3", "cvc5"} {
		b.Run(name, func(b *testing.B) {
			c := smtlib.NewContext()
			s, err := New(c, name, Options{Timeout: 10e9})
			if err != nil {
				b.Skip(err)
			}
			defer s.Close()
			x, y := c.Var("x", c.Int), c.Var("y", c.Int)
			path := []*smtlib.Term{c.Le(c.IntVal(0), x), c.Lt(x, y), c.Le(y, c.IntVal(100))}
			s.Check(context.Background(), path, false)
			for i := 0; b.Loop(); i++ {
				last := c.Eq(c.Add(x, y), c.IntVal(int64(i%300)))
				r := s.Check(context.Background(), append(path[:3:3], last), false)
				if want := map[bool]Answer{true: Sat, false: Unsat}[i%300 >= 1 && i%300 <= 199]; r.Answer != want {
					b.Fatalf("%d: %v, want %v", i%300, r, want)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "queries/s")
		})
	}
}
