package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"semdiff/compare/engines"
	"semdiff/compare/matrix"
	"semdiff/compare/session"
	"semdiff/compare/suite"
	"semdiff/compare/tools"
	"semdiff/internal/digest"
)

// compareFlags are the flags of compare.
type compareFlags struct {
	engines, tools, tags []string
	limits               suite.Limits
	jobs, repeat         int

	config, resume, shard, balance, baseline, cache string
	given                                           func(flag string) bool // reports whether a flag was given

	format, output, color, progress string

	merge, cell bool
}

var compareFormats = []string{"text", "markdown", "csv", "json", "html", "pasda"}

func compareCommand() command {
	return command{
		name: "compare", args: "SUITE...", about: "engines and other tools side by side over suites of pairs",
		long: `Runs engines and other tools over suites: folders with pairs of versions and what is true of them. It goes on where it was
interrupted when it is given --resume.

Exit codes: 0 no answer is wrong; 1 one is, or one was lost against --baseline; 2 trouble; 3 interrupted.`,
		example: `  semdiff compare benchmarks/figures --engines moddiffref,symdiff
  semdiff compare my-suite --tools z3 --resume results.json`,
		min: 0, max: -1, partial: true, values: map[string][]string{"format": compareFormats},
		new: newCompare,
	}
}

// newCompare runs engines and tools over suites.
func newCompare(fs *pflag.FlagSet) action {
	var f compareFlags
	fs.StringSliceVar(&f.engines, "engines", nil, "engines that are columns, of "+strings.Join(engines.Names(), ", ")+" (default those that a suite names, or else all)")
	fs.StringSliceVar(&f.tools, "tools", nil, "other programs that are columns, of "+strings.Join(tools.Names(tools.Shipped()), ", ")+" and those of --config (default all of these)")
	fs.StringVar(&f.config, "config", "", "file of more tools")
	fs.StringSliceVar(&f.tags, "filter", nil, "only pairs with one of these tags, families, truths or names")
	fs.DurationVar(&f.limits.Timeout, "timeout", 10*time.Second, "time of each process (0: no limit)")
	fs.IntVar(&f.limits.Memory, "memory", 4096, "memory of each process and all that it starts, in MB (0: no limit)")
	fs.IntVar(&f.jobs, "jobs", 1, "cells that are filled at a time; times are worth more with one")
	fs.IntVar(&f.repeat, "repeat", 1, "processes of each cell, of which the median time counts")
	fs.StringVar(&f.cache, "cache", "", "folder that engines keep what they find out in; shards may share it")
	fs.StringVar(&f.resume, "resume", "", "file that results are written to as they come; what it has already is not run again")
	fs.StringVar(&f.shard, "shard", "", "K/N: only the K-th of N shares of the pairs")
	fs.StringVar(&f.balance, "balance", "", "earlier results by whose times shares are made equal")
	fs.BoolVar(&f.merge, "merge", false, "the arguments are files of results, which are joined; nothing is run")
	fs.StringVar(&f.baseline, "baseline", "", "earlier results: what became better, worse or slower; exit code 1 when an answer was lost")
	fs.StringVar(&f.format, "format", "text", strings.Join(compareFormats, ", "))
	fs.StringVarP(&f.output, "output", "o", "", "write the tables to this file")
	fs.StringVar(&f.color, "color", "auto", "colours of text: auto (on a terminal), always or never")
	fs.StringVar(&f.progress, "progress", "auto", "auto (a line on a terminal) or never")
	fs.BoolVar(&f.cell, "cell", false, "")
	_ = fs.MarkHidden("cell")
	f.given = fs.Changed
	return func(e env, args []string) int { return f.run(e, args) }
}

