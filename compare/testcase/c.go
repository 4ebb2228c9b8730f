package testcase

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"semdiff/smtlib"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
	"semdiff/translate/sourcenames"
)

// Bounds of the memory of a C test, in bytes.
const (
	mostMemory = 1 << 16
	around     = 1024 // before and behind what the witness speaks of
)

// cell is an element of memory that is set.
type cell struct {
	at, value int64
	width     int
	pointer   bool
}

// memory is what the witness says of memory.
type memory struct {
	low, high int64
	cells     []cell
	used      map[int64]bool // addresses of explicit cells
}

// c writes the test as C; false where it has none: of programs that SMACK did not
// translate, of runs that do not return, and where memory or a global cannot be set up.
func (t *test) c() (string, bool) {
	names := t.versions.Names[t.version]
	if names == nil || names.Translator != sourcenames.SMACK || t.decl == nil || t.behaves.End != ir.Normal || t.needsFunctions() {
		return "", false
	}
	proc := names.Procs[t.proc]
	if proc == nil || proc.Runtime || proc.Place.Line == 0 {
		return "", false
	}
	m, ok := t.memory(names)
	if !ok {
		return "", false
	}
	var body strings.Builder
	for _, g := range t.pair.Inputs {
		if name := names.Globals[g.Name()]; name != "" && g.Sort() == t.ctx.Int {
			n, ok := number(t.inputs[g.Name()])
			if !ok {
				return "", false
			}
			fmt.Fprintf(&body, "  %s = %d;\n", name, n)
		}
	}
	for _, c := range m.cells {
		if c.pointer {
			fmt.Fprintf(&body, "  semdiff_point(%d, %d);\n", c.at-m.low, t.target(m, c.value))
		} else {
			fmt.Fprintf(&body, "  semdiff_put(%d, %dLL, %d);\n", c.at-m.low, c.value, c.width)
		}
	}
	var args []string
	for i, v := range proc.Formals() {
		value, known := t.argument(i, v)
		n, ok := number(value)
		if !ok || !known {
			return "", false
		}
		if !strings.HasPrefix(v, "$p") {
			args = append(args, fmt.Sprintf("%dLL", n))
		} else if n == 0 && !t.asked(v) {
			args = append(args, fmt.Sprintf("semdiff_at(%d)", -m.low))
		} else {
			args = append(args, fmt.Sprintf("semdiff_at(%d)", t.target(m, n)))
		}
	}
	call := t.proc
	if call == "main" {
		call = "semdiff_main"
	}
	call += "(" + strings.Join(args, ", ") + ")"
	if len(t.decl.Outs) > 0 {
		fmt.Fprintf(&body, "  long long result = (long long)%s;\n", call)
	} else {
		fmt.Fprintf(&body, "  %s;\n", call)
	}
	shown := t.results(names, m)
	if shown == "" {
		return "", false
	}
	file := proc.Place.File
	compile, source := "gcc -I FOLDER", fmt.Sprintf("#include %q", sourcenames.BaseName(file))
	if t.versions.Texts[t.version] != nil {
		if lines := t.versions.Texts[t.version](file); lines != nil {
			compile, source = "gcc", strings.Join(lines, "\n")
		}
	}
	return fmt.Sprintf(cProgram, t.title(), compile, source, max(m.high-m.low, 16), body.String(), shown), true
}

const cProgram = `/* %s
   %s -o test FILE && ./test   prints what it returns, and what is expected */
#include <stdio.h>
#include <string.h>
#define main semdiff_main
%s
#undef main

static _Alignas(16) unsigned char semdiff_memory[%d];

static void semdiff_put(long at, long long value, int width) { memcpy(semdiff_memory + at, &value, width); }
static void *semdiff_at(long at) { return at < 0 ? NULL : semdiff_memory + at; }
static void semdiff_point(long at, long to) { void *p = semdiff_at(to); memcpy(semdiff_memory + at, &p, sizeof p); }
static long long semdiff_get(long at, int width) {
  signed char c; short s; int i; long long l;
  switch (width) {
  case 1: memcpy(&c, semdiff_memory + at, 1); return c;
  case 2: memcpy(&s, semdiff_memory + at, 2); return s;
  case 4: memcpy(&i, semdiff_memory + at, 4); return i;
  }
  memcpy(&l, semdiff_memory + at, 8);
  return l;
}

int main(void) {
%s  (void)semdiff_put; (void)semdiff_point; (void)semdiff_get; (void)semdiff_at;
%s  return 0;
}
`

