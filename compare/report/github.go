package report

import (
	"fmt"
	"io"
	"strings"
)

// WriteGitHub writes the findings as GitHub's workflow commands, which annotate lines of
// a change; affected procedures that are no entries are left out.
func WriteGitHub(w io.Writer, j *Judged) error {
	var t page
	t.annotate(j)
	t.linef("%s", inData(j.View.Headline()))
	return t.writeTo(w)
}

func (t *page) annotate(j *Judged) {
	for _, f := range j.shown() {
		if f.Change == Affected && !f.Entry && !f.Fails {
			continue
		}
		command, at := f.Level(), f.Place()
		if command == "note" {
			command = "notice"
		}
		place := ""
		if at.IsValid() {
			place = fmt.Sprintf("file=%s,line=%d,", inProperty(inTree(at.File)), at.Line)
		}
		t.linef("::%s %stitle=%s::%s", command, place, inProperty("semdiff: "+f.Procedure+" "+f.summary()), inData(f.Message))
	}
}

// summary is what a finding says of its procedure, in a word or two.
func (f *Finding) summary() string {
	switch f.Kind {
	case OnDifferent:
		return "differs"
	case OnUnknown:
		return "is unknown"
	}
	return strings.ReplaceAll(f.Rule, "-", " ")
}

// inData and inProperty are texts as workflow commands have them.
func inData(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func inProperty(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(inData(s))
}
