package export_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"semdiff/internal/needs"
	"semdiff/internal/pairtest"
	"semdiff/moddiff"
	"semdiff/moddiff/certificate"
	"semdiff/moddiff/export"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
)

// Roots of every verdict, calls of what is equal, recursion, loops that end, and that
// relations and lemmas are about, axioms.
const oldText = `
function f(x: int): int;
axiom (forall x: int :: {f(x)} f(x) >= x);
procedure sum(n: int) returns (r: int) { r := 0; if (n > 0) { call r := sum(n - 1); r := r + n; } }
procedure even(n: int) returns (r: bool) { r := true; if (n > 0) { call r := odd(n - 1); } }
procedure odd(n: int) returns (r: bool) { r := false; if (n > 0) { call r := even(n - 1); } }
procedure half(x: int) returns (r: int) { r := x div 2; }
procedure gone(x: int, y: bool) returns (r: int) { r := x; }
procedure differs(n: int) returns (r: int)
{
  var i: int;
  call r := sum(n);
  call i := half(n);
  if (i == 21) { r := r + 1; }
}
procedure equal(n: int) returns (r: int) { call r := sum(n); if (f(n) < n) { r := 5; } }
procedure ends(n: int) returns (r: int) { var i: int; i := n; while (i != 0) { if (i mod 2 == 0) { i := i - 2; } else { i := i - 1; } } r := 0; }
procedure counts(n: int) returns (r: int) { r := 0; while (r < n) { r := r + 1; } }
procedure partly(n: int) returns (r: int) { var i: int; i := n; while (i > 0) { havoc i; } r := 0; }
procedure late(n: int) returns (r: int) { var i: int; i := 0; r := 0; while (i < n) { i := i + 1; if (i == 1000000007) { r := 1; } } }
procedure offset(a: [int]int, n: int) returns (r: int) { var i: int; i := 0; r := 0; while (i < n) { r := r + a[i]; i := i + 1; } }
procedure waits(n: int) returns (r: int) { var i: int; i := n; r := 0; while (i != 0) { havoc i; r := r + 1; } }
procedure none(a: [int]int, n: int) returns (r: bool) { var i, c: int; c := 0; i := 0; while (i < n) { if (a[i] > 0) { c := c + 1; } i := i + 1; } r := c == 0; }
procedure same(n: int) returns (r: bool) { call r := even(n); }
`

const newText = `
function f(x: int): int;
axiom (forall x: int :: {f(x)} f(x) >= x);
procedure sum(n: int) returns (r: int) { r := 0; if (n > 0) { call r := sum(n - 1); r := n + r; } }
procedure even(n: int) returns (r: bool) { r := true; if (n > 0) { call r := odd(n - 1); } }
procedure odd(n: int) returns (r: bool) { r := false; if (n > 0) { call r := even(n - 1); } }
procedure half(x: int) returns (r: int) { r := (x + 1) div 2; }
procedure come(x: bool) returns (r: int) { r := 7; }
procedure differs(n: int) returns (r: int)
{
  var i: int;
  call r := sum(n);
  call i := half(n);
  if (i == 21) { r := r + 1; }
}
procedure equal(n: int) returns (r: int) { call r := sum(n); }
procedure ends(n: int) returns (r: int) { var i: int; i := n; while (i > 0) { if (i mod 2 == 0) { i := i - 2; } else { i := i - 1; } } r := 0; }
procedure counts(n: int) returns (r: int) { r := if n > 0 then n else if n == -7 then 1 else 0; }
procedure partly(n: int) returns (r: int) { var i: int; i := n; while (i > 1) { havoc i; } r := 0; }
procedure late(n: int) returns (r: int) { var i: int; i := 0; r := 0; while (i < n) { i := i + 1; } }
procedure offset(a: [int]int, n: int) returns (r: int) { var i: int; i := 1; r := 0; while (i <= n) { r := r + a[i - 1]; i := i + 1; } }
procedure waits(n: int) returns (r: int) { var i: int; i := n; r := 1; while (i != 0) { havoc i; r := r + 1; } r := r - 1; }
procedure none(a: [int]int, n: int) returns (r: bool) { var i: int; i := 0; while (i < n) { if (a[i] > 0) { r := false; return; } i := i + 1; } r := true; }
procedure same(n: int) returns (r: bool) { call r := even(n); }
`

