// Package report writes what was found: for people, as text and as a page, and for
// programs, as JSON and SMT-LIB.
//
// An engine's outcome goes in, and nothing is found out here:
//
//	outcome, err := engine.Summaries{}.Compare(ctx, task)
//	report.WriteText(os.Stdout, outcome, report.TextOptions{Traces: 1})
//	report.WriteJSON(os.Stdout, outcome)
//
// NewAnswer is the same as data, the JSON answer as Go values. Its terms and values
// know both forms: Term.SMTLIB is what JSON has, Term.Infix what text has. To add
// something to the answer, add a field to Answer, Procedure or Difference, which
// JSON then has too; text and page are written from the outcome itself.
//
//	overview.go       Overview: a row for each pair, why it differs, the headline
//	overviewtext.go   as a table, and what is shown of each row
//	advice.go         where to look on when an answer is unknown
//	findings.go       Judge: what is to be acted on, and the exit code
//	baseline.go       findings that are accepted
//	files.go          Files: the answers for several files, as of two folders
//	formats.go        the forms of the answer
//	sarif.go          findings as SARIF
//	github.go         as annotations on GitHub
//	markdown.go       the overview as Markdown
//	advice.go         where to look on when something is unknown
//	answer.go         Answer: the whole answer as data, and as JSON
//	procedure.go      Procedure: the answer for one pair
//	difference.go     Difference: one condition, with an input that was run
//	term.go           Term, Value: in SMT-LIB and in Boogie's syntax
//	notation.go       the same, of a pair and of a difference
//	value.go          ParseValue reads values as they are printed
//	reason.go         why something is unknown
//	invariant.go      the relations by which versions are the same beyond bounds
//	text.go           WriteText: the answer for people
//	textdifference.go of a difference, what both versions do there
//	condition.go      conditions and declarations, cut where they are long
//	heading.go        what pairs and comparisons are called
//	interface.go      how interfaces differ, and the verdict with that
//	totals.go         the last lines: counts, and what was not shown
//	layout.go         lines, broken where they get too wide
//	replay.go         which runs are shown
//	html.go           WriteHTML: the answer as a page
//	htmlpage.go       what report.html, the template, is filled with
//	smtlib.go         WriteSMTLIB: the sets of the entries as definitions
//	sourced.go        an outcome in the names of the source
//	drawn.go          values that runs draw, where the program is the source
//	sourcejson.go     what JSON has of that
//	explain.go        where the replays of a difference part
//	maptext.go        values of maps, of which people see the cells that matter
//	budget.go         how an answer gets smaller that would take too much JSON
//	crosscheck.go     Crosscheck: what several engines say, as data and as JSON
//	cross*.go         as text and page, with counterexamples and relations
//	sourcedcrosscheck.go  the same in the names of the source
//	impact.go         what semdiff impact says, as data and as JSON
//	impacttext.go     and as text
//	impacttest.go     its inputs, as tests
//	impacthtml.go     and as a page, from impact.html
//	sourcedimpact.go  the same in the names of the source
//	client.go         what semdiff client says, as data and as JSON
//	clienttext.go     and as text
//	clienthtml.go     as a page, with boundaries and calls in the source
//	sourcedclient.go  the same in the names of the source
//	delta.go          what semdiff delta says, as data and as JSON
//	deltatext.go      and as text
//	deltahtml.go      and as a page, from delta.html
//	sourceddelta.go   the same in the names of the source
//	listing.go        lines of a source with what is said of them, in pages
//	export.go         what semdiff export says
//	verification.go   what semdiff verify says
//	table.go          tables
//	schema.go         the JSON Schema of Answer
//	schemas.go        those of crosscheck, verify and baselines
//	compareschema.go  the JSON Schema of what semdiff compare says
//	help.go           the tables of engines, verdicts, reasons and claims
package report
