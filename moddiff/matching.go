package moddiff

import (
	"semdiff/moddiff/kit"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/result"
	"semdiff/translate/ir"
)

// Matching is the matching of procedures that Analyze would use, in the order
// of the old version: those given, then those of one name, then those that are
// plainly the same procedure under another name. The other procedures and those
// whose signatures changed are rows as Analyze reports them. The error is about
// given ones. Both programs must be lowered in one Context.
func Matching(old, new *ir.Program, given []pairing.Matched) (list []pairing.Matched, others []*PairResult, err error) {
	run, err := kit.NewRun(old, new, pairing.Options{Given: given})
	if err != nil {
		return nil, nil, err
	}
	d := result.DeclarationsOf(run.Pairing)
	listed := map[string]bool{} // polymorphic ones have several instances
	for _, p := range run.Pairing.Pairs {
		m := p.Matched()
		if _, declared := d.Of[0][m.Old]; declared && d.Partner[0][m.Old] == m.New && !listed[m.Old] {
			listed[m.Old] = true
			list = append(list, m)
		}
	}
	var rest Result
	result.ReportInterface(run.Pairing, &rest)
	return list, rest.Pairs, nil
}

// Pairs is Matching with all that is matched in the procedures, and their loops.
func Pairs(old, new *ir.Program, given []pairing.Matched) ([]*pairing.Pair, error) {
	run, err := kit.NewRun(old, new, pairing.Options{Given: given, Eager: true})
	if err != nil {
		return nil, err
	}
	return run.Pairing.Pairs, nil
}
