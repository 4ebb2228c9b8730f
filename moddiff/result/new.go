package result

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"semdiff/internal/source"
	"semdiff/moddiff/kit"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/query"
	"semdiff/moddiff/reason"
	"semdiff/moddiff/summary"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate/ir"
)

// why says why a run was cut short, where the cause of its context says more than
// that it ended.
func why(ctx context.Context) string {
	cause := context.Cause(ctx)
	if cause == ctx.Err() {
		return ""
	}
	return " (" + cause.Error() + ")"
}

// Answer is the answer of an engine for a pair. One that leaves inputs open needs a
// Summary, which has the reasons; the zero Answer is that of a pair which the engine
// did not come to.
type Answer struct {
	Status  Status // "" stands for the verdict's name
	Verdict Verdict
	Summary *summary.DiffSummary // nil for a pair that was not analysed
}

// New makes the result of an engine: it asks answer for each pair, as its callers
// see it or, with entry set, as the user does, and adds rows for the procedures that
// are compared with none. A pair for which answer reports false is left out, and where an entry
// is named what that cannot call.
func New(ctx context.Context, run *kit.Run, entries []*pairing.Pair, answer func(p *pairing.Pair, entry bool) (Answer, bool)) *Result {
	r := &Result{
		Ctx: run.Pairing.Ctx, Old: run.Program(0).File, New: run.Program(1).File,
		CutShort: ctx.Err() != nil, Verdict: Equivalent,
	}
	for _, p := range entries {
		r.Entry = append(r.Entry, p.Name)
	}
	for _, p := range run.Pairing.Pairs {
		if !run.Pairing.Asked(p) {
			continue
		}
		entry := slices.Contains(entries, p)
		a, ok := answer(p, entry)
		if !ok {
			continue
		}
		row := rowOf(ctx, run, p, entry, a)
		if entry {
			r.Verdict = r.Verdict.Worse(row.Verdict)
		}
		if row.Analysed {
			r.Stats.Analysed++
		}
		r.Pairs = append(r.Pairs, row)
	}
	ReportInterface(run.Pairing, r)
	r.Stats.Procedures = len(r.Pairs)
	r.Complete = !r.CutShort && !slices.ContainsFunc(r.Pairs, (*PairResult).Open)
	return r
}

func rowOf(ctx context.Context, run *kit.Run, p *pairing.Pair, entry bool, a Answer) *PairResult {
	row := &PairResult{
		Name: p.Name, Kind: p.Old.Kind.String(), Old: p.Old.Name, New: p.New.Name,
		Places: [2]source.Pos{p.Old.Pos, p.New.Pos}, Reachable: p.Reachable,
		Compared: true, Modified: p.Modified, Interface: p.Interface, Alone: p.Alone(),
		Status: a.Status, Verdict: a.Verdict, Summary: a.Summary, Analysed: a.Summary != nil,
	}
	if row.Status == "" {
		row.Status = Status(a.Verdict.String())
	}
	if root := p.Old.Version.Root(p.Old); p.Old.Kind == ir.Loop && root.Pair != nil {
		row.In = root.Pair.Name
	}
	if p.Affected {
		for _, q := range run.Pairing.CalledBy([]*pairing.Pair{p}) {
			row.Calls = append(row.Calls, q.Name)
		}
	}
	old, new := p.Old.Proc, p.New.Proc
	for _, in := range p.Inputs {
		row.Inputs = append(row.Inputs, in.Var)
		row.InputNames = append(row.InputNames, namesIn(run, [2][]*smtlib.Term{old.Inputs, new.Inputs}, [2]int{in.Old, in.New}))
	}
	for _, out := range p.Observed(run.Pairing.Ctx, entry) {
		row.Outputs = append(row.Outputs, out.Var)
		row.OutputNames = append(row.OutputNames, namesIn(run, [2][]*smtlib.Term{old.Outputs, new.Outputs}, [2]int{out.Old, out.New}))
	}
	switch {
	case row.Analysed:
		row.Reasons = a.Summary.Reasons
		row.Invariants = placed(run, a.Summary.Invariants)
	case row.Open():
		row.Reasons = notReached(ctx)
	}
	return row
}

