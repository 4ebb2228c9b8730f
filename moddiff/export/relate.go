package export

import (
	"slices"
	"strings"

	"semdiff/internal/lazyregexp"
	"semdiff/moddiff/certificate"
	"semdiff/smtlib"
)

// baseOf is the pair that a claim is about: those about name:tape observe what
// is read from the tape too, those about name:region-N are about some of the inputs, and
// those about name:for-OTHER about calls that the pair OTHER makes.
func baseOf(subject string) string {
	subject, _, _ = strings.Cut(subject, ":"+certificate.For+"-")
	return strings.TrimSuffix(withoutRegion(subject), ":tape")
}

// outcome is what one version does on the inputs, as a file names it.
type outcome struct {
	ends, fails, blocked *smtlib.Term
	values               []*smtlib.Term
}

// relation is what a relation of a name says of two outcomes; nil where there is
// none of that name.
func relation(c *smtlib.Context, name, claim string, o, n outcome) *smtlib.Term {
	var values []*smtlib.Term
	for i := range o.values {
		values = append(values, c.Eq(o.values[i], n.values[i]))
	}
	agree := c.And(c.Eq(o.fails, n.fails), c.Eq(o.blocked, n.blocked), c.Or(o.fails, o.blocked, c.And(values...)))
	bothEnd, equallyEnd := c.And(o.ends, n.ends), c.Eq(o.ends, n.ends)
	agreeIfBothEnd := c.Or(c.Not(bothEnd), agree)
	if strings.HasPrefix(name, same) {
		returns := func(r outcome) *smtlib.Term { return c.And(r.ends, c.Not(r.fails), c.Not(r.blocked)) }
		return c.Or(c.Not(returns(o)), c.Not(returns(n)), c.And(values...))
	}
	switch name {
	case "differ":
		return c.And(bothEnd, c.Not(agree))
	case "agree":
		return c.And(equallyEnd, agreeIfBothEnd)
	case "one_ends":
		return c.Not(equallyEnd)
	case "one_blocked":
		return c.And(bothEnd, c.Not(c.Eq(o.blocked, n.blocked)))
	case differUnblocked:
		return c.And(bothEnd, c.Eq(o.blocked, n.blocked), c.Not(agree))
	case "agree_if_both_end":
		return agreeIfBothEnd
	case "step":
		if claim == unchanged {
			return c.And(equallyEnd, agreeIfBothEnd)
		}
		return agreeIfBothEnd
	}
	return nil
}

// bindRelation checks that a relation is what its name says of the results of
// both versions, with all outputs of the pair, and that these are the results of
// its procedures.
func (a *answer) bindRelation(ps *problems, cl *claim, name string) {
	pair := baseOf(cl.pair)
	c := smtlib.NewContext()
	at := func(what string) *smtlib.Term { return c.App(c.Func(pair+":at"+what, nil, c.Int)) }
	is := func(what string) *smtlib.Term { return c.App(c.Func(pair+":at"+what, nil, c.Bool)) }
	o := outcome{ends: is(":old:ends"), fails: is(":old:fails"), blocked: is(":old:blocked")}
	n := outcome{ends: is(":new:ends"), fails: is(":new:fails"), blocked: is(":new:blocked")}
	outputs := outputsIn(cl.text, pair)
	for _, out := range outputs {
		o.values, n.values = append(o.values, at(":old."+out)), append(n.values, at(":new."+out))
	}
	want, err := smtlib.ReadSexprs(textOf(relation(c, name, cl.name, o, n)))
	body, ok := cl.text.condition(symbol(cl.pair + ":" + name))
	if !ok || err != nil || unordered(body) != unordered(want[0]) {
		ps.add(cl.id, "its query: %s:%s is not what the name says of the results of both versions", cl.pair, name)
		return
	}
	if out, one := strings.CutPrefix(name, same); one {
		if !slices.Equal(outputs, []string{outputSymbol(pair, out)}) {
			ps.add(cl.id, "its query: %s:%s compares the outputs %s", cl.pair, name, names(outputs))
		}
	} else if p := a.pairs[pair]; p != nil && name != "one_ends" && name != "one_blocked" && !compares(p, outputs, !strings.HasPrefix(name, "differ")) {
		ps.add(cl.id, "its query: %s:%s compares the outputs %s, in the index they are %s", cl.pair, name, names(outputs), names(p.Outputs))
	}
	for _, d := range cl.text.defs {
		if m := resultName.FindStringSubmatch(d.name); m != nil && m[1] == prefix(pair) && !a.isResult(cl.text, d.body, pair, m[2], m[3]) {
			ps.add(cl.id, "its query: %s is no result of the %s version", d.name, m[2])
		}
	}
}

