package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"semdiff/compare/engine"
	"semdiff/internal/source"
	"semdiff/moddiff"
	"semdiff/smtlib"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
	"semdiff/translate/sourcenames"
)

// sourced is an outcome in the names of the source that the programs were translated
// from, and with its places, for people: variables and elements of memory are called
// what the source calls them, what the translator added is left out. Where the program is
// the source, only what runs draw gets other names.
func sourced(o *engine.Outcome) *engine.Outcome {
	out, _ := sourcedRows(o)
	if out == o {
		return drawn(o)
	}
	return out
}

// sourcedRows also gives what became of each row; nil for those that are left out.
func sourcedRows(o *engine.Outcome) (*engine.Outcome, map[*moddiff.PairResult]*moddiff.PairResult) {
	s := newSourcing(o)
	if s == nil {
		return o, nil
	}
	return s.outcome(o)
}

// newSourcing is how an outcome is put in the source's names; nil where they are not known.
func newSourcing(o *engine.Outcome) *sourcing {
	if !o.Names[0].Known() || !o.Names[1].Known() {
		return nil
	}
	s := &sourcing{names: o.Names, ctx: o.Ctx, programs: [2]string{o.Old, o.New}, shown: map[string]string{}, files: map[string]string{}}
	s.name(o.Pairs)
	return s
}

// outcome is an outcome in the source's names, with what became of each row; nil for those
// that are left out.
func (s *sourcing) outcome(o *engine.Outcome) (*engine.Outcome, map[*moddiff.PairResult]*moddiff.PairResult) {
	rows := map[*moddiff.PairResult]*moddiff.PairResult{}
	out, r := *o, *o.Result
	out.Result = &r
	r.Pairs = nil
	for _, p := range o.Pairs {
		switch {
		case !s.isRuntime(p):
			rows[p] = s.pair(p)
			r.Pairs = append(r.Pairs, rows[p])
		case p.Status == moddiff.StatusAdded: // as another part of the program needs it
			r.Interface.Added--
		case p.Status == moddiff.StatusRemoved:
			r.Interface.Removed--
		case p.Status == moddiff.StatusUnchanged && !p.SignatureChanged():
			r.Runtime++
		default:
			rows[p] = s.pair(p)
			r.Pairs = append(r.Pairs, rows[p])
		}
	}
	r.Entry = s.all(r.Entry)
	isShown := func(name string) bool {
		return slices.ContainsFunc(r.Pairs, func(p *moddiff.PairResult) bool { return p.Name == name })
	}
	if slices.ContainsFunc(r.Entry, isShown) { // else it is about the runtime
		r.Entry = slices.DeleteFunc(r.Entry, func(name string) bool { return !isShown(name) })
	}
	r.Notes = nil
	for _, note := range o.Notes {
		r.Notes = append(r.Notes, s.note(note))
	}
	return &out, rows
}

// sourcing puts one outcome in the names of the source.
type sourcing struct {
	names    [2]*sourcenames.Names
	ctx      *smtlib.Context
	programs [2]string         // their files
	shown    map[string]string // what pairs are called
	files    map[string]string // with their folders, by the names that places have
	own      bool              // the program is the source
}

// name finds what pairs are called: loops by their lines.
func (s *sourcing) name(pairs []*moddiff.PairResult) {
	taken := map[string]bool{}
	for _, p := range pairs {
		text := s.procName(p)
		if p.Kind == ir.Loop.String() {
			text = cmp.Or(s.loopName(p.Old, p.New), p.Name)
		}
		for n, base := 2, text; taken[text]; n++ {
			text = fmt.Sprintf("%s (%d)", base, n)
		}
		taken[text] = true
		s.shown[p.Name] = text
	}
}

// loopName is what a pair of loops is called, "" where nothing is known of them.
func (s *sourcing) loopName(old, new string) (text string) {
	for v, name := range []string{old, new} {
		if proc, at, ok := s.names[v].Loop(name); ok && name != "" {
			return fmt.Sprintf("%s, loop at line %d", s.names[v].ProcName(proc), at.Line)
		} else if proc != "" {
			text = fmt.Sprintf("%s, loop %s", s.names[v].ProcName(proc), strings.TrimPrefix(name, proc+"_loop_"))
		}
	}
	return text
}

