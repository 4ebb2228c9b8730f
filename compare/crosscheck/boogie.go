package crosscheck

import (
	"fmt"
	"os"
	"path/filepath"

	"semdiff/compare/report"
	"semdiff/compare/symdiff"
	"semdiff/moddiff"
)

// askBoogie emits the Eq procedure of a pair and, when there is a Boogie, asks it.
func (x *crossing) askBoogie(row *report.CrossedPair, pair, dir string) (*symdiff.BoogieAnswer, error) {
	eq, err := x.proofs.EqFile(pair, x.opts.Stems)
	if err != nil {
		row.Boogie = &report.CrossedBoogie{Verdict: moddiff.Unknown.String(), Reason: err.Error()}
		return nil, nil
	}
	path := filepath.Join(dir, eq.Name+".bpl")
	for _, f := range x.result.EqFiles {
		if f.Name == eq.Name { // instances of one procedure
			path = filepath.Join(dir, fmt.Sprintf("%s-%d.bpl", eq.Name, len(x.result.EqFiles)))
		}
	}
	x.result.EqFiles = append(x.result.EqFiles, eq)
	if err := os.WriteFile(path, []byte(eq.Text), 0o666); err != nil {
		return nil, err
	}
	if x.opts.Boogie == "" {
		return nil, nil
	}
	a := symdiff.RunBoogie(x.ctx, x.opts.Boogie, path, eq, x.opts.BoogieTimeout)
	row.Boogie = &report.CrossedBoogie{Procedure: eq.Name, Verdict: a.Verdict.String(), Reason: a.Reason, TimeMS: report.Milliseconds(a.Time)}
	return &a, nil
}
