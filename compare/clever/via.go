package clever

import (
	"context"

	"semdiff/internal/source"
	"semdiff/moddiff/witness"
	"semdiff/smtlib"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// Passage is the call through which a difference gets into an affected client, in the run
// on an input: the first one whose results differ from the same arguments, of which no
// region around it ends in the same state.
type Passage struct {
	In        string // the procedure or loop that calls
	Procedure string // that this is in, or that it is
	Callee    string
	Pos       source.Pos
	Nth       int // which one of the calls at this place in the run
	// Inputs and Outputs are what the call, as a region, takes and gives back. Values
	// is what each version gave, nil where it did not return.
	Inputs, Outputs []*smtlib.Term
	Args            []interp.Value
	Values          [2][]interp.Value
	// Hidden are the calls before it of which the results differ, too, and that a region
	// around them hid.
	Hidden int
}

// event is a run of a region within a run of the client.
type event struct {
	name    string
	in, out []interp.Value // out is nil unless it returned
	parent  *event
}

// events are the runs of regions in a run of the client, in the order in which they begin.
type events struct {
	isRegion func(name string) bool
	list     []*event
	stack    []*event // nil for what is no region
}

func (e *events) top() *event {
	for i := len(e.stack) - 1; i >= 0; i-- {
		if e.stack[i] != nil {
			return e.stack[i]
		}
	}
	return nil
}

// Enter implements interp.Watcher.
func (e *events) Enter(q *ir.Proc, in []interp.Value) {
	var at *event
	if e.isRegion(q.Name) {
		at = &event{name: q.Name, in: in, parent: e.top()}
		e.list = append(e.list, at)
	}
	e.stack = append(e.stack, at)
}

// Again implements interp.Watcher.
func (e *events) Again([]interp.Value) {}

// Leave implements interp.Watcher.
func (e *events) Leave(out []interp.Value) {
	if at := e.stack[len(e.stack)-1]; at != nil {
		at.out = out
	}
	e.stack = e.stack[:len(e.stack)-1]
}

// passage finds the call through which the difference on an input gets into the client;
// nil when the runs do not show it.
func (x *search) passage(ctx context.Context, c *Client) *Passage {
	if x.all == nil {
		return nil
	}
	a := x.newAnalysis(ctx, x.all.run)
	d := c.Row.Summary.Differences[0]
	model := a.Finder.ModelOf(d.Model.Model)
	model.Closed = d.Model.Closed
	client := x.all.run.Pairing.Named(x.client.Name)
	env, err := a.Finder.InputsOf(client, d.Condition, d.Model.Model, model)
	if err != nil {
		return nil
	}
	candidates := map[string]*candidate{}
	for _, b := range x.bodies {
		for _, r := range b.regions {
			candidates[r.name] = r
		}
	}
	var runs [2]*events
	for v := range runs {
		p := client.Proc(v)
		runs[v] = &events{isRegion: func(name string) bool { return candidates[name] != nil }}
		limits := interp.DefaultLimits
		limits.Watch, limits.Stop = runs[v], ctx.Done()
		_, _, _ = interp.Count(p.Version.Prog, p.Name, witness.ArgsOf(p, client, env), model, limits) // the beginning of a run that does not end serves, too
	}
	return x.firstPassage(candidates, runs)
}

// firstPassage compares runs of both versions region by region, as long as they do the same.
func (x *search) firstPassage(candidates map[string]*candidate, runs [2]*events) *Passage {
	old, new := runs[0].list, runs[1].list
	partner := map[*event]*event{}
	nth := map[string]int{}
	hidden := 0
	for i := 0; i < min(len(old), len(new)); i++ {
		o, n := old[i], new[i]
		partner[o] = n
		if o.name != n.name || !sameValues(o.in, n.in) {
			return nil // a difference got here in another way
		}
		nth[o.name]++
		r := candidates[o.name]
		if r.size() != 1 || x.isAbove(r.site()) || sameValues(o.out, n.out) {
			continue
		}
		around := o.parent
		for around != nil && !(partner[around] != nil && sameValues(around.out, partner[around].out)) {
			around = around.parent
		}
		if around != nil {
			hidden++
			continue
		}
		s := r.site()
		q := x.all.run.Pairing.Named(r.name)
		return &Passage{
			In: s.In, Procedure: x.rootName(s.In), Callee: s.Callee.Name, Pos: s.Pos, Nth: nth[o.name], Inputs: q.Old.Inputs, Outputs: q.Old.Outputs,
			Args: o.in, Values: [2][]interp.Value{o.out, n.out}, Hidden: hidden,
		}
	}
	return nil
}

// size is how many instructions a candidate has.
func (c *candidate) size() int { return c.body.graphs[0].Size(c.Region) }

// site is the first site in a candidate.
func (c *candidate) site() *Site {
	for _, s := range c.body.sites {
		if c.holds(s) {
			return s
		}
	}
	panic("clever: a candidate without a site")
}

// sameValues reports whether two lists of values are the same; nil is that of a run that
// did not return.
func sameValues(a, b []interp.Value) bool {
	if len(a) != len(b) || (a == nil) != (b == nil) {
		return false
	}
	for i := range a {
		if same, err := interp.Equal(a[i], b[i]); err != nil || !same {
			return false
		}
	}
	return true
}
