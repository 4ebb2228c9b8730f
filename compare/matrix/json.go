package matrix

import (
	"encoding/json"
	"io"
)

// WriteJSON writes the results as one object, of schema semdiff-compare/1.
func (v *View) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v.Results)
}
