package boogiefile

import (
	"fmt"
	"slices"
	"strings"

	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// procedure writes a procedure or loop. Boogie does not set in-parameters: of inputs
// that are set, or are outputs too, the body has a copy.
func (w *programWriter) procedure(p *ir.Proc) {
	w.local = newNames(w.global)
	defer func() { w.local = w.global }()
	out := &w.out
	fmt.Fprintf(out, "\n// %s %s, line %d\n", p.Kind, p.Name, p.Pos.Line)
	set := assigned(p)
	var ins, outs, locals, copies []string
	inputs, outputs := interfaceOf(w.versions, p)
	for _, v := range inputs {
		name := w.Name(input{v}, v.Name())
		ins = append(ins, name+": "+w.Sort(v.Sort()))
		if !slices.Contains(p.Inputs, v) {
			continue
		}
		if isOutput := slices.Contains(p.Outputs, v); isOutput || set[v] {
			suffix := "#local"
			if isOutput {
				suffix = outSuffix(v, inputs)
			}
			copies = append(copies, fmt.Sprintf("  %s := %s;\n", w.Name(v, v.Name()+suffix), name))
		} else {
			w.local.of[v] = name
		}
	}
	for _, v := range outputs {
		name := w.Named(v)
		if !slices.Contains(p.Outputs, v) {
			name = w.Name(unset{v}, v.Name()+outSuffix(v, inputs))
			copies = append(copies, fmt.Sprintf("  %s := %s;\n", name, w.Named(input{v})))
		} else if name == "" {
			name = w.Name(v, v.Name()+outSuffix(v, inputs))
		}
		outs = append(outs, name+": "+w.Sort(v.Sort()))
	}
	for _, v := range Variables(p) {
		isParameter := slices.Contains(p.Outputs, v) || slices.Contains(p.Inputs, v) && !set[v]
		if !isParameter {
			locals = append(locals, fmt.Sprintf("  var %s: %s;\n", w.Name(v, v.Name()), w.Sort(v.Sort())))
		}
	}
	b := &bodyWriter{programWriter: w, proc: p}
	for _, block := range p.Blocks {
		b.block(block)
	}
	fmt.Fprintf(out, "procedure %s(%s)", w.global.find(procName(p.Name)), strings.Join(ins, ", "))
	if len(outs) > 0 {
		fmt.Fprintf(out, " returns (%s)", strings.Join(outs, ", "))
	}
	fmt.Fprintf(out, "\n{\n%s%s%s}\n", strings.Join(slices.Concat(locals, b.unused), ""), strings.Join(copies, ""), b.text.String())
}

// input is a variable as the in-parameter that has its first value, unset a global as
// the result that a body leaves as it was.
type (
	input struct{ v *smtlib.Term }
	unset struct{ v *smtlib.Term }
)

// interfaceOf is what a procedure takes and gives in its file: also the globals that the
// other version's takes or gives, so that those of both stand for each other.
func interfaceOf(versions [2]*ir.Program, p *ir.Proc) (inputs, outputs []*smtlib.Term) {
	inputs, outputs = p.Inputs, p.Outputs
	if p.Kind == ir.Loop || versions[0].Procs[p.Name] == nil || versions[1].Procs[p.Name] == nil {
		return inputs, outputs
	}
	add := func(list, more []*smtlib.Term) []*smtlib.Term {
		for _, v := range more {
			if !slices.Contains(list, v) {
				list = append(list, v)
			}
		}
		return list
	}
	inputs, outputs = slices.Clone(inputs[:p.Formals]), slices.Clone(outputs[:p.Results])
	for _, version := range versions {
		q := version.Procs[p.Name]
		inputs = add(inputs, q.Inputs[q.Formals:])
		outputs = add(outputs, q.Outputs[q.Results:])
	}
	return add(inputs, outputs[p.Results:]), outputs
}

// outSuffix tells a result from the parameter of the same variable.
func outSuffix(v *smtlib.Term, inputs []*smtlib.Term) string {
	if slices.Contains(inputs, v) {
		return "#out"
	}
	return ""
}

// assigned are the variables that a body sets.
func assigned(p *ir.Proc) map[*smtlib.Term]bool {
	set := map[*smtlib.Term]bool{}
	for _, b := range p.Blocks {
		for _, in := range b.Instrs {
			for _, v := range ir.Defs(in) {
				set[v] = true
			}
		}
	}
	return set
}

// bodyWriter writes a body.
type bodyWriter struct {
	*programWriter
	proc   *ir.Proc
	text   strings.Builder
	unused []string // declarations of variables for results that nothing reads
}

// label has the name of a block.
type label struct{ b *ir.Block }

func (b *bodyWriter) label(block *ir.Block) string { return b.Name(label{block}, block.Label) }

// block writes a block, and the branches at its end as tests one after the other, which
// are the same as their guards exclude each other.
func (b *bodyWriter) block(block *ir.Block) {
	fmt.Fprintf(&b.text, "%s:\n", b.label(block))
	for _, in := range block.Instrs {
		b.instr(in)
	}
	if len(block.Succs) == 0 {
		b.text.WriteString("  return;\n")
		return
	}
	none := b.ctx.True // of the guards before holds
	for _, e := range block.Succs {
		if e.Cond.IsTrue() || e.Cond == none {
			fmt.Fprintf(&b.text, "  goto %s;\n", b.label(e.To))
			return
		}
		fmt.Fprintf(&b.text, "  if (%s) { goto %s; }\n", b.term(e.Cond), b.label(e.To))
		none = b.ctx.And(none, b.ctx.Not(e.Cond))
	}
	b.text.WriteString("  assume false;\n")
}

func (b *bodyWriter) term(t *smtlib.Term) string {
	return b.Term(t, func(v *smtlib.Term) string {
		if name := b.Named(v); name != "" {
			return name
		}
		return b.refuse("variable %s of elsewhere", v.Name())
	})
}

func (b *bodyWriter) instr(in ir.Instr) {
	place := ""
	if line := in.Place().Line; line > 0 {
		place = fmt.Sprintf(" // line %d", line)
	}
	switch in := in.(type) {
	case *ir.Assign:
		var left, right []string
		for i, v := range in.Vars {
			left = append(left, b.Named(v))
			right = append(right, b.term(in.Exprs[i]))
		}
		if len(left) > 0 {
			fmt.Fprintf(&b.text, "  %s := %s;%s\n", strings.Join(left, ", "), strings.Join(right, ", "), place)
		}
	case *ir.Assume:
		fmt.Fprintf(&b.text, "  assume %s;%s\n", b.term(in.Cond), place)
	case *ir.Assert:
		fmt.Fprintf(&b.text, "  assert %s;%s\n", b.term(in.Cond), place)
	case *ir.Call:
		fmt.Fprintf(&b.text, "  call %s;%s\n", b.call(in), place)
	default:
		panic(fmt.Sprintf("boogiefile: unexpected %T", in))
	}
}

func (b *bodyWriter) call(in *ir.Call) string {
	var args, outs []string
	callee := b.prog.Proc(in.Proc)
	inputs, outputs := interfaceOf(b.versions, callee)
	for _, v := range inputs {
		if k := slices.Index(callee.Inputs, v); k >= 0 {
			args = append(args, b.term(in.Args[k]))
		} else {
			args = append(args, b.idle(v))
		}
	}
	for i, v := range outputs {
		if k := slices.Index(callee.Outputs, v); k >= 0 && in.Outs[k] != nil {
			outs = append(outs, b.Named(in.Outs[k]))
			continue
		}
		dummy := b.Name([2]any{in, i}, "unused")
		b.unused = append(b.unused, fmt.Sprintf("  var %s: %s;\n", dummy, b.Sort(v.Sort())))
		outs = append(outs, dummy)
	}
	text := fmt.Sprintf("%s(%s)", b.global.find(procName(in.Proc)), strings.Join(args, ", "))
	if len(outs) > 0 {
		text = strings.Join(outs, ", ") + " := " + text
	}
	return text
}

// idle is what a callee gets for a global that it neither reads nor sets: its value where
// the caller has it, so that both versions pass the same, or else any.
func (b *bodyWriter) idle(v *smtlib.Term) string {
	if slices.Contains(b.proc.Inputs, v) {
		return b.Named(v)
	}
	if name := b.Named(input{v}); name != "" {
		return name
	}
	return b.function(b.ctx.Func("any."+v.Sort().String(), nil, v.Sort()))
}
