package crosscheck

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"semdiff/compare/report"
	"semdiff/compare/session"
	"semdiff/compare/symdiff"
	"semdiff/internal/needs"
	"semdiff/moddiff"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate"
)

const program = `
procedure twice(x: int) returns (r: int) { r := x + x; }
procedure main(x: int) returns (r: int) { call r := twice(x); if (r > 6) { r := 6; } }`

// TestRun checks what all engines say together of equal and different versions.
func TestRun(t *testing.T) {
	needs.Z3(t)
	for _, tt := range []struct {
		name, from, to string
		want           moddiff.Verdict
		traces         int
	}{
		{"equal to one of them", "r > 6", "r > 7", moddiff.Equivalent, 0},
		{"different", "r > 6", "r > 2", moddiff.Different, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, err := session.Open(session.Sources{
				Old: session.Text("old.bpl", program), New: session.Text("new.bpl", strings.Replace(program, tt.from, tt.to, 1)),
			}, translate.Options{}, solver.Config{Solver: "z3", Search: true, Options: solver.Default})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			dir := filepath.Join(t.TempDir(), "eq")
			r, err := Run(context.Background(), s.Task("main"), Options{
				Mode: symdiff.Modular, Unwind: 5, Engines: []string{"random"}, Traces: 2, Emit: dir, Stems: [2]string{"old", "new"},
			})
			if err != nil {
				t.Fatal(err)
			}
			if r.Worst() != tt.want || r.About() != tt.want || r.Verdict != tt.want.String() || r.Contradictions != 0 {
				t.Errorf("verdict %s, contradictions %d", r.Verdict, r.Contradictions)
			}
			main := r.Procedures[len(r.Procedures)-1]
			if main.Name != "main" || len(main.Traces) != tt.traces || main.Engines["random"] == "" || main.Sets == nil {
				t.Errorf("%+v", main)
			}
			files, err := os.ReadDir(dir)
			if err != nil || len(files) == 0 || len(files) != len(r.EqFiles) {
				t.Errorf("%d files, want %d, %v", len(files), len(r.EqFiles), err)
			}
			if _, err := Run(context.Background(), s.Task("main"), Options{Mode: symdiff.Modular, Unwind: 5, Engines: []string{"nobody"}}); err == nil {
				t.Error("nobody is an engine")
			}
		})
	}
}

// TestWrongDifferences checks that a difference that an engine over-approximates, and that
// leaves out what another engine has found, is a contradiction.
func TestWrongDifferences(t *testing.T) {
	needs.Z3(t)
	for _, tt := range []struct {
		name  string
		wrong func(*smtlib.Context, *moddiff.PairResult)
		want  []string
	}{
		{"right", func(*smtlib.Context, *moddiff.PairResult) {}, nil},
		{"nothing differs", func(c *smtlib.Context, p *moddiff.PairResult) { p.Summary.Unchanged = c.True },
			[]string{"U of dizy and C or T of moddiffref have common inputs"}},
		{"everything differs", func(c *smtlib.Context, p *moddiff.PairResult) { p.Summary.Changed = c.True },
			[]string{"U of moddiffref and C or T of dizy have common inputs"}},
		{"another verdict", func(_ *smtlib.Context, p *moddiff.PairResult) {
			p.Verdict, p.Status = moddiff.Equivalent, moddiff.Status(moddiff.Equivalent.String())
		},
			[]string{"moddiffref says different, dizy equivalent"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, err := session.Open(session.Sources{
				Old: session.Text("old.bpl", program), New: session.Text("new.bpl", strings.Replace(program, "r > 6", "r > 2", 1)),
			}, translate.Options{}, solver.Config{Solver: "z3", Search: true, Options: solver.Default})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			x := &crossing{opts: Options{Mode: symdiff.Modular, Unwind: 5, Engines: []string{"dizy"}}, ctx: t.Context(), task: s.Task("main")}
			if err := x.analyse(x.task); err != nil {
				t.Fatal(err)
			}
			pairs := x.more[0].Pairs
			main := pairs[slices.IndexFunc(pairs, func(p *moddiff.PairResult) bool { return p.Name == "main" })]
			tt.wrong(x.task.Old.Ctx, main)
			x.result.Crosscheck = &report.Crosscheck{}
			if err := x.rows(); err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, row := range x.result.Procedures {
				got = append(got, row.Contradictions...)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("contradictions %q, want %q", got, tt.want)
			}
		})
	}
}

