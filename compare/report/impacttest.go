package report

import (
	"fmt"
	"strings"

	"semdiff/compare/impact"
	sets "semdiff/moddiff/impact"
	"semdiff/moddiff/pairing"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// ImpactTest is an input on which the new version takes impacted branches, and how both
// versions end. Values are in Boogie's notation, as semdiff run reads them.
type ImpactTest struct {
	Command string            `json:"command"` // that runs the new version
	Inputs  map[string]string `json:"inputs"`  // those that are not listed are 0, false, ...
	Takes   []ImpactPlace     `json:"takes"`   // branches that no test before it takes
	Old     ImpactRun         `json:"old"`
	New     ImpactRun         `json:"new"`
}

// ImpactPlace is a line of the new version's source.
type ImpactPlace struct {
	File string `json:"file"`
	Line int    `json:"line"`
}

// ImpactRun is how one version ends on the input of a test.
type ImpactRun struct {
	Outcome string            `json:"outcome"` // normal, fails, blocked, not ended
	Values  map[string]string `json:"values"`  // of the outputs, where it is normal
	order   []string
}

func newImpactTest(p *sets.Pair, test impact.Test) ImpactTest {
	t := ImpactTest{Inputs: map[string]string{}, Takes: []ImpactPlace{}, Old: newImpactRun(p, 0, test.Ends[0]), New: newImpactRun(p, 1, test.Ends[1])}
	words := []string{"semdiff", "run", quoted(p.New.Version.Prog.File), "--proc", quoted(p.New.Name)}
	for i, in := range p.Inputs {
		k, v := in.New, test.Inputs[i]
		if same, err := interp.Equal(v, interp.Default(in.Var.Sort())); k < 0 || err == nil && same {
			continue
		}
		name := p.New.Inputs[k].Name()
		t.Inputs[name] = v.String()
		words = append(words, "--in", quoted(name+"="+v.String()))
	}
	t.Command = strings.Join(words, " ")
	for _, pos := range test.Takes {
		t.Takes = append(t.Takes, ImpactPlace{pos.File, pos.Line})
	}
	return t
}

func newImpactRun(p *sets.Pair, version int, end interp.Result) ImpactRun {
	r := ImpactRun{Outcome: end.Outcome.String(), Values: map[string]string{}}
	if end.Outcome == ir.Normal {
		for i, v := range p.Proc(version).Outputs {
			if v == ir.TapeVar(p.New.Version.Prog.Ctx) {
				continue
			}
			name := pairing.DeclaredName(v)
			r.Values[name] = end.Values[i].String()
			r.order = append(r.order, name)
		}
	}
	return r
}

// quoted is a word for a shell.
func quoted(word string) string {
	if word != "" && !strings.ContainsFunc(word, func(c rune) bool {
		return !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("_-./=", c))
	}) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// String says it for people.
func (r ImpactRun) String() string {
	if r.Outcome != ir.Normal.String() {
		return r.Outcome
	}
	var parts []string
	for _, name := range r.order {
		parts = append(parts, name+" = "+cut(r.Values[name], maxValue))
	}
	if len(parts) == 0 {
		return "returns"
	}
	return strings.Join(parts, ", ")
}

// Places are the lines of the branches that a test takes.
func (t *ImpactTest) Places() string {
	var parts []string
	for _, at := range t.Takes {
		parts = append(parts, fmt.Sprintf("%s:%d", at.File, at.Line))
	}
	return strings.Join(parts, ", ")
}

// writeTests writes the tests of a procedure as text.
func (p *ImpactProcedure) writeTests(t *page) {
	if len(p.Tests) == 0 {
		return
	}
	t.linef("  inputs that take impacted branches of the new version:")
	for i := range p.Tests {
		test := &p.Tests[i]
		t.linef("    %s", test.Command)
		if len(test.Takes) > 0 {
			t.wrapf(8, "      takes %s", test.Places())
		}
		t.wrapf(8, "      old  %s", test.Old)
		t.wrapf(8, "      new  %s", test.New)
	}
}
