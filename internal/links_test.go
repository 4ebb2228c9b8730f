package internal_test

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"unicode"
)

// TestLinks checks what the pages of the house point at: links between them
// and to other files, headings, files named in code font, and what is said to be
// declared in a file.
func TestLinks(t *testing.T) {
	s := readSite(t, os.DirFS(".."))
	if len(s.pages) < 10 {
		t.Fatalf("only %d pages", len(s.pages))
	}
	for _, problem := range s.problems() {
		t.Error(problem)
	}
}

// TestLinksFound checks that links which lead nowhere are found.
func TestLinksFound(t *testing.T) {
	const other = "[home](../README.md)\n# Other page\n## What's `x`, then?\n## Twice\n## Twice\n"
	for _, test := range []struct{ text, want string }{
		{"[a](docs/other.md) [b](docs) [c](https://example.org/none) [d](moddiff/doc.go)", ""},
		{"[a](docs/other.md#whats-x-then) [b](docs/other.md#twice-1) [c](#here)\n# Here", ""},
		{"[a](docs/other.md)\n[b](docs/none.md)", "README.md: no file docs/none.md"},
		{"[a](docs/other.md#none)", "README.md: no heading #none in docs/other.md"},
		{"[a](docs/other.md) [b](#none)", "README.md: no heading #none in README.md"},
		{"[a](docs/other.md) [b](../outside.md)", "README.md: no file ../outside.md"},
		{"[a](docs/other.md) [b](moddiff/doc.go#L1)", "README.md: no headings in moddiff/doc.go"},
		{"[a](docs/other.md \"title\") ![b](none.png)", "README.md: no file none.png"},
		{"[a](docs/other.md) `[b](none.md)`\n```\n[c](none.md) `moddiff/none.go`\n```\n\n    [d](none.md)\n", ""},
		{"[a](docs/other.md) `moddiff/doc.go` `moddiff` `doc.go` `old.bpl` `proof/p/x.smt2` `a/b`", ""},
		{"[a](docs/other.md) `moddiff/none.go`", "README.md: no file moddiff/none.go"},
		{"[a](docs/other.md) `moddiff/none`", "README.md: no file moddiff/none"},
		{"[a](docs/other.md) `gone/doc.go`", "README.md: no file gone/doc.go"},
		{"[a](docs/other.md) `none.go`", "README.md: no file none.go"},
		{"[a](docs/other.md) `f` and `T.Do` in `moddiff/doc.go`", ""},
		{"[a](docs/other.md) `T` and `g` in `moddiff/doc.go`", "README.md: no g in moddiff/doc.go"},
		{"# Lonely", "docs/other.md: no page leads there from README.md"},
	} {
		t.Run(test.text, func(t *testing.T) {
			s := readSite(t, fstest.MapFS{
				"README.md": {Data: []byte(test.text)}, "docs/other.md": {Data: []byte(other)},
				"moddiff/doc.go": {Data: []byte("package p\n\nfunc f() {}\n\ntype T struct{}\n\nfunc (t *T) Do() { g() }\n")}, "x/testdata/a.md": {Data: []byte("[a](none)")}, ".git/a.md": {Data: []byte("[a](none)")},
			})
			if got := strings.Join(s.problems(), "; "); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// site is a tree of files, some of which are pages.
type site struct {
	root  fs.FS
	names map[string]bool // of Go files and pages, without folders
	pages map[string]*page
}

// page is a file in Markdown.
type page struct {
	links    []string
	headings []string    // as links name them
	code     []string    // what stands in code font
	declared [][2]string // what is said to be declared in a file, and the file
}

const home = "README.md"

// readSite reads all pages below root.
func readSite(t *testing.T, root fs.FS) *site {
	s := &site{root: root, names: map[string]bool{}, pages: map[string]*page{}}
	walk := func(name string, entry fs.DirEntry, err error) error {
		base := path.Base(name)
		switch {
		case err != nil:
			return err
		case entry.IsDir() && name != "." && (base[0] == '.' || base == "testdata"):
			return fs.SkipDir
		case entry.IsDir():
			return nil
		}
		s.names[base] = true
		if path.Ext(name) == ".md" {
			text, err := fs.ReadFile(root, name)
			s.pages[name] = readPage(string(text))
			return err
		}
		return nil
	}
	if err := fs.WalkDir(root, ".", walk); err != nil {
		t.Fatal(err)
	}
	return s
}

var (
	codePattern = regexp.MustCompile("`([^`]+)`")
	linkPattern = regexp.MustCompile(`\]\(([^)\s]+)[^)]*\)`)
	// One or two names, with a type or package before a dot.
	declaredPattern = regexp.MustCompile("(?:`(?:\\w+\\.)?(\\w+)` and )?`(?:\\w+\\.)?(\\w+)` in `([\\w./-]+/[\\w-]+\\.go)`")
	filePattern     = regexp.MustCompile(`^[\w.-]+(/[\w.-]+)*$`)
)

func readPage(text string) *page {
	p := &page{}
	prose := withoutCodeBlocks(text)
	for _, m := range codePattern.FindAllStringSubmatch(prose, -1) {
		p.code = append(p.code, m[1])
	}
	for _, m := range declaredPattern.FindAllStringSubmatch(strings.ReplaceAll(prose, "\n", " "), -1) {
		for _, name := range m[1:3] {
			if name != "" {
				p.declared = append(p.declared, [2]string{name, m[3]})
			}
		}
	}
	for line := range strings.Lines(prose) {
		if heading := strings.TrimLeft(line, "#"); heading != line && strings.HasPrefix(heading, " ") {
			p.headings = append(p.headings, p.anchor(heading))
		}
	}
	for _, m := range linkPattern.FindAllStringSubmatch(codePattern.ReplaceAllString(prose, ""), -1) {
		p.links = append(p.links, m[1])
	}
	return p
}

// withoutCodeBlocks leaves out fenced blocks, and indented ones after an empty line.
func withoutCodeBlocks(text string) string {
	var out strings.Builder
	fenced, indented, empty := false, false, true
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
			continue
		}
		indented = strings.HasPrefix(line, "    ") && (empty || indented)
		empty = strings.TrimSpace(line) == ""
		if !fenced && !indented {
			out.WriteString(line)
		}
	}
	return out.String()
}

// anchor is how links name a heading, as GitHub does.
func (p *page) anchor(heading string) string {
	base := strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_':
			return unicode.ToLower(r)
		}
		return -1
	}, strings.TrimSpace(heading))
	name := base
	for n := 1; slices.Contains(p.headings, name); n++ {
		name = fmt.Sprintf("%s-%d", base, n)
	}
	return name
}

