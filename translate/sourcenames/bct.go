package sourcenames

import (
	"strings"

	"semdiff/boogie"
	"semdiff/internal/lazyregexp"
)

// bctOwn begin names of procedures of BCT's prelude.
var bctOwn = []string{"$", "Alloc", "DelegateAdd", "DelegateCreate", "DelegateRemove", "Wrapper_"}

// bct reads what BCT, the translator of .NET's bytecode, leaves: Class.Method$System.Int32,
// x$in, F$Class.field.
func (r *reader) bct() {
	calls := map[string]int{} // procedures that would have the same name
	for _, name := range r.order {
		text, _ := bctMethod(name)
		calls[text]++
	}
	for _, name := range r.order {
		p := r.Procs[name]
		text, types := bctMethod(name)
		p.Runtime = hasPrefix(name, bctOwn) && !strings.Contains(name, ".")
		p.Callee = text
		if calls[text] == 1 {
			types = ""
		}
		p.rename(types)
		sorts := map[string]string{}
		if body := r.bodies[name]; body != nil {
			for _, d := range body.Locals {
				for _, b := range d.Vars {
					for _, v := range b.Names {
						sorts[v.Name] = boogie.TypeString(b.Type)
					}
				}
			}
		}
		r.locals(p, name, func(v string) string { return bctLocal(v, sorts[v]) })
	}
	r.variables(func(v string) string {
		field, ok := strings.CutPrefix(v, "F$")
		if !ok {
			return ""
		}
		return field
	}, "$GetMeHereTracker", "$Alloc")
	for _, d := range r.prog.Decls {
		switch d := d.(type) {
		case *boogie.ConstDecl:
			for _, name := range d.Names {
				if class, ok := strings.CutPrefix(name.Name, "T$"); ok {
					r.Globals[name.Name] = "typeof(" + class + ")"
				}
			}
		case *boogie.VarDecl:
			for _, b := range d.Vars {
				if _, isMap := b.Type.(*boogie.MapType); !isMap {
					continue
				}
				for _, name := range b.Names {
					if field := r.Globals[name.Name]; field != "" {
						r.heap.parts[name.Name] = field[strings.LastIndexByte(field, '.')+1:]
					}
				}
			}
		}
	}
	r.heap.elements, r.heap.length = "$ArrayContents", "$ArrayLength"
}

// bctMethod is a method as C# names it, and the types of its parameters.
func bctMethod(name string) (text, types string) {
	static := strings.HasPrefix(name, "T$")
	text, types, _ = strings.Cut(strings.TrimPrefix(name, "T$"), "$")
	types = strings.ReplaceAll(types, "$", ", ")
	if class, ok := strings.CutSuffix(text, ".#ctor"); ok {
		return "new " + class, types
	}
	if class, ok := strings.CutSuffix(text, ".#cctor"); ok {
		if static {
			class += " (type)"
		}
		return "static " + class, types
	}
	if static {
		text = "T$" + text
	}
	return text, types
}

// bctParameter are x$in and x$out of a parameter x.
var bctParameter = lazyregexp.New(`^(.+)\$(in|out)$`)

// bctLocal is what the source calls a variable: of a type T it is x_T or x.
func bctLocal(v, typ string) string {
	switch {
	case v == "$this":
		return "this"
	case v == "$result":
		return "result"
	}
	if m := bctParameter.FindStringSubmatch(v); m != nil {
		return m[1]
	}
	if x, ok := strings.CutSuffix(v, "_"+typ); ok && typ != "" && x != "" {
		return x
	}
	return ""
}
