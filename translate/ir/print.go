package ir

import (
	"fmt"
	"io"
	"strings"

	"semdiff/smtlib"
)

// Print writes a program in a readable form; equal programs print equally.
func Print(w io.Writer, p *Program) error {
	var sb strings.Builder
	for _, a := range p.Axioms {
		fmt.Fprintf(&sb, "axiom %s\n", a.Term)
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
	}
	_, err := io.WriteString(w, sb.String())
	return err
}

func printProc(sb *strings.Builder, p *Proc) {
	fmt.Fprintf(sb, "%s %s(%s) returns (%s)\n", p.Kind, p.Name, vars(p.Inputs), vars(p.Outputs))
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
	case *Havoc:
		return "havoc " + names(in.Vars)
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
