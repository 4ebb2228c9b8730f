package sourcenames

import (
	"strings"

	"semdiff/boogie"
	"semdiff/internal/lazyregexp"
)

// viper reads what Viper's translator, Carbon, leaves: x_3 for a variable x, {:msg}.
func (r *reader) viper() {
	words := r.viperWords()
	declared := r.declared()
	local := func(v string) string { return viperName(v, words, declared) }
	for _, name := range r.order {
		p := r.Procs[name]
		base, what, isCheck := strings.Cut(name, "#")
		if p.Callee = local(base); p.Callee == "" {
			p.Callee = base
		}
		if isCheck {
			what = strings.ReplaceAll(what, "definedness", "well-formedness")
		}
		p.rename(what)
		r.locals(p, name, local)
	}
	r.members(func(d *boogie.ConstDecl) bool { return isField(d.Type) }, func(name string) string {
		if text := local(name); text != "" {
			return text
		}
		return name
	})
	r.variables(local, "Mask")
	r.heap.fields, r.heap.permissions = "Heap", "Mask"
}

// viperWords are the words of the messages of a program, and of its sources where they
// are at hand.
func (r *reader) viperWords() map[string]bool {
	words := map[string]bool{}
	add := func(text string) {
		for _, w := range viperWord.FindAllString(text, -1) {
			words[w] = true
		}
	}
	for _, d := range r.prog.Decls {
		boogie.Inspect(d, func(n boogie.Node) bool {
			if a, ok := n.(*boogie.AssertStmt); ok {
				if text, ok := boogie.FindAttr(a.Attrs, "msg").StringArg(); ok {
					add(text)
				}
			}
			return true
		})
	}
	for _, file := range Files(r.prog) {
		for _, line := range r.text(file) {
			add(line)
		}
	}
	return words
}

// declared are the names that a program binds anywhere.
func (r *reader) declared() map[string]bool {
	names := map[string]bool{}
	for _, d := range r.prog.Decls {
		boogie.Inspect(d, func(n boogie.Node) bool {
			switch n := n.(type) {
			case *boogie.Binding:
				for _, name := range n.Names {
					names[name.Name] = true
				}
			case *boogie.ConstDecl:
				for _, name := range n.Names {
					names[name.Name] = true
				}
			case *boogie.FuncDecl:
				names[n.Name] = true
			case *boogie.ProcDecl:
				names[n.Name] = true
			}
			return true
		})
	}
	return names
}

var (
	viperWord   = lazyregexp.New(`[A-Za-z_][A-Za-z0-9_$]*`)
	viperNumber = lazyregexp.New(`^(.+)_[0-9]+$`)
)

// viperName is x for x_3, a name that the translator numbered since another thing is
// called x, "" for one that it left alone: the messages tell, and where they are silent
// that something else has the name.
func viperName(v string, words, declared map[string]bool) string {
	m := viperNumber.FindStringSubmatch(v)
	if m == nil || words[v] || !words[m[1]] && !declared[m[1]] {
		return ""
	}
	return m[1]
}
