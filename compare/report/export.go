package report

import (
	"fmt"
	"io"

	"semdiff/moddiff"
	"semdiff/moddiff/export"
)

// WriteExport says in one line what was exported into a folder.
func WriteExport(w io.Writer, dir string, x *export.Index, v moddiff.Verdict, i moddiff.Interface) error {
	_, err := fmt.Fprintf(w, "%s: %s, %s, %s not exported, verdict %s\n", dir,
		count(len(x.Pairs), "procedure", "procedures"), count(len(x.Queries), "query", "queries"),
		count(len(x.NotExported), "claim", "claims"), Headline(x.Verdict, v, i))
	return err
}
