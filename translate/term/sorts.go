package term

import (
	"fmt"
	"slices"

	"semdiff/boogie/types"
	"semdiff/smtlib"
	"semdiff/smtlib/ieee"
)

// Sorts makes sorts of the types of one version, each once.
type Sorts struct {
	ctx       *smtlib.Context
	info      *types.Info
	datatypes map[string]*smtlib.Sort
	maps      map[*types.Map]*smtlib.Sort
	sizes     map[*smtlib.Sort]int // see smallest
}

// Sort is the SMT-LIB sort of a Boogie type, if values of it are not too large.
func (l *Sorts) Sort(t types.Type) (*smtlib.Sort, error) {
	s, err := l.sortOf(t)
	if err == nil && l.smallest(s) > maxSmallest {
		return nil, fmt.Errorf("type too large: its smallest value has more than %d parts", maxSmallest)
	}
	return s, err
}

// sortOf is the sort of a type, whatever its values. Maps of several arguments
// are arrays of arrays, uninterpreted types are declared sorts.
func (l *Sorts) sortOf(t types.Type) (*smtlib.Sort, error) {
	if err := types.Within(t, types.MaxWritten); err != nil {
		return nil, err
	}
	switch t := t.(type) {
	case types.Basic:
		return map[types.Basic]*smtlib.Sort{types.Bool: l.ctx.Bool, types.Int: l.ctx.Int, types.Real: l.ctx.Real}[t], nil
	case types.BV:
		if t == 0 {
			return nil, fmt.Errorf("bit-vectors of width 0 are not given meaning yet")
		}
		return l.ctx.BV(int(t)), nil
	case *types.Map:
		return l.mapSort(t)
	case *types.Ctor:
		if l.info.Datatypes[t.Name] != nil {
			return l.datatype(t)
		}
		if s, ok, err := l.floatSort(t.Name); ok {
			return s, err
		}
		switch t.Name {
		case "rmode":
			return l.ctx.Rounding, nil
		case "string", "regex":
			return nil, fmt.Errorf("type %s is not given meaning", t.Name)
		}
		return l.ctx.Opaque(types.Text(t)), nil
	}
	return nil, fmt.Errorf("type %s is not given meaning yet", t)
}

func (l *Sorts) mapSort(t *types.Map) (*smtlib.Sort, error) {
	if s := l.maps[t]; s != nil {
		return s, nil
	}
	s, err := l.sortOf(t.Result)
	if err != nil {
		return nil, err
	}
	for _, ix := range slices.Backward(t.Index) {
		i, err := l.sortOf(ix)
		if err != nil {
			return nil, err
		}
		s = l.ctx.Array(i, s)
	}
	l.maps[t] = s
	return s, nil
}

// List are the sorts of types; ok is false when one has none.
func (l *Sorts) List(list []types.Type) (sorts []*smtlib.Sort, ok bool) {
	for _, t := range list {
		s, err := l.Sort(t)
		if err != nil {
			return nil, false
		}
		sorts = append(sorts, s)
	}
	return sorts, true
}

// The smallest format whose operations the solvers compute correctly: z3
// 4.8.12 rounds wrongly in smaller ones.
const minExp, minSig = 3, 4

// floatSort is the sort of floatSeE. Type names that look otherwise are not
// floats.
func (l *Sorts) floatSort(name string) (s *smtlib.Sort, isFloat bool, err error) {
	var f ieee.Format
	if n, _ := fmt.Sscanf(name, "float%de%d", &f.Sig, &f.Exp); n != 2 {
		return nil, false, nil
	}
	if !f.Valid() || f.Exp < minExp || f.Sig < minSig {
		return nil, true, fmt.Errorf("the floating-point format %s is not given meaning", name)
	}
	return l.ctx.Float(f), true, nil
}
