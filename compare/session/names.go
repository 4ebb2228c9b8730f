package session

import (
	"semdiff/boogie"
	"semdiff/compare/testcase"
	"semdiff/compare/trace"
	"semdiff/translate/sourcenames"
)

// sources are both versions under the names of the old one, with the texts of their
// sources, which are looked for as traces do.
func (v *Versions) sources() (programs [2]*boogie.Program, texts [2]sourcenames.Text) {
	programs = [2]*boogie.Program{v.Source.Prog, v.Applied.Prog}
	var named [2][]string
	for i, p := range programs {
		named[i] = sourcenames.Files(p)
	}
	files := trace.NewSources([2]string{programs[0].File, programs[1].File}, named, v.Text)
	for i := range texts {
		texts[i] = func(file string) []string { return files.Raw(trace.Version(i), file) }
	}
	return programs, texts
}

// Names are what the sources of both versions call what they have, where a translator
// left traces of that.
func (v *Versions) Names() (names [2]*sourcenames.Names) {
	programs, texts := v.sources()
	for i, p := range programs {
		names[i] = sourcenames.Read(p, texts[i])
	}
	return names
}

// Tests are what tests of differences are made of.
func (v *Versions) Tests() testcase.Versions {
	programs, texts := v.sources()
	return testcase.Versions{Programs: programs, Names: v.Names(), Texts: texts}
}
