package sourcenames

import (
	"cmp"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"semdiff/boogie"
	"semdiff/internal/source"
)

// shape is a part of an element: at an offset in elements of a size. An element that
// has no parts is at offset 0 and no field.
type shape struct {
	size, offset int64
	field        bool
}

// region is a map that holds memory.
type region struct {
	shapes map[shape]bool
	field  string // that all its cells are, of HAVOC's maps
	offset int64  // of field
	size   int64  // of its cells, where its name says that

	width   int  // of its cells in bytes, where loads and stores say that; negative where they do not agree
	pointer bool // the cells are addresses
}

// Layout is what a map of memory holds: cells of Width bytes, which may be pointers, as
// parts of elements.
type Layout struct {
	Width   int
	Pointer bool
	Parts   []Part
}

// Part is what stands at an offset in elements of a size.
type Part struct{ Size, Offset int64 }

// Memory is the layout of a map; ok is false for what holds no memory.
func (n *Names) Memory(name string) (l Layout, ok bool) {
	r := n.regions[name]
	if r == nil {
		return l, false
	}
	l = Layout{Width: max(r.width, 0), Pointer: r.pointer}
	for s := range r.shapes {
		l.Parts = append(l.Parts, Part{s.size, s.offset})
	}
	slices.SortFunc(l.Parts, func(a, b Part) int { return cmp.Or(cmp.Compare(a.Size, b.Size), cmp.Compare(a.Offset, b.Offset)) })
	return l, true
}

// accessed notes a load or store of a type: i32, ref.
func (r *region) accessed(typ string) {
	width := 0
	if typ == "ref" {
		width, r.pointer = 8, true
	} else if bits, ok := strings.CutPrefix(typ, "i"); ok {
		if n, err := strconv.Atoi(bits); err == nil {
			width = n / 8
		}
	}
	if r.width != 0 && r.width != width || width == 0 {
		width = -1
	}
	r.width = width
}

// add notes that a cell is a part of elements of a shape.
func (r *region) add(s shape) {
	if r.shapes == nil {
		r.shapes = map[shape]bool{}
	}
	r.shapes[s] = true
}

// sizes are those of the elements whose parts are in the region, smallest first.
func (r *region) sizes() []int64 {
	set := map[int64]bool{}
	for s := range r.shapes {
		set[s.size] = true
	}
	return slices.Sorted(maps.Keys(set))
}

// object is what has an address of its own.
type object struct {
	name       string
	from, size int64
}

// objectAt is the object that an address is in.
func (n *Names) objectAt(address int64) (object, bool) {
	for _, o := range n.objects {
		if o.from <= address && address < o.from+o.size {
			return o, true
		}
	}
	return object{}, false
}

// fieldName is what the source calls a part of an element, or the place of its first
// byte.
func (n *Names) fieldName(s shape) string {
	return cmp.Or(n.fields[s], fmt.Sprintf("f%d", s.offset))
}

// smackScan follows the addresses that a procedure computes.
type smackScan struct {
	*reader
	proc    *Proc
	defined map[string]boogie.Expr // variables that one assignment sets
	twice   map[string]bool
	votes   map[shape]map[string]int
}

// step is one step of address arithmetic: an index times a size.
type step struct {
	index boogie.Expr
	size  int64
}

// scan finds the sizes and parts of what a procedure accesses.
func (r *reader) scan(name string, body *boogie.Body) *smackScan {
	s := &smackScan{reader: r, proc: r.Procs[name], defined: map[string]boogie.Expr{}, twice: map[string]bool{}, votes: map[shape]map[string]int{}}
	for _, stmt := range body.Stmts {
		if a, ok := stmt.(*boogie.AssignStmt); ok {
			for i, lhs := range a.Lhs {
				if v, ok := lhs.(*boogie.IdentExpr); ok {
					s.twice[v.Name] = s.twice[v.Name] || s.defined[v.Name] != nil
					s.defined[v.Name] = a.Rhs[i]
				}
			}
		}
	}
	var at source.Pos
	for _, stmt := range body.Stmts {
		if p, ok := place(stmt); ok {
			at = p
		}
		a, ok := stmt.(*boogie.AssignStmt)
		if !ok {
			continue
		}
		for _, e := range a.Rhs {
			s.access(e)
			if part, ok := s.shapeOf(e); ok && part.field {
				if word := wordAt(r.text(at.File), at); word != "" {
					if s.votes[part] == nil {
						s.votes[part] = map[string]int{}
					}
					s.votes[part][word]++
				}
			}
		}
	}
	return s
}

