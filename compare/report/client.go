package report

import (
	"io"

	"github.com/google/jsonschema-go/jsonschema"

	"semdiff/compare/clever"
	"semdiff/compare/engine"
	"semdiff/internal/source"
	"semdiff/moddiff"
	"semdiff/smtlib"
	"semdiff/translate/interp"
)

// ClientSchema is the value of "schema" in the JSON answer of client.
const ClientSchema = "semdiff-client/1"

// ClientAnswer is the answer of semdiff client: that of diff about the clients and the
// changed procedures that they may call, and what was found of each client.
type ClientAnswer struct {
	Answer
	Clients []Client     `json:"clients"`
	Search  ClientSearch `json:"search"`
	shown   *clientView
}

// clientView is what people read of an answer: in the names of the source that the programs
// were translated from, where these are known.
type clientView struct {
	*ClientAnswer
	found *engine.Outcome
	files map[string]string // of the source with their folders, by the names in places
}

// ClientSearch counts what was tried.
type ClientSearch struct {
	Candidates int `json:"candidates"` // regions around calls
	Refuted    int `json:"refuted"`    // of these, by runs
	Contexts   int `json:"contexts"`   // of these, those with a context
}

// Client is what was found of a client.
type Client struct {
	Name        string     `json:"name"`
	File        string     `json:"file"`
	Line        int        `json:"line"`
	Verdict     string     `json:"verdict"`
	NotReached  bool       `json:"not_reached"`  // it leads to no change
	TextChanged bool       `json:"text_changed"` // its own text did
	Boundaries  []Boundary `json:"boundaries"`
	// Via are the calls through which a difference gets into an affected client, in the
	// run on the first input.
	Via []Passage `json:"via"`
	// Source is the same in the names of the source that the programs were translated from,
	// where these are known.
	Source *SourceClient `json:"source,omitempty"`
}

// SourceClient is what the text answer says of a client in the names of the source.
type SourceClient struct {
	Name  string   `json:"name"`
	Place string   `json:"place"` // file:line
	Says  []string `json:"says"`  // where a difference gets in, or stops
}

// Passage is a call through which a difference gets into a client.
type Passage struct {
	In        string `json:"in"`        // the procedure or loop that calls
	Procedure string `json:"procedure"` // that this is in, or that it is
	Callee    string `json:"callee"`
	File      string `json:"file"`
	Line      int    `json:"line"`
	Nth       int    `json:"nth"`    // of the calls at this place in the run
	Hidden    int    `json:"hidden"` // earlier calls of which the results differ, and that a region around them hid
	// State is what the call reads, Old and New what it gave.
	State map[string]Value `json:"state"`
	Old   map[string]Value `json:"old"`
	New   map[string]Value `json:"new"`

	given, old, new string // the same as text
}

// Boundary is the smallest part of a client that is proven to hold the difference of some
// calls back.
type Boundary struct {
	Region    string `json:"region"`    // call, region, loop (one activation), procedure, client
	In        string `json:"in"`        // the procedure or loop
	Procedure string `json:"procedure"` // that this is in, or that it is
	File      string `json:"file"`
	Lines     [2]int `json:"lines"`
	Sites     []Site `json:"sites"`
	Context   Term   `json:"context"` // what holds whenever a run comes to it, and it was compared under
	Partial   bool   `json:"partial"` // shown wherever both versions end
	// Relation is what it rests on, in Boogie's syntax with names of the new version primed:
	// where RelationOf is given, first what it needs of the results of that procedure, and
	// is proven of it; then relations between loops, for all iterations.
	Relation   []string    `json:"relation"`
	RelationOf string      `json:"relation_of,omitempty"`
	Smaller    []Candidate `json:"smaller"`                // that are no boundaries, or not proven
	Text       string      `json:"text_context,omitempty"` // the context in Boogie's syntax
}

// Site is a call of what changed.
type Site struct {
	Callee string `json:"callee"`
	File   string `json:"file"`
	Line   int    `json:"line"`
}

// Candidate is a smaller part of a client around the same calls.
type Candidate struct {
	Region    string           `json:"region"`
	In        string           `json:"in"`        // the procedure or loop
	Procedure string           `json:"procedure"` // that this is in, or that it is
	Lines     [2]int           `json:"lines"`
	Refuted   bool             `json:"refuted"` // runs of both versions differ behind it; else it is not proven
	State     map[string]Value `json:"state,omitempty"`
	Old       *Run             `json:"old,omitempty"`
	New       *Run             `json:"new,omitempty"`

	file            string
	given, old, new string // State, Old and New as text
}

// The verdicts of clients.
const (
	ClientUnaffected = "unaffected"
	ClientIfBothEnd  = "unaffected if both end"
	ClientAffected   = "affected"
)

// clientVerdict is a verdict in these words.
func clientVerdict(v moddiff.Verdict) string {
	switch v {
	case moddiff.Equivalent:
		return ClientUnaffected
	case moddiff.PartiallyEquivalent:
		return ClientIfBothEnd
	case moddiff.Different:
		return ClientAffected
	}
	return moddiff.Unknown.String()
}

