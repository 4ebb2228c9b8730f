package suite

import (
	"errors"
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"semdiff/internal/lazyregexp"
	"semdiff/internal/source"
)

// Positions says where the tables and keys of a file stand: "pair[2]" is the header of
// the third pair, "pair[2].truth" its truth.
type Positions struct {
	file string
	at   map[string]source.Pos
}

// PositionsOf reads a text that was decoded before.
func PositionsOf(file string, text []byte) Positions {
	list := Positions{file, map[string]source.Pos{}}
	var p unstable.Parser
	p.Reset(text)
	seen := map[string]int{}
	table := ""
	for p.NextExpression() {
		e := p.Expression()
		name, pos := "", source.Pos{}
		for keys := e.Key(); keys.Next(); {
			node := keys.Node()
			if name == "" {
				start := p.Shape(node.Raw).Start
				pos = source.Pos{File: file, Line: start.Line, Col: start.Column}
			} else {
				name += "."
			}
			name += string(node.Data)
		}
		switch e.Kind {
		case unstable.ArrayTable:
			table = fmt.Sprintf("%s[%d]", name, seen[name])
			seen[name]++
			list.at[table] = pos
		case unstable.Table:
			table = name
			list.at[table] = pos
		case unstable.KeyValue:
			if table != "" {
				name = table + "." + name
			}
			list.at[name] = pos
		}
	}
	return list
}

// Of is the place of the first name that the file has, or the file.
func (l Positions) Of(names ...string) source.Pos {
	for _, name := range names {
		if pos, ok := l.at[name]; ok {
			return pos
		}
	}
	return source.Pos{File: l.file}
}

// decode reads a text into v; what v has no field for is an error.
func decode(file string, text []byte, d *toml.Decoder, v any) error {
	err := d.DisallowUnknownFields().Decode(v)
	var list source.List
	var unknown *toml.StrictMissingError
	var wrong *toml.DecodeError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &unknown):
		for _, e := range unknown.Errors {
			line, col := e.Position()
			key := e.Key()
			list.Addf(source.Pos{File: file, Line: line, Col: col}, "there is no field %s", key[len(key)-1])
		}
	case errors.As(err, &wrong):
		line, col := wrong.Position()
		list.Addf(source.Pos{File: file, Line: line, Col: col}, "%s", kindOrSyntax(wrong))
	default:
		list.Addf(source.Pos{File: file}, "%v", err)
	}
	return list.Err()
}

// mistyped is what the TOML library says of a field of a Go structure and of a value in its place.
var mistyped = lazyregexp.New(`cannot decode TOML (\S+) into .*of type (\S+)$`)

// kinds are types of fields in the words of TOML.
var kinds = map[string]string{
	"string": "a string", "bool": "true or false", "int": "a whole number", "float64": "a number",
	"[]string": "a list of strings", "[]int": "a list of whole numbers",
}

// kindOrSyntax says what is wrong with a field or with the text, in the words of TOML.
func kindOrSyntax(err *toml.DecodeError) string {
	key := err.Key()
	m := mistyped.FindStringSubmatch(err.Error())
	if m == nil || len(key) == 0 {
		return strings.TrimPrefix(err.Error(), "toml: ")
	}
	want, known := kinds[m[2]]
	if !known {
		want = "of another kind"
	}
	return fmt.Sprintf("%s must be %s, not of type %s", key[len(key)-1], want, m[1])
}
