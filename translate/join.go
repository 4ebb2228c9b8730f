package translate

import (
	"slices"

	"semdiff/boogie"
	"semdiff/boogie/types"
)

// Join is a program with the declarations of others: a procedure that these declare
// without a body is the program's, if it has one of that name, and what both declare in
// the same words is there once. The error is a source.List: other names that clash, and
// what does not fit together.
func Join(src Source, others ...*boogie.Program) (Source, error) {
	joined := *src.Prog
	joined.Decls = slices.Clone(joined.Decls)
	for _, other := range others {
		for _, d := range other.Decls {
			if !slices.ContainsFunc(src.Prog.Decls, func(own boogie.Decl) bool { return supersedes(own, d) }) {
				joined.Decls = append(joined.Decls, d)
			}
		}
	}
	info, problems := types.Check(&joined)
	if err := problems.Err(); err != nil {
		return Source{}, err
	}
	return Source{Prog: &joined, Info: info}, nil
}

// supersedes reports whether a declaration stands for another one.
func supersedes(own, d boogie.Decl) bool {
	if p, ok := d.(*boogie.ProcDecl); ok && p.Body == nil {
		q, ok := own.(*boogie.ProcDecl)
		return ok && q.Name == p.Name
	}
	return boogie.Equal(own, d)
}
