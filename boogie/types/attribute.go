package types

import (
	"math/big"

	"semdiff/boogie"
)

// flagged reports whether an attribute is there, alone or with true.
func flagged(attrs []*boogie.Attr, name string) bool {
	for _, a := range attrs {
		if a.Name != name {
			continue
		}
		if len(a.Args) == 0 {
			return true
		}
		if b, ok := a.Args[0].(*boogie.BoolLit); ok && b.Value && len(a.Args) == 1 {
			return true
		}
	}
	return false
}

// declAttrs checks attributes outside of expressions.
func (c *checker) declAttrs(attrs []*boogie.Attr) {
	if len(attrs) > 0 {
		c.attrs(attrs)
		c.settle()
	}
}

// attrs checks attributes. Their arguments are resolved where they stand; they
// may speak of the old state but in a context that has none at all.
func (c *checker) attrs(attrs []*boogie.Attr) {
	outer := c.noOld
	c.noOld = c.noGlobals
	for _, a := range attrs {
		for _, arg := range a.Args {
			if _, text := arg.(*boogie.StringLit); !text {
				c.expr(arg)
			}
		}
		c.knownAttr(a)
	}
	c.noOld = outer
}

// knownAttr checks an attribute that has a meaning to Boogie.
func (c *checker) knownAttr(a *boogie.Attr) {
	switch a.Name {
	case "minimize", "maximize":
		if len(a.Args) != 1 {
			c.nameErrorf(a, "attributes :minimize and :maximize accept only one argument")
		} else if t := c.argType(a); t != Int && t != Real && !isBV(t) {
			c.errorf(a, "attributes :minimize and :maximize accept only one argument of type int, real or bv")
		}
	case "verified_under":
		if len(a.Args) != 1 {
			c.nameErrorf(a, "attribute :verified_under accepts only one argument")
		} else if c.argType(a) != Bool {
			c.errorf(a, "attribute :verified_under accepts only one argument of type bool")
		}
	case "layer":
		for _, arg := range a.Args {
			c.layer(a, arg)
		}
	}
}

func (c *checker) layer(a *boogie.Attr, arg boogie.Expr) {
	switch n, ok := arg.(*boogie.IntLit); {
	case !ok:
		c.nameErrorf(a, "layer must be a non-negative integer")
	case n.Value.Cmp(big.NewInt(1<<31-1)) > 0:
		c.nameErrorf(a, "layer is too large (max value is %d)", 1<<31-1)
	}
}

// argType is the type of the first argument, nil when that is a text.
func (c *checker) argType(a *boogie.Attr) Type {
	if t := c.info.Types[a.Args[0]]; t != nil {
		return head(t)
	}
	return nil
}

func isBV(t Type) bool {
	_, ok := t.(BV)
	return ok
}

// functions checks what attributes say of functions.
func (c *checker) functions() {
	for _, decl := range c.info.Decls {
		d, ok := decl.(*boogie.FuncDecl)
		if !ok {
			continue
		}
		inline := boogie.FindAttr(d.Attrs, "inline")
		_, text := inline.StringArg()
		switch {
		case inline != nil && len(inline.Args) > 0 && !text && c.argType(inline) != Bool:
			c.errorf(d, "Parameter to :inline attribute on a function must be Boolean")
		case d.Body == nil && flagged(d.Attrs, "inline"):
			c.errorf(d, "Function with :inline attribute must have a body")
		case d.Body == nil && flagged(d.Attrs, "define"):
			c.errorf(d, "Function with :define attribute must have a body")
		}
	}
	if c.right() {
		c.callCycles()
	}
}