// exportPair exports what is found of a pair of programs, whole.
func exportPair(t *testing.T, oldText, newText string) (dir string) {
	t.Helper()
	return exportWith(t, oldText, newText, moddiff.Options{Unwind: 3, WithoutImpact: true})
}

func exportWith(t *testing.T, oldText, newText string, opts moddiff.Options) (dir string) {
	t.Helper()
	needs.Z3(t)
	c := smtlib.NewContext()
	old, new := pairtest.Lower(t, c, oldText, newText)
	s, err := solver.New(c, "z3", solver.Default)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	opts.Evidence = true
	r, err := moddiff.Analyze(context.Background(), old, new, s, opts)
	if err != nil {
		t.Fatal(err)
	}
	dir = filepath.Join(t.TempDir(), "export")
	if _, err := export.Write(dir, r); err != nil {
		t.Fatal(err)
	}
	return dir
}

// forger edits an export.
type forger struct {
	*testing.T
	dir string
	*export.Index
}

func (f *forger) pair(name string) *export.Pair {
	i := slices.IndexFunc(f.Pairs, func(p export.Pair) bool { return p.Name == name })
	if i < 0 {
		f.Fatalf("there is no pair %s", name)
	}
	return &f.Pairs[i]
}

func (f *forger) set(pair string, name int) *export.Set { return &f.pair(pair).Sets[name] }

func (f *forger) place(id string) int {
	i := slices.IndexFunc(f.Queries, func(q export.Query) bool { return q.ID == id })
	if i < 0 {
		f.Fatalf("there is no query %s", id)
	}
	return i
}

func (f *forger) query(id string) *export.Query { return &f.Queries[f.place(id)] }

// remove takes a claim away, with its file.
func (f *forger) remove(id string) export.Query {
	i := f.place(id)
	q := f.Queries[i]
	f.Queries = slices.Delete(f.Queries, i, i+1)
	name, _ := f.keep(q.File)
	if err := os.Remove(name); err != nil {
		f.Fatal(err)
	}
	return q
}

// missing makes a claim one that was not exported.
func (f *forger) missing(id, reason string) {
	q := f.remove(id)
	f.NotExported = append(f.NotExported, export.NotExported{ID: id, Pair: q.Pair, Claim: q.Claim, Says: q.Says, Reason: reason, RestsOn: []string{}})
}

// rewrite edits the file of a claim, and the sum of its text.
func (f *forger) rewrite(id string, oldNew ...string) {
	q := f.query(id)
	q.SHA256 = f.edit(q.File, oldNew...)
}

func (f *forger) edit(file string, oldNew ...string) (sha string) {
	name, edited := f.keep(file)
	for i := 0; i < len(oldNew); i += 2 {
		if !strings.Contains(edited, oldNew[i]) {
			f.Fatalf("%s has no %q:\n%s", file, oldNew[i], edited)
		}
		edited = strings.ReplaceAll(edited, oldNew[i], oldNew[i+1])
	}
	if err := os.WriteFile(name, []byte(edited), 0o666); err != nil {
		f.Fatal(err)
	}
	s := sha256.Sum256([]byte(edited))
	return hex.EncodeToString(s[:])
}

// param finds the parameters of what a relation or lemma says.
var param = regexp.MustCompile(`\(\|?([^| ()]+)\|? [^()]*?(\([^()]*\))?\)`)

// addFact takes what a relation or lemma says of runs for granted in a query.
func (f *forger) addFact(id, said string, runs ...string) {
	_, text := f.keep(f.query(id).File)
	_, rest, _ := strings.Cut(text, "(define-fun |"+said+"| (")
	params, _, _ := strings.Cut(rest, ") Bool\n")
	fact := "(|" + said + "|"
	for _, m := range param.FindAllStringSubmatch(params, -1) {
		run := runs[0]
		if strings.HasPrefix(m[1], "new") {
			run = runs[1]
		}
		fact += " |" + run + m[1][len("old"):] + "|"
	}
	fact += ")"
	for _, run := range runs {
		fact += " (not |" + run + ":reached|) (not |" + run + ":ends|)"
		if len(runs) == 1 {
			fact += " |" + run + ":fails| |" + run + ":blocked|"
		}
	}
	subject, _, _ := strings.Cut(said, ":")
	name := "|" + said + "@" + strings.Join(runs, ",") + "|"
	assumed := "(define-fun |" + subject + ":assumed| () Bool\n  "
	_, body, _ := strings.Cut(text, assumed)
	body, _, _ = strings.Cut(body, ")\n")
	added := strings.TrimSuffix(strings.TrimPrefix(body, "(and "), ")")
	q := f.query(id)
	for _, run := range runs { // which the query may have no use for
		if !strings.Contains(text, "|"+run+":reached|") {
			f.rewrite(id, assumed, "(define-fun |"+run+":reached| () Bool true)\n"+assumed)
		}
	}
	q.SHA256 = f.edit(q.File, assumed+body, "(define-fun "+name+" () Bool\n  (or "+fact+"))\n"+assumed+"(and "+added+" "+name+")")
}

