package impact

import (
	"semdiff/compare/boogiefile"
	"semdiff/moddiff/slice"
)

// Boogie writes the slices of both versions as files: without what the change does not
// reach, but with all that may end a run.
func (r *Result) Boogie() (files [2]string, err error) {
	return boogiefile.Programs(slice.Make(r.Analysis, slice.Options{Ends: true}).Programs)
}
