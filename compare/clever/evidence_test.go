package clever

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"semdiff/compare/engine"
	"semdiff/internal/enginetest"
	"semdiff/internal/needs"
	"semdiff/moddiff"
	"semdiff/moddiff/export"
)

// below is a client whose loop begins at 0: the call in it is a boundary under an inductive
// context.
const below = `
procedure total(n: int) returns (s: int)
{
  var i, r: int;
  s := 0;
  i := 0;
  while (i < n) { call r := triple(i); s := s + r; i := i + 1; }
}
`

const (
	triples    = below + `procedure triple(a: int) returns (r: int) { if (a < 0) { r := 0; } else { r := 3 * a; } }`
	triplesSum = below + `procedure triple(a: int) returns (r: int) { r := a + a + a; }`
)

// exportClient exports what is found of a client.
func exportClient(t *testing.T, oldText, newText, client string) (dir string, c *Client) {
	t.Helper()
	task := enginetest.Task(t, oldText, newText)
	defer task.Solver.Close()
	r, err := Run(context.Background(), task, []string{client}, Options{Summaries: moddiff.Options{Unwind: 3, Blocked: moddiff.BlockedReport}, Evidence: true})
	if err != nil {
		t.Fatal(err)
	}
	dir = filepath.Join(t.TempDir(), "export")
	if _, err := export.Write(dir, r.Clients[0].Evidence); err != nil {
		t.Fatal(err)
	}
	return dir, r.Clients[0]
}