// called is what a procedure or loop of the old version is called, a pair or not.
func (s *sourcing) called(name string) string {
	if s.names[0].Procs[name] == nil {
		return cmp.Or(s.shown[name], s.loopName(name, ""), name)
	}
	return cmp.Or(s.shown[name], s.names[0].ProcName(name))
}

// procName is what a pair of procedures is called.
func (s *sourcing) procName(p *moddiff.PairResult) string {
	if p.Old == "" {
		return s.names[1].ProcName(p.Name)
	}
	return s.names[0].ProcName(p.Name)
}

// isRuntime reports whether a pair belongs to the translator.
func (s *sourcing) isRuntime(p *moddiff.PairResult) bool {
	return (p.Old == "" || s.names[0].IsRuntime(p.Old)) && (p.New == "" || s.names[1].IsRuntime(p.New))
}

func (s *sourcing) all(names []string) (out []string) {
	for _, name := range names {
		if text := s.shown[name]; text != "" {
			name = text
		}
		out = append(out, name)
	}
	return out
}

// place is where the source of a procedure or loop is, or pos.
func (s *sourcing) place(version int, name string, pos source.Pos) source.Pos {
	if name == "" {
		return pos
	}
	var at source.Pos
	if p := s.names[version].Procs[name]; p != nil {
		at = p.Place
	} else if _, head, ok := s.names[version].Loop(name); ok {
		at = head
	}
	if at.Line == 0 {
		return pos
	}
	return s.base(at)
}

// base is a place in a file of the source, without its folders.
func (s *sourcing) base(at source.Pos) source.Pos {
	if slices.Contains(s.programs[:], at.File) {
		return at
	}
	base := sourcenames.BaseName(at.File)
	s.files[base] = at.File
	at.File = base
	return at
}

// pair is the row of a pair.
func (s *sourcing) pair(p *moddiff.PairResult) *moddiff.PairResult {
	w := sourcenames.NewWriter(s.ctx, s.names, p.Old, p.New)
	q := *p
	q.Name = s.shown[p.Name]
	switch {
	case p.Old != "" && p.Old == p.New:
		q.Old, q.New = q.Name, q.Name
	case p.Kind != ir.Loop.String():
		q.Old, q.New = s.names[0].ProcName(p.Old), s.names[1].ProcName(p.New)
	}
	q.Places = [2]source.Pos{s.place(0, p.Old, p.Places[0]), s.place(1, p.New, p.Places[1])}
	q.In, q.Calls = strings.Join(s.all([]string{p.In}), ""), s.all(p.Calls)
	q.Sourced = true
	if p.Kind != ir.Loop.String() {
		q.Params = []string{}
		for v, name := range []string{p.Old, p.New} {
			if proc := s.names[v].Procs[name]; proc != nil && name != "" {
				q.Params = proc.Params
				break
			}
		}
	}
	q.Inputs, q.SourceNames = nil, map[*smtlib.Term]string{}
	for _, in := range p.Inputs {
		q.Inputs = append(q.Inputs, w.Var(in))
	}
	for _, v := range slices.Concat(p.Inputs, p.Outputs) {
		q.SourceNames[v] = w.Var(v).Name()
	}
	q.Reasons = slices.Clone(p.Reasons)
	for i := range q.Reasons {
		q.Reasons[i].About, q.Reasons[i].Detail = w.Text(q.Reasons[i].About), w.Text(q.Reasons[i].Detail)
	}
	q.Invariants = slices.Clone(p.Invariants)
	for i, inv := range q.Invariants {
		if inv.Boundary {
			continue
		}
		iw := sourcenames.NewWriter(s.ctx, s.names, inv.Procs[0], inv.Procs[1])
		q.Invariants[i].Says, q.Invariants[i].Given = iw.Text(inv.Says), w.Text(inv.Given)
		for v, name := range inv.Procs {
			q.Invariants[i].Places[v] = s.place(v, name, inv.Places[v])
		}
	}
	kept := s.outputs(p)
	q.Outputs = nil
	for _, i := range kept {
		q.Outputs = append(q.Outputs, w.Var(p.Outputs[i]))
	}
	if p.Summary == nil {
		return &q
	}
	s.summary(w, p, &q, kept)
	return &q
}