// TestSlices checks that verification conditions are about slices: of the pair of loops
// that become the same, and of the output that the change alone reaches.
func TestSlices(t *testing.T) {
	needs.Z3(t)
	for _, tt := range []struct {
		figure  string
		want    moddiff.Verdict
		outputs map[string]string
		inputs  string // of EQ_f
	}{
		{"fig2", moddiff.Different, map[string]string{"a": "different", "b": "equivalent"}, "EQ_test(x: int, a: int)"},
		{"fig4", moddiff.Equivalent, map[string]string{
			"ret": "equivalent", "Data0": "equivalent", "Data1": "equivalent", "StructA": "equivalent", "alive": "equivalent", "field": "equivalent",
		}, ""},
	} {
		t.Run(tt.figure, func(t *testing.T) {
			var from session.Sources
			dir := filepath.Join("../../benchmarks/impact", tt.figure)
			from.Old, from.New = session.File(filepath.Join(dir, "old.bpl")), session.File(filepath.Join(dir, "new.bpl"))
			s, err := session.Open(from, translate.Options{}, solver.Config{Solver: "z3", Search: true, Options: solver.Default})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			r, err := Run(context.Background(), s.Task(""), Options{Mode: symdiff.Modular, Unwind: 5, SplitOutputs: true, Emit: t.TempDir(), Stems: [2]string{"old", "new"}})
			if err != nil {
				t.Fatal(err)
			}
			entry := r.Procedures[0]
			got := map[string]string{}
			for _, o := range entry.Outputs {
				got[o.Output] = o.Verdict
			}
			if r.Worst() != tt.want || r.Contradictions != 0 || !maps.Equal(got, tt.outputs) {
				t.Errorf("%s, %d contradictions, outputs %v", r.Worst(), r.Contradictions, got)
			}
			if tt.inputs != "" && (len(r.EqFiles) != 1 || !strings.Contains(r.EqFiles[0].Text, tt.inputs)) {
				t.Errorf("%d files, %s", len(r.EqFiles), r.EqFiles[0].Text)
			}
		})
	}
}

// TestOverlap checks that one engine's U and another one's C do not stand together when
// they have common inputs.
func TestOverlap(t *testing.T) {
	needs.Z3(t)
	s, err := session.Open(session.Sources{Old: session.Text("old.bpl", program), New: session.Text("new.bpl", program)},
		translate.Options{}, solver.Config{Solver: "z3", Options: solver.Default})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	c := s.Context
	x := &crossing{ctx: context.Background(), task: s.Task("main")}
	v, n := c.Var("x", c.Int), func(n int64) *smtlib.Term { return c.IntVal(n) }
	f := c.App(c.Func("f", nil, c.Int))
	for _, tt := range []struct {
		unchanged, changed, termination *smtlib.Term
		want                            bool
	}{
		{c.Lt(v, n(5)), c.Lt(n(3), v), c.False, true},
		{c.Lt(v, n(5)), c.Lt(n(5), v), c.False, false},
		{c.Lt(v, n(5)), c.False, c.Eq(v, n(4)), true},
		{c.Lt(v, f), c.Lt(n(3), v), c.False, false}, // what f is depends on axioms
	} {
		same := &moddiff.PairResult{Summary: &moddiff.DiffSummary{Unchanged: tt.unchanged}}
		differ := &moddiff.PairResult{Summary: &moddiff.DiffSummary{Changed: tt.changed, TerminationChanged: tt.termination}}
		if got := x.overlap(same, differ); got != tt.want {
			t.Errorf("%s and %s, %s: %t, want %t", tt.unchanged, tt.changed, tt.termination, got, tt.want)
		}
	}
}