// problems says what the pages point at that is not there, and which of them
// cannot be reached from the first.
func (s *site) problems() []string {
	var out []string
	reached := map[string]bool{}
	s.reach(home, reached)
	for _, name := range s.sorted() {
		for _, link := range s.pages[name].links {
			if problem := s.follow(name, link); problem != "" {
				out = append(out, name+": "+problem)
			}
		}
		for _, code := range s.pages[name].code {
			if s.meansFile(code) && !s.hasFile(name, code) {
				out = append(out, name+": no file "+code)
			}
		}
		for _, d := range s.pages[name].declared {
			if text, err := fs.ReadFile(s.root, d[1]); err == nil && !declares(string(text), d[0]) {
				out = append(out, name+": no "+d[0]+" in "+d[1])
			}
		}
		if !reached[name] {
			out = append(out, name+": no page leads there from "+home)
		}
	}
	return out
}

// declares reports whether a Go file declares a function, method or type.
func declares(text, name string) bool {
	return regexp.MustCompile(`(?m)^(func |func \(.*?\) |type )` + name + `\b`).MatchString(text)
}

func (s *site) sorted() []string {
	var names []string
	for name := range s.pages {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func (s *site) reach(name string, reached map[string]bool) {
	p := s.pages[name]
	if p == nil || reached[name] {
		return
	}
	reached[name] = true
	for _, link := range p.links {
		file, _, _ := strings.Cut(link, "#")
		s.reach(path.Join(path.Dir(name), file), reached)
	}
}

// follow says why a link on a page leads nowhere, "" if it does not.
func (s *site) follow(from, link string) string {
	if strings.Contains(link, ":") {
		return "" // elsewhere
	}
	file, anchor, anchored := strings.Cut(link, "#")
	target := from
	if file != "" {
		target = path.Join(path.Dir(from), file)
	}
	if _, err := fs.Stat(s.root, target); err != nil {
		return "no file " + target
	}
	switch p := s.pages[target]; {
	case !anchored:
	case p == nil:
		return "no headings in " + target
	case !slices.Contains(p.headings, anchor):
		return "no heading #" + anchor + " in " + target
	}
	return ""
}

// meansFile reports whether something in code font is the name of a file of the
// house: of Go code or a page, or with a folder of the house.
func (s *site) meansFile(code string) bool {
	if !filePattern.MatchString(code) {
		return false
	}
	if ext := path.Ext(code); ext == ".go" || ext == ".md" {
		return true
	}
	top, _, below := strings.Cut(code, "/")
	info, err := fs.Stat(s.root, top)
	return below && err == nil && info.IsDir()
}

// hasFile reports whether a file is there, as seen from the root or from a page;
// one named without its folder may be anywhere.
func (s *site) hasFile(from, name string) bool {
	for _, full := range []string{name, path.Join(path.Dir(from), name)} {
		if _, err := fs.Stat(s.root, full); err == nil {
			return true
		}
	}
	return s.names[name]
}
