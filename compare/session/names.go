package session

import (
	"semdiff/boogie"
	"semdiff/compare/trace"
	"semdiff/translate/sourcenames"
)

// Names are what the sources of both versions call what they have, where a translator
// left traces of that. Files of the sources are looked for as traces do.
func (v *Versions) Names() [2]*sourcenames.Names {
	programs := [2]*boogie.Program{v.Source.Prog, v.Applied.Prog}
	var named [2][]string
	for i, p := range programs {
		named[i] = sourcenames.Files(p)
	}
	files := trace.NewSources([2]string{programs[0].File, programs[1].File}, named, v.Text)
	var out [2]*sourcenames.Names
	for i, p := range programs {
		out[i] = sourcenames.Read(p, func(file string) []string { return files.Raw(trace.Version(i), file) })
	}
	return out
}