// forgery is an edit of an export, and what is to be said of it.
type forgery struct {
	name string
	edit func(f *forger)
	want []string // problems
}

// forgeries are those of the export of oldText and newText.
var forgeries = []forgery{
	// The index alone.
	{"no queries", func(f *forger) { f.Queries = nil }, []string{"differs/changed: disagreed: the claim is missing", "same/unchanged: disagreed: the claim is missing"}},
	{"no queries and no pairs", func(f *forger) { f.Queries, f.Pairs = nil, nil }, []string{`entry "differs" is no pair`, "the index does not name the file"}},
	{"a claim removed", func(f *forger) { f.remove("half/cover") }, []string{"half/cover: disagreed: the claim is missing"}},
	{"a witness removed", func(f *forger) { f.remove("half/witness-1") }, []string{"half/witness-1: disagreed: the claim is missing"}},
	{"all witnesses removed", func(f *forger) { f.remove("half/witness-1"); f.pair("half").Differences = 0 }, []string{`half: disagreed: the status "different" does not follow`, "no witness is in changed"}},
	{"what others rest on removed", func(f *forger) { f.remove("sum/unchanged") }, []string{`differs/changed: disagreed: it rests on "sum/unchanged", which is not there`}},
	{"its file left", func(f *forger) { i := f.place("half/cover"); f.Queries = slices.Delete(f.Queries, i, i+1) }, []string{"half/query-cover.smt2: disagreed: the index does not name the file"}},
	{"a claim renamed", func(f *forger) { f.query("half/cover").ID = "half/covers" }, []string{"half/cover: disagreed: the claim is missing", `half/covers: disagreed: the claim is named "cover"`}},
	{"a claim renamed throughout", func(f *forger) { q := f.query("half/cover"); q.ID, q.Claim = "half/covers", "covers" }, []string{"half/cover: disagreed: the claim is missing", "half/covers: disagreed: there is no such claim", "half/covers: disagreed: nothing in the answer needs"}},
	{"a claim of another pair", func(f *forger) { q := f.query("half/cover"); q.ID, q.Pair = "gone/cover", "gone" }, []string{"half/cover: disagreed: the claim is missing", "gone/cover: disagreed: nothing in the answer needs"}},
	{"a claim added", func(f *forger) {
		q := *f.query("half/cover")
		q.ID, q.Pair = "sum/cover", "sum"
		f.Queries = append(f.Queries, q)
	}, []string{"sum/cover: disagreed: nothing in the answer needs", "names the file twice"}},
	{"a claim twice", func(f *forger) { f.Queries = append(f.Queries, *f.query("half/cover")) }, []string{"half/cover: disagreed: the claim is twice there"}},
	{"rests_on emptied", func(f *forger) { f.query("differs/unchanged").RestsOn = nil }, []string{"differs/unchanged: disagreed: its query: it rests on half/unchanged, sum/old-ends-for-differs, sum/unchanged, in the index on nothing"}},
	{"rests_on shortened", func(f *forger) {
		q := f.query("differs/unchanged")
		q.RestsOn = q.RestsOn[:1]
	}, []string{"differs/unchanged: disagreed: its query: it rests on"}},
	{"rests on itself", func(f *forger) { f.query("sum/unchanged").RestsOn = []string{"differs/unchanged"} }, []string{"it rests on itself"}},
	{"with emptied", func(f *forger) { f.query("even/unchanged").With = nil }, []string{"odd/unchanged: disagreed: it holds together with even/unchanged, but not the other way round"}},
	{"different to unknown", func(f *forger) { f.pair("differs").Status = "unknown" }, []string{`differs: disagreed: the status "unknown" does not follow`}},
	{"different to equivalent", func(f *forger) { f.pair("half").Status = "equivalent" }, []string{`half: disagreed: the status "equivalent" does not follow`}},
	{"different to unchanged", func(f *forger) { f.pair("half").Status = "unchanged" }, []string{"half/changed: disagreed: nothing in the answer needs"}},
	{"partially equivalent to equivalent", func(f *forger) { f.pair("partly").Status = "equivalent" }, []string{`partly: disagreed: the status "equivalent" does not follow`}},
	{"unknown to partially equivalent", func(f *forger) { f.pair("late").Status = "partially-equivalent" }, []string{"late/partially_equivalent: disagreed: the claim is missing"}},
	{"unknown to different", func(f *forger) { p := f.pair("late"); p.Status, p.Differences = "different", 1 }, []string{`late: disagreed: the status "different" does not follow`, "late/witness-1: disagreed: the claim is missing"}},
	{"removed to unchanged", func(f *forger) { f.pair("gone").Status = "unchanged" }, []string{`gone: disagreed: the status is "unchanged" with old "gone" and new ""`}},
	{"no status", func(f *forger) { f.pair("half").Status = "" }, []string{`half: disagreed: the status "" does not follow`}},
	{"another verdict", func(f *forger) { f.Verdict = "equivalent" }, []string{`index.json: disagreed: the verdict is "equivalent", the statuses of the entries make it "different"`}},
	{"no entries", func(f *forger) { f.Entry, f.Verdict = nil, "equivalent" }, []string{"index.json: disagreed: there is no entry"}},
	{"no sets", func(f *forger) { p := f.pair("late"); p.Sets = nil }, []string{"late: disagreed: the pair has no sets"}},
	{"sets swapped", func(f *forger) { p := f.pair("half"); p.Sets[0], p.Sets[1] = p.Sets[1], p.Sets[0] }, []string{"half: disagreed: the sets are not changed, unchanged"}},
	{"the set of another pair", func(f *forger) { *f.set("half", 0) = *f.set("differs", 0) }, []string{"differs/changed.smt2: disagreed: it is not about changed of half", "names the file twice", "half/changed.smt2: disagreed: the index does not name"}},
	{"files swapped", func(f *forger) {
		p, q := f.query("half/cover"), f.query("half/disjoint")
		p.File, p.SHA256, q.File, q.SHA256 = q.File, q.SHA256, p.File, p.SHA256
	}, []string{`half/cover: disagreed: its query: it is that of "semdiff export old.bpl new.bpl: half/disjoint"`}},
	{"a status of check-sat", func(f *forger) { f.query("half/cover").Status = "sat" }, []string{`half/cover: disagreed: the status is "sat", has to be "unsat"`}},
	{"another proof", func(f *forger) { f.query("half/unchanged").Proof = "bodies" }, []string{"half/unchanged: disagreed: its query: it does not assert that the claim is false"}},
	{"other words", func(f *forger) { f.query("half/cover").Says = "all is well" }, []string{"half/cover: disagreed: its query: it says"}},
	{"another program", func(f *forger) { f.Old = "other.bpl" }, []string{"half/cover: disagreed: its query: it is that of"}},
	{"other inputs", func(f *forger) { f.pair("half").Inputs = []string{"y"} }, []string{"half/changed.smt2: disagreed: it does not declare the input y"}},
	{"outside", func(f *forger) { f.query("half/cover").File = "../index.json" }, []string{"../index.json: disagreed: the file is not in the folder"}},
	{"not exported", func(f *forger) { f.missing("half/cover", certificate.MissingRuns) }, []string{"half/cover: disagreed: the claim has to be exported"}},
	{"not exported, beside witnesses", func(f *forger) { f.missing("half/changed", certificate.MissingRuns) }, []string{"half/witness-1: disagreed: nothing in the answer needs"}},
	{"not exported, for another reason", func(f *forger) { f.missing("half/witness-1", "trust me") }, []string{"half/witness-1: disagreed: the claim has to be exported"}},
	{"not exported, without a partner", func(f *forger) { f.missing("equal/unchanged", certificate.MissingPaths) }, []string{"equal/unchanged: disagreed: the claim has to be exported"}},

	// Files too, with their sums.
	{"a query without the claim", func(f *forger) { f.rewrite("differs/unchanged", "(assert (not |differs:agree|))", "(assert false)") }, []string{"differs/unchanged: disagreed: its query: it does not assert that the claim is false"}},
	{"a query that asserts more", func(f *forger) { f.rewrite("differs/unchanged", "; the claim", "(assert false)") }, []string{"differs/unchanged: unknown: its query: no claim shows that an axiom has a model: false"}},
	{"a query of another set", func(f *forger) {
		f.rewrite("half/changed", "(define-fun |half:changed| () Bool", "(define-fun |half:changed| () Bool false) (define-fun |half:other| () Bool")
	}, []string{"half/changed: disagreed: its query: its half:changed is not the set of the pair"}},
	{"a witness of nothing", func(f *forger) { f.rewrite("half/witness-1", "(assert |half:differ|)", "") }, []string{"half/witness-1: disagreed: its query: it does not assert that the input is in a set"}},
	{"a witness of another set", func(f *forger) {
		f.rewrite("half/witness-1", "(define-fun |half:changed| () Bool", "(define-fun |half:changed| () Bool true) (define-fun |half:other| () Bool")
	}, []string{"half/witness-1: disagreed: its query: its half:changed is not the set of the pair"}},
	{"the set in the index and in one query", func(f *forger) {
		f.set("half", 1).SHA256 = f.edit("half/unchanged.smt2", "(define-fun |half:unchanged| () Bool", "(define-fun |half:unchanged| () Bool true) (define-fun |half:other| () Bool")
	}, []string{"half/unchanged: disagreed: its query: its half:unchanged is not the set of the pair", "half/cover: disagreed"}},
	{"an answer that is printed", func(f *forger) { f.rewrite("half/cover", "(check-sat)", `(echo "unsat")`) }, []string{"half/cover: disagreed: its query:", "unexpected command echo"}},
	{"a file that is written", func(f *forger) {
		f.rewrite("half/cover", "(check-sat)", `(set-option :regular-output-channel "x") (check-sat)`)
	}, []string{"unexpected command set-option"}},
	{"a step without its parts", func(f *forger) {
		f.rewrite("ends_loop_head1/new-ends", "(define-fun step-1 () Bool", "(define-fun step-1 () Bool false) (define-fun |ends_loop_head1:x| () Bool")
	}, []string{"ends_loop_head1/new-ends: disagreed: its query: step-1 is not all of its parts"}},
	{"a step of a closed form without its parts", func(f *forger) {
		f.rewrite("counts_loop_head1:old/old-closed-for-counts", "(define-fun step-2 () Bool", "(define-fun step-2 () Bool false) (define-fun |counts:x| () Bool")
	}, []string{"counts_loop_head1:old/old-closed-for-counts: disagreed: its query: step-2 is not all of its parts"}},
	{"a closed form that nothing shows", func(f *forger) {
		f.remove("counts_loop_head1:old/old-closed-for-counts")
	}, []string{"counts/unchanged: disagreed: it rests on \"counts_loop_head1:old/old-closed-for-counts\", which is not there"}},
	{"a relation that always holds", func(f *forger) {
		f.rewrite("differs/unchanged", "(define-fun |differs:agree| () Bool", "(define-fun |differs:agree| () Bool true) (define-fun |differs:other| () Bool")
	}, []string{"differs/unchanged: disagreed: its query: differs:agree is not what the name says"}},
	{"a difference anywhere", func(f *forger) {
		f.rewrite("half/witness-1", "(define-fun |half:differ| () Bool", "(define-fun |half:differ| () Bool true) (define-fun |half:other| () Bool")
	}, []string{"half/witness-1: disagreed: its query: half:differ is not what the name says"}},
	{"an induction step that always holds", func(f *forger) {
		f.rewrite("sum/unchanged", "(define-fun |sum:step| () Bool", "(define-fun |sum:step| () Bool true) (define-fun |sum:other| () Bool")
	}, []string{"sum/unchanged: disagreed: its query: sum:step is not what the name says"}},
	{"the same version twice", func(f *forger) {
		f.rewrite("half/unchanged", "(|half:new.r| x)", "(|half:old.r| x)")
	}, []string{"half/unchanged: disagreed: its query: half:at:new.r is no result of the new version"}},
	{"an output that is not compared", func(f *forger) { f.pair("half").Outputs = []string{"r", "s"} }, []string{"half/unchanged: disagreed: its query: half:agree compares the outputs r, in the index they are r, s"}},
	{"no outputs", func(f *forger) { f.pair("half").Outputs = nil }, []string{"half/changed: disagreed: its query: half:differ compares the outputs r, in the index they are nothing"}},
	{"a function defined", func(f *forger) {
		f.rewrite("same/unchanged", "(declare-fun |even:both:unexplored.r| (Int) Bool)", "(define-fun |even:both:unexplored.r| ((x Int)) Bool true)")
	}, []string{"same/unchanged: disagreed: its query: it defines even:both:unexplored.r, which may be anything"}},
	{"rests_on emptied, in the file too", func(f *forger) {
		f.query("same/unchanged").RestsOn = nil
		f.rewrite("same/unchanged", "; rests on", "; ", "; given", "; ")
	}, []string{"same/unchanged: disagreed: its query: the versions of even share a function, but the claim rests on none that allows it"}},
	{"with emptied, in the files too", func(f *forger) {
		for _, id := range []string{"even/unchanged", "odd/unchanged"} {
			f.query(id).With = nil
			f.rewrite(id, "; holds together with", ";")
		}
	}, []string{"even/unchanged: disagreed: its query: the versions of odd share a function"}},

	// Inductions over runs.
	{"a step removed", func(f *forger) { f.remove("offset/relation-1-step") }, []string{`offset/unchanged: disagreed: it rests on "offset/relation-1-step", which is not there`}},
	{"a step removed throughout", func(f *forger) {
		f.remove("offset/relation-1-step")
		for _, id := range []string{"offset/unchanged", "offset/relation-1-old-ends", "offset/relation-1-new-ends"} {
			f.query(id).RestsOn = slices.DeleteFunc(f.query(id).RestsOn, func(on string) bool { return on == "offset/relation-1-step" })
			f.rewrite(id, "; rests on offset/relation-1-step\n", "")
		}
		f.query("offset/relation-1-exit").With = nil
		f.rewrite("offset/relation-1-exit", "; holds together with offset/relation-1-step\n", "")
	}, []string{"offset/unchanged: disagreed: its query: offset:relation-1@offset_loop_head1:old:call-1,offset_loop_head1:new:call-1: no claim shows it", "offset/relation-1-exit: disagreed"}},
	{"rests_on without a step", func(f *forger) {
		f.query("offset/unchanged").RestsOn = slices.DeleteFunc(f.query("offset/unchanged").RestsOn, func(on string) bool { return on == "offset/relation-1-step" })
		f.rewrite("offset/unchanged", "; rests on offset/relation-1-step\n", "")
	}, []string{"offset/unchanged: disagreed: its query: offset:relation-1@offset_loop_head1:old:call-1,offset_loop_head1:new:call-1: the claim does not rest on offset/relation-1-step"}},
	{"termination removed", func(f *forger) { f.remove("waits/relation-1-old-ends") }, []string{`waits/unchanged: disagreed: it rests on "waits/relation-1-old-ends", which is not there`}},
	{"a relation changed in one query", func(f *forger) {
		f.rewrite("offset/unchanged", "(= |new:in.i| (+ |old:in.i| 1))", "(= |new:in.i| (+ |old:in.i| 2))")
	}, []string{"offset/unchanged: disagreed: its query: offset:relation-1:given is another than in offset/relation-1-step"}},
	{"a relation about the run at hand", func(f *forger) {
		f.rewrite("offset/relation-1-step", "(= |new:in.i| (+ |old:in.i| 1))", "(= |old:in.i| |old:i|)")
	}, []string{"offset/relation-1-step: disagreed: its query: offset:relation-1:given is about more than its parameters: old:i"}},
	{"a relation that rests on itself", func(f *forger) {
		f.addFact("offset/relation-1-step", "offset:relation-1", "offset_loop_head1:old:body", "offset_loop_head1:new:body")
	}, []string{"offset/relation-1-step: disagreed: its query: offset:relation-1@offset_loop_head1:old:body,offset_loop_head1:new:body: the claim rests on itself"}},
	{"a lemma that rests on itself", func(f *forger) { f.addFact("none/lemma-1", "none:lemma-1", "none_loop_head1:old:body") },
		[]string{"none/lemma-1: disagreed: its query: none:lemma-1@none_loop_head1:old:body: the claim rests on itself"}},
	{"an end that rests on itself", func(f *forger) {
		// The old run at hand is no shorter than itself, whatever the new one is.
		f.rewrite("waits/relation-1-old-ends",
			":old-ends@waits_loop_head1:old:call-1,waits_loop_head1:new:body|", ":old-ends@waits_loop_head1:old:body,waits_loop_head1:new:call-1|")
	}, []string{"waits/relation-1-old-ends: disagreed: its query: waits:relation-1:old-ends@waits_loop_head1:old:body,waits_loop_head1:new:call-1"}},
	{"a step by what rests on it", func(f *forger) {
		q := f.query("offset/relation-1-step")
		q.RestsOn = append(q.RestsOn, "offset/unchanged")
		f.rewrite("offset/relation-1-step", "; holds together", "; rests on offset/unchanged\n; holds together")
	}, []string{"it rests on itself"}},
	{"a step that holds together with nothing", func(f *forger) {
		for _, id := range []string{"offset/relation-1-step", "offset/relation-1-exit"} {
			f.query(id).With = nil
			f.rewrite(id, "; holds together with", ";")
		}
	}, []string{"offset/relation-1-step: disagreed: its query: offset:relation-1@offset_loop_head1:old:call-1,offset_loop_head1:new:call-1: the claim does not rest on offset/relation-1-exit"}},
	{"an induction that is none", func(f *forger) {
		for _, id := range []string{"waits/relation-1-step", "waits/relation-1-exit"} {
			f.query(id).With = []string{"offset/relation-1-step"}
		}
	}, []string{"waits/relation-1-step: disagreed: it holds together with offset/relation-1-step, but not the other way round"}},
	{"a fact of other values", func(f *forger) {
		f.rewrite("offset/unchanged", "|offset_loop_head1:old:call-1.r| |offset_loop_head1:old:call-1:fails|", "|offset_loop_head1:new:call-1.r| |offset_loop_head1:old:call-1:fails|")
	}, []string{"offset/unchanged: disagreed: its query: offset:relation-1@offset_loop_head1:old:call-1,offset_loop_head1:new:call-1 is no fact"}},
	{"a fact of other loops", func(f *forger) {
		f.rewrite("offset/unchanged", "offset_loop_head1:old:call-1", "waits_loop_head1:old:call-1")
	}, []string{"it is about other procedures than offset/relation-1-step"}},
	{"taken for granted", func(f *forger) {
		f.rewrite("offset/relation-1-step", "(define-fun |offset:assumed| () Bool\n  (and", "(define-fun |offset:assumed| () Bool\n  (and false")
	}, []string{"offset/relation-1-step: disagreed: its query: what it takes for granted is not its facts alone"}},
	{"a claim of a relation that always holds", func(f *forger) {
		f.rewrite("offset/relation-1-step", "(define-fun |offset:claimed| () Bool", "(define-fun |offset:claimed| () Bool true) (define-fun |offset:other| () Bool")
	}, []string{"offset/relation-1-step: disagreed: its query: what it claims is not what its name says"}},
	{"a run that neither goes on nor ends", func(f *forger) {
		f.rewrite("offset/relation-1-step", "(define-fun |offset:goes_on| () Bool", "(define-fun |offset:goes_on| () Bool false) (define-fun |offset:other| () Bool")
	}, []string{"offset/relation-1-exit: disagreed: its query: offset:goes_on is another than in offset/relation-1-step"}},
	{"a run by the other version", func(f *forger) {
		f.rewrite("waits/unchanged", "(define-fun |waits_loop_head1:new:call-1.r| () Int\n  |v2.waits_loop_head1@2:r:1|)", "(define-fun |waits_loop_head1:new:call-1.r| () Int\n  |v1.waits_loop_head1@1:r:1|)")
	}, []string{"waits/unchanged: disagreed: its query: waits_loop_head1:new:call-1.r depends on v1.waits_loop_head1@1:r:1, of the other version"}},
	{"a relation without its induction", func(f *forger) { f.query("offset/relation-1-step").Proof = "relations" }, []string{`offset/relation-1-step: disagreed: there is no such claim by "relations"`}},
	{"a pair without its relations", func(f *forger) {
		f.rewrite("offset/unchanged", "(assert |offset:assumed|)", "(assert false)")
	}, []string{"offset/unchanged: disagreed: its query: it does not assert that the claim is false"}},
	{"axioms that contradict each other", func(f *forger) { f.rewrite("equal/unchanged", "; axioms", "(assert (forall ((x Int)) (< (f x) x)))") }, []string{"equal/unchanged: unknown: its query: no claim shows that an axiom has a model"}},
}