// results prints the outputs that differ.
func (t *test) results(names *sourcenames.Names, m *memory) string {
	var out strings.Builder
	show := func(what, expression string, expected interp.Value) {
		if n, ok := number(expected); ok {
			fmt.Fprintf(&out, "  printf(\"%s = %%lld (expected %d)\\n\", (long long)%s);\n", what, n, expression)
		}
	}
	for _, i := range t.differing() {
		name := t.pair.Outputs[i].Name()
		switch g := names.Globals[name]; {
		case t.pair.Outputs[i].Sort().Kind == smtlib.ArrayKind:
		case name == "$r":
			show("result", "result", t.behaves.Values[i])
		case g != "":
			show(g, g, t.behaves.Values[i])
		}
	}
	for _, c := range t.diff.Cells {
		name := t.pair.Outputs[c.Output].Name()
		layout, ok := names.Memory(name)
		if !ok || layout.Pointer || len(c.At) != 1 {
			continue
		}
		at, ok := number(c.At[0])
		value := c.OldValue
		if t.version == 1 {
			value = c.NewValue
		}
		if ok && m.low <= at && at+8 <= m.high {
			show(fmt.Sprintf("memory[%d]", at), fmt.Sprintf("semdiff_get(%d, %d)", at-m.low, layout.Width), value)
		}
	}
	return out.String()
}

// asked reports whether the difference depends on a pointer itself, and not only on what
// it leads to.
func (t *test) asked(name string) bool {
	seen := map[*smtlib.Term]bool{}
	var visit func(x *smtlib.Term) bool
	visit = func(x *smtlib.Term) bool {
		if seen[x] {
			return false
		}
		seen[x] = true
		if x.Op() == smtlib.OpSelect {
			return visit(x.Args()[0])
		}
		return x.Op() == smtlib.OpVar && x.Name() == name || slices.ContainsFunc(x.Args(), visit)
	}
	return visit(t.diff.Condition)
}

// target is where a pointer leads, as an offset in the memory of the test; negative is
// NULL: a pointer that is 0, unless there is memory at 0.
func (t *test) target(m *memory, address int64) int64 {
	if address == 0 && !m.used[0] && !slices.ContainsFunc(m.cells, func(c cell) bool { return c.at >= 0 && c.at < 64 && m.used[c.at] }) {
		return -1
	}
	if address < m.low || address >= m.high {
		return -1
	}
	return address - m.low
}

// memory finds what memory has to hold: the cells of the witness, and around what the
// pointers lead to the value that all other cells have. What has the address of a global
// cannot be set.
func (t *test) memory(names *sourcenames.Names) (*memory, bool) {
	m := &memory{used: map[int64]bool{}}
	var starts []int64
	for i, in := range t.pair.Inputs {
		if n, ok := number(t.diff.Witness[i]); ok && strings.HasPrefix(in.Name(), "$p") {
			starts = append(starts, n)
		}
	}
	type other struct {
		layout sourcenames.Layout
		value  int64
	}
	var others []other
	for i, in := range t.pair.Inputs {
		layout, ok := names.Memory(in.Name())
		if in.Sort().Kind != smtlib.ArrayKind {
			continue
		}
		term, ok2 := t.diff.Witness[i].Term(t.ctx)
		if !ok || !ok2 || layout.Width == 0 {
			return nil, false
		}
		for ; term.Op() == smtlib.OpStore; term = term.Args()[0] {
			at, ok := literal(term.Args()[1])
			value, ok2 := literal(term.Args()[2])
			if !ok || !ok2 {
				return nil, false
			}
			m.used[at] = true
			m.cells = append(m.cells, cell{at, value, layout.Width, layout.Pointer})
			starts = append(starts, at)
		}
		if value, ok := literal(term.Args()[0]); ok && value != 0 {
			others = append(others, other{layout, value})
		}
	}
	if len(starts) == 0 {
		return m, true
	}
	m.low, m.high = slices.Min(starts)-around, slices.Max(starts)+around
	m.low -= ((m.low % 16) + 16) % 16
	if m.high-m.low > mostMemory {
		return nil, false
	}
	written := map[int64]bool{}
	slices.Reverse(m.cells) // the first store of a chain is the last in the term
	for _, o := range others {
		for _, start := range starts {
			for _, part := range o.layout.Parts {
				for at := start + part.Offset; at < min(start+around/2, m.high-8); at += max(part.Size, 1) {
					if !m.used[at] && !written[at] {
						written[at] = true
						m.cells = append(m.cells, cell{at, o.value, o.layout.Width, o.layout.Pointer})
					}
				}
			}
		}
	}
	slices.SortStableFunc(m.cells, func(a, b cell) int { return cmp.Compare(a.at, b.at) })
	return m, true
}

// number is an integer that fits a long.
func number(v interp.Value) (int64, bool) {
	if v.Sort() == nil {
		return 0, false
	}
	n, ok := v.Integer()
	return small(n, ok)
}

func literal(t *smtlib.Term) (int64, bool) {
	if t.Op() != smtlib.OpNumeral || !t.Num().IsInt() {
		return 0, false
	}
	return small(t.Num().Num(), true)
}

func small(n *big.Int, ok bool) (int64, bool) {
	if !ok || !n.IsInt64() {
		return 0, false
	}
	return n.Int64(), true
}
