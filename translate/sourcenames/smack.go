package sourcenames

import (
	"math/big"
	"slices"
	"strings"

	"semdiff/boogie"
	"semdiff/internal/lazyregexp"
)

// smackOwn begin names of procedures and variables of SMACK's runtime.
var smackOwn = []string{"$", "__SMACK_", "__VERIFIER_", "boogie_si_", "corral_", "llvm.", "smack_"}

// memoryMap is what SMACK calls maps that hold memory, and globals of their own.
var memoryMap = lazyregexp.New(`^\$M\.[0-9]+$`)

// smack reads what SMACK leaves.
func (r *reader) smack() {
	r.smackGlobals()
	for _, name := range r.order {
		p := r.Procs[name]
		p.Runtime = hasPrefix(name, smackOwn) || strings.HasPrefix(p.Place.File, "smack/") || r.bodies[name] == nil && p.Place.Line == 0 && hasPrefix(name, smackOwn)
		if body := r.bodies[name]; body != nil {
			r.smackRecords(name, p, body)
		}
	}
	var scans []*smackScan
	for _, name := range r.order {
		if body := r.bodies[name]; body != nil && !r.Procs[name].Runtime {
			scans = append(scans, r.scan(name, body))
		}
	}
	for _, s := range scans {
		s.fieldNames()
	}
}

// smackGlobals finds the variables that SMACK added and the objects with an address.
func (r *reader) smackGlobals() {
	at := map[string]*big.Int{}
	for _, d := range r.prog.Decls {
		switch d := d.(type) {
		case *boogie.VarDecl:
			for _, name := range namesOf(d.Vars) {
				r.hidden[name] = !memoryMap.MatchString(name) && hasPrefix(name, smackOwn)
				if memoryMap.MatchString(name) {
					r.regions[name] = &region{}
				}
			}
		case *boogie.AxiomDecl:
			if eq, ok := d.Expr.(*boogie.BinaryExpr); ok && eq.Op == boogie.Eq {
				if c, ok := eq.X.(*boogie.IdentExpr); ok {
					at[c.Name] = number(eq.Y)
				}
			}
		}
	}
	for _, d := range r.prog.Decls {
		if d, ok := d.(*boogie.ConstDecl); ok {
			size, ok := boogie.FindAttr(d.Attrs, "allocSize").IntArg()
			for _, name := range d.Names {
				if from := at[name.Name]; ok && from != nil && from.IsInt64() {
					r.objects = append(r.objects, object{name: clean(name.Name), from: from.Int64(), size: int64(size)})
				}
			}
		}
	}
	slices.SortFunc(r.objects, func(a, b object) int { return int(a.from - b.from) })
}

// number is the number that an expression of SMACK's is, nil for others.
func number(e boogie.Expr) *big.Int {
	switch e := e.(type) {
	case *boogie.IntLit:
		return e.Value
	case *boogie.CallExpr:
		if len(e.Args) != 2 {
			return nil
		}
		x, y := number(e.Args[0]), number(e.Args[1])
		if x == nil || y == nil {
			return nil
		}
		switch e.Func {
		case "$sub.ref":
			return new(big.Int).Sub(x, y)
		case "$add.ref":
			return new(big.Int).Add(x, y)
		case "$mul.ref":
			return new(big.Int).Mul(x, y)
		}
	}
	return nil
}

// smackRecords names the variables of a procedure whose values SMACK records, and
// those that these are copied to.
func (r *reader) smackRecords(name string, p *Proc, body *boogie.Body) {
	recorded := map[string]string{}
	var stored string // the memory that the last assignment set to the value of of
	var of boogie.Expr
	for _, s := range body.Stmts {
		switch s := s.(type) {
		default:
			stored = ""
		case *boogie.AssignStmt:
			stored = ""
			if id, ok := s.Lhs[0].(*boogie.IdentExpr); ok && len(s.Lhs) == 1 && r.regions[id.Name] != nil {
				stored, of = id.Name, s.Rhs[0]
			}
		case *boogie.CallStmt:
			text, ok := boogie.FindAttr(s.Attrs, "cexpr").StringArg()
			if !ok || len(s.Args) != 1 || !strings.HasPrefix(s.Proc, "boogie_si_record_") {
				continue
			}
			isParam := strings.HasPrefix(text, name+":arg:")
			text = strings.TrimPrefix(text, name+":arg:")
			if !isName(text) {
				continue
			}
			value, isVar := s.Args[0].(*boogie.IdentExpr)
			switch {
			case stored != "" && r.Globals[stored] == "" && boogie.EqualText(of, s.Args[0]):
				r.Globals[stored] = text // a global that has a variable of its own
			case isVar && (isParam || recorded[value.Name] == "" && !slices.Contains(p.formals, value.Name)):
				recorded[value.Name] = text
			}
		}
	}
	r.smackParams(name, p, recorded)
	for v, text := range recorded {
		p.Locals[v] = text
	}
	copies(p, body)
	for _, v := range p.results {
		if v == "$r" {
			p.Locals[v] = "result"
		}
	}
	for _, v := range p.formals {
		text := p.Locals[v]
		if text == "" {
			text = clean(v)
		}
		p.Params = append(p.Params, text)
	}
}

// smackParams names the parameters by the text of the source.
func (r *reader) smackParams(name string, p *Proc, recorded map[string]string) {
	params := declaredParams(r.text(p.Place.File), name, p.Place.Line)
	if len(params) != len(p.formals) {
		return
	}
	for i, v := range p.formals {
		if params[i] != "" {
			recorded[v] = params[i]
		}
	}
}

// copies names variables that are copies of one named variable only: those that join
// values of a variable of the source. Names of parameters count where there are no
// others.
func copies(p *Proc, body *boogie.Body) {
	from := map[string][]string{}
	for _, s := range body.Stmts {
		a, ok := s.(*boogie.AssignStmt)
		if !ok {
			continue
		}
		for i, lhs := range a.Lhs {
			v, ok := lhs.(*boogie.IdentExpr)
			w, ok2 := a.Rhs[i].(*boogie.IdentExpr)
			if ok && ok2 {
				from[v.Name] = append(from[v.Name], w.Name)
			}
		}
	}
	vars := make([]string, 0, len(from))
	for v := range from {
		vars = append(vars, v)
	}
	slices.Sort(vars)
	for _, withParams := range []bool{false, true} {
		for changed := true; changed; {
			changed = false
			for _, v := range vars {
				if p.Locals[v] != "" || slices.Contains(p.results, v) {
					continue
				}
				text, clash := "", false
				for _, w := range from[v] {
					of := p.Locals[w]
					if of == "" || !withParams && slices.Contains(p.formals, w) {
						continue
					}
					clash = clash || text != "" && text != of
					text = of
				}
				if text != "" && !clash {
					p.Locals[v], changed = text, true
				}
			}
		}
	}
}

// IsMark reports whether a note is SMACK's own, of the entry and its arguments.
func IsMark(note string) bool {
	return hasPrefix(note, []string{"smack:entry:", "smack:arg:"})
}

// isName reports whether text is the name of a variable in C.
func isName(text string) bool { return cName.MatchString(text) }

var cName = lazyregexp.New(`^[A-Za-z_][A-Za-z0-9_]*$`)

// clean is a name of the translator's without what C does not have.
func clean(name string) string {
	name = strings.TrimLeft(name, "$.")
	name = strings.Map(func(c rune) rune {
		if c == '$' || c == '#' || c == '^' || c == '~' {
			return '_'
		}
		return c
	}, name)
	return name
}