// namesIn are the names in their files of what stands at a place in each version's list.
func namesIn(run *kit.Run, vars [2][]*smtlib.Term, at [2]int) (names VersionNames) {
	for v, i := range at {
		if i >= 0 {
			name := vars[v][i].Name()
			names[v] = cmp.Or(run.Program(v).Renamed[name], name)
		}
	}
	return names
}

// placed are invariants with the places of what they are about.
func placed(run *kit.Run, list []summary.Invariant) (out []PlacedInvariant) {
	for _, inv := range list {
		p := PlacedInvariant{Invariant: inv, Loops: true}
		for v, name := range inv.Procs {
			if q := run.Pairing.Versions[v].At(name); q != nil {
				p.Places[v] = q.Pos
				p.Loops = p.Loops && q.Kind == ir.Loop
			}
		}
		out = append(out, p)
	}
	return out
}

// notReached says why a pair was not analysed: the run ended before, or else the
// engine left it out.
func notReached(ctx context.Context) []reason.Reason {
	if ctx.Err() == nil {
		return []reason.Reason{reason.Of(reason.NotReached, "", "")}
	}
	end := reason.OfEnd(ctx)
	return []reason.Reason{{ID: reason.NotReached, Detail: end.Text(), Flag: end.Flag}}
}

// Close fills in counts, times and notes for an engine that used one analysis. said is
// the account of that analysis, before what s had spent when the run started.
func (r *Result) Close(ctx context.Context, run *kit.Run, said *query.Account, s solver.Solver, before time.Duration, start time.Time) {
	r.Stats.Queries, r.Stats.ByBounds, r.Stats.Unknown = said.Queries, said.ByBounds, said.Unknown
	r.Stats.SolverTime = s.Stats().Time - before
	r.Stats.Time = time.Since(start)
	r.Notes = r.ClosingNotes(ctx, run, said)
}

// ClosingNotes are the remarks of a run, and those that end every answer: whether the
// run was cut short, which bounds mattered, how many queries had no answer, and
// which assumptions were made.
func (r *Result) ClosingNotes(ctx context.Context, run *kit.Run, said *query.Account, bounds ...string) []string {
	notes := slices.Clone(said.Notes)
	if r.CutShort {
		notes = append(notes, fmt.Sprintf("the run was cut short%s: pairs without an answer are unknown", why(ctx)))
	}
	notes = append(notes, bounds...)
	if said.Unknown > 0 && !r.Complete {
		notes = append(notes, fmt.Sprintf("%d queries had no definite answer", said.Unknown))
	}
	if external := run.External(); len(external) > 0 {
		notes = append(notes, fmt.Sprintf("procedures without a body are taken as functions of their inputs: %s", Listed(external)))
	}
	if given := run.Program(0).Precondition; given != "" {
		notes = append(notes, fmt.Sprintf("the entry is taken to run only where %s (--assume)", given))
	}
	if loops := run.Program(0).Extracted; len(loops) > 0 {
		notes = append(notes, fmt.Sprintf("procedures that were extracted from loops are compared as loops: %s", Listed(loops)))
	}
	if unseen := run.Unseen(r.Entry); len(unseen) > 0 {
		notes = append(notes, fmt.Sprintf("not compared at the entry (--observe): %s", Listed(unseen)))
	}
	if evaluated := run.Evaluated(); len(evaluated) > 0 {
		notes = append(notes, fmt.Sprintf("functions of the translator's prelude are computed where their arguments are known: %s", Listed(evaluated)))
	}
	return notes
}

// Listed writes names, the first few of many.
func Listed(names []string) string {
	const most = 8
	s := ""
	for i, n := range names {
		if i == most {
			return fmt.Sprintf("%s and %d more", s, len(names)-most)
		}
		if i > 0 {
			s += ", "
		}
		s += n
	}
	return s
}
