package report

import (
	"io"
	"slices"

	"semdiff/compare/impact"
	"semdiff/internal/source"
	sets "semdiff/moddiff/impact"
	"semdiff/moddiff/pairing"
	"semdiff/smtlib"
	"semdiff/translate/depend"
	"semdiff/translate/ir"
)

// ImpactSchema is the value of "schema" in the JSON answer of impact.
const ImpactSchema = "semdiff-impact/1"

// Impact is the answer of semdiff impact.
type Impact struct {
	Schema     string            `json:"schema"`
	Old        string            `json:"old"`
	New        string            `json:"new"`
	Entry      []string          `json:"entry"`
	By         string            `json:"by"`
	Impacted   bool              `json:"impacted"` // something that can be observed
	Complete   bool              `json:"complete"` // false when time was up: the sets may be larger than need be
	Procedures []ImpactProcedure `json:"procedures"`
	Added      []string          `json:"added"`
	Removed    []string          `json:"removed"`
	Signatures []string          `json:"signatures_changed"`
	Notes      []string          `json:"notes"`
	Stats      ImpactStats       `json:"stats"`
}

// ImpactStats counts.
type ImpactStats struct {
	Pairs      int              `json:"pairs"`    // of procedures and loops
	Reached    int              `json:"reached"`  // by a change: those that are listed
	Impacted   int              `json:"impacted"` // with an output or outcome that is
	Statements ImpactStatements `json:"statements"`
	Queries    int              `json:"queries"`
	TimeMS     float64          `json:"time_ms"`
}

// ImpactStatements counts the statements of both versions.
type ImpactStatements struct {
	Old ImpactCount `json:"old"`
	New ImpactCount `json:"new"`
}

// ImpactCount counts statements: places in the source where something is done.
type ImpactCount struct {
	Impacted int `json:"impacted"` // in F
	Needed   int `json:"needed"`   // in I beside
	Total    int `json:"total"`
}

// ImpactProcedure is what is impacted of a pair that a change may reach.
type ImpactProcedure struct {
	Name       string           `json:"name"`
	Kind       string           `json:"kind"`
	Entry      bool             `json:"entry"`
	Old        ImpactVersion    `json:"old"`
	New        ImpactVersion    `json:"new"`
	Outputs    []ImpactOutput   `json:"outputs"`
	Outcome    bool             `json:"outcome"`          // how runs end is impacted
	Opaque     string           `json:"opaque,omitempty"` // why no body is looked at
	Interface  []string         `json:"interface,omitempty"`
	Statements ImpactStatements `json:"statements"`
	Queries    int              `json:"queries"`
	Open       int              `json:"open"` // nodes that the solver did not show to be equal
	Tests      []ImpactTest     `json:"tests,omitempty"`
}

// ImpactVersion is one version of a pair.
type ImpactVersion struct {
	Name  string       `json:"name"`
	File  string       `json:"file"`
	Line  int          `json:"line"`
	Nodes []ImpactNode `json:"nodes"` // I: what is impacted, and what that needs
}

// ImpactOutput is an output and whether it is impacted.
type ImpactOutput struct {
	Name     string `json:"name"`
	Impacted bool   `json:"impacted"`
}

// ImpactNode is a part of a body, an input or an output.
type ImpactNode struct {
	ID       int         `json:"id"` // within the procedure and version
	Kind     string      `json:"kind"`
	Variable string      `json:"variable,omitempty"` // that it sets
	Callee   string      `json:"callee,omitempty"`   // of a part of a call
	File     string      `json:"file,omitempty"`
	Line     int         `json:"line,omitempty"`
	Mark     string      `json:"mark"` // changed, impacted, needed
	Why      string      `json:"why"`
	From     *ImpactFrom `json:"from,omitempty"`    // what brought it in
	Partner  *int        `json:"partner,omitempty"` // what it is compared with
}

// ImpactFrom is a node of either version.
type ImpactFrom struct {
	Version string `json:"version"` // old or new
	ID      int    `json:"id"`
}

// The marks of nodes, the strongest last.
const (
	markNeeded   = "needed"
	markImpacted = "impacted"
	markChanged  = "changed"
)

var versionNames = [2]string{"old", "new"}