// summary gives q the summary of p, of which it is made, with the outputs that are kept.
func (s *sourcing) summary(w *sourcenames.Writer, p, q *moddiff.PairResult, kept []int) {
	for _, diff := range p.Summary.Differences {
		s.choices(w, p, diff)
	}
	d := *p.Summary
	d.Changed, d.Unchanged = w.Term(d.Changed), w.Term(d.Unchanged)
	d.TerminationChanged, d.Unknown = w.Term(d.TerminationChanged), w.Term(d.Unknown)
	d.Differences = nil
	for _, diff := range p.Summary.Differences {
		d.Differences = append(d.Differences, s.difference(w, p, diff, kept))
	}
	s.cells(w, p, q, &d)
	q.Summary = &d
}

// choices names the elements of the tape that a difference mentions by what the replays
// read there.
func (s *sourcing) choices(w *sourcenames.Writer, p *moddiff.PairResult, d *moddiff.Difference) {
	said := map[string]string{}
	for v, b := range []moddiff.Behaviour{d.New, d.Old} { // the old version's words are better known
		seen := map[string]int{}
		for _, r := range b.Reads {
			choice := sourcenames.Choice{Proc: r.Proc, Var: r.Var, At: r.Pos}
			alike := s.names[1-v].ChoiceText(choice, 1)
			seen[alike]++
			said[r.At.String()] = s.names[1-v].ChoiceText(choice, seen[alike])
		}
	}
	ts := []*smtlib.Term{d.Condition}
	for _, b := range []moddiff.Behaviour{d.Old, d.New} {
		for _, t := range b.Terms {
			if t != nil {
				ts = append(ts, t)
			}
		}
	}
	for _, c := range d.Cells {
		if c.Index != nil {
			ts = append(append(ts, c.Old, c.New), c.Index...)
		}
	}
	eval := s.evaluator(p, d)
	smtlib.VisitOpen(ts, func(t *smtlib.Term) {
		if t.Op() != smtlib.OpApp || len(t.Args()) != 1 || t.Func() != ir.TapeFunc(s.ctx, t.Sort()) {
			return
		}
		if at, err := eval(t.Args()[0]); err == nil {
			if text := said[at.String()]; text != "" {
				w.Name(t, text)
			}
		}
	})
}

// evaluator gives terms their values in the witness of a difference.
func (s *sourcing) evaluator(p *moddiff.PairResult, d *moddiff.Difference) func(*smtlib.Term) (interp.Value, error) {
	if d.Values != nil {
		return d.Values
	}
	env := interp.Env{}
	for i, in := range p.Inputs {
		env[in] = d.Witness[i]
	}
	return interp.Evaluator(s.ctx, env, interp.NewModel(s.ctx))
}

// outputs are the places of outputs that are shown: not those that the translator
// added, unless a difference is in them alone.
func (s *sourcing) outputs(p *moddiff.PairResult) (kept []int) {
	var differences []*moddiff.Difference
	if p.Summary != nil {
		differences = p.Summary.Differences
	}
	for i, out := range p.Outputs {
		hidden := s.names[0].IsHidden(out.Name()) || s.names[1].IsHidden(out.Name())
		isSeen := func(d *moddiff.Difference) bool {
			return d.Old.End == ir.Normal && d.New.End == ir.Normal && i < len(d.Old.Values) && !sameValue(d, i)
		}
		if !hidden || slices.ContainsFunc(differences, isSeen) {
			kept = append(kept, i)
		}
	}
	return kept
}

