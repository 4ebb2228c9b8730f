package export

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"semdiff/internal/lazyregexp"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
)

// Outcome is what checking a query came to.
type Outcome string

// The outcomes, the worst first.
const (
	Disagreed Outcome = "disagreed" // a solver contradicts the status, or the file is not the one that was exported
	Unknown   Outcome = "unknown"   // no solver confirms the status
	Agreed    Outcome = "agreed"    // some solver confirms the status, none contradicts it
)

// Checked is what solvers say of a query.
type Checked struct {
	Query
	Answers []solver.Result // by solver
	Times   []time.Duration // by solver
	// Altered says how the file is not the one that was exported; "" if it is.
	Altered string
	script  string // "" when it is none that may be run
}

// Outcome sums up the answers.
func (c *Checked) Outcome() Outcome {
	if c.Altered != "" {
		return Disagreed
	}
	confirmed := false
	for _, r := range c.Answers {
		switch {
		case r.Answer == solver.Unknown:
		case r.Answer.String() != c.Status:
			return Disagreed
		default:
			confirmed = true
		}
	}
	if confirmed {
		return Agreed
	}
	return Unknown
}

// Report is what checking an export came to.
type Report struct {
	Index   *Index
	Solvers []string
	Checked []*Checked
	// Altered are the files of sets that are not the ones that were exported.
	Altered []string
	// Problems are how the answer, its claims and the files do not hold together.
	Problems []Problem
}

// Outcome is the worst of all.
func (r *Report) Outcome() Outcome {
	worst := Agreed
	if len(r.Altered) > 0 {
		return Disagreed
	}
	if len(r.Index.NotExported) > 0 {
		worst = Unknown // none of them is shown
	}
	for _, p := range r.Problems {
		if p.Outcome == Disagreed {
			return Disagreed
		}
		worst = p.Outcome
	}
	for _, c := range r.Checked {
		switch o := c.Outcome(); {
		case o == Disagreed:
			return Disagreed
		case o == Unknown:
			worst = Unknown
		}
	}
	return worst
}

// Limits bound the checks of an export.
type Limits struct {
	Jobs    int           // queries that are checked at once; as many as there are processors when 0
	Timeout time.Duration // for one query and one solver; none when 0
	// Progress, when set, is called before each query, with how many were begun, by one
	// goroutine at a time.
	Progress func(begun, of int, query string)
}

// Verify checks that the claims of an export are those that its answer needs,
// that the queries say what the claims do, and the queries with solvers, which
// are command lines as solver.New takes them. It is an error when the index, a
// file or a solver is not there, or when ctx ends.
func Verify(ctx context.Context, dir string, solvers []string, limits Limits) (*Report, error) {
	index, err := ReadIndex(dir)
	if err != nil {
		return nil, err
	}
	v := &verifier{dir: dir, texts: map[string][]byte{}, Report: &Report{Index: index, Solvers: solvers}}
	if err := v.readFiles(); err != nil {
		return nil, err
	}
	v.checkAnswer()
	if err := v.solve(ctx, limits); err != nil {
		return nil, err
	}
	return v.Report, ctx.Err()
}

type verifier struct {
	*Report
	dir   string
	texts map[string][]byte // of files by name
}

// readFiles reads all files that the index names, each of which it may name
// once, and no others.
func (v *verifier) readFiles() error {
	var ps problems
	read := func(name string) error {
		switch {
		case !filepath.IsLocal(filepath.FromSlash(name)):
			ps.add(name, "the file is not in the folder")
			return nil
		case v.texts[name] != nil:
			ps.add(name, "the index names the file twice")
			return nil
		}
		text, err := os.ReadFile(filepath.Join(v.dir, filepath.FromSlash(name)))
		v.texts[name] = append([]byte{}, text...)
		return err
	}
	for _, p := range v.Index.Pairs {
		for _, s := range p.Sets {
			if err := read(s.File); err != nil {
				return err
			}
		}
	}
	for _, q := range v.Index.Queries {
		if err := read(q.File); err != nil {
			return err
		}
	}
	err := filepath.WalkDir(v.dir, func(full string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(full) != ".smt2" {
			return err
		}
		name, err := filepath.Rel(v.dir, full)
		if name = filepath.ToSlash(name); err == nil && v.texts[name] == nil {
			ps.add(name, "the index does not name the file")
		}
		return err
	})
	v.Problems = append(v.Problems, ps...)
	return err
}

// checkAnswer holds answer, claims and files against each other.
func (v *verifier) checkAnswer() {
	var ps problems
	a := newAnswer(v.Index)
	sets := map[string]map[string]smtlib.Sexpr{}
	for i := range a.Pairs {
		p := &a.Pairs[i]
		bodies, extents := map[string]smtlib.Sexpr{}, map[string]extent{}
		for j := range p.Sets {
			s := &p.Sets[j]
			text := v.texts[s.File]
			if sum(text) != s.SHA256 {
				v.Altered = append(v.Altered, s.File)
			}
			bodies[s.Name] = a.bindSet(&ps, p, s, string(text))
			extents[s.Name] = extentOf(bodies[s.Name])
		}
		if a.pairs[p.Name] == p {
			sets[p.Name], a.extents[p.Name] = bodies, extents
		}
	}
	for i := range a.Queries {
		q := &a.Queries[i]
		c := &Checked{Query: *q, script: string(v.texts[q.File])}
		t, err := readText(c.script)
		if err != nil {
			ps.add(q.ID, "its query: %v", err)
			c.script = "" // what else it may do, no solver should
		} else if t.status != q.Status {
			c.Altered = "its status is not that of the index"
		} else if sum(v.texts[q.File]) != q.SHA256 {
			c.Altered = "its text is not that of the index"
		}
		v.Checked = append(v.Checked, c)
		a.add(&claim{id: q.ID, pair: q.Pair, name: q.Claim, proof: q.Proof, rests: q.RestsOn, with: q.With, query: q, text: t})
	}
	for _, n := range a.NotExported {
		a.add(&claim{id: n.ID, pair: n.Pair, name: n.Claim, missing: n.Reason, rests: n.RestsOn})
	}
	a.check(&ps)
	for _, cl := range a.order {
		if cl.text != nil {
			a.bind(&ps, cl, sets)
		}
	}
	v.Problems = append(v.Problems, ps...)
}

// solve gives the queries to the solvers.
func (v *verifier) solve(ctx context.Context, limits Limits) error {
	jobs := limits.Jobs
	if jobs <= 0 {
		jobs = runtime.NumCPU()
	}
	errs := make([]error, len(v.Checked))
	next := make(chan int)
	var wg sync.WaitGroup
	for range jobs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range next {
				errs[i] = v.Checked[i].ask(ctx, v.Solvers, limits.Timeout)
			}
		}()
	}
	for i := range v.Checked {
		if limits.Progress != nil {
			limits.Progress(i, len(v.Checked), v.Checked[i].File)
		}
		next <- i
	}
	close(next)
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// status is how a query says what its answer has to be.
var status = lazyregexp.New(`(?m)^\(set-info :status ([a-z]+)\)$`)

func (c *Checked) ask(ctx context.Context, solvers []string, timeout time.Duration) error {
	// Solvers must not know what they are to answer: some abort when they find
	// something else.
	script := status.ReplaceAllString(c.script, "")
	for _, s := range solvers {
		start := time.Now()
		var a solver.Result
		if c.script != "" {
			var err error
			if a, err = solver.RunScript(ctx, s, script, timeout); err != nil {
				return err
			}
		}
		c.Answers = append(c.Answers, a)
		c.Times = append(c.Times, time.Since(start))
	}
	return nil
}