func (f *compareFlags) run(e env, args []string) int {
	if f.cell {
		return runCell(e)
	}
	if len(args) == 0 {
		fmt.Fprintln(e.stderr, usageError{"semdiff compare [flags] SUITE..."})
		return exitTrouble
	}
	view, err := f.compare(e, args)
	if view == nil {
		return trouble(e, err)
	}
	if code := e.answer(f.output, func(w io.Writer) error { return f.write(w, e, view) }, true, exitSame); code != exitSame {
		return code
	}
	switch {
	case e.ctx.Err() != nil:
		f.sayResume(e, view)
		return exitUnknown
	case err != nil:
		return trouble(e, err)
	case len(view.Wrong()) > 0, len(view.Lost()) > 0:
		return exitDifferent
	case slices.ContainsFunc(view.Cells, func(c *suite.Cell) bool { return c.Outcome == suite.Error }):
		return exitTrouble
	}
	return exitSame
}

func (f *compareFlags) check() error {
	if err := cmp.Or(checkEngines(f.engines), session.OneOf("format", f.format, compareFormats...)); err != nil {
		return err
	}
	if f.jobs < 1 || f.repeat < 1 {
		return errors.New("--jobs and --repeat must be at least 1")
	}
	return cmp.Or(checkProgress(f.progress), session.NotNegative("timeout", f.limits.Timeout), session.NotNegative("memory", f.limits.Memory), checkColor(f.color))
}

// checkEngines is an error for a name that is no engine's.
func checkEngines(names []string) error {
	for _, name := range names {
		if err := session.OneOf("engines", name, engines.Names()...); err != nil {
			return err
		}
	}
	return nil
}

// compare is what is shown; it may be incomplete where there is an error too.
func (f *compareFlags) compare(e env, args []string) (*matrix.View, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	baseline, err := readResults(f.baseline)
	if err != nil {
		return nil, err
	}
	if f.merge {
		var list []*suite.Results
		for _, file := range args {
			r, err := suite.ReadResults(file)
			if err != nil {
				return nil, err
			}
			list = append(list, r)
		}
		all, err := suite.Merge(list)
		if err != nil {
			return nil, err
		}
		return matrix.New(all, baseline), nil
	}
	results, err := f.fillSuites(e, args)
	if results == nil {
		return nil, err
	}
	return matrix.New(results, baseline), err
}

// fillSuites fills the matrix of suites.
func (f *compareFlags) fillSuites(e env, dirs []string) (*suite.Results, error) {
	suites, err := readSuites(dirs)
	if err != nil {
		return nil, err
	}
	columns, err := f.columns(suites)
	if err != nil {
		return nil, err
	}
	tasks := suite.Tasks(suites, f.tags)
	if len(tasks) == 0 {
		return nil, fmt.Errorf("no pair has one of the tags %s", strings.Join(f.tags, ", "))
	}
	if f.shard != "" {
		shard, err := suite.ParseShard(f.shard)
		if err != nil {
			return nil, err
		}
		earlier, err := readResults(f.balance)
		if err != nil {
			return nil, err
		}
		tasks = shard.Of(tasks, earlier)
	}
	work, err := os.MkdirTemp("", "semdiff-compare-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(work)
	for _, t := range tasks {
		if err := t.Pair.Materialize(work); err != nil {
			return nil, err
		}
	}
	runner := &suite.Runner{Columns: columns, Limits: f.limits, Jobs: f.jobs, Repeat: f.repeat}
	results := runner.Start(suites, tasks, machine())
	if f.resume != "" {
		switch earlier, err := suite.ReadResults(f.resume); {
		case err == nil:
			results.Cells = earlier.Cells
		case !errors.Is(err, os.ErrNotExist):
			return nil, err
		}
	}
	return results, f.fill(e, runner, tasks, results)
}

func (f *compareFlags) fill(e env, runner *suite.Runner, tasks []suite.Task, results *suite.Results) error {
	todo, err := runner.Missing(tasks, results)
	if err != nil {
		return err
	}
	recorder, err := suite.Record(f.resume, results)
	if err != nil {
		return err
	}
	line := live(e, f.progress, "cells")
	if line != nil {
		runner.Progress = func(done int, cell string) { line.set(done, len(todo.Work), 0, cell) }
	}
	err = runner.Run(e.ctx, todo, recorder)
	line.end()
	results.Sort()
	return cmp.Or(err, recorder.Close())
}

// readSuites reads the suites of folders, whose names must be distinct.
func readSuites(dirs []string) (list []*suite.Suite, err error) {
	for _, dir := range dirs {
		s, err := suite.Read(dir)
		if err != nil {
			return nil, err
		}
		for _, other := range list {
			if other.Name == s.Name {
				return nil, fmt.Errorf("%s and %s are both called suite %s", other.Dir, s.Dir, s.Name)
			}
		}
		list = append(list, s)
	}
	return list, nil
}

func readResults(file string) (*suite.Results, error) {
	if file == "" {
		return nil, nil
	}
	return suite.ReadResults(file)
}

// digestSize is how many digits tell one build of the program from another.
const digestSize = 12

// columns are the engines and tools of the flags, or those that the suites name.
func (f *compareFlags) columns(suites []*suite.Suite) (list []suite.Column, err error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	build, err := digest.File(program)
	if err != nil {
		return nil, err
	}
	build = build[:digestSize]
	cache := f.cache
	if cache != "" {
		if cache, err = filepath.Abs(cache); err != nil {
			return nil, err
		}
	}
	known, err := f.knownTools()
	if err != nil {
		return nil, err
	}
	names, err := f.columnNames(suites, known)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if tool, ok := tools.Find(known, name); ok {
			list = append(list, tools.New(tool, program, build))
			continue
		}
		entry, _ := engines.Find(name)
		list = append(list, &suite.Engine{Name: name, About: entry.Title, Program: program, Digest: build, Cache: cache})
	}
	return list, nil
}

