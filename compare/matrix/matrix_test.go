package matrix

import (
	"bytes"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"semdiff/compare/suite"
	"semdiff/internal/golden"
	"semdiff/moddiff"
)

// example has a cell of every kind.
func example() *View {
	cell := func(pair, column string, o suite.Outcome, verdict moddiff.Status, seconds ...float64) *suite.Cell {
		c := &suite.Cell{Suite: "s", Pair: pair, Column: column, Fingerprint: "f", Truth: "different", Outcome: o, Verdict: verdict, Seconds: seconds, PeakMB: 20, Queries: 7}
		if pair == "same" {
			c.Truth = "equivalent"
		}
		if o == suite.Error || o == suite.Wrong {
			c.Reason = "because | of <that>"
		}
		return c
	}
	r := &suite.Results{
		Schema: suite.ResultsSchema, Machine: "2 processors, linux/amd64", Limits: suite.Limits{Timeout: 30 * time.Second, Memory: 4096}, Repeat: 3,
		Suites: []suite.SuiteInfo{{Name: "s", About: "Pairs.", Paper: "Table 1 of a paper"}, {Name: "none"}},
		Columns: []suite.ColumnInfo{
			{Name: "good", Kind: suite.KindEngine, About: "an engine"}, {Name: "bad", Kind: suite.KindEngine}, {Name: "gone", Kind: suite.KindTool, Absent: "gone is not installed"},
		},
		Pairs: []suite.PairInfo{
			{Suite: "s", Name: "same", Truth: "equivalent", Why: "it <is>", Source: "by hand", Published: map[string]suite.Seconds{"theirs": 0.5, "more": suite.Failed}},
			{Suite: "s", Name: "one|two", Truth: "different", Published: map[string]suite.Seconds{"theirs": suite.Failed}},
			{Suite: "s", Name: "third", Truth: "different"},
			{Suite: "s", Name: "fourth", Truth: "different"},
		},
		Cells: []*suite.Cell{
			cell("same", "good", suite.Right, "equivalent", 0.125, 3, 0.25),
			cell("same", "bad", suite.Wrong, "different", 1.5),
			cell("same", "gone", suite.Absent, ""),
			cell("one|two", "good", suite.Right, "different", 12),
			cell("one|two", "bad", suite.Timeout, "unknown", 31),
			cell("one|two", "gone", suite.Absent, ""),
			cell("third", "good", suite.Unknown, "unknown", 0.01),
			cell("third", "bad", suite.Memory, "unknown", 4),
			cell("third", "gone", suite.Absent, ""),
			cell("fourth", "bad", suite.Error, "", 123),
		},
	}
	r.Cells[0].Text = "p differs when x < 3 && y > 4\n"
	old := &suite.Results{Cells: []*suite.Cell{
		cell("same", "good", suite.Unknown, "unknown", 1), cell("same", "bad", suite.Right, "equivalent", 1), cell("one|two", "good", suite.Right, "different", 2),
	}}
	return New(r, old)
}

// TestForms checks what is written, but for the page.
func TestForms(t *testing.T) {
	golden.Run(t, "testdata/*.txtar", func(t *testing.T, c golden.Case) string {
		v := example()
		write, ok := map[string]func(io.Writer) error{
			"text":     func(w io.Writer) error { return v.WriteText(w, Style{}) },
			"colours":  func(w io.Writer) error { return v.WriteText(w, Style{Color: true}) },
			"markdown": v.WriteMarkdown, "csv": v.WriteCSV, "pasda": v.WritePASDA,
		}[c.Name]
		if !ok {
			t.Fatalf("there is no form %s", c.Name)
		}
		var out bytes.Buffer
		if err := write(&out); err != nil {
			t.Fatal(err)
		}
		return strings.ReplaceAll(out.String(), "\x1b", "ESC")
	})
}

// TestPage checks that each cell leads to what its column said, and that plots have a
// point for each answer.
func TestPage(t *testing.T) {
	v := example()
	var out bytes.Buffer
	if err := v.WriteHTML(&out); err != nil {
		t.Fatal(err)
	}
	page := out.String()
	links := regexp.MustCompile(`<td class="n (\w+)"><a href="#([\w-]+)">`).FindAllStringSubmatch(page, -1)
	if len(links) != 7 {
		t.Errorf("%d cells lead on, not 7", len(links))
	}
	for _, link := range links {
		if strings.Count(page, `id="`+link[2]+`"`) != 1 {
			t.Errorf("nothing is called %s", link[2])
		}
	}
	for _, want := range []string{
		"<pre>p differs when x &lt; 3 &amp;&amp; y &gt; 4\n</pre>", "because | of &lt;that&gt;", "0.125 s at least, 0.250 s in the middle of 3, 20 MB, 7 queries",
		"<p>it &lt;is&gt;</p>", "Truth: by hand", "gone is not installed", "* seconds as published in Table 1 of a paper",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not have %s", want)
		}
	}
	if n := strings.Count(page, "<svg"); n != 2 {
		t.Errorf("%d plots, not a cactus and one of good against bad", n)
	}
	for _, bad := range []string{"<script", "http-equiv", "src=", "<link", "<tr>\n<th scope=\"row\">none"} {
		if strings.Contains(page, bad) {
			t.Errorf("the page has %s", bad)
		}
	}
}

// TestNoAnswers checks that a page without answers is one without plots.
func TestNoAnswers(t *testing.T) {
	v := example()
	v = New(&suite.Results{Suites: v.Suites, Columns: v.Columns[:1], Pairs: v.Pairs}, nil)
	var out bytes.Buffer
	if err := v.WriteHTML(&out); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(out.String(), "<svg") {
		t.Error("there is a plot of nothing")
	}
	if len(v.Wrong())+len(v.Lost()) > 0 {
		t.Error("something is wrong or lost where there is nothing")
	}
}

func TestWrongAndLost(t *testing.T) {
	v := example()
	if list := v.Wrong(); len(list) != 1 || list[0].Pair != "same" || list[0].Column != "bad" {
		t.Errorf("wrong are %v", list)
	}
	if list := v.Lost(); len(list) != 1 || list[0].New.Column != "bad" {
		t.Errorf("lost are %v", list)
	}
}
