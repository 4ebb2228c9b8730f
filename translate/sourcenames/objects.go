package sourcenames

import (
	"slices"

	"semdiff/boogie"
)

// rename gives a procedure the name of what the source calls callee; kind is what it
// checks of that, where it is not that itself.
func (p *Proc) rename(kind string) {
	if p.Name = p.Callee; kind != "" {
		p.Name += " (" + kind + ")"
	}
}

// locals names the variables of a procedure by what the source calls them; "" is what
// it has no name for.
func (r *reader) locals(p *Proc, name string, of func(string) string) {
	var all []string
	if body := r.bodies[name]; body != nil {
		for _, d := range body.Locals {
			all = append(all, namesOf(d.Vars)...)
		}
	}
	for _, v := range slices.Concat(p.formals, p.results, all) {
		if text := of(v); text != "" {
			p.Locals[v] = text
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

// variables names the globals by what the source calls them; those of hidden are the
// translator's.
func (r *reader) variables(of func(string) string, hidden ...string) {
	for _, d := range r.prog.Decls {
		if d, ok := d.(*boogie.VarDecl); ok {
			for _, name := range namesOf(d.Vars) {
				if text := of(name); text != "" {
					r.Globals[name] = text
				}
			}
		}
	}
	for _, name := range hidden {
		r.hidden[name] = true
	}
}
