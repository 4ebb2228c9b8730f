package smtlib

import (
	"errors"
	"fmt"
)

// Apply applies a function of SMT-LIB's theories to args. The text is its head,
// "bvadd" or "(_ to_fp 8 24)", and may go on with leading arguments, as in
// "fp.add RNE". The error says what is not known or does not fit.
func (c *Context) Apply(text string, args []*Term) (*Term, error) {
	list, err := ReadSexprs(text)
	if err == nil && len(list) == 0 {
		err = errors.New("no function")
	}
	if err != nil {
		return nil, err
	}
	scope := NewScope()
	for i, a := range args {
		name := fmt.Sprintf("?%d", i)
		scope.Vars[name] = a
		list = append(list, Sexpr{Kind: SymbolKind, Text: name})
	}
	call := Sexpr{Kind: ListKind, List: list}
	if len(list) == 1 {
		call = list[0]
	}
	t, err := c.ReadTerm(scope, call)
	if syntax := (*SyntaxError)(nil); errors.As(err, &syntax) {
		err = errors.New(syntax.Msg)
	}
	return t, err
}
