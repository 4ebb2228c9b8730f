package export

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"sync"
	"time"

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
}

// Outcome is the worst of all.
func (r *Report) Outcome() Outcome {
	worst := Agreed
	if len(r.Altered) > 0 {
		return Disagreed
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
}

// Verify checks the queries of an export with solvers, which are command lines
// as solver.New takes them. It is an error when the index, a file or a solver is
// not there, or when ctx ends.
func Verify(ctx context.Context, dir string, solvers []string, limits Limits) (*Report, error) {
	index, err := ReadIndex(dir)
	if err != nil {
		return nil, err
	}
	r := &Report{Index: index, Solvers: solvers, Checked: make([]*Checked, len(index.Queries))}
	for _, p := range index.Pairs {
		for _, s := range p.Sets {
			text, err := readFile(dir, s.File)
			if err != nil {
				return nil, err
			}
			if sum(text) != s.SHA256 {
				r.Altered = append(r.Altered, s.File)
			}
		}
	}
	jobs := limits.Jobs
	if jobs <= 0 {
		jobs = runtime.NumCPU()
	}
	errs := make([]error, len(index.Queries))
	next := make(chan int)
	var wg sync.WaitGroup
	for range jobs {
		wg.Go(func() {
			for i := range next {
				r.Checked[i], errs[i] = check(ctx, dir, &index.Queries[i], solvers, limits.Timeout)
			}
		})
	}
	for i := range index.Queries {
		next <- i
	}
	close(next)
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return r, ctx.Err()
}

// status is how a query says what its answer has to be.
var status = regexp.MustCompile(`(?m)^\(set-info :status ([a-z]+)\)$`)

func check(ctx context.Context, dir string, q *Query, solvers []string, timeout time.Duration) (*Checked, error) {
	text, err := readFile(dir, q.File)
	if err != nil {
		return nil, err
	}
	c := &Checked{Query: *q}
	if m := status.FindSubmatch(text); m == nil || string(m[1]) != q.Status {
		c.Altered = "its status is not that of the index"
	} else if sum(text) != q.SHA256 {
		c.Altered = "its text is not that of the index"
	}
	// Solvers must not know what they are to answer: some abort when they find
	// something else.
	script := string(status.ReplaceAll(text, nil))
	for _, s := range solvers {
		start := time.Now()
		a, err := solver.RunScript(ctx, s, script, timeout)
		if err != nil {
			return nil, err
		}
		c.Answers = append(c.Answers, a)
		c.Times = append(c.Times, time.Since(start))
	}
	return c, nil
}

func readFile(dir, name string) ([]byte, error) {
	if !filepath.IsLocal(filepath.FromSlash(name)) {
		return nil, fmt.Errorf("%s is not in the folder", name)
	}
	return os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
}
