package suite

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
)

// Runner runs columns over tasks.
type Runner struct {
	Columns []Column
	Limits  Limits
	Jobs    int // cells at a time
	Repeat  int // processes of each cell
	// Progress, when set, is told how many cells are done, and which one was begun last, by
	// one goroutine at a time.
	Progress func(done int, cell string)
}

// Plan is what is to be done for results to be complete.
type Plan struct{ Work []Work }

// Work is a cell that is to be filled.
type Work struct {
	task        Task
	column      Column
	fingerprint string
}

// name is that of the pair and of the column.
func (w *Work) name() string { return w.task.Name() + " " + w.column.Info().Name }

// Missing are the cells that results do not have yet, in the order of tasks; what the
// results have of other tasks, or of another run, is dropped.
func (r *Runner) Missing(tasks []Task, results *Results) (*Plan, error) {
	have := map[key]*Cell{}
	for _, c := range results.Cells {
		have[c.key()] = c
	}
	kept, plan := []*Cell{}, &Plan{}
	for _, t := range tasks {
		of, err := t.fingerprint()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", t.Name(), err)
		}
		for _, column := range r.Columns {
			w := Work{t, column, fmt.Sprintf("%s %s %v %d %d", of, column.Fingerprint(), r.Limits.Timeout, r.Limits.Memory, max(1, r.Repeat))}
			if c := have[key{t.Suite, t.Pair.ID, column.Info().Name}]; c != nil && c.Fingerprint == w.fingerprint {
				kept = append(kept, c)
			} else {
				plan.Work = append(plan.Work, w)
			}
		}
	}
	results.Cells = kept
	return plan, nil
}

// Run fills the cells of a plan and gives them to the recorder as they come. When ctx
// ends, cells that are not filled yet are left out.
func (r *Runner) Run(ctx context.Context, plan *Plan, rec *Recorder) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var mu sync.Mutex
	done, last := 0, ""
	tell := func() { // while mu is held
		if r.Progress != nil {
			r.Progress(done, last)
		}
	}
	next := make(chan *Work)
	var workers sync.WaitGroup
	for range max(1, r.Jobs) {
		workers.Add(1)
		go func() {
			defer workers.Done()
			for w := range next {
				mu.Lock()
				last = w.name()
				tell()
				mu.Unlock()
				c, err := r.cell(ctx, w)
				if ctx.Err() != nil {
					continue
				}
				mu.Lock()
				if err == nil {
					err = rec.Add(c)
				}
				if err != nil {
					cancel(err)
				} else {
					done++
					tell()
				}
				mu.Unlock()
			}
		}()
	}
	for i := range plan.Work {
		if ctx.Err() != nil {
			break
		}
		select {
		case next <- &plan.Work[i]:
		case <-ctx.Done():
		}
	}
	close(next)
	workers.Wait()
	return context.Cause(ctx)
}

// cell runs the processes of one cell, of which the worst outcome counts.
func (r *Runner) cell(ctx context.Context, w *Work) (*Cell, error) {
	info, p := w.column.Info(), w.task.Pair
	worst := &Cell{}
	var seconds []float64
	var verdicts []string
	peak := 0.0
	for i := range max(1, r.Repeat) {
		c := &Cell{Suite: w.task.Suite, Pair: p.ID, Column: info.Name, Fingerprint: w.fingerprint, Truth: p.Truth}
		if info.Absent != "" {
			c.Outcome, c.Reason, c.Seconds = Absent, info.Absent, []float64{}
			return c, nil
		}
		a, run, err := w.column.Answer(ctx, p, r.Limits)
		if err != nil {
			return nil, fmt.Errorf("%s in column %s: %w", w.task.Name(), info.Name, err)
		}
		c.fill(p, a)
		seconds, peak = append(seconds, run.Seconds), max(peak, run.PeakMB)
		verdicts = append(verdicts, string(c.Verdict))
		if i == 0 || c.Outcome.rank() > worst.Outcome.rank() {
			worst = c
		}
		if c.Outcome == Timeout || c.Outcome == Error {
			break // it would be the same again
		}
	}
	worst.Seconds, worst.PeakMB = seconds, peak
	if distinct := slices.Compact(slices.Sorted(slices.Values(verdicts))); len(distinct) > 1 {
		worst.Reason = fmt.Sprintf("the runs do not agree: %v. %s", verdicts, worst.Reason)
	}
	return worst, nil
}

func (c *Cell) fill(p *Pair, a *Answer) {
	c.Verdict, c.Queries, c.Paths, c.Refinements, c.Reason, c.Text = a.Verdict, a.Queries, a.Paths, a.Refinements, a.Reason, a.Text
	if a.Verdict == "" {
		c.Outcome = Error
	} else {
		outcome, why := Judge(p, a)
		c.Outcome, c.Reason = outcome, cmp.Or(why, c.Reason)
	}
	if (c.Outcome == Error || c.Outcome == Wrong) && p.Place.IsValid() {
		c.Reason += fmt.Sprintf(" (the pair at %s)", p.Place)
	}
}

// Start are results without cells, of the tasks and columns of a run.
func (r *Runner) Start(suites []*Suite, tasks []Task, machine string) *Results {
	out := &Results{Schema: ResultsSchema, Machine: machine, Limits: r.Limits, Repeat: max(1, r.Repeat), Columns: []ColumnInfo{}, Cells: []*Cell{}}
	for _, s := range suites {
		out.Suites = append(out.Suites, SuiteInfo{s.Name, s.About, s.Paper})
	}
	for _, c := range r.Columns {
		out.Columns = append(out.Columns, c.Info())
	}
	for _, t := range tasks {
		p := t.Pair
		out.Pairs = append(out.Pairs, PairInfo{t.Suite, p.ID, p.Truth, p.Source, p.Family, p.Tags, p.Why, t.place, p.PaperSeconds})
	}
	return out
}
