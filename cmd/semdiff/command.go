package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"semdiff/internal/closest"
)

// command is a subcommand: what cobra, its help, the manual pages and the completion
// of shells are made from.
type command struct {
	name, args, about string // args are shown behind the name
	long              string // what there is to say beyond about; paragraphs
	example           string // command lines
	min, max          int    // how many arguments; max is -1 where there is no limit
	partial           bool   // has an answer to give when it is interrupted

	// new registers the flags, and is what the command does when they are parsed.
	new func(fs *pflag.FlagSet) action
	// values are what its own flags may be set to, nil for files, for the completion of shells.
	values map[string][]string
}

// action does what a command is for; it returns the exit code.
type action func(e env, args []string) int

// usageError is a command line with too many arguments or too few.
type usageError struct{ line string }

func (u usageError) Error() string { return "usage: " + u.line }

// execute runs the command that args name.
func execute(e env, out *output, args []string) (code int) {
	root := newRoot(e, out, &code)
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		if !c.HasParent() && !strings.HasPrefix(args[0], "-") {
			return unknownCommand(root, args[0]) // the flags were meant for it
		}
		return inWords(err, c)
	})
	root.SetArgs(append([]string{}, args...)) // never nil, for which cobra takes those of the process
	err := root.Execute()
	var usage usageError
	switch {
	case errors.As(err, &usage):
		fmt.Fprintln(e.stderr, usage)
		return exitTrouble
	case err != nil:
		return trouble(e, err)
	}
	return code
}

// newRoot is the tree of commands; the one that is run sets the exit code.
func newRoot(e env, out *output, code *int) *cobra.Command {
	cobra.EnableCommandSorting = false
	root := &cobra.Command{
		Use:   "semdiff",
		Short: "tells what a change to a Boogie program really does",
		Long: `semdiff reads two versions of a Boogie program and tells, procedure by procedure, for which inputs they behave
differently, for which they behave the same, and what is not known yet.

A file named - is standard input. Exit codes: 0 equivalent or partially-equivalent, 1 different, 2 trouble, 3 unknown;
without --entry also 1 where procedures were added, removed or got another signature.`,
		Args:          cobra.ArbitraryArgs,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SetIn(e.stdin)
	root.SetOut(e.stdout)
	root.SetErr(e.stderr)
	showVersion := root.Flags().Bool("version", false, "print the versions of semdiff and of its solvers")
	root.PersistentFlags().BoolVar(&out.paged, "pager", false, "show what is printed through $PAGER, or else less, where standard output is a terminal")
	root.SetHelpFunc(func(c *cobra.Command, _ []string) { writeHelp(e.stdout, c) })
	root.RunE = func(c *cobra.Command, args []string) error {
		switch {
		case len(args) > 0:
			return unknownCommand(root, args[0])
		case *showVersion:
			*code = versionCommand().new(new(pflag.FlagSet))(e, nil)
		default:
			writeHelp(e.stderr, c)
			*code = exitTrouble
		}
		return nil
	}
	for _, c := range commands() {
		root.AddCommand(c.cobra(e, code))
	}
	root.SetHelpCommand(helpCommand(e))
	root.AddCommand(completionCommand(e))
	if addManual != nil {
		root.AddCommand(addManual(version()))
	}
	return root
}

// addManual is the command that writes the manual pages, in a build with tag manual and in
// tests.
var addManual func(version string) *cobra.Command

func unknownCommand(root *cobra.Command, name string) error {
	return fmt.Errorf("unknown command %q%s; semdiff help lists them", name, closest.Question(name, commandNames(root)))
}

// commandNames are those of the commands that are listed.
func commandNames(root *cobra.Command) (list []string) {
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			list = append(list, c.Name())
		}
	}
	return list
}

