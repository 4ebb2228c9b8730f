package symdiff

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"semdiff/internal/source"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// MutualResult says what became of a mutual summary.
type MutualResult struct {
	Name     string
	Old, New string // the procedures
	Proven   bool
	Reason   string // why it is not proven
}

// bound is a summary whose variables are those of procedures.
type bound struct {
	*predicate
	w     *written
	procs [2]string
	// refused says why it cannot be used; "" otherwise.
	refused string
}

// bind finds the procedures that the summaries speak of and what their
// parameters are. The error is a source.List.
func (f *MutualFile) bind(v *kitVersions) ([]*bound, error) {
	var list []*bound
	var problems source.List
	separated := v.Separated()
	for _, w := range f.summaries {
		b := &bound{w: w, predicate: &predicate{body: w.body, vars: w.vars}}
		fits := 0
		for _, procs := range w.splits {
			old, oldErr := procedure(v.Program(0), procs[0])
			new, newErr := procedure(v.Program(1), procs[1])
			if err := cmp.Or(oldErr, newErr); err != nil {
				return nil, err
			}
			if old != "" && new != "" {
				b.procs = [2]string{old, new}
				fits++
			}
		}
		if fits != 1 {
			problems.Addf(w.decl.Position(), "%s speaks of %s of the old and %s of the new version, which are not there", w.decl.Name, w.splits[0][0], w.splits[0][1])
			continue
		}
		b.slotsOf(f, v, &problems)
		b.refuse(f, separated)
		list = append(list, b)
	}
	problems.Sort()
	return list, problems.Err()
}

// procedure is the procedure or loop of that name, with its body; "" if there is
// none. Boogie's label of a loop that has none in the file may stand for the only
// loop of a procedure. The error says that the body has no meaning.
func procedure(p *ir.Program, name string) (string, error) {
	if p.Procs[name] != nil {
		return name, p.Load(name)
	}
	for i := range name {
		parent := p.Procs[name[:i]]
		if parent == nil || !strings.HasPrefix(name[i:], "_loop_") {
			continue
		}
		if err := p.Load(parent.Name); err != nil {
			return parent.Name, err
		}
		if p.Proc(name) != nil {
			return name, nil
		}
		if len(parent.Loops) == 1 {
			return parent.Loops[0].Name, nil
		}
	}
	return "", nil
}

// slotsOf finds what each parameter stands for. Parameters are named; their
// order must be the known one.
func (b *bound) slotsOf(f *MutualFile, v *kitVersions, problems *source.List) {
	last := rank{}
	for i, param := range b.w.decl.Params {
		version, name := f.cut(param.Name)
		if version < 0 {
			problems.Addf(param.Position(), "parameter %s does not say which version it is of", param.Name)
			return
		}
		proc := v.Program(version).Proc(b.procs[version])
		s, order, ok := f.slot(version, proc, name)
		switch {
		case !ok || b.w.pre && order.class > oldGlobal:
			problems.Addf(param.Position(), "%s is not %s of %s", name, b.allowed(), proc.Name)
			return
		case order.before(last):
			problems.Addf(param.Position(), "parameter %s is not in its place: first those of the old, then those of the new version, each inputs, old globals, changed globals, results", param.Name)
			return
		}
		last = order
		if sort := s.sort(proc); sort != nil && sort != b.vars[i].Sort() {
			problems.Addf(param.Position(), "parameter %s has another type than %s of %s", param.Name, name, proc.Name)
			return
		}
		b.slots = append(b.slots, s)
	}
}

func (b *bound) allowed() string {
	if b.w.pre {
		return "an input or an old global"
	}
	return "an input, an old or changed global, or a result"
}

// rank is the place of a parameter in the order that files keep.
type rank struct{ version, class, index int }

// The classes of parameters, in their order.
const (
	inputClass = iota
	oldGlobal
	newGlobal
	resultClass
)

func (x rank) before(y rank) bool {
	return slices.Compare([]int{x.version, x.class, x.index}, []int{y.version, y.class, y.index}) < 0
}