// tape is the output that a pair may observe or not.
const tape = "tape:at"

// compares reports whether outputs, by their symbols, are those of a pair, or, where more
// are as good, all of them and others.
func compares(p *Pair, outputs []string, orMore bool) bool {
	var want []string
	for _, out := range p.Outputs {
		out = outputSymbol(p.Name, out)
		if out == tape && !slices.Contains(outputs, tape) {
			return false
		}
		want = append(want, out)
	}
	isTape := func(out string) bool { return out == tape }
	want, outputs = slices.DeleteFunc(want, isTape), slices.DeleteFunc(slices.Clone(outputs), isTape)
	slices.Sort(want)
	slices.Sort(outputs)
	if orMore {
		outputs = slices.DeleteFunc(outputs, func(out string) bool { return !slices.Contains(want, out) })
	}
	return slices.Equal(want, outputs)
}

// outputSymbol is an output of a pair as its results at the inputs are called.
func outputSymbol(pair, out string) string {
	return strings.TrimPrefix(symbol(pair+":at:old."+out), prefix(pair)+":at:old.")
}

// resultName is the name of a result at the inputs of a pair.
var resultName = lazyregexp.New(`^([^:]+):at:(old|new)(\..*|:ends|:fails|:blocked)$`)

// prefix is how the symbols of a pair or procedure begin.
func prefix(name string) string { return strings.TrimSuffix(symbol(name+":"), ":") }

// outputsIn are the outputs of a pair whose results a file names.
func outputsIn(t *queryText, pair string) (outputs []string) {
	for _, d := range t.defs {
		if m := resultName.FindStringSubmatch(d.name); m != nil && m[1] == prefix(pair) && m[2] == "old" && m[3][0] == '.' {
			outputs = append(outputs, m[3][1:])
		}
	}
	return outputs
}

// isResult reports whether a term is a result of a version of a pair: by its
// function, or a value or an input where that is all that the result is.
func (a *answer) isResult(t *queryText, body smtlib.Sexpr, pair, version, result string) bool {
	if body.Kind != smtlib.ListKind && versionFunc.FindString(body.Text) == "" {
		return true // a value, or an input
	}
	if body.Kind == smtlib.ListKind && len(body.List) > 0 {
		if body.Head() == "-" && len(body.List) == 2 && body.List[1].Kind == smtlib.NumberKind {
			return true
		}
		for _, arg := range body.List[1:] {
			if arg.Kind == smtlib.ListKind {
				return false
			}
		}
		body = body.List[0]
	}
	m := versionFunc.FindStringSubmatch(body.Text)
	if t.writtenOut && m != nil {
		return true // of a callee, where its caller does nothing else
	}
	known := a.pairs[pair] != nil // else the index does not say what its procedures are
	return m != nil && m[2] == version && (!known || a.pairOf(m[1], version) == pair) && m[5][0] == result[0] && (result[0] == '.' || m[5] == result)
}

// unordered is the text of a term in which the arguments of and, or and = are in
// one order.
func unordered(s smtlib.Sexpr) string {
	if s.Kind != smtlib.ListKind {
		return s.String()
	}
	var parts []string
	for _, x := range s.List {
		parts = append(parts, unordered(x))
	}
	if head := s.Head(); head == "and" || head == "or" || head == "=" {
		slices.Sort(parts[1:])
	}
	return "(" + strings.Join(parts, " ") + ")"
}
