package suite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"semdiff/moddiff"
)

// fakeColumn answers with the verdicts of a list, one after the other.
type fakeColumn struct {
	name     string
	verdicts []moddiff.Status
	runs     int
	err      error
}

func (f *fakeColumn) Info() ColumnInfo    { return ColumnInfo{Name: f.name, Kind: KindEngine} }
func (f *fakeColumn) Fingerprint() string { return f.name }
func (f *fakeColumn) Answer(context.Context, *Pair, Limits) (*Answer, *Process, error) {
	if f.err != nil {
		return nil, nil, f.err
	}
	v := f.verdicts[f.runs%len(f.verdicts)]
	f.runs++
	return &Answer{Verdict: v, Queries: f.runs}, &Process{Seconds: float64(f.runs), PeakMB: 10}, nil
}

// TestRun fills a matrix, ends half way, and goes on.
func TestRun(t *testing.T) {
	dir := folder(t, "schema = \"semdiff-suite/1\"\n[[pair]]\nname = \"p\"\ndir = \"there\"\ntruth = \"different\"\n"+
		"[[pair]]\nname = \"q\"\ndir = \"there\"\ntruth = \"equivalent\"\n")
	s, err := Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	tasks := Tasks([]*Suite{s}, nil)
	good, bad := &fakeColumn{name: "good", verdicts: []moddiff.Status{"different", "unknown", "different"}}, &fakeColumn{name: "bad", verdicts: []moddiff.Status{"different"}}
	r := &Runner{Columns: []Column{good, bad}, Repeat: 3}
	file := filepath.Join(t.TempDir(), "results")
	results := r.Start([]*Suite{s}, tasks, "here")
	run := func(ctx context.Context, results *Results) (*Plan, error) {
		t.Helper()
		plan, err := r.Missing(tasks, results)
		if err != nil {
			t.Fatal(err)
		}
		rec, err := Record(file, results)
		if err != nil {
			t.Fatal(err)
		}
		defer rec.Close()
		return plan, r.Run(ctx, plan, rec)
	}
	ctx, stop := context.WithCancel(context.Background())
	var told []string
	r.Progress = func(done int, cell string) {
		told = append(told, fmt.Sprint(done, " ", cell))
		if done == 2 {
			stop()
		}
	}
	if _, err := run(ctx, results); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if len(told) < 4 || told[0] != "0 "+tasks[0].Name()+" good" || told[1] != "1 "+tasks[0].Name()+" good" {
		t.Errorf("the progress is %q", told)
	}
	again, err := ReadResults(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(again.Cells) != 2 {
		t.Fatalf("%d cells were recorded", len(again.Cells))
	}
	plan, err := run(context.Background(), again)
	if err != nil || len(plan.Work) != 2 {
		t.Fatalf("%d cells were missing: %v", len(plan.Work), err)
	}
	all, err := ReadResults(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		pair, column string
		want         Outcome
		median       float64
	}{{"p", "good", Unknown, 2}, {"p", "bad", Right, 2}, {"q", "good", Wrong, 5}, {"q", "bad", Wrong, 5}} {
		if c := all.Cell(s.Name, test.pair, test.column); c == nil || c.Outcome != test.want || c.Median() != test.median || c.PeakMB != 10 {
			t.Errorf("%s in column %s: %+v", test.pair, test.column, c)
		}
	}
	if c := all.Cell(s.Name, "p", "good"); c.Reason == "" {
		t.Error("nothing says that the runs do not agree")
	}
	if err := os.WriteFile(filepath.Join(dir, "there", "old.bpl"), []byte("changed"), 0o666); err != nil {
		t.Fatal(err)
	}
	if plan, err := r.Missing(tasks, all); err != nil || len(plan.Work) != 4 {
		t.Errorf("of changed files %d cells are run again: %v", len(plan.Work), err)
	}
	bad.err = errors.New("no such machine")
	if _, err := run(context.Background(), r.Start([]*Suite{s}, tasks, "here")); !errors.Is(err, bad.err) {
		t.Errorf("an error of the machine: %v", err)
	}
}
