package symdiff

import (
	"fmt"
	"strings"

	"semdiff/moddiff"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// procedure writes the Eq procedure: the inputs of the pair are its parameters,
// both bodies run one after the other on copies of them, and the assertions stand
// at the end. It returns the assertions by line, from 1.
func (w *writer) procedure(name string, p *moddiff.Pair, outputs []moddiff.Port) map[int]Assertion {
	out := &w.body
	params := make([]string, len(p.Inputs))
	for i, in := range p.Inputs {
		params[i] = w.name(in.Var, in.Var.Name()) + ": " + w.sort(in.Var.Sort())
	}
	fmt.Fprintf(out, "procedure %s(%s)\n{\n", name, strings.Join(params, ", "))
	var end [2]string
	for i := range end {
		end[i] = w.name(endOf(i), w.stems[i]+".$end")
		fmt.Fprintf(out, "  var %s: int; // 0 returns, 1 fails, 2 is blocked, 3 does not end\n", end[i])
		for _, v := range variables(p.Proc(i).Proc) {
			fmt.Fprintf(out, "  var %s: %s;\n", w.name(versionVar{i, v}, w.stems[i]+"."+v.Name()), w.sort(v.Sort()))
		}
	}
	for i := range end {
		w.version(i, p)
	}
	asserts := map[int]Assertion{}
	assert := func(what Assertion, format string, args ...any) {
		fmt.Fprintf(out, "  assert "+format+";\n", args...)
		asserts[strings.Count(out.String(), "\n")] = what
	}
	assert(Assertion{Kind: AssertKind}, "%s != 3 && %s != 3 ==> %s == %s", end[0], end[1], end[0], end[1])
	for _, port := range outputs {
		var value [2]string
		for i := range value {
			value[i] = w.names[port.Var]
			if k := place(port, i); k >= 0 {
				value[i] = w.names[versionVar{i, p.Proc(i).Outputs[k]}]
			}
		}
		label := port.Var.Name()
		if port.Old >= 0 {
			label = p.Proc(0).Outputs[port.Old].Name()
		}
		assert(Assertion{Kind: AssertOutput, Output: label}, "%s == 0 && %s == 0 ==> %s == %s", end[0], end[1], value[0], value[1])
	}
	for _, difference := range p.Interface {
		assert(Assertion{Kind: AssertSame}, "{:interface %q} false", difference)
	}
	assert(Assertion{Kind: AssertEnds}, "%s == 3 <==> %s == 3", end[0], end[1])
	out.WriteString("}\n")
	return asserts
}

// endOf identifies the variable that says how a version ended.
type endOf int

// version writes the body of one version. What ends the run otherwise than by
// returning goes to the label behind it.
func (w *writer) version(version int, p *moddiff.Pair) {
	out := &w.body
	proc := p.Proc(version)
	v := &versionWriter{writer: w, version: version, end: w.names[endOf(version)], labels: map[*ir.Block]string{}}
	v.done = w.name([2]any{"label", version}, w.stems[version]+".$done")
	for _, b := range proc.Blocks {
		v.labels[b] = w.name(b, w.stems[version]+"."+b.Label)
	}
	start := w.name([2]any{"start", version}, w.stems[version]+".$start")
	fmt.Fprintf(out, "\n%s:\n  %s := 0;\n", start, v.end)
	for _, in := range p.Inputs {
		if k := place(in, version); k >= 0 {
			fmt.Fprintf(out, "  %s := %s;\n", w.names[versionVar{version, proc.Inputs[k]}], w.names[in.Var])
		}
	}
	fmt.Fprintf(out, "  goto %s;\n", v.labels[proc.Blocks[0]])
	for _, b := range proc.Blocks {
		v.block(b)
	}
	fmt.Fprintf(out, "\n%s:\n", v.done)
}

// versionWriter writes one version's body.
type versionWriter struct {
	*writer
	version   int
	end, done string
	labels    map[*ir.Block]string
}

func (v *versionWriter) block(b *ir.Block) {
	out := &v.body
	fmt.Fprintf(out, "\n%s:\n", v.labels[b])
	for _, in := range b.Instrs {
		v.instr(in)
	}
	for _, e := range b.Succs {
		if e.Cond.IsTrue() {
			fmt.Fprintf(out, "  goto %s;\n", v.labels[e.To])
			return
		}
		fmt.Fprintf(out, "  if (%s) { goto %s; }\n", v.term(e.Cond), v.labels[e.To])
	}
	if len(b.Succs) > 0 {
		fmt.Fprintf(out, "  %s := 2;\n", v.end)
	}
	fmt.Fprintf(out, "  goto %s;\n", v.done)
}

// term writes an expression over the version's variables.
func (v *versionWriter) term(t *smtlib.Term) string {
	tw := termWriter{w: v.writer, variable: func(x *smtlib.Term) string { return v.names[versionVar{v.version, x}] }}
	return tw.term(t)
}

func (v *versionWriter) stopIf(cond string, end int) {
	fmt.Fprintf(&v.body, "  if (%s) { %s := %d; goto %s; }\n", cond, v.end, end, v.done)
}

func (v *versionWriter) instr(in ir.Instr) {
	switch in := in.(type) {
	case *ir.Assign:
		var left, right []string
		for i, x := range in.Vars {
			left = append(left, v.names[versionVar{v.version, x}])
			right = append(right, v.term(in.Exprs[i]))
		}
		if len(left) > 0 {
			fmt.Fprintf(&v.body, "  %s := %s;\n", strings.Join(left, ", "), strings.Join(right, ", "))
		}
	case *ir.Assume:
		v.stopIf("!"+v.term(in.Cond), 2)
	case *ir.Assert:
		v.stopIf("!"+v.term(in.Cond), 1)
	case *ir.Call:
		v.call(in)
	default:
		panic(fmt.Sprintf("symdiff: unexpected %T", in))
	}
}

// call writes a call as applications of the functions that stand for it.
func (v *versionWriter) call(in *ir.Call) {
	e := v.e
	q := e.v.Program(v.version).Proc(in.Proc)
	var known *proof
	if pair := e.v.PairOf(v.version, q.Name); pair != nil {
		known = e.proofs[pair]
	}
	called := e.abstract(v.version, q, in.Args, known)
	for end := diverges; end >= 0; end-- {
		if t := called.ends[end]; !t.IsFalse() {
			v.stopIf(v.term(t), 1+end)
		}
	}
	var left, right []string
	for i, x := range in.Outs {
		if x != nil {
			left = append(left, v.names[versionVar{v.version, x}])
			right = append(right, v.term(called.outputs[i]))
		}
	}
	if len(left) > 0 {
		fmt.Fprintf(&v.body, "  %s := %s;\n", strings.Join(left, ", "), strings.Join(right, ", "))
	}
}
