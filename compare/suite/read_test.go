package suite

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"semdiff/internal/golden"
)

// folder is a suite with the text as its suite.toml; there/old.bpl and there/new.bpl
// are in it.
func folder(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{FileName: text, "there/old.bpl": "old", "there/new.bpl": "new"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestProblems checks that what is wrong with a suite is said with its place.
func TestProblems(t *testing.T) {
	golden.Run(t, "testdata/problems.txtar", func(t *testing.T, c golden.Case) string {
		dir := folder(t, string(c.Input))
		s, err := Read(dir)
		if err != nil {
			return strings.ReplaceAll(err.Error(), dir+"/", "") + "\n"
		}
		names := []string{s.Name + ":"}
		for _, p := range s.Pairs {
			names = append(names, p.ID)
		}
		return strings.Join(names, " ") + "\n"
	})
}

func TestReadFields(t *testing.T) {
	dir := folder(t, `schema = "semdiff-suite/1"
source = "by hand"

[[pair]]
name = "first"
dir = "there"
entry = "p"
truth = "equivalent"
allowed = ["equivalent", "unknown"]
tags = ["loops"]
family = "sums"
flags = ["--unwind", "3"]
paper_seconds = {rvt = 1.5, symdiff = "F", moddiff = 2}

[[pair]]
name = "first"
dir = "./there/."
new = "old.bpl"
truth = "different"
source = "a proof"
`)
	s, err := Read(dir)
	if err == nil {
		t.Fatalf("two pairs with one folder: %v", s.Pairs)
	}
	if err := os.CopyFS(filepath.Join(dir, "again"), os.DirFS(filepath.Join(dir, "there"))); err != nil {
		t.Fatal(err)
	}
	text, _ := os.ReadFile(filepath.Join(dir, FileName))
	if err := os.WriteFile(filepath.Join(dir, FileName), []byte(strings.Replace(string(text), "./there/.", "again", 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	if s, err = Read(dir); err != nil {
		t.Fatal(err)
	}
	p, q := s.Pairs[0], s.Pairs[1]
	if s.Name != filepath.Base(dir) || p.ID != "there" || q.ID != "again" || p.Source != "by hand" || q.Source != "a proof" {
		t.Errorf("suite %s has %s, of source %q, and %s, of source %q", s.Name, p.ID, p.Source, q.ID, q.Source)
	}
	if p.OldFile() != filepath.Join(dir, "there", "old.bpl") || q.NewFile() != filepath.Join(dir, "again", "old.bpl") {
		t.Errorf("files %s and %s", p.OldFile(), q.NewFile())
	}
	if p.PaperSeconds["rvt"] != 1.5 || p.PaperSeconds["symdiff"] != Failed || p.PaperSeconds["moddiff"] != 2 {
		t.Errorf("published times %v", p.PaperSeconds)
	}
	if !p.Fits("unknown") || !p.MayBeUnknown() || q.MayBeUnknown() || !q.Fits("different") {
		t.Error("what is allowed is not as the file has it")
	}
	for _, tag := range []string{"loops", "sums", "equivalent", "there", "first"} {
		if got := Tasks([]*Suite{s}, []string{tag}); len(got) == 0 || got[0].Pair.ID != "there" {
			t.Errorf("tag %s finds %v", tag, got)
		}
	}
	if got := Tasks([]*Suite{s}, []string{"none"}); len(got) != 0 {
		t.Errorf("a tag that no pair has finds %v", got)
	}
}

func TestCheckEngines(t *testing.T) {
	dir := folder(t, "schema = \"semdiff-suite/1\"\nengines = [\"moddiff\", \"magic\"]\n[[pair]]\nname = \"there\"\ntruth = \"different\"\n")
	s, err := Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.CheckEngines([]string{"moddiff", "magic"}); err != nil {
		t.Error(err)
	}
	err = s.CheckEngines([]string{"moddiff", "random"})
	if want := filepath.Join(dir, FileName) + `(2,1): error: there is no engine or tool "magic", but moddiff, random`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
