package tools

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"semdiff/compare/suite"
	"semdiff/internal/source"
	"semdiff/moddiff"
)

// Read reads a file of tools, each a table [[tool]] with tables [[tool.answer]] for its
// rules. Problems are a source.List.
func Read(file string) ([]Tool, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var all struct {
		Tools []Tool `toml:"tool"`
	}
	if err := suite.Decode(file, text, &all); err != nil {
		return nil, err
	}
	places := suite.PositionsOf(file, text)
	var problems source.List
	rules := 0
	for i := range all.Tools {
		t := &all.Tools[i]
		table := fmt.Sprintf("tool[%d]", i)
		addf := func(field, format string, args ...any) {
			problems.Addf(places.Of(table+"."+field, table), format, args...)
		}
		switch {
		case t.Name == "":
			addf("name", "a tool without a name")
		case slices.ContainsFunc(all.Tools[:i], func(o Tool) bool { return o.Name == t.Name }):
			addf("name", "there are two tools %s", t.Name)
		}
		if len(t.Command) == 0 {
			addf("command", "tool %s: there is no command", t.Name)
		}
		for _, arg := range t.Command {
			for _, name := range hole.FindAllString(arg, -1) {
				if !slices.Contains(holes, name) {
					addf("command", "tool %s: a command can have %s, but not %s", t.Name, strings.Join(holes, ", "), name)
				}
			}
		}
		if len(t.Rules) == 0 && !t.wants(holeQuery) {
			addf("name", "tool %s: nothing says what its output means: add tables [[tool.answer]]", t.Name)
		}
		for k := range t.Rules {
			at := fmt.Sprintf("tool.answer[%d]", rules)
			rules++
			for _, p := range t.Rules[k].compile() {
				problems.Addf(places.Of(at+"."+p.field, at), "tool %s: %s", t.Name, p.text)
			}
		}
	}
	return all.Tools, problems.Err()
}

// problem is one of a rule.
type problem struct{ field, text string }

func (r *Rule) compile() (list []problem) {
	if _, known := moddiff.VerdictNamed(string(r.Verdict)); !known && r.Verdict != verdictError {
		var names []string
		for _, v := range moddiff.AllVerdicts() {
			names = append(names, v.Name)
		}
		list = append(list, problem{"verdict", fmt.Sprintf("verdict must be %s or %s, not %q", strings.Join(names, ", "), verdictError, r.Verdict)})
	}
	if r.Output == "" && r.Exit == nil {
		list = append(list, problem{"output", "an answer is told by output, by exit, or by both"})
	}
	if r.Output == "" {
		return list
	}
	var err error
	if r.pattern, err = regexp.Compile(r.Output); err != nil {
		list = append(list, problem{"output", err.Error()})
	}
	return list
}
