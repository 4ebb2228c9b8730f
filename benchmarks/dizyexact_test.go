package benchmarks

import (
	"fmt"
	"math/big"
	"os"
	"slices"
	"testing"

	"semdiff/compare/dizy"
	"semdiff/compare/engine"
	"semdiff/internal/needs"
	"semdiff/moddiff/witness"
	"semdiff/smtlib"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// exactLoops are the pairs among loopPairs of which the difference that is found holds no
// small input on which the versions agree.
var exactLoops = []string{
	"offset-doubled", "offset-exit", "updown-last", "updown-weighted", "bounds-unadjusted", "peel-unguarded", "hoist-bound",
	"exit-after", "nested-less", "shape-do-unguarded",
}

// quickLoops are those of them that take little time.
var quickLoops = []string{"offset-doubled", "bounds-unadjusted", "shape-do-unguarded"}

// TestDizyExact compares the difference of loops that differ with runs on all small
// numbers: it holds all inputs on which both versions end and disagree, and for some pairs
// no others. SEMDIFF_BENCH takes all pairs.
func TestDizyExact(t *testing.T) {
	needs.Z3(t)
	exact, all := 0, 0
	for _, p := range pairsOf(t, "relational") {
		if !slices.Contains(loopPairs, p.Name) || p.Truth != "different" {
			continue
		}
		all++
		if os.Getenv("SEMDIFF_BENCH") == "" && !slices.Contains(quickLoops, p.Name) {
			continue
		}
		t.Run(p.Name, func(t *testing.T) {
			task, _, d := delta(t, &p, dizy.Options{})
			inside, agree, missed := membership(t, task, d)
			t.Logf("the difference is %s: %d small inputs, on %d the versions agree", smtlib.Infix(d.Difference), inside, agree)
			if missed != "" {
				t.Errorf("the versions differ on %s, which is not in the difference", missed)
			}
			is := inside > 0 && agree == 0
			if is {
				exact++
			}
			if !is && slices.Contains(exactLoops, p.Name) {
				t.Error("it was exact before")
			}
		})
	}
	t.Logf("exact for %d of %d pairs", exact, all)
}

// membership runs both versions on small inputs: how many are in the difference, on how
// many of these the versions agree, and one outside on which they differ.
func membership(t *testing.T, task engine.Task, d *dizy.Delta) (inside, agree int, missed string) {
	t.Helper()
	c := task.Old.Ctx
	model := interp.NewModel(c, task.Old, task.New)
	for _, env := range smallInputs(c, d, model) {
		in, err := interp.Eval(c, d.Difference, env, model)
		if err != nil {
			t.Fatal(err)
		}
		same, ended := bothRun(t, d, env, model)
		switch {
		case !ended:
		case in.IsTrue():
			inside++
			if same {
				agree++
			}
		case !same:
			missed = fmt.Sprint(env)
		}
	}
	return inside, agree, missed
}

func bothRun(t *testing.T, d *dizy.Delta, env interp.Env, model *interp.Model) (same, ended bool) {
	t.Helper()
	var ends [2]interp.Result
	var values [2][]interp.Value
	for v := range ends {
		p := d.Pair.Proc(v)
		var err error
		ends[v], err = interp.Run(p.Version.Prog, p.Name, witness.ArgsOf(p, d.Pair, env), model, interp.DefaultLimits)
		if err != nil {
			t.Fatal(err)
		}
		values[v] = witness.FinalValues(d.Outputs, ends[v], env, v)
	}
	if ends[0].Outcome == ir.OutOfFuel || ends[1].Outcome == ir.OutOfFuel {
		return false, false
	}
	same, err := witness.SameEnd(ends[0], ends[1], values[0], values[1])
	if err != nil {
		t.Fatal(err)
	}
	return same, true
}

// The range of small numbers; that of a single one is larger.
const (
	smallest   = -6
	largest    = 14
	largestOne = 40
)

// smallInputs are all inputs with small numbers; maps are what the model gives.
func smallInputs(c *smtlib.Context, d *dizy.Delta, model *interp.Model) []interp.Env {
	list, most := []interp.Env{{}}, largest
	if len(d.Pair.Inputs) == 1 {
		most = largestOne
	}
	for i, in := range d.Pair.Inputs {
		var more []interp.Env
		for _, env := range list {
			add := func(v interp.Value) {
				next := interp.Env{in.Var: v}
				for k, w := range env {
					next[k] = w
				}
				more = append(more, next)
			}
			if in.Var.Sort() == c.Int {
				for n := smallest; n <= most; n++ {
					add(interp.Int(c, big.NewInt(int64(n))))
				}
			} else if v, err := model.Apply(c.Func(fmt.Sprintf("input %d", i), nil, in.Var.Sort()), nil); err == nil {
				add(v)
			}
		}
		list = more
	}
	return list
}