// slot is what the name of a parameter stands for.
func (f *MutualFile) slot(version int, proc *ir.Proc, name string) (slot, rank, bool) {
	at := func(class, index int) rank { return rank{version, class, index} }
	if proc.Kind == ir.Loop {
		if x, ok := strings.CutPrefix(name, "in_"); ok {
			return slotOf(version, input, proc.Inputs, x), at(inputClass, 0), true
		}
		if x, ok := strings.CutPrefix(name, "out_"); ok {
			return slotOf(version, output, proc.Outputs, x), at(resultClass, 0), true
		}
	} else {
		if i := named(proc.Inputs[:proc.Formals], name); i >= 0 {
			return slot{version, i, input}, at(inputClass, i), true
		}
		if i := named(proc.Outputs[:proc.Results], name); i >= 0 {
			return slot{version, i, output}, at(resultClass, i), true
		}
	}
	if g, ok := strings.CutSuffix(name, "_old"); ok {
		s, known := f.global(version, proc, g)
		return s, at(oldGlobal, 0), known
	}
	if g, ok := strings.CutSuffix(name, "_"); ok {
		s, known := f.global(version, proc, g)
		if i := f.globalIn(version, proc.Outputs, g); known && i >= 0 {
			s = slot{version, i, output}
		}
		return s, at(newGlobal, 0), known
	}
	return slot{}, rank{}, false
}

// global is the value of a global at entry.
func (f *MutualFile) global(version int, proc *ir.Proc, name string) (s slot, known bool) {
	if i := f.globalIn(version, proc.Inputs, name); i >= 0 {
		return slot{version, i, input}, true
	}
	if f.globals[version][f.now(version, name)] {
		return slot{version: version, kind: unused}, true
	}
	return slot{version: version, kind: passes}, name == "OK"
}

func (f *MutualFile) now(version int, global string) string {
	if version == 1 {
		return f.applied.Variable(global)
	}
	return global
}

func (f *MutualFile) globalIn(version int, vars []*smtlib.Term, name string) int {
	name = f.now(version, name)
	if !f.globals[version][name] {
		return -1
	}
	return slices.IndexFunc(vars, func(v *smtlib.Term) bool { return v.Name() == name })
}

func slotOf(version int, kind slotKind, vars []*smtlib.Term, name string) slot {
	if i := named(vars, name); i >= 0 {
		return slot{version, i, kind}
	}
	return slot{version: version, kind: unused}
}

// named is the index of a variable by its name in the program.
func named(vars []*smtlib.Term, name string) int {
	return slices.IndexFunc(vars, func(v *smtlib.Term) bool { return declared(v) == name })
}

// declared is the name of a variable in its file; the lowering and the matching
// mark those that would hide a global.
func declared(v *smtlib.Term) string {
	name := v.Name()
	if inner, ok := strings.CutPrefix(name, "local("); ok {
		name = strings.TrimSuffix(inner, ")")
	}
	return strings.TrimSuffix(name, "@local")
}

// sort is the sort of the value, nil where there is none.
func (s slot) sort(proc *ir.Proc) *smtlib.Sort {
	switch s.kind {
	case input:
		return proc.Inputs[s.index].Sort()
	case output:
		return proc.Outputs[s.index].Sort()
	}
	return nil
}

// refuse finds out whether the summary means in the program what it says.
func (b *bound) refuse(f *MutualFile, separated []string) {
	if len(b.slots) != len(b.vars) { // reported already
		return
	}
	free := map[*smtlib.Term]bool{}
	var symbols []string
	smtlib.Visit(b.body, func(t *smtlib.Term) {
		free[t] = true
		if t.Op() == smtlib.OpApp {
			symbols = append(symbols, t.Func().Name)
		}
	})
	for i, v := range b.vars {
		switch s := b.slots[i]; {
		case s.kind == unused && free[v]:
			b.refused = fmt.Sprintf("%s does not use %s", b.procs[s.version], b.w.decl.Params[i].Name)
		case s.kind == passes && v.Sort().Kind != smtlib.BoolKind:
			b.refused = fmt.Sprintf("%s is no bool", b.w.decl.Params[i].Name)
		}
	}
	for _, name := range slices.Concat(b.w.uses, symbols) {
		if f.changed[name] || slices.Contains(separated, name) {
			b.refused = fmt.Sprintf("the versions say different things of %s", name)
		}
	}
}
