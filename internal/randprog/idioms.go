package randprog

import (
	"fmt"
	"math/rand/v2"
)

// Procedures of a translator's runtime: exactly has no body and gives back its argument,
// holds fails where its argument is false, nothing has no effect.
const runtime = "procedure exactly(a: int) returns (x: int);\n  ensures x == a;\n\n" +
	"procedure holds(a: bool)\n{\n  assert a;\n}\n\n" +
	"procedure nothing()\n{\n}\n\n"

// withIdioms writes some statements of a program as translators do: assignments as a havoc
// that assumptions determine, or as a call of a procedure whose postcondition does,
// assertions as calls, and calls with one behind them that does nothing. The program does
// the same as before, and draws the same from the tape.
func (p *program) withIdioms(rng *rand.Rand) {
	p.idioms = true
	for _, q := range p.procs {
		w := &idiomWriter{Rand: rng, proc: q}
		q.body = w.block(q.body)
	}
}

type idiomWriter struct {
	*rand.Rand
	proc *proc
}

func (w *idiomWriter) block(stmts []*stmt) (out []*stmt) {
	text := func(lines ...string) *stmt { return &stmt{kind: textStmt, lines: lines} }
	for _, s := range stmts {
		s.body, s.other = w.block(s.body), w.block(s.other)
		switch {
		case w.IntN(3) > 0:
			out = append(out, s)
		case s.kind == assignStmt:
			out = append(out, text(w.assignment(s)...))
		case s.kind == storeStmt && len(s.args) == 1 && s.args[0].sort == intSort && s.cond.sort == intSort:
			out = append(out, text(w.store(s)...))
		case s.kind == assertStmt:
			out = append(out, text(fmt.Sprintf("call holds(%s);", s.cond), "call nothing();"))
		case s.kind == callStmt:
			out = append(out, s, text("call nothing();"))
		default:
			out = append(out, s)
		}
	}
	return out
}

// assignment lists statements that mean the same as an assignment.
func (w *idiomWriter) assignment(s *stmt) []string {
	v, e := s.vars[0], s.cond.operand()
	of := s.cond.sort
	fresh := func() string { return w.proc.newLocal("h", of).name }
	switch k := w.IntN(8); {
	case k == 0 && of == intSort:
		return []string{fmt.Sprintf("call %s := exactly(%s);", v, s.cond)}
	case k == 1 && of == intSort:
		h, g := fresh(), fresh()
		return []string{
			fmt.Sprintf("havoc %s, %s;", h, g),
			fmt.Sprintf("assume %s == %s + 1 && %s == %s - 1;", h, g, g, e),
			fmt.Sprintf("%s := %s;", v, h),
		}
	case k == 2 && of == intSort:
		h := fresh()
		return []string{fmt.Sprintf("havoc %s;", h), fmt.Sprintf("assume %s - %s == 0;", e, h), fmt.Sprintf("%s := %s;", v, h)}
	case k == 3:
		h := fresh()
		return []string{
			fmt.Sprintf("havoc %s;", h),
			fmt.Sprintf("if (%s == %s) {", e, e),
			fmt.Sprintf("  assume %s == %s;", h, e),
			"} else {",
			fmt.Sprintf("  %s := %s;", h, e),
			"}",
			fmt.Sprintf("%s := %s;", v, h),
		}
	case k < 6 && !s.cond.mentions(v):
		return []string{fmt.Sprintf("havoc %s;", v), fmt.Sprintf("assume %s == %s;", v, e)}
	}
	h := fresh()
	return []string{fmt.Sprintf("havoc %s;", h), fmt.Sprintf("assume %s == %s;", e, h), fmt.Sprintf("%s := %s;", v, h)}
}

// store lists statements that mean the same as an assignment to a cell of a map over
// integers.
func (w *idiomWriter) store(s *stmt) []string {
	m, i, e := s.vars[0], s.args[0].operand(), s.cond.operand()
	h := w.proc.newLocal("h", mapSort).name
	if w.IntN(2) == 0 {
		return []string{
			fmt.Sprintf("havoc %s;", h),
			fmt.Sprintf("assume (forall k: int :: %s <= k && k < %s + 1 ==> %s[k] == %s);", i, i, h, e),
			fmt.Sprintf("assume (forall k: int :: k < %s ==> %s[k] == %s[k]);", i, h, m),
			fmt.Sprintf("assume (forall k: int :: %s + 1 <= k ==> %s[k] == %s[k]);", i, h, m),
			fmt.Sprintf("%s := %s;", m, h),
		}
	}
	return []string{
		fmt.Sprintf("havoc %s;", h),
		fmt.Sprintf("assume (forall k: int :: %s[k] == (if k == %s then %s else %s[k]));", h, i, e, m),
		fmt.Sprintf("%s := %s;", m, h),
	}
}
