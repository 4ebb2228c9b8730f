package report

import (
	"slices"

	"semdiff/internal/source"
	"semdiff/translate/sourcenames"
)

// InSource is the answer in the names and places of the source that the programs were
// translated from, for people. What the translator added is left out where it is not
// impacted; where the source's names are not known it is a.
func (a *Impact) InSource(names [2]*sourcenames.Names) *Impact {
	if !names[0].Known() || !names[1].Known() {
		return a
	}
	out := *a
	out.Procedures = nil
	for _, p := range a.Procedures {
		s := &sourcedImpact{names: names, p: &p, w: sourcenames.NewWriter(nil, names, p.Old.Name, p.New.Name)}
		if q, shown := s.procedure(); shown {
			out.Procedures = append(out.Procedures, q)
		}
	}
	out.Entry = nil
	for _, name := range a.Entry {
		out.Entry = append(out.Entry, names[0].ProcName(name))
	}
	return &out
}

// sourcedImpact puts a procedure in the names of the source.
type sourcedImpact struct {
	names [2]*sourcenames.Names
	p     *ImpactProcedure
	w     *sourcenames.Writer
}

// procedure is the procedure; it is not shown where it is the translator's and nothing of
// it is impacted.
func (s *sourcedImpact) procedure() (q ImpactProcedure, shown bool) {
	q = *s.p
	q.Outputs = nil
	for _, o := range s.p.Outputs {
		if o.Impacted || !s.names[0].IsHidden(o.Name) {
			q.Outputs = append(q.Outputs, ImpactOutput{s.w.Named(o.Name), o.Impacted})
		}
	}
	q.Name = s.called(0, s.p.Name)
	q.Old, q.New = s.version(0, s.p.Old), s.version(1, s.p.New)
	runtime := s.names[0].IsRuntime(s.p.Old.Name) && s.names[1].IsRuntime(s.p.New.Name)
	impacted := slices.ContainsFunc(s.p.Outputs, func(o ImpactOutput) bool { return o.Impacted })
	return q, !runtime || impacted || s.p.Outcome
}

// called is what a procedure is called, or a loop: the procedure that has it.
func (s *sourcedImpact) called(version int, name string) string {
	if proc, _, _ := s.names[version].Loop(name); proc != "" {
		return s.names[version].ProcName(proc)
	}
	return s.names[version].ProcName(name)
}

// version is one version: nodes that have no place in the source have none.
func (s *sourcedImpact) version(version int, v ImpactVersion) ImpactVersion {
	n := s.names[version]
	out := v
	out.Name = s.called(version, v.Name)
	at := source.Pos{}
	if p := n.Procs[v.Name]; p != nil {
		at = p.Place
	} else if _, head, ok := n.Loop(v.Name); ok {
		at = head
	}
	if at.Line > 0 {
		out.File, out.Line = sourcenames.BaseName(at.File), at.Line
	}
	out.Nodes = slices.Clone(v.Nodes)
	for i := range out.Nodes {
		node := &out.Nodes[i]
		node.File, node.Line = s.place(version, v.File, &v.Nodes[i])
		if node.Variable != "" {
			node.Variable = s.w.Named(node.Variable)
		}
		if node.Callee != "" {
			node.Callee = s.called(version, node.Callee)
		}
	}
	return out
}

// place is where a node is in the source, where program is the file of the translation: a
// call of a loop is at its head, a branch at what it reads.
func (s *sourcedImpact) place(version int, program string, node *ImpactNode) (file string, line int) {
	if node.File != program {
		return node.File, node.Line
	}
	if _, at, ok := s.names[version].Loop(node.Callee); ok && at.Line > 0 {
		return sourcenames.BaseName(at.File), at.Line
	}
	if from := s.p.node(node.From); node.Why == "data" && from != nil && from.File != program && int(node.From.side()) == version {
		return from.File, from.Line
	}
	return "", 0
}
