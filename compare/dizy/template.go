package dizy

import (
	"fmt"
	"math/big"
	"slices"

	"semdiff/moddiff/pairing"
	"semdiff/moddiff/relation"
	"semdiff/smtlib"
)

// Template is a sum of multiples of variables of both versions of which bounds are kept
// wherever all of them are known.
type Template []Multiple

// Multiple is a multiple of a variable of one version.
type Multiple struct {
	Coef    *big.Rat
	Name    string
	Version int
	Column  int // where it is written
}

// check says what is wrong with templates: a variable that the version lacks, or one
// that is no number.
func (o Options) check(versions [2]*pairing.Version) error {
	for _, t := range o.Templates {
		for _, m := range t {
			if err := m.check(versions[m.Version]); err != nil {
				return fmt.Errorf("template: column %d: %w", m.Column, err)
			}
		}
	}
	return nil
}

func (m Multiple) check(v *pairing.Version) error {
	which := [...]string{"old", "new"}[m.Version]
	var sort *smtlib.Sort
	for _, p := range v.All() {
		for _, x := range slices.Concat(p.Inputs, p.Outputs) {
			if relation.Declared(x) == m.Name {
				if isNumber(v.Prog.Ctx, x) {
					return nil
				}
				sort = x.Sort()
			}
		}
	}
	if sort != nil {
		return fmt.Errorf("%s of the %s version is of sort %s, and no number", m.Name, which, sort)
	}
	return fmt.Errorf("no input, output or variable of a loop is called %s in the %s version", m.Name, which)
}

// given are the templates as terms over the variables: inputs, and what becomes of
// these.
func (p *place) given() (list []*smtlib.Term) {
	for _, t := range p.options.Templates {
		for _, kind := range []relation.SlotKind{relation.Input, relation.Output} {
			if sum := p.sum(t, kind); sum != nil && !slices.Contains(list, sum) {
				list = append(list, sum)
			}
		}
	}
	return list
}

// sum is a template as a term, over variables of a kind where there are such; nil where
// a variable is not known.
func (p *place) sum(t Template, kind relation.SlotKind) *smtlib.Term {
	var parts []*smtlib.Term
	for _, m := range t {
		var v *variable
		for _, w := range p.vars {
			if (w.slot.Version == m.Version || w.shared) && w.declared == m.Name && isNumber(p.c, w.term) && (v == nil || w.slot.Kind == kind) {
				v = w
			}
		}
		if v == nil {
			v = p.ghostCalled(m.Name)
		}
		if v == nil || v.term.Sort() == p.c.Int && !m.Coef.IsInt() {
			return nil
		}
		parts = append(parts, p.c.Mul(p.c.Numeral(m.Coef, v.term.Sort()), v.term))
	}
	for _, x := range parts {
		if x.Sort() != parts[0].Sort() {
			return nil
		}
	}
	return p.c.Add(parts...)
}
