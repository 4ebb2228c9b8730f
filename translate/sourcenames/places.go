package sourcenames

import (
	"strconv"

	"semdiff/boogie"
	"semdiff/internal/lazyregexp"
	"semdiff/internal/source"
)

// captured matches the places in {:captureState "file(9,2): initial state"}.
var captured = lazyregexp.New(`^(.*)\(([0-9]+),([0-9]+)\)(:.*)?$`)

// message matches the places in {:msg "... (file.vpr@7.3--7.10) [12]"}.
var message = lazyregexp.New(`\(([^()@]*)@([0-9]+)\.([0-9]+)(--[0-9.]+)?\)( \[[0-9]+\])?$`)

// told is the place in a text that a translator wrote for its own use.
func told(attrs []*boogie.Attr) (source.Pos, bool) {
	for _, from := range []struct {
		attr string
		form *lazyregexp.Regexp
	}{{"captureState", captured}, {"msg", message}} {
		text, ok := boogie.FindAttr(attrs, from.attr).StringArg()
		if !ok {
			continue
		}
		if m := from.form.FindStringSubmatch(text); m != nil {
			line, err := strconv.Atoi(m[2])
			col, err2 := strconv.Atoi(m[3])
			if err == nil && err2 == nil && line > 0 {
				return source.Pos{File: m[1], Line: line, Col: col}, true
			}
		}
	}
	return source.Pos{}, false
}
