package translate

import (
	"slices"

	"semdiff/boogie"
	"semdiff/boogie/types"
	"semdiff/internal/source"
)

// Join is a program with the declarations of others: a procedure that these declare
// without a body is the program's, which has to declare one of that name, and what both
// declare in the same words is there once. The error is a source.List: procedures without
// a body anywhere, other names that clash, and what does not fit together.
func Join(src Source, others ...*boogie.Program) (Source, error) {
	joined := *src.Prog
	joined.Decls = slices.Clone(joined.Decls)
	all := slices.Clone(src.Prog.Decls)
	for _, other := range others {
		all = append(all, other.Decls...)
	}
	var missing source.List
	for _, other := range others {
		for _, d := range other.Decls {
			if p, ok := d.(*boogie.ProcDecl); ok && p.Body == nil && !slices.ContainsFunc(all, func(q boogie.Decl) bool { return q != d && supersedes(q, d) || implements(q, p.Name) }) {
				missing.Addf(p.Position(), "procedure %s has no body, and %s has none of that name", p.Name, src.Prog.File)
			}
			if !slices.ContainsFunc(src.Prog.Decls, func(own boogie.Decl) bool { return supersedes(own, d) }) {
				joined.Decls = append(joined.Decls, d)
			}
		}
	}
	if err := missing.Err(); err != nil {
		return Source{}, err
	}
	info, problems := types.Check(&joined)
	if err := problems.Err(); err != nil {
		return Source{}, err
	}
	return Source{Prog: &joined, Info: info}, nil
}

// implements reports whether a declaration is a body of a procedure.
func implements(d boogie.Decl, name string) bool {
	i, ok := d.(*boogie.ImplDecl)
	return ok && i.Name == name
}

// supersedes reports whether a declaration stands for another one.
func supersedes(own, d boogie.Decl) bool {
	if p, ok := d.(*boogie.ProcDecl); ok && p.Body == nil {
		q, ok := own.(*boogie.ProcDecl)
		return ok && q.Name == p.Name
	}
	return boogie.Equal(own, d)
}
