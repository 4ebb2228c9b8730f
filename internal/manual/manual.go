// Package manual makes manual pages of a tree of commands. The program itself is built
// without it, since what it needs would be set up at every start: see make install.
package manual

import (
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"
)

// Command writes the manual pages to a folder, a file for each command.
func Command(version string) *cobra.Command {
	return &cobra.Command{
		Use:    "manual DIR",
		Short:  "write the manual pages to a folder",
		Hidden: true,
		Args:   cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			date := time.Unix(0, 0).UTC() // the pages are the same whenever they are made
			root := c.Root()
			root.DisableAutoGenTag = true
			markdown(root)
			return doc.GenManTree(root, &doc.GenManHeader{Section: "1", Date: &date, Source: "semdiff " + version, Manual: "semdiff"}, args[0])
		},
	}
}

// markdown makes what is said of a command and of those below it Markdown, which manual
// pages are made from.
func markdown(c *cobra.Command) {
	escape := strings.NewReplacer("\\", "\\\\", "*", "\\*", "_", "\\_", "<", "\\<", "[", "\\[", "`", "\\`", "|", "\\|", "#", "\\#").Replace
	c.Short, c.Long = escape(c.Short), escape(c.Long)
	c.Flags().VisitAll(func(f *pflag.Flag) { f.Usage = escape(f.Usage) })
	for _, below := range c.Commands() {
		markdown(below)
	}
}
