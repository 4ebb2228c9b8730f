package moddiff

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"semdiff/moddiff/reason"
	"semdiff/smtlib"
)

// TestReasonWords checks that every kind of reason has words of its own.
func TestReasonWords(t *testing.T) {
	seen := map[string]bool{}
	for _, w := range AllReasons() {
		for _, s := range []string{string(w.ID), w.Text} {
			if s == "" || seen[s] {
				t.Errorf("%+v is not told from others", w)
			}
			seen[s] = true
		}
		r := reason.Of(w.ID, "NAME", "more")
		if strings.Contains(r.Text(), "%") || !strings.HasSuffix(r.Text(), ": more") || r.Flag != w.Flag {
			t.Errorf("%s: %q, flag %q", w.ID, r, r.Flag)
		}
	}
}

// TestEndedRuns checks what is said of runs that end before they began.
func TestEndedRuns(t *testing.T) {
	expired, cancel := context.WithDeadline(context.Background(), time.Unix(0, 0))
	defer cancel()
	interrupted, cancel := context.WithCancel(context.Background())
	cancel()
	limited, over := context.WithCancelCause(context.Background())
	over(errors.New("beyond 20 MB"))
	for _, tt := range []struct {
		ctx  context.Context
		end  reason.ID
		text string
	}{
		{expired, reason.Time, "the analysis did not come to it: time ran out (--timeout)"},
		{interrupted, reason.Interrupted, "the analysis did not come to it: the run was interrupted"},
		{limited, reason.Memory, "the analysis did not come to it: memory ran out: beyond 20 MB (--memory)"},
	} {
		t.Run(string(tt.end), func(t *testing.T) {
			if end := reason.OfEnd(tt.ctx); end.ID != tt.end {
				t.Errorf("ended by %s", end.ID)
			}
			r := analyze(t, smtlib.NewContext(), tt.ctx, "procedure main(x: int) returns (r: int) { r := x; }",
				"procedure main(x: int) returns (r: int) { r := x + 1; }", Options{})
			if got := fmt.Sprint(r.Pairs[0].Reasons); got != "["+tt.text+"]" {
				t.Errorf("%s", got)
			}
		})
	}
}

// TestReasonsOfBounds checks the reasons of pairs that bounds on terms and paths
// leave open.
func TestReasonsOfBounds(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	branches := func(n int, last string) string {
		var sb strings.Builder
		sb.WriteString("procedure main(x: int) returns (r: int)\n{\n  r := 0;\n")
		for i := range n {
			fmt.Fprintf(&sb, "  if (x mod %d == 0) { r := r + %d; }\n", 2*i+3, i)
		}
		return sb.String() + "  r := " + last + ";\n}\n"
	}
	for _, tt := range []struct {
		name, old, new string
		opts           Options
		want           Reason
	}{
		{"terms", cascade(3, 3, 4, 0), cascade(3, 3, 4, 1), Options{Entry: "p3", terms: 500}, reason.Of(reason.Size, "", "")},
		{"paths", branches(12, "r"), branches(12, "(if x * x == 7 then 0 else r)"), Options{Entry: "main", Paths: EnumeratePaths}, reason.Reason{ID: reason.Paths, Flag: "--paths merge"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.opts.Unwind = 5
			r := analyze(t, smtlib.NewContext(), context.Background(), tt.old, tt.new, tt.opts)
			i := slices.IndexFunc(r.Pairs, func(p *PairResult) bool { return p.Name == tt.opts.Entry })
			if p := r.Pairs[i]; !p.Open() || !slices.Contains(p.Reasons, tt.want) {
				t.Errorf("%s, reasons %v", p.Status, p.Reasons)
			}
		})
	}
}
