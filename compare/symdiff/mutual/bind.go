package mutual

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"semdiff/internal/source"
	"semdiff/moddiff/relation"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// Summary is a relation that a file has for two procedures.
type Summary struct {
	*relation.Relation
	Name    string // of the function, of the last one where there are several
	Refused string // why it cannot be used; "" otherwise
}

// Bind finds the procedures that the summaries speak of in the versions, and what
// their parameters are. A function that says more of two procedures adds to what
// others say of them. separated are the functions and constants of which the
// versions say different things. The error is a source.List.
func (f *File) Bind(programs [2]*ir.Program, separated []string) ([]*Summary, error) {
	list, err := f.bind(programs, separated)
	if err != nil {
		return nil, err
	}
	var out []*Summary
	for _, b := range list {
		i := slices.IndexFunc(out, func(s *Summary) bool { return s.Procs == b.procs })
		if i < 0 {
			i = len(out)
			out = append(out, &Summary{Relation: &relation.Relation{Procs: b.procs}, Name: b.w.decl.Name})
		}
		s := out[i]
		if b.refused != "" {
			s.Refused = b.refused
		}
		if b.w.pre {
			s.Pre = append(s.Pre, b.Predicate)
		} else {
			s.Post, s.Name = append(s.Post, b.Predicate), b.w.decl.Name
		}
	}
	return out, nil
}

// bound is a function whose parameters are variables of procedures.
type bound struct {
	*relation.Predicate
	w     *written
	procs [2]string
	// refused says why it cannot be used; "" otherwise.
	refused string
}

func (f *File) bind(programs [2]*ir.Program, separated []string) ([]*bound, error) {
	var list []*bound
	var problems source.List
	for _, w := range f.summaries {
		b := &bound{w: w, Predicate: &relation.Predicate{Body: w.body, Vars: w.vars}}
		fits := 0
		for _, procs := range w.splits {
			old, oldErr := procedure(programs[0], procs[0])
			new, newErr := procedure(programs[1], procs[1])
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
		b.findSlots(f, programs, &problems)
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

// findSlots finds what each parameter stands for. Parameters are named; their
// order must be the known one.
func (b *bound) findSlots(f *File, programs [2]*ir.Program, problems *source.List) {
	last := rank{}
	for i, param := range b.w.decl.Params {
		version, name := f.cut(param.Name)
		if version < 0 {
			problems.Addf(param.Position(), "parameter %s does not say which version it is of", param.Name)
			return
		}
		proc := programs[version].Proc(b.procs[version])
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
		if sort := s.Sort(proc); sort != nil && sort != b.Vars[i].Sort() {
			problems.Addf(param.Position(), "parameter %s has another type than %s of %s", param.Name, name, proc.Name)
			return
		}
		b.Slots = append(b.Slots, s)
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
func (f *File) slot(version int, proc *ir.Proc, name string) (relation.Slot, rank, bool) {
	at := func(class, index int) rank { return rank{version, class, index} }
	if proc.Kind == ir.Loop {
		if x, ok := strings.CutPrefix(name, "in_"); ok {
			return slotOf(version, relation.Input, proc.Inputs, x), at(inputClass, 0), true
		}
		if x, ok := strings.CutPrefix(name, "out_"); ok {
			return slotOf(version, relation.Output, proc.Outputs, x), at(resultClass, 0), true
		}
	} else {
		if i := named(proc.Inputs[:proc.Formals], name); i >= 0 {
			return relation.Slot{Version: version, Index: i, Kind: relation.Input}, at(inputClass, i), true
		}
		if i := named(proc.Outputs[:proc.Results], name); i >= 0 {
			return relation.Slot{Version: version, Index: i, Kind: relation.Output}, at(resultClass, i), true
		}
	}
	if g, ok := strings.CutSuffix(name, "_old"); ok {
		s, known := f.global(version, proc, g)
		return s, at(oldGlobal, 0), known
	}
	if g, ok := strings.CutSuffix(name, "_"); ok {
		s, known := f.global(version, proc, g)
		if i := f.globalIn(version, proc.Outputs, g); known && i >= 0 {
			s = relation.Slot{Version: version, Index: i, Kind: relation.Output}
		}
		return s, at(newGlobal, 0), known
	}
	return relation.Slot{}, rank{}, false
}

// global is the value of a global at entry.
func (f *File) global(version int, proc *ir.Proc, name string) (s relation.Slot, known bool) {
	if i := f.globalIn(version, proc.Inputs, name); i >= 0 {
		return relation.Slot{Version: version, Index: i, Kind: relation.Input}, true
	}
	if f.globals[version][f.now(version, name)] {
		return relation.Slot{Version: version, Kind: relation.Unused}, true
	}
	return relation.Slot{Version: version, Kind: relation.Passes}, name == "OK"
}

func (f *File) now(version int, global string) string {
	if version == 1 {
		return f.applied.Variable(global)
	}
	return global
}

func (f *File) globalIn(version int, vars []*smtlib.Term, name string) int {
	name = f.now(version, name)
	if !f.globals[version][name] {
		return -1
	}
	return slices.IndexFunc(vars, func(v *smtlib.Term) bool { return v.Name() == name })
}

func slotOf(version int, kind relation.SlotKind, vars []*smtlib.Term, name string) relation.Slot {
	if i := named(vars, name); i >= 0 {
		return relation.Slot{Version: version, Index: i, Kind: kind}
	}
	return relation.Slot{Version: version, Kind: relation.Unused}
}

// named is the index of a variable by its name in the program.
func named(vars []*smtlib.Term, name string) int {
	return slices.IndexFunc(vars, func(v *smtlib.Term) bool { return relation.Declared(v) == name })
}

// refuse finds out whether the summary means in the program what it says.
func (b *bound) refuse(f *File, separated []string) {
	if len(b.Slots) != len(b.Vars) { // reported already
		return
	}
	free := map[*smtlib.Term]bool{}
	var symbols []string
	smtlib.Visit(b.Body, func(t *smtlib.Term) {
		free[t] = true
		if t.Op() == smtlib.OpApp {
			symbols = append(symbols, t.Func().Name)
		}
	})
	for i, v := range b.Vars {
		switch s := b.Slots[i]; {
		case s.Kind == relation.Unused && free[v]:
			b.refused = fmt.Sprintf("%s does not use %s", b.procs[s.Version], b.w.decl.Params[i].Name)
		case s.Kind == relation.Passes && v.Sort().Kind != smtlib.BoolKind:
			b.refused = fmt.Sprintf("%s is no bool", b.w.decl.Params[i].Name)
		}
	}
	for _, name := range slices.Concat(b.w.uses, symbols) {
		if f.changed[name] || slices.Contains(separated, name) {
			b.refused = fmt.Sprintf("the versions say different things of %s", name)
		}
	}
}