// difference is one of a pair, with the outputs that are kept.
func (s *sourcing) difference(w *sourcenames.Writer, p *moddiff.PairResult, d *moddiff.Difference, kept []int) *moddiff.Difference {
	e := *d
	e.Condition = w.Term(d.Condition)
	if d.Case != nil {
		e.Case = s.difference(w, p, d.Case, kept)
	}
	e.Old, e.New = s.behaviour(w, d.Old, kept, 0), s.behaviour(w, d.New, kept, 1)
	e.Same, e.Cells, e.Functions = nil, nil, nil
	for to, from := range kept {
		if slices.Contains(d.Same, from) {
			e.Same = append(e.Same, to)
		}
	}
	for _, c := range d.Cells {
		to := slices.Index(kept, c.Output)
		if to < 0 {
			continue
		}
		f := c
		f.Output, f.Old, f.New, f.Index = to, w.Term(c.Old), w.Term(c.New), nil
		for _, i := range c.Index {
			f.Index = append(f.Index, w.Term(i))
		}
		f.Name = s.cellName(w, p, d, c)
		e.Cells = append(e.Cells, f)
	}
	for _, f := range d.Functions {
		f.Name, f.Body = sourcenames.FuncName(f.Name), w.Term(f.Body)
		e.Functions = append(e.Functions, f)
	}
	return &e
}

// cellName is what the source calls an element of an output, "" where it does not say.
func (s *sourcing) cellName(w *sourcenames.Writer, p *moddiff.PairResult, d *moddiff.Difference, c moddiff.Cell) string {
	out := p.Outputs[c.Output]
	switch {
	case len(c.Index) == 1:
		return w.Element(out, c.Index[0])
	case len(c.Index) == 0 && len(c.At) == 1:
		return s.elementAt(w, p, d, out, c.At[0])
	}
	return ""
}

// mostBehind is how many bytes behind a pointer an address may be to be told by it.
const mostBehind = 4096

// elementAt is what the source calls an element of a map whose address is known in a
// witness: by the nearest pointer among the inputs before it.
func (s *sourcing) elementAt(w *sourcenames.Writer, p *moddiff.PairResult, d *moddiff.Difference, m *smtlib.Term, at interp.Value) string {
	address, ok := at.Integer()
	if !ok || !address.IsInt64() {
		return ""
	}
	best, text := int64(mostBehind), ""
	for i, in := range p.Inputs {
		if in.Sort() != s.ctx.Int || i >= len(d.Witness) || !w.IsPointer(in) {
			continue
		}
		base, ok := d.Witness[i].Integer()
		if !ok || !base.IsInt64() {
			continue
		}
		behind := address.Int64() - base.Int64()
		distance := max(behind, -2*behind) // rather behind a pointer than before it
		if distance >= best {
			continue
		}
		if name := w.Element(m, s.ctx.Add(in, s.ctx.IntVal(behind))); name != "" {
			best, text = distance, name
		}
	}
	return text
}

func (s *sourcing) behaviour(w *sourcenames.Writer, b moddiff.Behaviour, kept []int, version int) moddiff.Behaviour {
	out := moddiff.Behaviour{End: b.End}
	for _, i := range kept {
		if i < len(b.Terms) {
			out.Terms = append(out.Terms, w.Term(b.Terms[i]))
		}
		if i < len(b.Values) {
			out.Values = append(out.Values, b.Values[i])
		}
	}
	for _, step := range b.Trace {
		out.Trace = append(out.Trace, s.step(step, version))
	}
	return out
}

// step is a place that a run passed, without what the translator added.
func (s *sourcing) step(step interp.Step, version int) interp.Step {
	names := s.names[version]
	proc := names.Of(step.Proc)
	var values []interp.Named
	for _, v := range step.Values {
		variable, at, isElement := strings.Cut(v.Name, "[")
		if !v.Noted {
			text := names.Globals[variable]
			if proc != nil && proc.Locals[variable] != "" {
				text = proc.Locals[variable]
			}
			if text != "" && isElement {
				text += "[" + at
			}
			if text != "" {
				v.Name = text
			}
		}
		if v.Noted && sourcenames.IsMark(v.Name) {
			continue
		}
		known := slices.ContainsFunc(values, func(x interp.Named) bool { return x.Name == v.Name && x.Noted == v.Noted })
		if !known && (v.Noted || !names.IsHidden(variable)) {
			values = append(values, v)
		}
	}
	step.Values = values
	if text := names.ProcName(step.Proc); names.Procs[step.Proc] != nil {
		step.Proc = text
	}
	return step
}

