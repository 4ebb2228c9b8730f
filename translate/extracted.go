package translate

import (
	"semdiff/boogie"
	"semdiff/boogie/types"
	"semdiff/translate/extraction"
)

// UndoExtraction makes loops again of the procedures that Boogie's extraction of loops made of them, in both
// versions, and names these procedures; see package extraction. Those in keep stay, and all do where
// what comes of it would not be accepted.
func UndoExtraction(old, new Source, keep []string) (undoneOld, undoneNew Source, loops []string) {
	progs := [2]*boogie.Program{old.Prog, new.Prog}
	progs[0], progs[1], loops = extraction.Undo(old.Prog, new.Prog, keep)
	sources := [2]Source{old, new}
	for i, prog := range progs {
		if prog == sources[i].Prog {
			continue
		}
		info, problems := types.Check(prog)
		if problems.Err() != nil {
			return old, new, nil
		}
		sources[i] = Source{Prog: prog, Info: info}
	}
	return sources[0], sources[1], loops
}