// cobra is the command as a part of the tree.
func (c command) cobra(e env, code *int) *cobra.Command {
	cc := &cobra.Command{
		Use:                   strings.TrimSpace(c.name + " [flags] " + c.args),
		Short:                 c.about,
		Long:                  c.long,
		Example:               c.example,
		DisableFlagsInUseLine: true,
	}
	cc.Flags().SortFlags = false
	act := c.new(cc.Flags())
	cc.Args = func(_ *cobra.Command, args []string) error {
		if len(args) < c.min || c.max >= 0 && len(args) > c.max {
			return usageError{"semdiff " + cc.Use}
		}
		return nil
	}
	cc.RunE = func(_ *cobra.Command, args []string) error {
		if !c.partial {
			defer context.AfterFunc(e.ctx, func() { e.exit(signalled(syscall.SIGINT)) })()
		}
		*code = act(e, args)
		return nil
	}
	for _, of := range []map[string][]string{c.values, commonValues()} {
		for flag, values := range of {
			if _, done := cc.GetFlagCompletionFunc(flag); done || cc.Flags().Lookup(flag) == nil {
				continue
			}
			directive := cobra.ShellCompDirectiveNoFileComp
			if values == nil {
				directive = cobra.ShellCompDirectiveDefault // files
			}
			if err := cc.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, directive)); err != nil {
				panic(err)
			}
		}
	}
	if cc.Flags().Lookup("entry") != nil {
		if err := cc.RegisterFlagCompletionFunc("entry", completeEntry); err != nil {
			panic(err)
		}
	}
	return cc
}

// otherNames are the flags that go by another name in other tools, as Boogie, CBMC and
// SymDiff.
var otherNames = map[string]string{
	"unroll": "unwind", "loopUnroll": "unwind", "loop-unroll": "unwind", "bound": "unwind", "k": "unwind",
	"time-limit": "timeout", "timeLimit": "timeout", "time": "timeout", "memory-limit": "memory",
	"function": "entry", "proc": "entry", "main": "entry", "threads": "jobs",
}

// inWords is an error of flags that says what to write instead.
func inWords(err error, c *cobra.Command) error {
	if unknown := new(pflag.NotExistError); errors.As(err, &unknown) {
		var names []string
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden {
				names = append(names, f.Name)
			}
		})
		meant, name := "", otherNames[unknown.GetSpecifiedName()]
		if !slices.Contains(names, name) {
			name = closest.To(unknown.GetSpecifiedName(), names)
		}
		if name != "" {
			meant = " (did you mean --" + name + "?)"
		}
		return fmt.Errorf("%w%s; %s --help lists the flags", err, meant, c.CommandPath())
	}
	if strings.Contains(err.Error(), "missing unit in duration") {
		return fmt.Errorf("%w: write 10s, 500ms or 2m", err)
	}
	if strings.Contains(err.Error(), "strconv.ParseInt") {
		before, _, _ := strings.Cut(err.Error(), ": strconv.")
		return fmt.Errorf("%s: it must be a whole number", before)
	}
	return err
}

// writeHelp writes what there is to say of a command, and its flags.
func writeHelp(w io.Writer, c *cobra.Command) {
	width := 0 // no limit
	if fd, ok := terminal(w); ok {
		if n, _, err := term.GetSize(fd); err == nil {
			width = n
		}
	}
	if !c.HasParent() {
		fmt.Fprintf(w, "%s\n\nusage:\n", c.Long)
		for _, s := range c.Commands() {
			if s.IsAvailableCommand() {
				words, _, _ := strings.Cut(strings.TrimPrefix(s.Use, s.Name()), "\n")
				fmt.Fprintf(w, "  semdiff %-10s %-24s %s\n", s.Name(), strings.TrimSpace(strings.Replace(words, "[flags]", "", 1)), s.Short)
			}
		}
		fmt.Fprint(w, "\nhelp:\n  semdiff help COMMAND                        what a command does, and its flags\n")
		for _, t := range topics() {
			fmt.Fprintf(w, "  semdiff help %-30s %s\n", t.name, t.about)
		}
		fmt.Fprintf(w, "\nflags:\n%s", c.Flags().FlagUsagesWrapped(width))
		return
	}
	fmt.Fprintf(w, "usage: semdiff %s\n\n", c.Use)
	if c.Long == "" {
		fmt.Fprintf(w, "%s.\n", sentence(c.Short))
	} else {
		fmt.Fprintln(w, c.Long)
	}
	if c.Example != "" {
		fmt.Fprintf(w, "\nexamples:\n%s\n", c.Example)
	}
	if c.HasAvailableLocalFlags() {
		fmt.Fprintf(w, "\nflags:\n%s", c.LocalFlags().FlagUsagesWrapped(width))
	}
	if c.HasAvailableInheritedFlags() {
		fmt.Fprintf(w, "\nflags of all commands:\n%s", c.InheritedFlags().FlagUsagesWrapped(width))
	}
}

// sentence begins with a capital.
func sentence(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
