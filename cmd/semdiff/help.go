package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"semdiff/compare/report"
	"semdiff/internal/closest"
)

// topic is something that semdiff help has a table of.
type topic struct {
	name, about string
	write       func(io.Writer) error
}

func topics() []topic {
	return []topic{
		{"engines", "what compares the versions", report.WriteEngines},
		{"verdicts", "what is said of programs and pairs", report.WriteVerdicts},
		{"reasons", "why something is unknown", report.WriteReasons},
		{"claims", "what an export claims, and how it is proven", report.WriteClaims},
		{"formats", "the forms of the answer of diff", report.WriteFormats},
		{"schema", "the JSON Schema of diff --format json", report.WriteSchema},
		{"impact-schema", "the JSON Schema of impact --format json", report.WriteImpactSchema},
		{"compare-schema", "the JSON Schema of compare --format json", report.WriteCompareSchema},
		{"files-schema", "the JSON Schema of diff --format json for several files", report.WriteFilesSchema},
		{"crosscheck-schema", "the JSON Schema of crosscheck --format json", report.WriteCrosscheckSchema},
		{"verify-schema", "the JSON Schema of verify --format json", report.WriteVerificationSchema},
		{"baseline-schema", "the JSON Schema of diff --write-baseline", report.WriteBaselineSchema},
		{"delta-schema", "the JSON Schema of delta --format json", report.WriteDeltaSchema},
	}
}

// runHelp prints what there is to say of a command or a topic, or how semdiff is used.
func runHelp(e env, args []string) int {
	if len(args) == 0 {
		usage(e.stdout)
		return exitSame
	}
	asked := strings.Join(args, " ")
	var commandNames []string
	for _, c := range commands() {
		if c.name == asked {
			return c.run(e, []string{"--help"})
		}
		commandNames = append(commandNames, c.name)
	}
	i := slices.IndexFunc(topics(), func(t topic) bool { return t.name == asked })
	if i < 0 {
		var names []string
		for _, t := range topics() {
			names = append(names, t.name)
		}
		return trouble(e, fmt.Errorf("there is no help on %q%s, but on each command, and on %s", asked,
			closest.Question(asked, append(commandNames, names...)), strings.Join(names, ", ")))
	}
	if err := topics()[i].write(e.stdout); err != nil {
		return trouble(e, err)
	}
	return exitSame
}
