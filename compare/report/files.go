package report

import (
	"bytes"
	"encoding/json"
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
	List     []*FileAnswer
}

// FileAnswer is the answer for one of them, as data: a run that was interrupted is gone on
// with by those of the files that it finished.
type FileAnswer struct {
	Path     string     `json:"path"`
	Status   FileStatus `json:"status"`
	Exit     int        `json:"exit"`               // 1 where it has a finding that counts, 3 where what would count is unknown, else 0
	Error    string     `json:"error,omitempty"`    // for FileTrouble
	Compared *Compared  `json:"compared,omitempty"` // for FileCompared
	// Fingerprint says what was compared, and how.
	Fingerprint string  `json:"fingerprint"`
	Seconds     float64 `json:"seconds"`
}

// Compared is what is printed of a file that was compared, in all forms.
type Compared struct {
	Verdict  string          `json:"verdict"`
	Headline string          `json:"headline"`
	Text     string          `json:"text"` // "" where there is nothing to see
	Markdown string          `json:"markdown"`
	GitHub   string          `json:"github"`
	SARIF    *sarifRun       `json:"sarif"`
	JSON     json.RawMessage `json:"answer"`
	// Acceptable are the findings that can be accepted, Accepted counts those that are.
	Acceptable []KnownFinding `json:"acceptable,omitempty"`
	Accepted   int            `json:"accepted,omitempty"`
	// Names are the procedures in the answer, where patterns limit what is shown.
	Names []string `json:"names,omitempty"`
}

// NewCompared writes the answer for one of n files in all forms. version is that of the
// tool.
func NewCompared(j *Judged, opts TextOptions, version string, n int) (*Compared, error) {
	var text strings.Builder
	if len(j.View.rows) > 0 || opts.Verbose {
		if err := WriteText(&text, j.Outcome, opts); err != nil {
			return nil, err
		}
	}
	var markdown, github page
	markdown.markdown(j, maxMarkdown/max(n, 1))
	github.annotate(j)
	var answer bytes.Buffer
	if err := writeJSON(&answer, NewAnswer(j.original)); err != nil {
		return nil, err
	}
	return &Compared{
		Verdict: j.Verdict.String(), Headline: j.View.Headline(), Text: text.String(), Markdown: markdown.sb.String(), GitHub: github.sb.String(),
		SARIF: sarifRunOf(j, version), JSON: answer.Bytes(), Acceptable: j.Acceptable(), Accepted: j.Accepted(),
	}, nil
}

// FileExit is the exit code that a file calls for which was not compared.
func (p Policy) FileExit(s FileStatus) int {
	if (s == FileAdded || s == FileRemoved) && p.failsOn(OnInterface) {
		return 1
	}
	return 0
}

// compared are the answers of those that were compared.
func (a *Files) compared() (list []*Compared) {
	for _, f := range a.List {
		if f.Compared != nil {
			list = append(list, f.Compared)
		}
	}
	return list
}

// Findings are the findings in all files that can be accepted; accepted counts those that are.
func (a *Files) Findings() (acceptable []KnownFinding, accepted int) {
	for _, c := range a.compared() {
		acceptable = append(acceptable, c.Acceptable...)
		accepted += c.Accepted
	}
	return acceptable, accepted
}

// Verdict is the worst of all files.
func (a *Files) Verdict() string {
	v := moddiff.Equivalent
	for _, f := range a.List {
		switch {
		case f.Compared != nil:
			if of, known := moddiff.VerdictNamed(f.Compared.Verdict); known {
				v = v.Worse(of)
			}
		case f.Status == FileTrouble:
			v = v.Worse(moddiff.Unknown)
		}
	}
	return v.String()
}

// ExitCode is 1 where a finding of a file fails, or a file was added or removed and that
// counts, 3 where what would count is unknown, else 0.
func (a *Files) ExitCode() int {
	code := 0
	for _, f := range a.List {
		if f.Exit == 1 {
			return 1
		}
		code = max(code, f.Exit)
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
	if f.Compared != nil {
		return f.Compared.Verdict
	}
	return string(f.Status)
}

// says is the headline of a file.
func (f *FileAnswer) says() string {
	if f.Compared != nil {
		return f.Compared.Headline
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
func (a *Files) WriteText(w io.Writer) error {
	var t page
	t.linef("%s", a.Headline())
	t.linef("%s -> %s", a.Old, a.New)
	if len(a.List) > 0 {
		t.linef("")
		t.columns(a.rows(), nil)
	}
	for _, c := range a.compared() {
		if c.Text != "" {
			t.linef("")
			t.linef("")
			t.sb.WriteString(c.Text)
		}
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
	for _, c := range a.compared() {
		t.linef("")
		t.sb.WriteString(c.Markdown)
	}
	return t.writeTo(w)
}

// WriteGitHub writes the findings of all files as WriteGitHub does, then the headlines.
func (a *Files) WriteGitHub(w io.Writer) error {
	var t page
	for _, c := range a.compared() {
		t.sb.WriteString(c.GitHub)
	}
	for _, c := range a.compared() {
		t.linef("%s", inData(c.Headline))
	}
	return t.writeTo(w)
}

// WriteSARIF writes the findings as WriteSARIF does, with a run for each file.
func (a *Files) WriteSARIF(w io.Writer) error {
	var runs []*sarifRun
	for _, c := range a.compared() {
		runs = append(runs, c.SARIF)
	}
	return writeJSON(w, newSARIF(runs...))
}

// FilesAnswer is the JSON answer for several files, A that for one.
type FilesAnswer[A any] struct {
	Schema   string           `json:"schema"`
	Old      string           `json:"old"`
	New      string           `json:"new"`
	Verdict  string           `json:"verdict"` // the worst
	Headline string           `json:"headline"`
	Files    []FileInFiles[A] `json:"files"`
}

// FileInFiles is a file of them.
type FileInFiles[A any] struct {
	Path   string `json:"path"`
	Status string `json:"status"` // compared, added, removed or trouble
	Error  string `json:"error,omitempty"`
	Answer A      `json:"answer,omitempty"` // where it was compared
}

// WriteJSON writes the answers as one object.
func (a *Files) WriteJSON(w io.Writer) error {
	out := FilesAnswer[json.RawMessage]{Schema: FilesSchema, Old: a.Old, New: a.New, Verdict: a.Verdict(), Headline: a.Headline(), Files: []FileInFiles[json.RawMessage]{}}
	for _, f := range a.List {
		file := FileInFiles[json.RawMessage]{Path: f.Path, Status: string(f.Status), Error: f.Error}
		if f.Compared != nil {
			file.Answer = f.Compared.JSON
		}
		out.Files = append(out.Files, file)
	}
	return writeJSON(w, out)
}
