package testcase

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"semdiff/boogie"
	"semdiff/compare/engine"
	"semdiff/moddiff"
	"semdiff/smtlib"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
	"semdiff/translate/sourcenames"
)

// Versions are what tests are made of beside an answer: both versions under the names of
// the old one, and the texts of their sources.
type Versions struct {
	Programs [2]*boogie.Program
	Names    [2]*sourcenames.Names
	Texts    [2]sourcenames.Text
}

// Set is what was written.
type Set struct {
	Files   []string // names in the folder, sorted
	Without int      // differences that have no test
}

// mostTests is how many differences of one procedure have tests.
const mostTests = 4

// Write writes tests into a folder, which it makes.
func Write(dir string, o *engine.Outcome, versions Versions) (*Set, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	set := &Set{}
	write := func(name, text string) error {
		set.Files = append(set.Files, name)
		return os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666)
	}
	for _, p := range o.Pairs {
		if p.Summary == nil || p.Kind != ir.Procedure.String() {
			continue
		}
		for i, d := range p.Summary.Differences {
			if i == mostTests {
				set.Without += len(p.Summary.Differences) - i
				break
			}
			any := false
			for v, version := range []string{"old", "new"} {
				t := newTest(o, p, d, v, versions)
				base := fmt.Sprintf("%s-%d.%s", fileName(p.Name), i+1, version)
				for ext, make := range map[string]func() (string, bool){"bpl": t.boogie, "c": t.c} {
					if text, ok := make(); ok {
						any = true
						if err := write(base+"."+ext, text); err != nil {
							return nil, err
						}
					}
				}
			}
			if !any {
				set.Without++
			}
		}
	}
	slices.Sort(set.Files)
	return set, nil
}

// fileName is a name that all systems take for a file.
func fileName(name string) string {
	return strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("_-.", c) {
			return c
		}
		return '_'
	}, name)
}

// test is a difference, as a test of one version.
type test struct {
	ctx      *smtlib.Context
	pair     *moddiff.PairResult
	diff     *moddiff.Difference
	proc     string
	behaves  moddiff.Behaviour
	version  int
	versions Versions
	decl     *boogie.ProcDecl
	inputs   map[string]interp.Value // by name
	byPlace  []interp.Value
}

func newTest(o *engine.Outcome, p *moddiff.PairResult, d *moddiff.Difference, version int, versions Versions) *test {
	t := &test{ctx: o.Ctx, pair: p, diff: d, proc: p.Old, behaves: d.Old, version: version, versions: versions, inputs: map[string]interp.Value{}}
	if version == 1 {
		t.proc, t.behaves = p.New, d.New
	}
	for i, in := range p.Inputs {
		t.inputs[in.Name()] = d.Witness[i]
		t.byPlace = append(t.byPlace, d.Witness[i])
	}
	for _, decl := range versions.Programs[version].Decls {
		if q, ok := decl.(*boogie.ProcDecl); ok && q.Name == t.proc {
			t.decl = q
		}
	}
	return t
}

// needsFunctions reports whether the difference depends on more than the inputs.
func (t *test) needsFunctions() bool {
	ts := []*smtlib.Term{t.diff.Condition}
	for i := range t.pair.Outputs {
		for _, b := range []moddiff.Behaviour{t.diff.Old, t.diff.New} {
			if term := b.Term(i); term != nil && !slices.Contains(t.diff.Same, i) {
				ts = append(ts, term)
			}
		}
	}
	fixed := map[string]bool{}
	for _, f := range t.diff.Functions {
		fixed[f.Name] = true
	}
	found := false
	smtlib.VisitAll(ts, func(x *smtlib.Term) { found = found || x.Op() == smtlib.OpApp && fixed[x.Func().Name] })
	return found
}

// argument is the value of a parameter: by its name, or else by its place.
func (t *test) argument(i int, name string) (interp.Value, bool) {
	if v, ok := t.inputs[name]; ok {
		return v, true
	}
	if i < len(t.byPlace) {
		return t.byPlace[i], true
	}
	return interp.Value{}, false
}

// differing are the outputs that the replays gave different values, by their places.
func (t *test) differing() (places []int) {
	for i, v := range t.behaves.Values {
		old, new := t.diff.Old.Values, t.diff.New.Values
		if v.Sort() != nil && (i >= len(old) || i >= len(new) || old[i].String() != new[i].String()) {
			places = append(places, i)
		}
	}
	return places
}

// ends says how the run ends.
func (t *test) ends() string {
	if t.behaves.End == ir.Normal {
		return "returns"
	}
	return t.behaves.End.String()
}

// title says what the test is of.
func (t *test) title() string {
	version := [...]string{"old", "new"}[t.version]
	return fmt.Sprintf("%s of the %s version (%s): %s", t.proc, version, filepath.Base(t.versions.Programs[t.version].File), t.ends())
}
