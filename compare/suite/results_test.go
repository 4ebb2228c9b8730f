package suite

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"semdiff/moddiff"
)

func someResults(pairs ...string) *Results {
	r := &Results{Schema: ResultsSchema, Suites: []SuiteInfo{{Name: "s"}}, Columns: []ColumnInfo{{Name: "a", Kind: KindEngine}, {Name: "b", Kind: KindTool}}}
	for _, name := range pairs {
		r.Pairs = append(r.Pairs, PairInfo{Suite: "s", Name: name, Truth: "different"})
	}
	return r
}

func someCell(pair, column string, verdict moddiff.Status, seconds ...float64) *Cell {
	c := &Cell{Suite: "s", Pair: pair, Column: column, Fingerprint: "f", Verdict: verdict, Seconds: seconds, Outcome: Right}
	if verdict == "unknown" {
		c.Outcome = Unknown
	}
	return c
}

// TestRecord checks that what was recorded is read again, also when the process ended in
// the middle of a line.
func TestRecord(t *testing.T) {
	file := filepath.Join(t.TempDir(), "results")
	results := someResults("p", "q")
	results.Cells = []*Cell{someCell("p", "a", "different", 0.5)}
	rec, err := Record(file, results)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []*Cell{someCell("p", "b", "unknown", 2), someCell("q", "a", "different", 1, 3, 2)} {
		if err := rec.Add(c); err != nil {
			t.Fatal(err)
		}
	}
	if err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for cut, want := range map[int]int{0: 3, 1: 3, 2: 2, 10: 2} {
		if err := os.WriteFile(file, text[:len(text)-cut], 0o666); err != nil {
			t.Fatal(err)
		}
		got, err := ReadResults(file)
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Cells) != want || len(got.Pairs) != 2 {
			t.Errorf("without the last %d bytes there are %d cells of %d pairs", cut, len(got.Cells), len(got.Pairs))
		}
		if c := got.Cell("s", "q", "a"); want == 3 && (c == nil || c.Median() != 2 || c.Min() != 1) {
			t.Errorf("q in column a: %+v", c)
		}
	}
	if err := os.WriteFile(file, []byte(strings.Replace(string(text), `"outcome":"unknown"`, `"outcome":unknown`, 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadResults(file); err == nil || !strings.Contains(err.Error(), file+":") {
		t.Errorf("a damaged line gives %v", err)
	}
}

func TestMerge(t *testing.T) {
	first, second := someResults("p", "q"), someResults("r")
	first.Pairs[1].Place, second.Pairs[0].Place = 2, 1
	first.Columns[1].Absent = "not installed"
	first.Cells = []*Cell{someCell("q", "a", "different", 1), someCell("p", "a", "different", 1), {Suite: "s", Pair: "p", Column: "b", Outcome: Absent}}
	second.Cells = []*Cell{someCell("r", "b", "different", 1), someCell("p", "a", "different", 2), someCell("p", "b", "unknown", 2)}
	all, err := Merge([]*Results{first, second})
	if err != nil {
		t.Fatal(err)
	}
	var cells []string
	for _, c := range all.Cells {
		cells = append(cells, c.Pair+c.Column+" "+string(c.Outcome))
	}
	if got, want := strings.Join(cells, ", "), "pa right, pb unknown, rb right, qa right"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if len(all.Pairs) != 3 || all.Columns[1].Absent != "" {
		t.Errorf("pairs %v, columns %v", all.Pairs, all.Columns)
	}
	second.Limits.Memory = 100
	if _, err := Merge([]*Results{first, second}); err == nil || !strings.Contains(err.Error(), "different limits") {
		t.Errorf("results of runs with different limits: %v", err)
	}
	second.Limits.Memory = 0
	second.Cells[1].Verdict = "equivalent"
	if _, err := Merge([]*Results{first, second}); err == nil || err.Error() != "s/p in column a is different in one result and equivalent in another" {
		t.Errorf("contradicting results: %v", err)
	}
	second.Cells[1].Fingerprint = "g"
	if _, err := Merge([]*Results{first, second}); err == nil || err.Error() != "s/p in column a has results of two different runs" {
		t.Errorf("results of two runs: %v", err)
	}
}

func TestCompare(t *testing.T) {
	wrong := func(c *Cell) *Cell { c.Outcome = Wrong; return c }
	for _, test := range []struct {
		old, new *Cell
		want     ChangeKind
	}{
		{someCell("p", "a", "different", 1), someCell("p", "a", "different", 1.2), ""},
		{someCell("p", "a", "different", 0.01), someCell("p", "a", "different", 0.05), ""},
		{someCell("p", "a", "different", 1), someCell("p", "a", "different", 1.6), Slower},
		{someCell("p", "a", "different", 1.6), someCell("p", "a", "different", 1), Faster},
		{someCell("p", "a", "unknown", 1), someCell("p", "a", "different", 9), Better},
		{someCell("p", "a", "different", 9), someCell("p", "a", "unknown", 1), Worse},
		{someCell("p", "a", "unknown", 1), wrong(someCell("p", "a", "equivalent", 1)), Worse},
		{wrong(someCell("p", "a", "equivalent", 1)), someCell("p", "a", "unknown", 1), Better},
		{someCell("q", "a", "different", 1), someCell("p", "a", "unknown", 1), ""},
	} {
		old, new := someResults("p"), someResults("p")
		old.Cells, new.Cells = []*Cell{test.old}, []*Cell{test.new}
		var got ChangeKind
		if list := Compare(old, new); len(list) == 1 {
			got = list[0].Kind
		}
		if got != test.want {
			t.Errorf("from %s in %v to %s in %v: %q, want %q", test.old.Outcome, test.old.Seconds, test.new.Outcome, test.new.Seconds, got, test.want)
		}
	}
}

// TestShards checks that shards are a division of the tasks, and by earlier times an
// even one.
func TestShards(t *testing.T) {
	var tasks []Task
	earlier := someResults()
	for _, name := range strings.Split("abcdefghij", "") {
		tasks = append(tasks, Task{Suite: "s", Pair: &Pair{ID: name}})
	}
	earlier.Cells = []*Cell{someCell("b", "a", "different", 6), someCell("b", "b", "different", 3), someCell("c", "a", "different", 4), someCell("d", "a", "different", 5)}
	for _, n := range []int{1, 2, 3, 20} {
		count := map[string]int{}
		for k := 1; k <= n; k++ {
			for _, task := range (Shard{k, n}).Of(tasks, nil) {
				count[task.Pair.ID]++
			}
		}
		for _, task := range tasks {
			if count[task.Pair.ID] != 1 {
				t.Errorf("of %d shards %d have %s", n, count[task.Pair.ID], task.Pair.ID)
			}
		}
	}
	share := func(k int) (names string) {
		for _, task := range (Shard{k, 2}).Of(tasks, earlier) {
			names += task.Pair.ID
		}
		return names
	}
	if first, second := share(1), share(2); !strings.Contains(first, "b") || !strings.HasPrefix(strings.Trim(second, "a"), "cd") {
		t.Errorf("shares %s and %s: b takes as long as c and d", first, second)
	}
	for _, text := range []string{"", "1", "0/2", "3/2", "1/2/3", "1/2x", "a/b"} {
		if s, err := ParseShard(text); err == nil {
			t.Errorf("%q is shard %v", text, s)
		}
	}
	if s, err := ParseShard("2/3"); err != nil || s != (Shard{2, 3}) {
		t.Errorf("2/3 is %v, %v", s, err)
	}
}
