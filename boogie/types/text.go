package types

import (
	"fmt"
	"math"
	"strings"
)

// shortText is how much of a type messages show, in bytes.
const shortText = 300

// String implements Type.
func (b Basic) String() string { return [...]string{"bool", "int", "real"}[b] }

// String implements Type.
func (b BV) String() string { return fmt.Sprintf("bv%d", int(b)) }

// String implements Type.
func (v *Var) String() string { return v.Name }

// String implements Type.
func (m *Map) String() string { return text(m, shortText) }

// String implements Type.
func (c *Ctor) String() string { return text(c, shortText) }

// String implements Type.
func (m *meta) String() string { return text(m, shortText) }

// MaxWritten bounds the sizes of types that can be written out.
const MaxWritten = 1 << 20

// Within is nil for types of at most so many parts, when they are written out, and
// says of others that they are too large.
func Within(t Type, most int) error {
	if t == nil || Size(t) <= most {
		return nil
	}
	return fmt.Errorf("type too large: written out, it has more than %d parts", most)
}

// Text is t written out, or its beginning if it is larger than MaxWritten.
func Text(t Type) string {
	if Size(t) > MaxWritten {
		return t.String()
	}
	return text(t, math.MaxInt)
}

// text is t written out, cut short when it is longer than most.
func text(t Type, most int) string {
	w := writer{most: most}
	w.write(t)
	if w.out.Len() <= most {
		return w.out.String()
	}
	return w.out.String()[:most] + "..."
}

// writer writes types until there is more than most.
type writer struct {
	out  strings.Builder
	most int
}

func (w *writer) write(t Type) {
	if w.out.Len() > w.most {
		return
	}
	switch t := head(t).(type) {
	case *Map:
		if len(t.Params) > 0 {
			w.out.WriteString("<")
			list(w, t.Params)
			w.out.WriteString(">")
		}
		w.out.WriteString("[")
		list(w, t.Index)
		w.out.WriteString("]")
		w.write(t.Result)
	case *Ctor:
		w.out.WriteString(t.Name)
		for _, a := range t.Args {
			w.argument(a)
		}
	case *meta:
		w.out.WriteString("?")
	default:
		w.out.WriteString(t.String())
	}
}

func list[T Type](w *writer, ts []T) {
	for i, t := range ts {
		if i > 0 {
			w.out.WriteString(", ")
		}
		w.write(t)
	}
}

// argument writes an argument of a type, in parentheses where it needs them.
func (w *writer) argument(t Type) {
	t = head(t)
	compound := false
	switch t := t.(type) {
	case *Map:
		compound = true
	case *Ctor:
		compound = len(t.Args) > 0 || strings.ContainsAny(t.Name, " [<")
	}
	if !compound {
		w.out.WriteString(" ")
		w.write(t)
		return
	}
	w.out.WriteString(" (")
	w.write(t)
	w.out.WriteString(")")
}
