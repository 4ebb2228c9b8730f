package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

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
		{"client-schema", "the JSON Schema of client --format json", report.WriteClientSchema},
		{"delta-schema", "the JSON Schema of delta --format json", report.WriteDeltaSchema},
	}
}

// helpCommand prints what there is to say of a command or a topic, or how semdiff is used.
func helpCommand(e env) *cobra.Command {
	words := func(root *cobra.Command) (list []string) {
		list = commandNames(root)
		for _, t := range topics() {
			list = append(list, t.name)
		}
		return list
	}
	return &cobra.Command{
		Use:   "help [COMMAND|TOPIC]",
		Short: "what a command does, or a table of words",
		ValidArgsFunction: func(c *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return words(c.Root()), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			root := c.Root()
			if len(args) == 0 {
				return root.Help()
			}
			asked := strings.Join(args, " ")
			for _, other := range root.Commands() {
				if other.Name() == asked && other.IsAvailableCommand() {
					other.InitDefaultHelpFlag()
					return other.Help()
				}
			}
			var of []string
			for _, t := range topics() {
				if t.name == asked {
					return t.write(e.stdout)
				}
				of = append(of, t.name)
			}
			return fmt.Errorf("there is no help on %q%s, but on each command, and on %s", asked,
				closest.Question(asked, words(root)), strings.Join(of, ", "))
		},
	}
}
