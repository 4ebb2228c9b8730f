package types

import "semdiff/boogie"

// labels reports labels that a body has more than once; those of nested
// statements share the name space.
func (c *checker) labels(list []boogie.Stmt, seen map[string]bool) {
	for _, s := range list {
		switch s := s.(type) {
		case *boogie.LabelStmt:
			if seen[s.Name] {
				c.nameErrorf(s, "more than one declaration of block name: %s", s.Name)
			}
			seen[s.Name] = true
		case *boogie.IfStmt:
			c.labels(s.Then, seen)
			c.labels(s.Else, seen)
		case *boogie.WhileStmt:
			c.labels(s.Body, seen)
		}
	}
}
