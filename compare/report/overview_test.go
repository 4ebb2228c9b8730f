package report

import (
	"slices"
	"testing"

	"semdiff/compare/engine"
	"semdiff/moddiff"
	"semdiff/smtlib"
)

// TestHeadline checks what the first line says, and where differences are said to come from.
func TestHeadline(t *testing.T) {
	c := smtlib.NewContext()
	pair := func(name string, v moddiff.Verdict, edited bool, calls ...string) *moddiff.PairResult {
		return &moddiff.PairResult{
			Name: name, Kind: "procedure", Old: name, New: name, Verdict: v, Status: moddiff.Status(v.String()), Compared: true,
			Modified: edited, Reachable: true, Calls: calls,
		}
	}
	same := &moddiff.PairResult{Name: "same", Kind: "procedure", Old: "same", New: "same", Verdict: moddiff.Equivalent, Status: moddiff.StatusUnchanged, Compared: true}
	loop := pair("p_loop_head", moddiff.Different, true, "p_loop_head")
	loop.Kind, loop.In = "loop", "p"
	apart := pair("apart", moddiff.Different, true)
	apart.Reachable = false
	for _, test := range []struct {
		name    string
		entry   []string
		changes moddiff.Interface
		pairs   []*moddiff.PairResult
		want    string
		order   []string
	}{
		{"nothing", []string{"same"}, moddiff.Interface{}, []*moddiff.PairResult{same}, "same: equivalent. Nothing changed.", nil},
		{"edited entry", []string{"p"}, moddiff.Interface{}, []*moddiff.PairResult{pair("p", moddiff.Different, true)}, "p: different.", []string{"p"}},
		{
			"through", []string{"main"}, moddiff.Interface{Added: 1},
			[]*moddiff.PairResult{pair("main", moddiff.Different, false, "q", "same"), pair("q", moddiff.Different, false, "p"), pair("p", moddiff.Different, true), same},
			"main: different, through p. The interface differs: 1 procedure added.", []string{"p", "main", "q"},
		},
		{
			"masked", []string{"main"}, moddiff.Interface{},
			[]*moddiff.PairResult{pair("main", moddiff.Equivalent, false, "q"), pair("q", moddiff.Different, false, "p"), pair("p", moddiff.Unknown, true)},
			"main: equivalent. 1 inner procedure differs, masked by its callers. 1 inner procedure is unknown, without effect on the entry.", []string{"p", "main", "q"},
		},
		{
			"an equal callee is no cause", []string{"main"}, moddiff.Interface{},
			[]*moddiff.PairResult{pair("main", moddiff.Different, true, "q"), pair("q", moddiff.Equivalent, false, "p"), pair("p", moddiff.Different, true)},
			"main: different.", []string{"main", "p", "q"},
		},
		{
			"a loop counts as its procedure", []string{"main"}, moddiff.Interface{},
			[]*moddiff.PairResult{pair("p", moddiff.Different, false, "p_loop_head"), loop, pair("main", moddiff.Different, false, "p")},
			"main: different, through p.", []string{"p", "p_loop_head", "main"},
		},
		{"apart", []string{"main"}, moddiff.Interface{}, []*moddiff.PairResult{pair("main", moddiff.Equivalent, true), apart},
			"main: equivalent. 1 procedure differs that no entry calls.", []string{"main", "apart"}},
		{"one of several", []string{"main", "apart"}, moddiff.Interface{}, []*moddiff.PairResult{pair("main", moddiff.Equivalent, true), apart},
			"main, apart: different (apart).", []string{"apart", "main"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := &moddiff.Result{Ctx: c, Entry: test.entry, Interface: test.changes, Pairs: test.pairs}
			o := overviewOf(&engine.Outcome{Result: r})
			if got := o.Headline(); got != test.want {
				t.Errorf("%s\nis not\n%s", got, test.want)
			}
			var order []string
			for _, row := range o.Rows() {
				order = append(order, row.Name)
			}
			if !slices.Equal(order, test.order) {
				t.Errorf("rows %v, not %v", order, test.order)
			}
		})
	}
}
