package mutual

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"semdiff/boogie"
	"semdiff/boogie/match"
	"semdiff/boogie/types"
	"semdiff/compare/boogiefile"
	"semdiff/moddiff/relation"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// WriteRelations writes relations as mutual summaries, which Read reads: of runs that
// both return. What Boogie cannot write is left out, in a comment.
func WriteRelations(w io.Writer, stems [2]string, old match.Version, applied *match.Applied, programs [2]*ir.Program, list []*relation.Relation) error {
	out := bufio.NewWriter(w)
	m := &writer{stems: stems, infos: [2]*types.Info{old.Info, applied.Info}, applied: applied}
	var builtIn, texts []string
	for _, rel := range list {
		terms := boogiefile.New(programs[0].Ctx)
		terms.Arrows = true
		texts = append(texts, m.relation(terms, programs, rel))
		builtIn = append(builtIn, terms.BuiltIn()...)
	}
	slices.Sort(builtIn)
	for _, text := range append(slices.Compact(builtIn), texts...) {
		fmt.Fprint(out, "\n", text)
	}
	return out.Flush()
}

// relation is a relation as a summary: the postconditions, where the preconditions hold.
func (m *writer) relation(terms *boogiefile.Writer, programs [2]*ir.Program, rel *relation.Relation) string {
	name := summaryPrefix
	var sides [2]*signature
	var params []string
	for version, procName := range rel.Procs {
		sides[version] = m.signature(version, programs[version].Proc(procName))
		if version == 1 {
			name += "$"
		}
		name += m.stems[version] + "." + procName
		for _, param := range sides[version].params {
			params = append(params, "    "+param)
		}
	}
	conjunction := func(list []*relation.Predicate) (lines []string, ok bool) {
		for _, p := range list {
			text, ok := m.predicate(terms, sides, p)
			if !ok {
				return nil, false
			}
			lines = append(lines, text)
		}
		return append(lines, "true"), true
	}
	pre, ok := conjunction(rel.Pre)
	post, ok2 := conjunction(rel.Post)
	text := fmt.Sprintf("function {:inline true} %s(\n%s)\n  returns (ret: bool)\n{\n  %s\n  ==>\n  %s\n}\n",
		name, strings.Join(params, ",\n"), strings.Join(pre, "\n  && "), strings.Join(post, "\n  && "))
	if parsed, err := boogie.Parse("", []byte(text)); err != nil || !ok || !ok2 || !m.declares(parsed, terms) {
		return fmt.Sprintf("// %s and %s are left out: Boogie has no words for what relates them\n", rel.Procs[0], rel.Procs[1])
	}
	return text
}

// predicate is a predicate in the names of the parameters.
func (m *writer) predicate(w *boogiefile.Writer, sides [2]*signature, p *relation.Predicate) (string, bool) {
	known := true
	names := map[*smtlib.Term]string{}
	for i, v := range p.Vars {
		slot := p.Slots[i]
		of := sides[slot.Version].in
		if slot.Kind == relation.Output {
			of = sides[slot.Version].out
		}
		name, ok := of[slot.Index]
		known = known && ok && (slot.Kind == relation.Input || slot.Kind == relation.Output)
		names[v] = name
	}
	if !known {
		return "", false
	}
	text := w.Term(p.Body, func(v *smtlib.Term) string { return names[v] })
	return text, w.Err() == nil && w.Declared() == 0
}

// declares reports whether the old version has all functions and constructors that a
// relation speaks of, beside those of the bit-vector theory: those of a polymorphic datatype
// have other names in it.
func (m *writer) declares(relation *boogie.Program, terms *boogiefile.Writer) bool {
	known := func(name string) bool {
		return m.infos[0].Funcs[name] != nil || slices.ContainsFunc(terms.BuiltIn(), func(decl string) bool { return strings.Contains(decl, " "+name+"(") })
	}
	all := true
	for _, d := range relation.Decls {
		boogie.Inspect(d, func(n boogie.Node) bool {
			switch e := n.(type) {
			case *boogie.IsExpr:
				all = all && known(e.Ctor.Name)
			case *boogie.CallExpr:
				all = all && known(e.Func)
			}
			return true
		})
	}
	return all
}