// columnNames are the engines and tools that were asked for, or that the suites name, or
// all engines and the tools of the user.
func (f *compareFlags) columnNames(suites []*suite.Suite, known []tools.Tool) (names []string, err error) {
	all := append(engines.Names(), tools.Names(known)...)
	for _, s := range suites {
		if err := s.CheckEngines(all); err != nil {
			return nil, err
		}
	}
	names = slices.Clone(f.engines)
	if !f.given("engines") {
		for _, s := range suites {
			names = append(names, s.Engines...)
		}
		if len(names) == 0 {
			names = engines.Names()
		}
	}
	names = append(names, f.tools...)
	if !f.given("tools") {
		for _, t := range known[len(tools.Shipped()):] {
			names = append(names, t.Name)
		}
	}
	var distinct []string
	for _, name := range names {
		if !slices.Contains(all, name) {
			return nil, session.OneOf("tools", name, tools.Names(known)...)
		}
		if !slices.Contains(distinct, name) {
			distinct = append(distinct, name)
		}
	}
	return distinct, nil
}

// knownTools are those that are shipped, and then those of the user.
func (f *compareFlags) knownTools() ([]tools.Tool, error) {
	known := tools.Shipped()
	if f.config == "" {
		return known, nil
	}
	own, err := tools.Read(f.config)
	if err != nil {
		return nil, err
	}
	for _, t := range own {
		if _, is := tools.Find(known, t.Name); is || slices.Contains(engines.Names(), t.Name) {
			return nil, fmt.Errorf("%s: there is a column %s already", f.config, t.Name)
		}
	}
	return append(known, own...), nil
}

func machine() string {
	return fmt.Sprintf("%d processors, %s/%s", runtime.NumCPU(), runtime.GOOS, runtime.GOARCH)
}

func (f *compareFlags) write(w io.Writer, e env, v *matrix.View) error {
	switch f.format {
	case "markdown":
		return v.WriteMarkdown(w)
	case "csv":
		return v.WriteCSV(w)
	case "json":
		return v.WriteJSON(w)
	case "html":
		return v.WriteHTML(w)
	case "pasda":
		return v.WritePASDA(w)
	}
	return v.WriteText(w, matrix.Style{Color: answerStyle(e.stdout, f.output, f.color).Color})
}

func (f *compareFlags) sayResume(e env, v *matrix.View) {
	left := len(v.Pairs)*len(v.Columns) - len(v.Cells)
	if f.resume != "" {
		fmt.Fprintf(e.stderr, "semdiff: interrupted, %d cells are missing; the same command goes on from %s\n", left, f.resume)
		return
	}
	fmt.Fprintf(e.stderr, "semdiff: interrupted, %d cells are missing; with --resume FILE a run can be gone on with\n", left)
}
