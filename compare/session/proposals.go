package session

import (
	"semdiff/moddiff"
	"semdiff/translate/ir"
)

// Proposals are the mutual summaries, as relations of the lowered versions.
func (v *Versions) Proposals(programs [2]*ir.Program, separated []string) (list []moddiff.Proposal, err error) {
	summaries, err := v.Mutual.Bind(programs, separated)
	for _, s := range summaries {
		list = append(list, moddiff.Proposal{Relation: s.Relation, Name: s.Name, Refused: s.Refused})
	}
	return list, err
}
