package tools

import (
	"os/exec"
	"regexp"
	"slices"
	"strings"

	"semdiff/internal/lazyregexp"
	"semdiff/moddiff"
)

// Tool is a program that says something of a pair.
type Tool struct {
	Name  string `toml:"name"`
	About string `toml:"about"`
	// Command is the program and its arguments, with placeholders. The program runs in
	// a folder of its own, which is empty.
	Command []string `toml:"command"`
	// Rules say what the output means; the first that fits counts. Without one that
	// fits the tool has no answer. A tool with {query} needs none.
	Rules []Rule `toml:"answer"`

	reads func(output string, in *inputs) (moddiff.Status, string) // in place of rules
}

// Rule is a verdict for outputs.
type Rule struct {
	// Output is a regular expression that is looked for in what the tool prints; (?m)
	// makes ^ and $ those of lines.
	Output string `toml:"output"`
	// Exit is the exit code; any one when it is absent.
	Exit *int `toml:"exit"`
	// Verdict is equivalent, partially-equivalent, different, unknown, or error.
	Verdict moddiff.Status `toml:"verdict"`

	pattern *regexp.Regexp
}

// verdictError is the verdict of a rule that stands for no answer.
const verdictError moddiff.Status = "error"

// The placeholders of commands.
const (
	holeOld     = "{old}"
	holeNew     = "{new}"
	holeEntry   = "{entry}"
	holeSeconds = "{seconds}" // the limit of time, 0 for none
	holeMemory  = "{memory}"  // the limit of memory in MB, 0 for none
	holeEq      = "{eq}"
	holeQuery   = "{query}"
)

var (
	holes = []string{holeOld, holeNew, holeEntry, holeSeconds, holeMemory, holeEq, holeQuery}
	hole  = lazyregexp.New(`\{[a-z]+\}`)
)

// Shipped are the tools that are known.
func Shipped() []Tool {
	return []Tool{
		{
			Name:    "boogie",
			About:   "Boogie on the procedure Eq of the entry, of which the callees are proven before (the condition of engine symdiff)",
			Command: []string{"boogie", "/nologo", "/useArrayTheory", "/errorLimit:50", "/timeLimit:" + holeSeconds, holeEq},
			reads:   readBoogie,
		},
		{
			Name:    "z3",
			About:   "z3 on all queries that semdiff export writes: right when each of them is confirmed",
			Command: []string{"z3", "-T:" + holeSeconds, holeQuery},
		},
		{
			Name:    "cvc5",
			About:   "cvc5 on all queries that semdiff export writes: right when each of them is confirmed",
			Command: []string{"cvc5", holeQuery},
		},
	}
}

// Find is the tool of a name in a list; ok is false when there is none.
func Find(list []Tool, name string) (t Tool, ok bool) {
	i := slices.IndexFunc(list, func(t Tool) bool { return t.Name == name })
	if i < 0 {
		return t, false
	}
	return list[i], true
}

// Names are the names of tools.
func Names(list []Tool) (names []string) {
	for _, t := range list {
		names = append(names, t.Name)
	}
	return names
}

// wants reports whether a placeholder is in the command.
func (t *Tool) wants(hole string) bool {
	return slices.ContainsFunc(t.Command, func(arg string) bool { return strings.Contains(arg, hole) })
}

// absent says why the tool cannot run; "" when it can.
func (t *Tool) absent() string {
	if _, err := exec.LookPath(t.Command[0]); err != nil {
		return t.Command[0] + " is not installed"
	}
	return ""
}

// means is the verdict for an output, and a reason when there is none.
func (t *Tool) means(output string, exit int) (moddiff.Status, string) {
	for _, r := range t.Rules {
		if (r.Exit == nil || *r.Exit == exit) && (r.pattern == nil || r.pattern.MatchString(output)) {
			return r.Verdict, ""
		}
	}
	return verdictError, "no rule of the tool fits"
}
