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
	"semdiff/moddiff/relation"
	"semdiff/moddiff/vc"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// Write writes a file of mutual summaries to start from, which Read reads: for each pair that calls with equal inputs and globals have equal
// results and globals. Pairs whose names Boogie cannot write are left out, in a
// comment.
func Write(w io.Writer, stems [2]string, old match.Version, applied *match.Applied, pairs []*vc.Pair) error {
	out := bufio.NewWriter(w)
	m := &writer{stems: stems, infos: [2]*types.Info{old.Info, applied.Info}, applied: applied}
	for _, p := range pairs {
		fmt.Fprint(out, "\n", m.summary(p))
	}
	return out.Flush()
}

type writer struct {
	stems   [2]string
	infos   [2]*types.Info
	applied *match.Applied
}

// summary is the default summary of a pair.
func (m *writer) summary(p *vc.Pair) string {
	name := summaryPrefix
	var sides [2]*signature
	for version := range sides {
		proc := p.Procs[version]
		sides[version] = m.signature(version, proc)
		if version == 1 {
			name += "$"
		}
		name += m.stems[version] + "." + proc.Name
	}
	var lines []string
	for _, s := range sides {
		for _, param := range s.params {
			lines = append(lines, "    "+param)
		}
	}
	before, after := m.same(p.Inputs, sides[0].in, sides[1].in), m.same(p.Outputs, sides[0].out, sides[1].out)
	text := fmt.Sprintf("function {:inline true} %s(\n%s)\n  returns (ret: bool)\n{\n  %s\n  ==> %s\n}\n",
		name, strings.Join(lines, ",\n"), before, after)
	if _, err := boogie.Parse("", []byte(text)); err != nil {
		return "// " + p.Name + " is left out: its name or that of a variable is not Boogie's\n"
	}
	return text
}

// same says that ports have equal values.
func (m *writer) same(ports []vc.Port, old, new map[int]string) string {
	var list []string
	for _, port := range ports {
		x, ok := old[port.At[0]]
		y, ok2 := new[port.At[1]]
		if ok && ok2 {
			list = append(list, x+" == "+y)
		}
	}
	if len(list) == 0 {
		return "true"
	}
	return strings.Join(list, " && ")
}

// signature are the parameters of a summary that one procedure has, and what
// its inputs and outputs are called there.
type signature struct {
	params  []string
	in, out map[int]string
}

func (m *writer) signature(version int, proc *ir.Proc) *signature {
	s := &signature{in: map[int]string{}, out: map[int]string{}}
	globals := map[string]bool{}
	for _, g := range m.infos[version].Globals {
		globals[g.Name] = true
	}
	own := func(vars []*smtlib.Term, declaredVars int, names map[int]string, loopPrefix string) {
		for i, v := range vars {
			switch {
			case strings.Contains(v.Name(), ":"): // the tape, the exit of a loop
				continue
			case proc.Kind == ir.Loop && !globals[v.Name()]:
				names[i] = m.stems[version] + "." + loopPrefix + relation.Declared(v)
			case proc.Kind == ir.Procedure && i < declaredVars:
				names[i] = m.stems[version] + "." + relation.Declared(v)
			default:
				continue
			}
			s.params = append(s.params, names[i]+": "+smtlib.BoogieType(v.Sort()))
		}
	}
	own(proc.Inputs, proc.Formals, s.in, "in_")
	modified := m.modified(version, proc)
	for _, g := range m.infos[version].Globals {
		s.global(m.globalName(version, g.Name)+"_old", g, proc.Inputs, s.in)
	}
	for _, g := range m.infos[version].Globals {
		if modified[g.Name] {
			s.global(m.globalName(version, g.Name)+"_", g, proc.Outputs, s.out)
		}
	}
	own(proc.Outputs, proc.Results, s.out, "out_")
	return s
}

// global adds a parameter for a global.
func (s *signature) global(name string, g *types.Object, vars []*smtlib.Term, names map[int]string) {
	s.params = append(s.params, name+": "+types.Text(g.Type))
	if i := slices.IndexFunc(vars, func(v *smtlib.Term) bool { return v.Name() == g.Name }); i >= 0 {
		names[i] = name
	}
}

func (m *writer) globalName(version int, name string) string {
	if version == 1 {
		name = m.applied.VariableInFile(name)
	}
	return m.stems[version] + "." + name
}

// modified are the globals that a procedure sets, or says that it may.
func (m *writer) modified(version int, proc *ir.Proc) map[string]bool {
	out := map[string]bool{}
	for _, v := range proc.Outputs {
		out[v.Name()] = true
	}
	if p := m.infos[version].Procs[proc.Name]; p != nil {
		for _, spec := range p.Decl.Specs {
			if spec.Kind == boogie.Modifies {
				for _, name := range spec.Names {
					out[name.Name] = true
				}
			}
		}
	}
	return out
}
