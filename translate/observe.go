package translate

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"semdiff/boogie"
	"semdiff/boogie/types"
	"semdiff/internal/closest"
	"semdiff/internal/lazyregexp"
	"semdiff/translate/ir"
)

// The readings of Options.Observe beside a list of names.
const (
	ObserveResults = "results" // of the entry
	ObserveSource  = "source"  // and what of its globals is the source's
	ObserveAll     = "all"     // and all other globals
)

// observation is what callers of the entry see.
func (l *lowering) observation() ir.Observation {
	switch l.opts.Observe {
	case ObserveResults:
		return ir.Observation{Results: true}
	case ObserveAll:
		return ir.Observation{}
	case "", ObserveSource:
		o := ir.Observation{}
		l.observeSmack(&o)
		l.observeHavoc(&o)
		return o
	}
	return ir.Observation{Only: strings.Split(l.opts.Observe, ",")}
}

// checkNames is an error for a name among the options that no version declares.
func checkNames(ls []*lowering) error {
	opts := ls[0].opts
	listed := !slices.Contains([]string{"", ObserveResults, ObserveSource, ObserveAll}, opts.Observe)
	if opts.Pure == "" && !listed {
		return nil
	}
	var external, outputs []string // of either version
	for _, l := range ls {
		for _, o := range l.info.Globals {
			outputs = append(outputs, o.Name)
		}
		for _, name := range slices.Sorted(maps.Keys(l.info.Procs)) {
			p := l.info.Procs[name]
			if p.Body == nil {
				external = append(external, name)
			}
			for _, o := range p.SpecOuts {
				outputs = append(outputs, o.Name)
			}
		}
	}
	for name := range strings.SplitSeq(opts.Pure, ",") {
		if name != "" && !slices.Contains(external, name) {
			return fmt.Errorf("--pure: there is no procedure %s without a body%s", name, closest.Question(name, external))
		}
	}
	for name := range strings.SplitSeq(opts.Observe, ",") {
		if listed && !slices.Contains(outputs, name) {
			return fmt.Errorf("--observe: there is no global and no result %s%s; or it is results, source or all", name,
				closest.Question(name, append(outputs, ObserveResults, ObserveSource, ObserveAll)))
		}
	}
	return nil
}

// privateConstant matches LLVM's names of constants that no program can name: string
// literals, tables of initialisers and of switch statements.
var privateConstant = lazyregexp.New(`^(__const\..*|\.str(\.[0-9]+)?|switch\.table\..*)$`)

// memoryMap matches SMACK's names of regions of memory.
var memoryMap = lazyregexp.New(`^\$M\.[0-9]+$`)

// observeSmack finds what SMACK adds to a program: the counter of addresses, tables of
// its own in memory, and where locals are.
func (l *lowering) observeSmack(o *ir.Observation) {
	if l.info.Funcs["$add.ref"] == nil || !slices.ContainsFunc(l.info.Globals, func(g *types.Object) bool { return g.Name == "$exn" }) {
		return
	}
	for _, g := range l.info.Globals {
		m, ok := g.Type.(*types.Map)
		switch {
		case g.Name == "$CurrAddr":
			o.Hidden = append(o.Hidden, g.Name)
			o.Next = g.Name
		case ok && memoryMap.MatchString(g.Name) && len(m.Params) == 0 && len(m.Index) == 1 && types.Key(m.Index[0]) == types.Key(types.Int):
			o.Memory = append(o.Memory, g.Name)
		}
	}
	at := map[string]*big.Int{}
	for _, a := range l.info.Axioms {
		if eq, ok := a.Expr.(*boogie.BinaryExpr); ok && eq.Op == boogie.Eq {
			if c, ok := eq.X.(*boogie.IdentExpr); ok {
				at[c.Name] = address(eq.Y)
			}
		}
	}
	for _, c := range l.info.Consts {
		size, ok := boogie.FindAttr(c.Attrs, "allocSize").IntArg()
		if from := at[c.Name]; ok && from != nil && from.IsInt64() && privateConstant.MatchString(c.Name) {
			o.Private = append(o.Private, ir.Cells{From: from.Int64(), To: from.Int64() + int64(size), Name: c.Name})
		}
	}
	if first := at["$1024.ref"]; first != nil && first.IsInt64() && l.info.Procs["__SMACK_init_func_memory_model"] != nil {
		o.Start = first.Int64()
	}
	o.Heap = []string{"$malloc"}
}

// address is the number that an expression of SMACK's for an address is, nil for
// others.
func address(e boogie.Expr) *big.Int {
	switch e := e.(type) {
	case *boogie.IntLit:
		return e.Value
	case *boogie.CallExpr:
		if e.Func == "$sub.ref" && len(e.Args) == 2 {
			x, y := address(e.Args[0]), address(e.Args[1])
			if x != nil && y != nil {
				return new(big.Int).Sub(x, y)
			}
		}
	}
	return nil
}

// observeHavoc finds the counters that HAVOC adds to a program: of addresses, and of
// values that it leaves open.
func (l *lowering) observeHavoc(o *ir.Observation) {
	if l.info.Procs["__HAVOC_malloc"] == nil {
		return
	}
	for _, g := range l.info.Globals {
		if g.Name == "alloc" || g.Name == "detChoiceCnt" {
			o.Hidden = append(o.Hidden, g.Name)
		}
	}
}