// TestForgeries checks that an export holds, and that no edit of it does.
func TestForgeries(t *testing.T) {
	dir := exportPair(t, oldText, newText)
	if r := verify(t, dir, "z3"); r.Outcome() != export.Agreed {
		t.Fatalf("the export itself: %s: %v", r.Outcome(), r.Problems)
	}
	t.Run("each claim", func(t *testing.T) { eachClaim(t, dir) })
	refuse(t, dir, forgeries)
}

// refuse checks that no edit of an export holds.
func refuse(t *testing.T, dir string, forgeries []forgery) {
	t.Helper()
	for _, tt := range forgeries {
		t.Run(tt.name, func(t *testing.T) {
			r := verify(t, forge(t, dir, tt.edit)) // no solver is needed to see it
			var said []string
			for _, p := range r.Problems {
				said = append(said, p.String())
			}
			all := strings.Join(said, "\n")
			for _, want := range tt.want {
				if !strings.Contains(all, want) {
					t.Errorf("nothing says %q:\n%s", want, all)
				}
				if strings.Contains(want, "disagreed") && r.Outcome() != export.Disagreed {
					t.Errorf("the outcome is %s", r.Outcome())
				}
			}
		})
	}
}

// eachClaim removes each claim in turn, and takes its query away.
func eachClaim(t *testing.T, dir string) {
	x, err := export.ReadIndex(dir)
	if err != nil {
		t.Fatal(err)
	}
	for i, q := range x.Queries {
		if i%4 != 0 && os.Getenv("SEMDIFF_BENCH") == "" {
			continue
		}
		for name, edit := range map[string]func(f *forger){
			"removed":      func(f *forger) { f.remove(q.ID) },
			"not exported": func(f *forger) { f.missing(q.ID, "too hard") },
		} {
			t.Run(q.ID+" "+name, func(t *testing.T) {
				if r := verify(t, forge(t, dir, edit)); r.Outcome() != export.Disagreed {
					t.Errorf("%s", r.Outcome())
				}
			})
		}
	}
}

