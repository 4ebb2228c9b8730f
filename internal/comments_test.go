package internal_test

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// TestPackageComments checks that each package has one comment, that the files
// named in it exist, that a list of files in it is complete, and that
// docs/architecture.md names the package.
func TestPackageComments(t *testing.T) {
	problems, packages := commentProblems(t, os.DirFS(".."))
	if packages < 10 {
		t.Fatalf("only %d packages", packages)
	}
	for _, problem := range problems {
		t.Error(problem)
	}
}

// TestPackageCommentsFound checks that such mistakes are found.
func TestPackageCommentsFound(t *testing.T) {
	const list = "// Package a has files.\n//\n//\tb.go     one\n//\tc*.go  two\npackage a\n"
	for _, test := range []struct {
		files map[string]string
		page  string
		want  string
	}{
		{map[string]string{"a.go": "// Package a is here.\npackage a"}, "`x/a`", ""},
		{map[string]string{"a.go": "package a"}, "`x/a`", "x/a: 0 package comments"},
		{map[string]string{"a.go": "// Package a.\npackage a", "b.go": "// Package a.\npackage a"}, "`x/a`", "x/a: 2 package comments"},
		{map[string]string{"a.go": "// Package a is here.\npackage a"}, "`x/b`", "x/a: not in docs/architecture.md"},
		{map[string]string{"a.go": "// Package a: see b.go.\npackage a"}, "`x/a`", "x/a: the package comment names b.go, which is not there"},
		{map[string]string{"doc.go": list, "b.go": "package a", "c1.go": "package a", "c2.go": "package a", "d_test.go": "package a"}, "`x/a`", ""},
		{map[string]string{"doc.go": list, "b.go": "package a"}, "`x/a`", "x/a: the package comment names c*.go, which is not there"},
		{map[string]string{"doc.go": list, "b.go": "package a", "c.go": "package a", "d.go": "package a"}, "`x/a`", "x/a: the package comment lists files, but not d.go"},
	} {
		t.Run(test.want, func(t *testing.T) {
			tree := fstest.MapFS{architecture: {Data: []byte(test.page)}}
			for name, text := range test.files {
				tree["x/a/"+name] = &fstest.MapFile{Data: []byte(text)}
			}
			problems, _ := commentProblems(t, tree)
			if got := strings.Join(problems, "; "); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

const architecture = "docs/architecture.md"

// commentProblems says what is wrong with the package comments below a folder,
// and how many packages there are. Packages of tests alone need no comment.
func commentProblems(t *testing.T, root fs.FS) (problems []string, packages int) {
	page, err := fs.ReadFile(root, architecture)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range read(t, root) {
		if !p.code {
			continue
		}
		packages++
		for _, problem := range commentProblemsOf(t, root, p.name) {
			problems = append(problems, p.name+": "+problem)
		}
		if !strings.HasPrefix(p.name, "internal/") && !strings.Contains(string(page), "`"+p.name+"`") {
			problems = append(problems, p.name+": not in "+architecture)
		}
	}
	return problems, packages
}

var (
	goFile = regexp.MustCompile(`[\w*]+\.go\b`)
	listed = regexp.MustCompile(`(?m)^\t[\w*]+\.go\b`) // a line of a list of files
)

func commentProblemsOf(t *testing.T, root fs.FS, folder string) (problems []string) {
	files, comments := packageComments(t, root, folder)
	if len(comments) != 1 {
		return []string{fmt.Sprintf("%d package comments", len(comments))}
	}
	names := goFile.FindAllString(comments[0], -1)
	for _, name := range names {
		if !slices.ContainsFunc(files, func(file string) bool { return matches(name, file) }) {
			problems = append(problems, "the package comment names "+name+", which is not there")
		}
	}
	if len(listed.FindAllString(comments[0], -1)) < 2 {
		return problems
	}
	for _, file := range files {
		if file != "doc.go" && !slices.ContainsFunc(names, func(name string) bool { return matches(name, file) }) {
			problems = append(problems, "the package comment lists files, but not "+file)
		}
	}
	return problems
}

func matches(pattern, file string) bool {
	ok, err := path.Match(pattern, file)
	return ok && err == nil
}

// packageComments are the files of a package without its tests, and the comments
// before its package clauses.
func packageComments(t *testing.T, root fs.FS, folder string) (files, comments []string) {
	names, err := fs.Glob(root, path.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		files = append(files, path.Base(name))
		text, err := fs.ReadFile(root, name)
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), name, text, parser.PackageClauseOnly|parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		if parsed.Doc != nil {
			comments = append(comments, parsed.Doc.Text())
		}
	}
	return files, comments
}
