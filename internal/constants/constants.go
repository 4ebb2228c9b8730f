// Package constants reads from source which constants a type has, so that tests
// can tell that a table has all of them. It serves tests only.
package constants

import (
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"
	"testing"
)

// Of are the constants of a type that the package in a folder declares: their
// values, strings without quotes, by name. There has to be one.
func Of(t testing.TB, dir, typ string) map[string]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	var parsed []*ast.File
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		parsed = append(parsed, file)
	}
	config := types.Config{Error: func(error) {}} // what is imported stays unknown
	p, _ := config.Check(dir, set, parsed, nil)
	found := map[string]string{}
	for _, name := range p.Scope().Names() {
		if c, ok := p.Scope().Lookup(name).(*types.Const); ok && nameOf(c.Type()) == typ {
			found[name] = text(c.Val())
		}
	}
	if len(found) == 0 {
		t.Fatalf("%s has no constants of type %s", dir, typ)
	}
	return found
}

func nameOf(t types.Type) string {
	switch t := t.(type) {
	case *types.Named:
		return t.Obj().Name()
	case *types.Alias:
		return t.Obj().Name()
	}
	return ""
}

func text(v constant.Value) string {
	if v.Kind() == constant.String {
		return constant.StringVal(v)
	}
	return v.ExactString()
}
