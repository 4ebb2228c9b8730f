package report

import (
	"fmt"
	"strings"

	"semdiff/moddiff"
)

// maxReasons is how many reasons of one pair are shown.
const maxReasons = 3

// because lists the reasons why something of a pair is unknown.
func because(p *moddiff.PairResult) string {
	var texts []string
	for _, r := range p.Reasons[:min(len(p.Reasons), maxReasons)] {
		texts = append(texts, cut(r.String(), maxCondition))
	}
	if more := len(p.Reasons) - maxReasons; more > 0 {
		texts = append(texts, fmt.Sprintf("... and %d more (--format json lists them)", more))
	}
	return strings.Join(texts, "; ")
}

// Reason says why something is unknown: what kind of reason, and the flag that
// may help, with its value.
type Reason struct {
	ID    moddiff.ReasonID `json:"id"`
	Text  string           `json:"text"`
	About string           `json:"about,omitempty"`
	Flag  string           `json:"flag,omitempty"`
}

// reasonsOf are the first reason and, where there are more, all.
func reasonsOf(p *moddiff.PairResult) (first *Reason, all []Reason) {
	for _, r := range p.Reasons {
		all = append(all, Reason{r.ID, r.Text(), r.About, r.Flag})
	}
	switch len(all) {
	case 0:
		return nil, nil
	case 1:
		return &all[0], nil
	}
	return &all[0], all
}
