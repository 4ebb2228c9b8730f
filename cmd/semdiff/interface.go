package main

import (
	"fmt"
	"strings"

	"semdiff/moddiff"
)

// headline is the verdict of a comparison, never without what would be hidden
// behind it: procedures that only one version has, or that take or return other
// types.
func headline(verdict string, v moddiff.Verdict, i moddiff.Interface) string {
	if exitCode(v) != exitSame || !i.Differs() {
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

// signatureChange says how the signature of a procedure changed, if it did.
func signatureChange(p *moddiff.PairResult) []string {
	if !p.SignatureChanged() {
		return nil
	}
	return []string{fmt.Sprintf("signature changed: %s -> %s", p.Signatures[0], p.Signatures[1])}
}

// remarks say how the interfaces of a pair differ.
func remarks(p *moddiff.PairResult) []string {
	list := signatureChange(p)
	for _, name := range p.Interface {
		list = append(list, name+": such procedures are never called equal")
	}
	return list
}

// signature declares the inputs and outputs of a pair; of a procedure whose types
// are not known it is as its file has it.
func signature(p *moddiff.PairResult) (ins, outs string) {
	if declared := p.Signatures[0] + p.Signatures[1]; len(p.Inputs)+len(p.Outputs) == 0 && !p.SignatureChanged() && declared != "" {
		return declared, ""
	}
	if len(p.Outputs) > 0 {
		outs = " returns (" + parameters(p.Outputs) + ")"
	}
	return "(" + parameters(p.Inputs) + ")", outs
}