// TestNotExported checks that an answer which leans on a claim without a query
// is not confirmed.
func TestNotExported(t *testing.T) {
	r := verify(t, exportPair(t, `
function {:builtin "MapOr"} union([int]bool, [int]bool): [int]bool;
procedure main(a: [int]bool, b: [int]bool) returns (r: [int]bool) { r := union(a, b); }
`, `
function {:builtin "MapAnd"} intersection([int]bool, [int]bool): [int]bool;
procedure main(a: [int]bool, b: [int]bool) returns (r: [int]bool) { r := intersection(a, b); }
`), "z3")
	if len(r.Index.NotExported) == 0 || r.Index.Verdict != "different" {
		t.Skipf("%s, everything is exported", r.Index.Verdict)
	}
	if r.Outcome() != export.Unknown || len(r.Problems) > 0 {
		t.Errorf("%s, %v", r.Outcome(), r.Problems)
	}
}

// forge edits an export for the time of a test.
func forge(t *testing.T, dir string, edit func(*forger)) string {
	t.Helper()
	x, err := export.ReadIndex(dir)
	if err != nil {
		t.Fatal(err)
	}
	f := &forger{t, dir, x}
	f.keep(export.IndexFile)
	edit(f)
	text, err := json.Marshal(x)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, export.IndexFile), text, 0o666); err != nil {
		t.Fatal(err)
	}
	return dir
}

// keep reads a file, which is there again when the test is over.
func (f *forger) keep(file string) (name, text string) {
	name = filepath.Join(f.dir, file)
	was, err := os.ReadFile(name)
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() {
		if err := os.WriteFile(name, was, 0o666); err != nil {
			f.Fatal(err)
		}
	})
	return name, string(was)
}

func verify(t *testing.T, dir string, solvers ...string) *export.Report {
	t.Helper()
	r, err := export.Verify(context.Background(), dir, solvers, export.Limits{Timeout: 20 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	return r
}
