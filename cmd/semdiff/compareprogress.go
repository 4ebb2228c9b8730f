package main

import (
	"github.com/cheggaaa/pb/v3"

	"semdiff/compare/suite"
)

// cellBar shows on a terminal how many cells are done, and how long the rest may take.
type cellBar struct{ bar *pb.ProgressBar } // nil for none

func (f *compareFlags) bar(e env, plan *suite.Plan) cellBar {
	if _, ok := terminal(e.stderr); f.progress == "never" || !ok || len(plan.Work) == 0 {
		return cellBar{}
	}
	bar := pb.ProgressBarTemplate(`{{counters . }} cells {{bar . }} {{etime . }}{{rtime . ", %s left"}} {{string . "cell"}}`).New(len(plan.Work))
	return cellBar{bar.SetWriter(e.stderr).Set(pb.CleanOnFinish, true).Start()}
}

func (b cellBar) done(c *suite.Cell) {
	if b.bar != nil {
		b.bar.Set("cell", c.Suite+"/"+c.Pair+" "+c.Column).Increment()
	}
}

func (b cellBar) end() {
	if b.bar != nil {
		b.bar.Finish()
	}
}