// verified is what z3 and the texts say of an export.
func verified(t *testing.T, dir string) *export.Report {
	t.Helper()
	r, err := export.Verify(context.Background(), dir, []string{"z3"}, export.Limits{Jobs: 1, Timeout: 20 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestEvidence checks that answers for clients are confirmed.
func TestEvidence(t *testing.T) {
	needs.Z3(t)
	for _, tt := range []struct {
		name, old, new, client string
		verdict                engine.Verdict
		boundary               string
	}{
		{"context by induction", triples, triplesSum, "total", engine.Equivalent, "total_loop_head1@region1@within"},
		{
			"masked sign",
			`procedure c(x: int) returns (r: int) { call r := lib(x); if (r > 0) { r := 1; } else { r := 0; } } procedure lib(a: int) returns (r: int) { r := a; }`,
			`procedure c(x: int) returns (r: int) { call r := lib(x); if (r > 0) { r := 1; } else { r := 0; } } procedure lib(a: int) returns (r: int) { r := 2 * a; }`,
			"c", engine.Equivalent, "c",
		},
		{
			"a region that may be blocked",
			`procedure c(x: int) returns (r: int) { r := 0; if (x >= 3) { call r := lib(x); } r := r + 1; } procedure lib(a: int) returns (r: int) { assume a != 7; r := a; if (a < 0) { r := 0; } }`,
			`procedure c(x: int) returns (r: int) { r := 0; if (x >= 3) { call r := lib(x); } r := r + 1; } procedure lib(a: int) returns (r: int) { assume a != 7; r := a; }`,
			"c", engine.Equivalent, "c@region1@within",
		},
		{
			"affected",
			`procedure c(x: int) returns (r: int) { call r := lib(x); } procedure lib(a: int) returns (r: int) { r := a; }`,
			`procedure c(x: int) returns (r: int) { call r := lib(x); } procedure lib(a: int) returns (r: int) { r := 2 * a; }`,
			"c", engine.Different, "",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir, c := exportClient(t, tt.old, tt.new, tt.client)
			r := verified(t, dir)
			if c.Verdict != tt.verdict || c.Evidence.Verdict != tt.verdict || r.Outcome() != export.Agreed {
				t.Errorf("%s, in the export %s, which is %s: %v", c.Verdict, c.Evidence.Verdict, r.Outcome(), r.Problems)
			}
			if tt.boundary != "" && !slices.Equal(r.Index.Composition.Boundaries, []string{tt.boundary}) {
				t.Errorf("boundaries %v, want %s", r.Index.Composition.Boundaries, tt.boundary)
			}
		})
	}
}

// TestForgedComposition checks that a context or boundary that is not what it was is found
// out, also where all files are changed alike and their sums are those of the index.
func TestForgedComposition(t *testing.T) {
	needs.Z3(t)
	const (
		within = "total_loop_head1@region1@within"
		loop   = "total_loop_head1"
	)
	original, _ := exportClient(t, triples, triplesSum, "total")
	contextOf := func(x *export.Index, pair string) *export.Context {
		at := slices.IndexFunc(x.Composition.Contexts, func(c export.Context) bool { return c.Pair == pair })
		return &x.Composition.Contexts[at]
	}
	remove := func(x *export.Index, dir, id string) {
		at := slices.IndexFunc(x.Queries, func(q export.Query) bool { return q.ID == id })
		if err := os.Remove(filepath.Join(dir, x.Queries[at].File)); err != nil {
			t.Fatal(err)
		}
		x.Queries = slices.Delete(x.Queries, at, at+1)
	}
	for _, tt := range []struct {
		name    string
		in      func(id string) bool // the queries of which the text is edited
		oldNew  []string
		edit    func(x *export.Index, dir string)
		problem string // "" where a solver contradicts
	}{
		{name: "a stronger context", in: func(string) bool { return true }, oldNew: []string{"Bool\n  (>= i 0)", "Bool\n  (>= i 1)"}, edit: func(x *export.Index, _ string) {
			for i := range x.Composition.Contexts {
				x.Composition.Contexts[i].Condition = "(>= i 1)"
			}
		}},
		{name: "a weaker context", in: func(string) bool { return true }, oldNew: []string{"Bool\n  (>= i 0)", "Bool\n  (>= i (- 1))"}, edit: func(x *export.Index, _ string) {
			for i := range x.Composition.Contexts {
				x.Composition.Contexts[i].Condition = "(>= i (- 1))"
			}
		}},
		{name: "another context in the index", edit: func(x *export.Index, _ string) { contextOf(x, within).Condition = "(>= i 1)" }, problem: "is not the context in the index"},
		{name: "another context in a query", in: func(id string) bool { return id == within+"/context-old-1" }, oldNew: []string{"Bool\n  (>= i 0)", "Bool\n  (>= i (- 1))"}, problem: "is not the context in the index"},
		{name: "a context that nobody needs to keep", edit: func(x *export.Index, dir string) { remove(x, dir, loop+"/context-new-2") }, problem: loop + "/context-new-2: disagreed: the claim is missing"},
		{name: "a region that assumes more", in: func(id string) bool { return id == within+"/unchanged" }, oldNew: []string{"(<= i (- 1)))", "true)"}, problem: "is another than in " + within + "/unchanged"},
		{name: "a region that assumes more in both queries", in: func(id string) bool { return strings.HasPrefix(id, within+"/") }, oldNew: []string{"((i Int)) Bool\n  (<= i (- 1)))", "((i Int)) Bool\n  true)"}},
		{name: "nothing is composed", edit: func(x *export.Index, _ string) { x.Composition = nil }, problem: "it assumes a context, and none is listed"},
		{name: "another boundary", edit: func(x *export.Index, _ string) { x.Composition.Boundaries[0] = "triple" }, problem: "triple: disagreed: its versions agree on some of the inputs alone"},
		{name: "no such boundary", edit: func(x *export.Index, _ string) { x.Composition.Boundaries[0] = "total@region9" }, problem: "total@region9: disagreed: no claim says that its versions agree"},
		{name: "the body does something else", in: func(id string) bool { return id == loop+"/composed-new" }, oldNew: []string{":composed-new.s| () Int\n  (", ":composed-new.s| () Int\n  (+ 1 ("}},
		{name: "the call is not made", in: func(id string) bool { return id == within+"/context-old-1" }, oldNew: []string{"(assert |" + within + ":old:call-1:reached|)\n", ""}, problem: "it does not assert"},
		{name: "false is taken for granted", in: func(id string) bool { return id == within+"/context-old-1" }, oldNew: []string{"; the claim\n", "; the claim\n(assert false)\n"}, problem: "no claim shows that an axiom has a model"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(original)); err != nil {
				t.Fatal(err)
			}
			x, err := export.ReadIndex(dir)
			if err != nil {
				t.Fatal(err)
			}
			edited := 0
			for i := range x.Queries {
				q := &x.Queries[i]
				if tt.in == nil || !tt.in(q.ID) {
					continue
				}
				name := filepath.Join(dir, q.File)
				text, err := os.ReadFile(name)
				if err != nil {
					t.Fatal(err)
				}
				again := strings.NewReplacer(tt.oldNew...).Replace(string(text))
				if strings.Contains(again, "(+ 1 (") { // one more parenthesis to close
					at := strings.Index(again, "(+ 1 (")
					end := at + strings.Index(again[at:], "\n")
					again = again[:end] + ")" + again[end:]
				}
				if again != string(text) {
					edited++
				}
				sum := sha256.Sum256([]byte(again))
				q.SHA256 = hex.EncodeToString(sum[:])
				if err := os.WriteFile(name, []byte(again), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if tt.in != nil && edited == 0 {
				t.Fatal("nothing was edited")
			}
			if tt.edit != nil {
				tt.edit(x, dir)
			}
			index, err := json.Marshal(x)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, export.IndexFile), index, 0o600); err != nil {
				t.Fatal(err)
			}
			r := verified(t, dir)
			var problems []string
			for _, p := range r.Problems {
				problems = append(problems, p.String())
			}
			contradicted := slices.ContainsFunc(r.Checked, func(c *export.Checked) bool { return c.Outcome() == export.Disagreed })
			switch said := strings.Join(problems, "\n"); {
			case tt.problem != "" && !strings.Contains(said, tt.problem):
				t.Errorf("problems:\n%s", said)
			case tt.problem == "" && (!contradicted || r.Outcome() != export.Disagreed):
				t.Errorf("no solver contradicts; problems:\n%s", said)
			}
			if r.Outcome() == export.Agreed {
				t.Error("confirmed")
			}
		})
	}
}