// NewClientAnswer is the answer of what was found.
func NewClientAnswer(r *clever.Result) *ClientAnswer {
	a := clientAnswer(r)
	a.shown = &clientView{ClientAnswer: a, found: r.Outcome}
	if named, files := sourcedClients(r); named != nil {
		a.shown = &clientView{clientAnswer(named), named.Outcome, files}
		for i := range a.Clients {
			a.Clients[i].Source = a.shown.source(&a.shown.Clients[i])
		}
	}
	return a
}

// clientAnswer is the answer in the names that are used in what was found.
func clientAnswer(r *clever.Result) *ClientAnswer {
	a := &ClientAnswer{Answer: *NewAnswer(r.Outcome), Clients: []Client{}, Search: ClientSearch(r.Search)}
	a.Schema = ClientSchema
	for _, c := range r.Clients {
		out := Client{Name: c.Name, File: c.Pos.File, Line: c.Pos.Line, Verdict: clientVerdict(c.Verdict), NotReached: c.NotReached, TextChanged: c.TextChanged, Boundaries: []Boundary{}, Via: []Passage{}}
		if c.Via != nil {
			out.Via = append(out.Via, newPassage(r.Ctx, c.Via))
		}
		for _, b := range c.Boundaries {
			out.Boundaries = append(out.Boundaries, newBoundary(r.Ctx, b))
		}
		a.Clients = append(a.Clients, out)
	}
	return a
}

func newBoundary(ctx *smtlib.Context, b *clever.Boundary) Boundary {
	names := smtlib.NewNames()
	out := Boundary{
		Region: string(b.Kind), In: b.In, Procedure: b.Procedure, File: b.First.File, Lines: lines(b.First, b.Last), Sites: []Site{}, Context: termOf(names, b.Context),
		Partial: b.Partial, Relation: []string{}, Smaller: []Candidate{},
	}
	out.Text = out.Context.Infix()
	for _, s := range b.Sites {
		out.Sites = append(out.Sites, Site{s.Callee.Name, s.Pos.File, s.Pos.Line})
	}
	if b.Relation != nil {
		out.Relation, out.RelationOf = append(out.Relation, b.Relation.Says), b.Relation.Callee
	}
	for _, inv := range b.Invariants {
		out.Relation = append(out.Relation, inv.Says)
	}
	for _, s := range b.Smaller {
		c := Candidate{Region: string(s.Kind), In: s.In, Procedure: s.Procedure, Lines: lines(s.First, s.Last), Refuted: s.Refuted != nil, file: s.First.File}
		if d := s.Refuted; d != nil {
			row := &moddiff.PairResult{Inputs: s.Inputs, Outputs: s.Outputs}
			c.State = witnessOf(ctx, names, row, d)
			old, new := runOf(ctx, names, row, d.Old), runOf(ctx, names, row, d.New)
			c.Old, c.New = &old, &new
			c.given, c.old, c.new = valuesText(s.Inputs, d.Witness), concrete(row, d, oldVersion(d)), concrete(row, d, newVersion(d))
		}
		out.Smaller = append(out.Smaller, c)
	}
	return out
}

func newPassage(ctx *smtlib.Context, p *clever.Passage) Passage {
	names := smtlib.NewNames()
	values := func(vars []*smtlib.Term, values []interp.Value) map[string]Value {
		out := map[string]Value{}
		for i, v := range values {
			out[names.Name(vars[i])] = valueOf(ctx, v)
		}
		return out
	}
	given, old, new := passageText(p)
	return Passage{
		given: given, old: old, new: new,
		In: p.In, Procedure: p.Procedure, Callee: p.Callee, File: p.Pos.File, Line: p.Pos.Line, Nth: p.Nth, Hidden: p.Hidden,
		State: values(p.Inputs, p.Args), Old: values(p.Outputs, p.Values[0]), New: values(p.Outputs, p.Values[1]),
	}
}

func lines(first, last source.Pos) [2]int { return [2]int{first.Line, max(first.Line, last.Line)} }

// WriteJSON writes the answer as JSON.
func (a *ClientAnswer) WriteJSON(w io.Writer) error { return writeJSON(w, a) }

// NewClientSchema is the JSON Schema of ClientAnswer.
func NewClientSchema() (*jsonschema.Schema, error) {
	s, err := NewSchema()
	if err != nil {
		return nil, err
	}
	own, err := schemaOf[struct {
		Clients []Client     `json:"clients"`
		Search  ClientSearch `json:"search"`
	}](ClientSchema, nil)
	if err != nil {
		return nil, err
	}
	s.Title = ClientSchema
	s.Properties["schema"] = oneOf([]string{ClientSchema})
	for name, p := range own.Properties {
		s.Properties[name] = p
		s.Required = append(s.Required, name)
	}
	client := s.Properties["clients"].Items
	client.Properties["verdict"] = oneOf([]string{ClientUnaffected, ClientIfBothEnd, ClientAffected, moddiff.Unknown.String()})
	var kinds []string
	for _, k := range clever.Kinds() {
		kinds = append(kinds, string(k))
	}
	client.Properties["boundaries"].Items.Properties["region"] = oneOf(kinds)
	return s, nil
}

// WriteClientSchema writes it.
func WriteClientSchema(w io.Writer) error { return writeSchema(w, NewClientSchema) }
