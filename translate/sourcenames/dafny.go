package sourcenames

import (
	"strings"

	"semdiff/boogie"
	"semdiff/internal/lazyregexp"
)

// dafnyKinds are what Dafny makes of one method or function: what the procedure checks,
// by how its name begins. The implementation is the method itself.
var dafnyKinds = []struct{ prefix, kind string }{
	{"Impl$$", ""},
	{"CheckWellFormed$$", "well-formedness"},
	{"CheckWellformed$$", "well-formedness"},
	{"Call$$", "call"},
	{"InterModuleCall$$", "call"},
	{"IntraModuleCall$$", "call"},
	{"CoCall$$", "co-call"},
	{"OverrideCheck$$", "override check"},
}

// dafnyKind is how the name of a procedure of Dafny's begins; ok is false for others.
func dafnyKind(name string) (kind, rest string, ok bool) {
	for _, k := range dafnyKinds {
		if rest, ok = strings.CutPrefix(name, k.prefix); ok {
			return k.kind, rest, true
		}
	}
	return "", name, false
}

// dafny reads what Dafny leaves: {:verboseName}, Impl$$Module.Class.Method, x#0.
func (r *reader) dafny() {
	for _, name := range r.order {
		p := r.Procs[name]
		kind, rest, ok := dafnyKind(name)
		p.Runtime = !ok && strings.HasPrefix(name, "$")
		if ok {
			p.Callee = dafnyPath(rest)
			if text, ok := boogie.FindAttr(r.attrs[name], "verboseName").StringArg(); ok {
				p.Callee, kind, _ = strings.Cut(strings.TrimSuffix(text, ")"), " (")
				if kind == "correctness" {
					kind = ""
				}
			}
			p.rename(kind)
		}
		r.locals(p, name, dafnyLocal)
		for _, v := range p.results {
			if v == "$_reverifyPost" {
				r.hidden[v] = true
			}
		}
	}
	r.members(func(d *boogie.ConstDecl) bool { return isField(d.Type) }, dafnyPath)
	r.variables(func(v string) string { return "" }, "$Tick", "$_reverifyPost")
	r.heap.fields = "$Heap"
	r.heap.boxes = []string{"$Box", "$Unbox", "Lit", "LitInt", "LitReal"}
}

// dafnyPath is what Dafny calls a thing by its full name in the program: without the
// module and the class of what stands in none, and with its own underscores.
func dafnyPath(name string) string {
	var parts []string
	for part := range strings.SplitSeq(name, ".") {
		if part != "_module" && part != "__default" && part != "_default" {
			parts = append(parts, strings.ReplaceAll(part, "__", "_"))
		}
	}
	return strings.Join(parts, ".")
}

// dafnyVariable are x#0, x#1_0 of the source's x, x##0 and ##x#0 of values of its
// parameter in calls.
var dafnyVariable = lazyregexp.New(`^(?:##|\$)?([A-Za-z_][A-Za-z0-9_'?$#]*?)#+[0-9][0-9_]*$`)

// dafnyLocal is what the source calls a variable.
func dafnyLocal(v string) string {
	if m := dafnyVariable.FindStringSubmatch(v); m != nil {
		if of, ok := strings.CutPrefix(m[1], "defass#"); ok {
			return of + " is assigned"
		}
		return clean(m[1])
	}
	if i := strings.LastIndexByte(v, '$'); i > 0 && strings.Contains(v[:i], ".") {
		return v[i+1:] // a parameter that is a type: Seq._default.First$T
	}
	return ""
}

// isField reports whether a type is one of fields in a heap.
func isField(t boogie.Type) bool {
	named, ok := t.(*boogie.NamedType)
	return ok && named.Name == "Field"
}