// cells adds elements of memory that are mentioned to the inputs of q, of which p is
// the original, with their values in each witness, in place of the maps.
func (s *sourcing) cells(w *sourcenames.Writer, p, q *moddiff.PairResult, d *moddiff.DiffSummary) {
	mentioned := map[*smtlib.Term]bool{}
	var cells []*smtlib.Term
	for _, diff := range d.Differences {
		diff = spoken(diff)
		ts := []*smtlib.Term{diff.Condition}
		for i, out := range q.Outputs {
			for _, b := range []moddiff.Behaviour{diff.Old, diff.New} {
				if t := b.Term(i); t != nil && out.Sort().Kind != smtlib.ArrayKind {
					ts = append(ts, t)
				}
			}
		}
		for _, c := range diff.Cells {
			if c.Index != nil {
				ts = append(append(ts, c.Old, c.New), c.Index...)
			}
		}
		smtlib.VisitAll(ts, func(t *smtlib.Term) {
			if t.Op() == smtlib.OpVar && !mentioned[t] {
				mentioned[t] = true
				if w.Cell(t) != nil {
					cells = append(cells, t)
				}
			}
		})
	}
	slices.SortFunc(cells, func(a, b *smtlib.Term) int { return strings.Compare(a.Name(), b.Name()) })
	q.Mentions = map[*smtlib.Term][]*smtlib.Term{}
	for _, cell := range cells {
		smtlib.Visit(w.Cell(cell), func(t *smtlib.Term) {
			if t.Sort() == s.ctx.Int && !w.IsPointer(t) && slices.Contains(p.Inputs, t) {
				q.Mentions[cell] = append(q.Mentions[cell], w.Var(t))
			}
		})
	}
	var kept []int
	var inputs []*smtlib.Term
	for i, in := range q.Inputs {
		if !mentioned[in] && (p.Inputs[i].Sort().Kind == smtlib.ArrayKind && !s.own || p.Inputs[i] == ir.TapeVar(s.ctx)) {
			continue
		}
		kept = append(kept, i)
		inputs = append(inputs, in)
	}
	q.Inputs = append(inputs, cells...)
	for k, diff := range d.Differences {
		original := p.Summary.Differences[k]
		var values []interp.Value
		for _, i := range kept {
			values = append(values, original.Witness[i])
		}
		eval := s.evaluator(p, original)
		for _, cell := range cells {
			v, err := eval(w.Cell(cell))
			if err != nil {
				v = interp.Value{}
			}
			values = append(values, v)
		}
		diff.Witness, spoken(diff).Witness = values, values
	}
}

// note writes a remark on the run.
func (s *sourcing) note(text string) string {
	const unseen = "not compared at the entry (--observe): "
	list, ok := strings.CutPrefix(text, unseen)
	if !ok {
		return sourcenames.Plain(s.names, text)
	}
	var parts []string
	for part := range strings.SplitSeq(list, ", ") {
		if s.names[0].IsHidden(part) {
			part = "the translator's own variables"
		} else if strings.HasPrefix(part, "locals in ") {
			part = "memory of locals"
		} else {
			part = sourcenames.Plain(s.names, part)
		}
		if !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
	}
	return unseen + strings.Join(parts, ", ")
}

// folded counts what is left out since it belongs to the translator.
func folded(r *moddiff.Result) string { return runtimeText(r.Runtime) }

func runtimeText(procedures int) string {
	if procedures == 0 {
		return ""
	}
	return count(procedures, "procedure", "procedures") + " of the translator's runtime: unchanged. "
}
