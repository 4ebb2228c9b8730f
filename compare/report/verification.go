package report

import (
	"fmt"
	"io"

	"semdiff/moddiff/export"
	"semdiff/smtlib/solver"
)

// WriteVerification prints a table of queries by solvers and the totals.
func WriteVerification(w io.Writer, r *export.Report, verbose bool) error {
	table := newTable(w)
	header := []string{"query", "status"}
	header = append(header, r.Solvers...)
	table.Header(append(header, "outcome"))
	rows := 0
	for _, c := range r.Checked {
		if !verbose && c.Outcome() == export.Agreed && allConfirm(c) {
			continue
		}
		row := []string{c.File, c.Status}
		for i, a := range c.Answers {
			row = append(row, fmt.Sprintf("%s, %.2f s", inShort(a), c.Times[i].Seconds()))
		}
		outcome := string(c.Outcome())
		if c.Altered != "" {
			outcome += ": " + c.Altered
		}
		if err := table.Append(append(row, outcome)); err != nil {
			return err
		}
		rows++
	}
	if rows > 0 {
		if err := table.Render(); err != nil {
			return err
		}
	}
	for _, f := range r.Altered {
		fmt.Fprintf(w, "%s: disagreed: its text is not that of the index\n", f)
	}
	for _, n := range r.Index.NotExported {
		fmt.Fprintf(w, "%s: not exported: %s\n", n.ID, n.Reason)
	}
	for _, p := range r.Problems {
		fmt.Fprintln(w, p)
	}
	_, err := fmt.Fprintln(w, summaryLine(r))
	return err
}

// inShort is an answer without the solver's own words.
func inShort(r solver.Result) string {
	r.Detail = ""
	return r.String()
}

func allConfirm(c *export.Checked) bool {
	for _, a := range c.Answers {
		if a.Answer.String() != c.Status {
			return false
		}
	}
	return true
}

// tally counts the answers of one solver.
type tally struct {
	Solver    string  `json:"solver"`
	Agreed    int     `json:"agreed"`
	Disagreed int     `json:"disagreed"`
	Unknown   int     `json:"unknown"`
	TimeMS    float64 `json:"time_ms"`
}

func tallies(r *export.Report) []tally {
	var out []tally
	for i, s := range r.Solvers {
		t := tally{Solver: s}
		for _, c := range r.Checked {
			switch a := c.Answers[i].Answer; {
			case a == solver.Unknown:
				t.Unknown++
			case a.String() == c.Status:
				t.Agreed++
			default:
				t.Disagreed++
			}
			t.TimeMS += float64(c.Times[i].Microseconds()) / 1000
		}
		out = append(out, t)
	}
	return out
}

// outcomes counts the queries by what became of them.
func outcomes(r *export.Report) map[export.Outcome]int {
	n := map[export.Outcome]int{}
	for _, c := range r.Checked {
		n[c.Outcome()]++
	}
	return n
}

func summaryLine(r *export.Report) string {
	n := outcomes(r)
	s := fmt.Sprintf("%s: %d agreed, %d disagreed, %d unknown; %s not exported.", count(len(r.Checked), "query", "queries"),
		n[export.Agreed], n[export.Disagreed], n[export.Unknown], count(len(r.Index.NotExported), "claim", "claims"))
	if len(r.Problems) > 0 {
		s += fmt.Sprintf(" %s.", count(len(r.Problems), "problem", "problems"))
	}
	for _, t := range tallies(r) {
		s += fmt.Sprintf(" %s: %d agreed, %d disagreed, %d unknown, %.1f s.", t.Solver, t.Agreed, t.Disagreed, t.Unknown, t.TimeMS/1000)
	}
	return s
}

// VerificationSchema names the form of the JSON answer of a verification.
const VerificationSchema = "semdiff-verify/1"

// Verification is what became of an export as data. It is the JSON answer.
type Verification struct {
	Schema      string               `json:"schema"`
	Outcome     string               `json:"outcome"`
	Agreed      int                  `json:"agreed"`
	Disagreed   int                  `json:"disagreed"`
	Unknown     int                  `json:"unknown"`
	Solvers     []tally              `json:"solvers"`
	Altered     []string             `json:"altered"` // files of sets
	Problems    []export.Problem     `json:"problems"`
	Queries     []VerifiedQuery      `json:"queries"`
	NotExported []export.NotExported `json:"not_exported"`
}

// VerifiedQuery is a query and what solvers say of it.
type VerifiedQuery struct {
	ID      string         `json:"id"`
	File    string         `json:"file"`
	Status  string         `json:"status"`
	Outcome string         `json:"outcome"`
	Altered string         `json:"altered,omitempty"`
	Answers []SolverAnswer `json:"answers"`
}

// SolverAnswer is what a solver says of a query.
type SolverAnswer struct {
	Solver string  `json:"solver"`
	Answer string  `json:"answer"`
	Reason string  `json:"reason,omitempty"`
	TimeMS float64 `json:"time_ms"`
}

// NewVerification is a verification as data.
func NewVerification(r *export.Report) *Verification {
	out := &Verification{
		Schema: VerificationSchema, Outcome: string(r.Outcome()), Solvers: tallies(r), Altered: append([]string{}, r.Altered...),
		Problems: append([]export.Problem{}, r.Problems...),
		Queries:  []VerifiedQuery{}, NotExported: append([]export.NotExported{}, r.Index.NotExported...),
	}
	n := outcomes(r)
	out.Agreed, out.Disagreed, out.Unknown = n[export.Agreed], n[export.Disagreed], n[export.Unknown]
	for _, c := range r.Checked {
		q := VerifiedQuery{ID: c.ID, File: c.File, Status: c.Status, Outcome: string(c.Outcome()), Altered: c.Altered, Answers: []SolverAnswer{}}
		for i, a := range c.Answers {
			reason := ""
			if a.Answer == solver.Unknown {
				reason = a.Reason.String()
			}
			q.Answers = append(q.Answers, SolverAnswer{r.Solvers[i], a.Answer.String(), reason, float64(c.Times[i].Microseconds()) / 1000})
		}
		out.Queries = append(out.Queries, q)
	}
	return out
}

// WriteVerificationJSON writes a verification as JSON.
func WriteVerificationJSON(w io.Writer, r *export.Report, _ bool) error {
	return writeJSON(w, NewVerification(r))
}
