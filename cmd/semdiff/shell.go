package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"semdiff/boogie"
	"semdiff/compare/engines"
	"semdiff/compare/report"
	"semdiff/internal/closest"
	"semdiff/smtlib/solver"
)

// completionCommand prints what makes a shell complete commands, flags and their values.
func completionCommand(e env) *cobra.Command {
	shells := []string{"bash", "zsh", "fish"}
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "what makes bash, zsh or fish complete commands and flags",
		Long:  "Prints a script for bash, zsh or fish, after which the shell completes commands, flags and their values.",
		Example: `  semdiff completion bash > /etc/bash_completion.d/semdiff
  semdiff completion zsh > "${fpath[1]}/_semdiff"
  semdiff completion fish > ~/.config/fish/completions/semdiff.fish`,
		ValidArgs: shells,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usageError{"semdiff completion bash|zsh|fish"}
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			root := c.Root()
			write := map[string]func(io.Writer) error{
				"bash": func(w io.Writer) error { return root.GenBashCompletionV2(w, true) },
				"zsh":  root.GenZshCompletion,
				"fish": func(w io.Writer) error { return root.GenFishCompletion(w, true) },
			}[args[0]]
			if write == nil {
				return fmt.Errorf("there is completion for %s, not for %q%s", strings.Join(shells, ", "), args[0], closest.Question(args[0], shells))
			}
			return write(e.stdout)
		},
	}
}

// commonValues are what flags may be set to, by their names, where several commands have them.
func commonValues() map[string][]string {
	onOff := []string{"on", "off"}
	return map[string][]string{
		"asserts": {"outcome", "assume", "ignore"}, "externals": {"function", "havoc"}, "observe": {"results", "source", "all"},
		"blocked": {"ignore", "report", "differ"}, "termination": {"compare", "ignore"}, "until": {"summary", "verdict"},
		"names": {"source", "boogie"}, "color": {"auto", "always", "never"}, "progress": {"auto", "never"},
		"impact": onOff, "relations": onOff, "clients": onOff, "proofs": append(onOff, proofSources()...), "paths": {"merge", "enumerate"},
		"engine": engines.Names(), "engines": engines.Names(), "fail-on": append(report.FailOn(), "none"),
		"solver": solver.Known(), "check-with": solver.Known(), "horn-solver": {"z3", "none"}, "boogie": {"auto", "never"},
	}
}

// completeEntry completes a procedure of the old version.
func completeEntry(_ *cobra.Command, args []string, _ string) (names []string, _ cobra.ShellCompDirective) {
	if len(args) > 0 {
		if text, err := os.ReadFile(args[0]); err == nil {
			if prog, err := boogie.Parse(args[0], text); err == nil {
				names = procedures(prog)
			}
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// procedures are the names of the procedures that have a body.
func procedures(prog *boogie.Program) (names []string) {
	for _, d := range prog.Decls {
		switch d := d.(type) {
		case *boogie.ProcDecl:
			if d.Body != nil {
				names = append(names, d.Name)
			}
		case *boogie.ImplDecl:
			names = append(names, d.Name)
		}
	}
	return names
}
