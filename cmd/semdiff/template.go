package main

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"semdiff/boogie"
	"semdiff/compare/dizy"
	"semdiff/internal/source"
)

// axiomOf is what makes an expression a file.
const axiomOf = "axiom "

// parseTemplate reads a linear expression in Boogie's syntax, in which variables of the
// new version are primed.
func parseTemplate(text string) (dizy.Template, error) {
	wrong := func(pos source.Pos, format string, args ...any) error {
		return fmt.Errorf("template: column %d: %s", pos.Col-len(axiomOf), fmt.Sprintf(format, args...))
	}
	file, err := boogie.Parse("", []byte(axiomOf+text+";"))
	if err != nil {
		var list source.List
		if errors.As(err, &list) && len(list) > 0 {
			return nil, fmt.Errorf("template: column %d: %s", max(1, list[0].Pos.Col-len(axiomOf)), list[0].Message)
		}
		return nil, fmt.Errorf("template: %w", err)
	}
	axiom, ok := file.Decls[0].(*boogie.AxiomDecl)
	if len(file.Decls) != 1 || !ok {
		return nil, fmt.Errorf("template: %q is no expression", text)
	}
	var template dizy.Template
	add := func(k *big.Rat, x *boogie.IdentExpr) {
		m := dizy.Multiple{Coef: k, Name: x.Name, Column: x.Position().Col - len(axiomOf)}
		if name, primed := strings.CutSuffix(x.Name, "'"); primed {
			m.Name, m.Version = name, 1
		}
		same := func(other dizy.Multiple) bool { return other.Name == m.Name && other.Version == m.Version }
		if i := slices.IndexFunc(template, same); i >= 0 {
			template[i].Coef = new(big.Rat).Add(template[i].Coef, k)
			return
		}
		template = append(template, m)
	}
	var visit func(e boogie.Expr, k *big.Rat) error
	visit = func(e boogie.Expr, k *big.Rat) error {
		switch e := e.(type) {
		case *boogie.IdentExpr:
			add(k, e)
			return nil
		case *boogie.UnaryExpr:
			if e.Op == boogie.Neg {
				return visit(e.X, new(big.Rat).Neg(k))
			}
		case *boogie.BinaryExpr:
			switch e.Op {
			case boogie.Add, boogie.Sub:
				right := k
				if e.Op == boogie.Sub {
					right = new(big.Rat).Neg(k)
				}
				return errors.Join(visit(e.X, k), visit(e.Y, right))
			case boogie.Mul:
				for _, sides := range [][2]boogie.Expr{{e.X, e.Y}, {e.Y, e.X}} {
					if n := number(sides[0]); n != nil {
						return visit(sides[1], new(big.Rat).Mul(k, n))
					}
				}
				return wrong(e.Position(), "not linear: neither factor is a number")
			}
		default:
			if number(e) != nil {
				return nil // a constant moves the bound
			}
		}
		return wrong(e.Position(), "not linear: a template is a sum of multiples of variables")
	}
	if err := visit(axiom.Expr, big.NewRat(1, 1)); err != nil {
		return nil, err
	}
	template = slices.DeleteFunc(template, func(m dizy.Multiple) bool { return m.Coef.Sign() == 0 })
	if len(template) == 0 {
		return nil, fmt.Errorf("template: column 1: %q has no variable", text)
	}
	return template, nil
}

// number is the value of a numeral, nil for other expressions.
func number(e boogie.Expr) *big.Rat {
	switch e := e.(type) {
	case *boogie.IntLit:
		return new(big.Rat).SetInt(e.Value)
	case *boogie.RealLit:
		return e.Value
	case *boogie.UnaryExpr:
		if n := number(e.X); n != nil && e.Op == boogie.Neg {
			return new(big.Rat).Neg(n)
		}
	}
	return nil
}
