package report

import (
	"fmt"
	"slices"
	"strings"

	"semdiff/moddiff"
	"semdiff/translate/ir"
)

// Headline is the verdict of a comparison, never without what would be hidden
// behind it: procedures that only one version has, or that take or return other
// types.
func Headline(verdict string, v moddiff.Verdict, i moddiff.Interface) string {
	if v != moddiff.Equivalent && v != moddiff.PartiallyEquivalent || !i.Differs() {
		return verdict
	}
	return verdict + ", but the interface differs: " + interfaceText(i)
}

// interfaceText counts what differs in an interface.
func interfaceText(i moddiff.Interface) string {
	var parts []string
	if i.Added > 0 {
		parts = append(parts, count(i.Added, "procedure", "procedures")+" added")
	}
	if i.Removed > 0 {
		parts = append(parts, count(i.Removed, "procedure", "procedures")+" removed")
	}
	if i.Changed > 0 {
		parts = append(parts, count(i.Changed, "signature", "signatures")+" changed")
	}
	return strings.Join(parts, ", ")
}

// SignatureChange says how the signature of a procedure changed, if it did.
func SignatureChange(p *moddiff.PairResult) []string {
	if !p.SignatureChanged() {
		return nil
	}
	return []string{fmt.Sprintf("signature changed: %s -> %s", p.Signatures[0], p.Signatures[1])}
}

// remarks say how the interfaces of a pair differ, and what is shown of it as an entry.
func remarks(p *moddiff.PairResult) []string {
	list := SignatureChange(p)
	var alone []string
	for v, version := range []string{"old", "new"} {
		if len(p.Alone[v]) > 0 && p.SignatureChanged() {
			alone = append(alone, strings.Join(p.Alone[v], ", ")+" of the "+version+" version")
		}
	}
	if len(alone) > 0 {
		list = append(list, "without a partner: "+strings.Join(alone, "; "))
	}
	for _, text := range p.Interface {
		said := func(r moddiff.Reason) bool { return strings.Contains(r.Detail, text) }
		if !slices.ContainsFunc(p.Reasons, said) {
			list = append(list, text+": such procedures are never called equal")
		}
	}
	if p.AsEntry != moddiff.Unknown {
		list = append(list, "as an entry: "+p.AsEntry.String())
	}
	return list
}

// signature declares the inputs and outputs of a pair; of a procedure whose types
// are not known it is as its file has it.
func signature(p *moddiff.PairResult) (ins, outs string) {
	if p.Sourced {
		if p.Kind == ir.Loop.String() {
			return "", ""
		}
		return "(" + strings.Join(p.Params, ", ") + ")", ""
	}
	if declared := p.Signatures[0] + p.Signatures[1]; len(p.Inputs)+len(p.Outputs) == 0 && !p.SignatureChanged() && declared != "" {
		return declared, ""
	}
	if len(p.Outputs) > 0 {
		outs = " returns (" + parameters(p.Outputs) + ")"
	}
	if p.Params != nil { // what is drawn is no parameter
		return "(" + strings.Join(p.Params, ", ") + ")", outs
	}
	return "(" + parameters(p.Inputs) + ")", outs
}

// declaration is the name of a pair and its inputs, and its outputs; what a procedure
// checks of another one comes behind the inputs: Account.Charge(this, n) (call).
func declaration(p *moddiff.PairResult) (head, outs string) {
	ins, outs := signature(p)
	name, kind, ok := strings.Cut(title(p), " (")
	if ok && p.Sourced && ins != "" {
		return name + ins + " (" + kind, outs
	}
	return title(p) + ins, outs
}

// count is a number of things, with the word for them.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
