package eqfile

import (
	"fmt"
	"strings"

	"semdiff/compare/boogiefile"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// procedure writes the Eq procedure: the inputs of the pair are its parameters,
// both bodies run one after the other on copies of them, and the assertions stand
// at the end. It returns the assertions by line, from 1.
func (w *writer) procedure(name string) map[int]Assertion {
	out := &w.body
	params := make([]string, len(w.Inputs))
	for i, in := range w.Inputs {
		params[i] = w.Name(in.Var, in.Var.Name()) + ": " + w.Sort(in.Var.Sort())
	}
	fmt.Fprintf(out, "procedure %s(%s)\n{\n", name, strings.Join(params, ", "))
	var end [2]string
	for i := range end {
		end[i] = w.Name(endOf(i), w.Stems[i]+".$end")
		fmt.Fprintf(out, "  var %s: int; // 0 returns, 1 fails, 2 is blocked, 3 does not end\n", end[i])
		for _, v := range boogiefile.Variables(w.Procs[i]) {
			fmt.Fprintf(out, "  var %s: %s;\n", w.Name(versionVar{i, v}, w.Stems[i]+"."+v.Name()), w.Sort(v.Sort()))
		}
	}
	for i := range end {
		w.version(i)
	}
	asserts := map[int]Assertion{}
	assert := func(what Assertion, format string, args ...any) {
		fmt.Fprintf(out, "  assert "+format+";\n", args...)
		asserts[strings.Count(out.String(), "\n")] = what
	}
	assert(Assertion{Kind: AssertKind}, "%s != 3 && %s != 3 ==> %s == %s", end[0], end[1], end[0], end[1])
	for _, port := range w.Outputs {
		var value [2]string
		for i := range value {
			value[i] = w.Named(port.Var)
			if k := port.At[i]; k >= 0 {
				value[i] = w.Named(versionVar{i, w.Procs[i].Outputs[k]})
			}
		}
		label := port.Var.Name()
		if k := port.At[0]; k >= 0 {
			label = w.Procs[0].Outputs[k].Name()
		}
		assert(Assertion{Kind: AssertOutput, Output: label}, "%s == 0 && %s == 0 ==> %s == %s", end[0], end[1], value[0], value[1])
	}
	for _, difference := range w.Differences {
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
func (w *writer) version(version int) {
	out := &w.body
	proc := w.Procs[version]
	v := &versionWriter{writer: w, version: version, end: w.Named(endOf(version)), labels: map[*ir.Block]string{}}
	v.done = w.Name([2]any{"label", version}, w.Stems[version]+".$done")
	for _, b := range proc.Blocks {
		v.labels[b] = w.Name(b, w.Stems[version]+"."+b.Label)
	}
	start := w.Name([2]any{"start", version}, w.Stems[version]+".$start")
	fmt.Fprintf(out, "\n%s:\n  %s := 0;\n", start, v.end)
	for _, in := range w.Inputs {
		if k := in.At[version]; k >= 0 {
			fmt.Fprintf(out, "  %s := %s;\n", w.Named(versionVar{version, proc.Inputs[k]}), w.Named(in.Var))
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
		fmt.Fprintf(out, "  %s := %d;\n", v.end, ir.Blocked)
	}
	fmt.Fprintf(out, "  goto %s;\n", v.done)
}

// term writes an expression over the version's variables.
func (v *versionWriter) term(t *smtlib.Term) string {
	return v.Term(t, func(x *smtlib.Term) string { return v.Named(versionVar{v.version, x}) })
}

func (v *versionWriter) stopIf(cond string, end ir.Outcome) {
	fmt.Fprintf(&v.body, "  if (%s) { %s := %d; goto %s; }\n", cond, v.end, end, v.done)
}

func (v *versionWriter) instr(in ir.Instr) {
	switch in := in.(type) {
	case *ir.Assign:
		var left, right []string
		for i, x := range in.Vars {
			left = append(left, v.Named(versionVar{v.version, x}))
			right = append(right, v.term(in.Exprs[i]))
		}
		if len(left) > 0 {
			fmt.Fprintf(&v.body, "  %s := %s;\n", strings.Join(left, ", "), strings.Join(right, ", "))
		}
	case *ir.Assume:
		v.stopIf("!"+v.term(in.Cond), ir.Blocked)
	case *ir.Assert:
		v.stopIf("!"+v.term(in.Cond), ir.Fails)
	case *ir.Call:
		v.call(in)
	default:
		panic(fmt.Sprintf("eqfile: unexpected %T", in))
	}
}

// call writes a call as applications of the functions that stand for it.
func (v *versionWriter) call(in *ir.Call) {
	called := v.Call(v.version, v.Programs[v.version].Proc(in.Proc), in.Args)
	for _, end := range []ir.Outcome{ir.Diverges, ir.Blocked, ir.Fails} {
		if t := called.Ends[end]; !t.IsFalse() {
			v.stopIf(v.term(t), end)
		}
	}
	var left, right []string
	for i, x := range in.Outs {
		if x != nil {
			left = append(left, v.Named(versionVar{v.version, x}))
			right = append(right, v.term(called.Outputs[i]))
		}
	}
	if len(left) > 0 {
		fmt.Fprintf(&v.body, "  %s := %s;\n", strings.Join(left, ", "), strings.Join(right, ", "))
	}
}
