package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"semdiff/moddiff"
)

// FilesSchema names the form of the JSON answer for several files.
const FilesSchema = "semdiff-files/1"

// FileStatus says what became of a file.
type FileStatus string

// The statuses of files.
const (
	FileCompared FileStatus = "compared"
	FileAdded    FileStatus = "added"
	FileRemoved  FileStatus = "removed"
	FileTrouble  FileStatus = "trouble"
)

// Files are the answers for several files, as of two folders.
type Files struct {
	Old, New string
	List     []FileAnswer
	FailOn   Policy
}

// FileAnswer is the answer for one of them.
type FileAnswer struct {
	Path   string
	Status FileStatus
	Judged *Judged // where it was compared
	Error  string  // for FileTrouble
}

// Judged are the answers of those that were compared.
func (a *Files) Judged() (list []*Judged) {
	for _, f := range a.List {
		if f.Judged != nil {
			list = append(list, f.Judged)
		}
	}
	return list
}

// Verdict is the worst of all files.
func (a *Files) Verdict() moddiff.Verdict {
	v := moddiff.Equivalent
	for _, f := range a.List {
		switch {
		case f.Judged != nil:
			v = v.Worse(f.Judged.Verdict)
		case f.Status == FileTrouble:
			v = v.Worse(moddiff.Unknown)
		}
	}
	return v
}

// ExitCode is 1 where a finding of a file fails, or a file was added or removed and that
// counts, 3 where what would count is unknown, else 0.
func (a *Files) ExitCode() int {
	code := 0
	for _, f := range a.List {
		switch {
		case f.Judged != nil && f.Judged.ExitCode() == 1, f.Status != FileCompared && f.Status != FileTrouble && a.FailOn.failsOn(OnInterface):
			return 1
		case f.Judged != nil:
			code = max(code, f.Judged.ExitCode())
		}
	}
	return code
}

// Headline counts the files by what is said of them.
func (a *Files) Headline() string {
	var words []string
	n := map[string]int{}
	for _, f := range a.List {
		if n[f.word()]++; !slices.Contains(words, f.word()) {
			words = append(words, f.word())
		}
	}
	if len(words) == 0 {
		return "No file changed."
	}
	slices.Sort(words)
	for i, w := range words {
		words[i] = fmt.Sprintf("%d %s", n[w], w)
	}
	return count(len(a.List), "file", "files") + ": " + strings.Join(words, ", ") + "."
}

// word is the verdict of a file, or what became of it.
func (f *FileAnswer) word() string {
	if f.Judged != nil {
		return f.Judged.Verdict.String()
	}
	return string(f.Status)
}

// says is the headline of a file.
func (f *FileAnswer) says() string {
	if f.Judged != nil {
		return f.Judged.View.Headline()
	}
	line, _, _ := strings.Cut(f.Error, "\n")
	return line
}

// rows are those of the table of files.
func (a *Files) rows() [][]string {
	table := [][]string{{"file", "verdict", ""}}
	for _, f := range a.List {
		table = append(table, []string{f.Path, f.word(), f.says()})
	}
	return table
}

// WriteText writes a table of the files, then the whole answer for each in which there is
// anything to see.
func (a *Files) WriteText(w io.Writer, opts TextOptions) error {
	var t page
	t.linef("%s", a.Headline())
	t.linef("%s -> %s", a.Old, a.New)
	if len(a.List) > 0 {
		t.linef("")
		t.columns(a.rows(), nil)
	}
	for _, f := range a.List {
		if f.Judged == nil || len(f.Judged.View.rows) == 0 && !opts.Verbose {
			continue
		}
		t.linef("")
		t.linef("")
		var sb strings.Builder
		if err := WriteText(&sb, f.Judged.Outcome, opts); err != nil {
			return err
		}
		t.sb.WriteString(sb.String())
	}
	return t.writeTo(w)
}

// WriteMarkdown writes a table of the files, then each.
func (a *Files) WriteMarkdown(w io.Writer) error {
	var t page
	t.linef("### %s", inMarkdown(a.Headline()))
	if len(a.List) > 0 {
		t.linef("")
		t.linef("| file | verdict | |")
		t.linef("|---|---|---|")
	}
	for _, row := range a.rows()[1:] {
		t.linef("| %s | %s | %s |", codeSpan(row[0]), row[1], inMarkdown(row[2]))
	}
	if list := a.Judged(); len(list) > 0 {
		t.linef("")
		if err := WriteMarkdown(&t.sb, list...); err != nil {
			return err
		}
	}
	return t.writeTo(w)
}

// FilesAnswer is the JSON answer for several files.
type FilesAnswer struct {
	Schema   string        `json:"schema"`
	Old      string        `json:"old"`
	New      string        `json:"new"`
	Verdict  string        `json:"verdict"` // the worst
	Headline string        `json:"headline"`
	Files    []FileInFiles `json:"files"`
}

// FileInFiles is a file of them.
type FileInFiles struct {
	Path   string  `json:"path"`
	Status string  `json:"status"` // compared, added, removed or trouble
	Error  string  `json:"error,omitempty"`
	Answer *Answer `json:"answer,omitempty"` // where it was compared
}

// WriteJSON writes the answers as one object.
func (a *Files) WriteJSON(w io.Writer) error {
	out := FilesAnswer{Schema: FilesSchema, Old: a.Old, New: a.New, Verdict: a.Verdict().String(), Headline: a.Headline(), Files: []FileInFiles{}}
	for _, f := range a.List {
		file := FileInFiles{Path: f.Path, Status: string(f.Status), Error: f.Error}
		if f.Judged != nil {
			file.Answer = NewAnswer(f.Judged.original)
		}
		out.Files = append(out.Files, file)
	}
	return writeJSON(w, out)
}
