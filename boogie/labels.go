package boogie

import "semdiff/internal/source"

// checkLabels reports gotos to labels that do not exist and breaks without their
// statement.
func checkLabels(b *Body, problems *source.List) {
	c := labelChecker{problems: problems, all: map[string]bool{}}
	c.collect(b.Stmts)
	c.stmts(b.Stmts)
}

type labelChecker struct {
	problems *source.List
	all      map[string]bool
	open     []string // labels of the enclosing statements
	loops    int
}

// collect finds the labels of a body; they share one name space.
func (c *labelChecker) collect(list []Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *LabelStmt:
			c.all[s.Name] = true
		case *IfStmt:
			c.collect(s.Then)
			c.collect(s.Else)
		case *WhileStmt:
			c.collect(s.Body)
		}
	}
}

func (c *labelChecker) stmts(list []Stmt) {
	var labels []string // those right before the statement
	for _, s := range list {
		if l, ok := s.(*LabelStmt); ok {
			labels = append(labels, l.Name)
			continue
		}
		mark := len(c.open)
		switch s.(type) {
		case *IfStmt, *WhileStmt:
			c.open = append(c.open, labels...)
		}
		c.stmt(s)
		c.open = c.open[:mark]
		labels = nil
	}
}

func (c *labelChecker) stmt(s Stmt) {
	switch s := s.(type) {
	case *IfStmt:
		c.stmts(s.Then)
		c.stmts(s.Else)
	case *WhileStmt:
		c.loops++
		c.stmts(s.Body)
		c.loops--
	case *GotoStmt:
		for _, l := range s.Labels {
			if !c.all[l.Name] {
				c.problems.Addf(s.At, "goto label '%s' is undefined", l.Name)
			}
		}
	case *BreakStmt:
		switch {
		case s.Label == "" && c.loops == 0:
			c.problems.Addf(s.At, "break statement is not inside a loop")
		case s.Label != "" && !contains(c.open, s.Label):
			c.problems.Addf(s.At, "break label '%s' must designate an enclosing statement", s.Label)
		}
	}
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}