// NewImpact is the answer of what was found.
func NewImpact(r *impact.Result) *Impact {
	a := &Impact{
		Schema: ImpactSchema, Old: r.Old, New: r.New, Entry: []string{}, By: string(r.By), Impacted: r.Impacted(), Complete: !r.TimeUp,
		Procedures: []ImpactProcedure{}, Added: orEmpty(r.Added), Removed: orEmpty(r.Removed), Signatures: orEmpty(r.Signatures), Notes: orEmpty(r.Notes),
	}
	for _, p := range r.Entries {
		a.Entry = append(a.Entry, p.Name)
	}
	a.Stats = ImpactStats{Pairs: len(r.Analysis.Pairing.Pairs), Reached: len(r.Pairs), Queries: r.Queries, TimeMS: Milliseconds(r.Took)}
	for _, p := range r.Pairs {
		q := newImpactProcedure(r.Analysis.Pairing.Ctx, p, slices.Contains(r.Entries, p.Pair), r.Tests[p])
		a.Procedures = append(a.Procedures, q)
		if p.Anything(q.Entry) {
			a.Stats.Impacted++
		}
		a.Stats.Statements.Old.add(q.Statements.Old)
		a.Stats.Statements.New.add(q.Statements.New)
	}
	return a
}

func (c *ImpactCount) add(d ImpactCount) {
	c.Impacted, c.Needed, c.Total = c.Impacted+d.Impacted, c.Needed+d.Needed, c.Total+d.Total
}

func orEmpty(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

// WriteJSON writes the answer.
func (a *Impact) WriteJSON(w io.Writer) error { return writeJSON(w, a) }

func newImpactProcedure(c *smtlib.Context, p *sets.Pair, entry bool, tests []impact.Test) ImpactProcedure {
	q := ImpactProcedure{
		Name: p.Name, Kind: p.Old.Kind.String(), Entry: entry, Outcome: p.Outcome, Outputs: []ImpactOutput{},
		Interface: p.Interface, Queries: p.Asked, Open: p.Open,
	}
	if p.Opaque != nil {
		q.Opaque = p.Opaque.Error()
	}
	for i, port := range p.Pair.Outputs {
		if !entry || port.Var != ir.TapeVar(c) { // at the entry it is not observable
			q.Outputs = append(q.Outputs, ImpactOutput{pairing.DeclaredName(port.Var), p.Outputs[i]})
		}
	}
	for _, test := range tests {
		q.Tests = append(q.Tests, newImpactTest(p, test))
	}
	q.Old, q.Statements.Old = newImpactVersion(p, 0)
	q.New, q.Statements.New = newImpactVersion(p, 1)
	return q
}

// newImpactVersion lists I of a version and counts its statements.
func newImpactVersion(p *sets.Pair, version int) (ImpactVersion, ImpactCount) {
	proc := p.Proc(version)
	v := ImpactVersion{Name: proc.Name, File: proc.Pos.File, Line: proc.Pos.Line, Nodes: []ImpactNode{}}
	if p.Graphs[version] == nil {
		return v, ImpactCount{}
	}
	marks := map[source.Pos]string{}
	for i := range p.Graphs[version].Nodes {
		n := &p.Graphs[version].Nodes[i]
		if n.Kind == depend.Before {
			continue
		}
		mark := ""
		if p.InSlice(version, i) {
			node := newImpactNode(p, version, i)
			mark = node.Mark
			v.Nodes = append(v.Nodes, node)
		}
		if pos := n.Pos(); pos.IsValid() {
			marks[pos] = stronger(marks[pos], mark)
		}
	}
	var count ImpactCount
	for _, mark := range marks {
		count.Total++
		switch mark {
		case markNeeded:
			count.Needed++
		case markImpacted, markChanged:
			count.Impacted++
		}
	}
	return v, count
}

// stronger is the stronger of two marks, "" being the weakest.
func stronger(a, b string) string {
	order := []string{"", markNeeded, markImpacted, markChanged}
	if slices.Index(order, a) < slices.Index(order, b) {
		return b
	}
	return a
}

func newImpactNode(p *sets.Pair, version, i int) ImpactNode {
	n := &p.Graphs[version].Nodes[i]
	r := p.Reason(version, i)
	pos := n.Pos()
	node := ImpactNode{ID: i, Kind: n.Kind.String(), File: pos.File, Line: pos.Line, Mark: markNeeded, Why: r.Why.String()}
	switch {
	case r.Why.Seed():
		node.Mark = markChanged
	case p.Impacted(version, i):
		node.Mark = markImpacted
	}
	if n.Var != nil {
		node.Variable = pairing.DeclaredName(n.Var)
	}
	switch n.Kind {
	case depend.Arg, depend.Result, depend.End:
		node.Callee = n.Call().Proc
	}
	if w, cause := p.Cause(version, i); cause >= 0 {
		node.From = &ImpactFrom{versionNames[w], cause}
	}
	if m := p.Partner[version][i]; m >= 0 {
		node.Partner = &m
	}
	return node
}
