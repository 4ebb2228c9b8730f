package tools

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"semdiff/compare/suite"
	"semdiff/moddiff"
)

// answerQueries runs a solver on each query of an export. The verdict is that of the
// export when every claim has a query and the solver confirms all of them.
func (c *Column) answerQueries(ctx context.Context, in *inputs, limits suite.Limits) (*suite.Answer, *suite.Process, error) {
	all := &suite.Process{}
	verdict := moddiff.Status(in.index.Verdict)
	a := &suite.Answer{Verdict: "unknown", Queries: len(in.index.Queries)}
	if verdict == "unknown" || len(in.index.NotExported) > 0 {
		a.Reason = fmt.Sprintf("the export says %s, %d claims are without a query", verdict, len(in.index.NotExported))
		return a, all, nil
	}
	end := time.Now().Add(limits.Timeout)
	for _, q := range in.index.Queries {
		rest := limits
		if limits.Timeout > 0 {
			if rest.Timeout = time.Until(end); rest.Timeout <= 0 {
				a.Over, a.Reason = suite.OverTime, "not all queries were asked in time"
				return a, all, nil
			}
		}
		run, err := c.start(ctx, in, "", filepath.Join(in.exportDir(), q.File), rest)
		if err != nil {
			return nil, nil, err
		}
		all.Seconds += run.Seconds
		all.PeakMB = max(all.PeakMB, run.PeakMB)
		word, _, _ := strings.Cut(strings.TrimSpace(string(run.Output)), "\n")
		switch word = strings.TrimSpace(word); {
		case run.Over != "":
			a.Over, a.Reason = run.Over, "query "+q.ID
		case word == q.Status:
			continue
		case word == "sat" || word == "unsat":
			return &suite.Answer{Verdict: verdict, Reason: fmt.Sprintf("query %s is %s, not %s", q.ID, word, q.Status), Contradicts: true}, all, nil
		case word == "unknown", word == "timeout":
			a.Reason = "query " + q.ID + " is unknown"
		default:
			return &suite.Answer{Reason: "query " + q.ID + ": " + run.Problem()}, all, nil
		}
		return a, all, nil
	}
	a.Verdict = verdict
	a.Text = fmt.Sprintf("%d queries of the export confirmed: %s\n", len(in.index.Queries), verdict)
	return a, all, nil
}
