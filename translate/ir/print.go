package ir

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"semdiff/smtlib"
)

// Print writes a program in a readable form, with the bodies that are loaded;
// equal programs print equally.
func Print(w io.Writer, p *Program) error {
	var sb strings.Builder
	for _, a := range p.Axioms {
		fmt.Fprintf(&sb, "axiom %s\n", a.Term)
	}
	for _, a := range p.lambdaAxioms() {
		fmt.Fprintf(&sb, "axiom %s\n", a)
	}
	for _, g := range p.Unique {
		parts := make([]string, len(g))
		for i, t := range g {
			parts[i] = t.String()
		}
		fmt.Fprintf(&sb, "distinct %s\n", strings.Join(parts, " "))
	}
	for _, name := range p.Order {
		printProc(&sb, p.Procs[name])
		for _, loop := range p.Procs[name].Loops {
			printProc(&sb, loop)
		}
	}
	_, err := io.WriteString(w, sb.String())
	return err
}

// lambdaAxioms are the axioms about lambdas in the order of their names.
func (p *Program) lambdaAxioms() []*smtlib.Term {
	p.lambdas.mu.RLock()
	defer p.lambdas.mu.RUnlock()
	byName := func(f, g *smtlib.Func) int { return strings.Compare(f.Name, g.Name) }
	var out []*smtlib.Term
	for _, f := range slices.SortedFunc(maps.Keys(p.lambdas.of), byName) {
		out = append(out, p.lambdas.of[f].Axiom)
	}
	return out
}

func printProc(sb *strings.Builder, p *Proc) {
	fmt.Fprintf(sb, "%s %s(%s) returns (%s)\n", p.Kind, p.Name, vars(p.Inputs), vars(p.Outputs))
	if p.Blocks == nil {
		fmt.Fprintf(sb, "  not loaded: calls (%s)%s\n", strings.Join(p.Calls, ", "), p.Ends)
		return
	}
	label := labels(p)
	for _, b := range p.Blocks {
		fmt.Fprintf(sb, "  %s:\n", label[b])
		for _, in := range b.Instrs {
			fmt.Fprintf(sb, "    %s\n", instrString(in))
		}
		for _, e := range b.Succs {
			if e.Cond.IsTrue() {
				fmt.Fprintf(sb, "    goto %s\n", label[e.To])
			} else {
				fmt.Fprintf(sb, "    when %s goto %s\n", e.Cond, label[e.To])
			}
		}
		if len(b.Succs) == 0 {
			sb.WriteString("    return\n")
		}
	}
}

// labels tells blocks of one label apart.
func labels(p *Proc) map[*Block]string {
	label := map[*Block]string{}
	taken := map[string]bool{}
	for _, b := range p.Blocks {
		name := b.Label
		for n := 2; taken[name]; n++ {
			name = fmt.Sprintf("%s~%d", b.Label, n)
		}
		taken[name] = true
		label[b] = name
	}
	return label
}

func instrString(in Instr) string {
	switch in := in.(type) {
	case *Assign:
		exprs := make([]string, len(in.Exprs))
		for i, e := range in.Exprs {
			exprs[i] = e.String()
		}
		return names(in.Vars) + " := " + strings.Join(exprs, ", ")
	case *Assume:
		return "assume " + in.Cond.String()
	case *Assert:
		return "assert " + in.Cond.String()
	case *Call:
		args := make([]string, len(in.Args))
		for i, a := range in.Args {
			args[i] = a.String()
		}
		left := ""
		if len(in.Outs) > 0 {
			left = names(in.Outs) + " := "
		}
		return left + "call " + in.Proc + "(" + strings.Join(args, ", ") + ")"
	case *Note:
		return "note " + in.Name
	}
	panic(fmt.Sprintf("ir: unexpected %T", in))
}

func vars(vs []*smtlib.Term) string {
	parts := make([]string, len(vs))
	for i, v := range vs {
		parts[i] = v.Name() + ": " + v.Sort().String()
	}
	return strings.Join(parts, ", ")
}

func names(vs []*smtlib.Term) string {
	parts := make([]string, len(vs))
	for i, v := range vs {
		parts[i] = "_"
		if v != nil {
			parts[i] = v.Name()
		}
	}
	return strings.Join(parts, ", ")
}

// String lists the ways to end.
func (e Ends) String() string {
	s := ""
	for _, w := range []struct {
		may  bool
		name string
	}{{e.Fail, "fail"}, {e.Block, "block"}, {e.Diverge, "not end"}} {
		if w.may {
			s += ", may " + w.name
		}
	}
	return s
}