// access notes what a load or a store of an expression accesses.
func (s *smackScan) access(e boogie.Expr) {
	boogie.Inspect(e, func(n boogie.Node) bool {
		call, ok := n.(*boogie.CallExpr)
		if !ok || len(call.Args) < 2 || !hasPrefix(call.Func, []string{"$load.", "$store."}) {
			return true
		}
		m, ok := call.Args[0].(*boogie.IdentExpr)
		if r := s.regions[nameOf(m, ok)]; r != nil {
			r.accessed(call.Func[strings.LastIndexByte(call.Func, '.')+1:])
			if part, ok := s.shapeOf(call.Args[1]); ok {
				r.add(part)
			}
		}
		return true
	})
}

func nameOf(e *boogie.IdentExpr, ok bool) string {
	if !ok {
		return ""
	}
	return e.Name
}

// shapeOf is the part of an element that an address is of, and notes of the variable
// that it starts from what that points to.
func (s *smackScan) shapeOf(e boogie.Expr) (shape, bool) {
	base, steps := s.steps(e, 0)
	if len(steps) == 0 {
		return shape{}, false
	}
	last := steps[len(steps)-1]
	out := shape{size: last.size}
	if off := number(last.index); len(steps) > 1 && last.size == 1 && off != nil && off.IsInt64() {
		out = shape{size: steps[len(steps)-2].size, offset: off.Int64(), field: true}
	}
	if v, ok := base.(*boogie.IdentExpr); ok {
		if number(steps[0].index) == nil {
			s.proc.indexed[v.Name] = true
		}
		if known := s.proc.pointers[v.Name]; known == 0 || out.size < known {
			s.proc.pointers[v.Name] = out.size
		}
	}
	return out, true
}

// mostSteps bounds how far addresses are followed.
const mostSteps = 16

// steps takes an address apart: where it starts, and the steps from there.
func (s *smackScan) steps(e boogie.Expr, depth int) (base boogie.Expr, steps []step) {
	if depth > mostSteps {
		return e, nil
	}
	switch e := e.(type) {
	case *boogie.IdentExpr:
		if d := s.defined[e.Name]; d != nil && !s.twice[e.Name] {
			if base, steps := s.steps(d, depth+1); len(steps) > 0 {
				return base, steps
			}
		}
	case *boogie.CallExpr:
		if e.Func != "$add.ref" || len(e.Args) != 2 {
			break
		}
		by, ok := e.Args[1].(*boogie.CallExpr)
		if !ok || by.Func != "$mul.ref" || len(by.Args) != 2 {
			break
		}
		if size := number(by.Args[1]); size != nil && size.IsInt64() && size.Sign() > 0 {
			base, steps = s.steps(e.Args[0], depth+1)
			return base, append(slices.Clip(steps), step{by.Args[0], size.Int64()})
		}
		// A constant offset is index times size either way round.
		if size := number(by.Args[0]); size != nil && size.IsInt64() && size.Cmp(big.NewInt(0)) > 0 {
			base, steps = s.steps(e.Args[0], depth+1)
			return base, append(slices.Clip(steps), step{by.Args[1], size.Int64()})
		}
	}
	return e, nil
}

// fieldNames keeps for each part of an element the word that stands most often where
// its address is computed.
func (s *smackScan) fieldNames() {
	for part, words := range s.votes {
		if s.fields[part] != "" {
			continue
		}
		best := ""
		for _, w := range slices.Sorted(maps.Keys(words)) {
			if best == "" || words[w] > words[best] {
				best = w
			}
		}
		s.fields[part] = best
	}
}
