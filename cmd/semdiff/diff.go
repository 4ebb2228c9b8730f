package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"semdiff"
	"semdiff/compare/engine"
	"semdiff/compare/engines"
	"semdiff/compare/report"
	"semdiff/compare/session"
	"semdiff/compare/symdiff"
	"semdiff/internal/closest"
	"semdiff/moddiff"
	"semdiff/smtlib/solver"
	"semdiff/translate"
)

type diffFlags struct {
	versionFlags
	findings findingFlags

	mode, paths, relations, states, clients, impact, horn, format, output, progress, cache, color, observe, assume, blocked, termination, until, tests string

	files filesFlags

	engine string // "" means the one of mode

	unwind  int
	jobs    int
	traces  int
	verbose bool
	explain bool

	proofs bool // asks for what semdiff export writes
}

func diffCommand() command {
	return command{
		name: "diff", args: "OLD NEW", about: "difference summaries of two versions and the entry's verdict",
		long: `Compares two versions procedure by procedure, callees before callers: for which inputs they differ, for which they agree,
and what is not known. The first line is about the entry; a table of the procedures follows, then their conditions, with
inputs on which both versions were run.

OLD and NEW are Boogie programs, folders of these, or git:REV:PATH. With the seven or nine arguments that git gives an
external diff the answer is for git.

Exit codes: 0 equivalent or partially-equivalent, 1 different (see --fail-on), 2 trouble, 3 unknown.`,
		example: `  semdiff diff old.bpl new.bpl
  semdiff diff old.bpl new.bpl --entry main --traces 1
  semdiff diff git:HEAD^:model.bpl model.bpl --timeout 60s --format markdown
  semdiff diff --translate 'c=smack --no-verify -bpl {out} {in}' old.c new.c`,
		min: 1, max: -1, partial: true, values: map[string][]string{"format": report.FormatNames(), "mode": modes()},
		new: newDiff,
	}
}

// newDiff compares two versions, or folders of them.
func newDiff(fs *pflag.FlagSet) action {
	var f diffFlags
	f.register(fs)
	return func(e env, args []string) int { return f.run(e, fs, args) }
}

func (f *diffFlags) run(e env, fs *pflag.FlagSet, args []string) int {
	policy, err := f.prepare(fs)
	if err != nil {
		return trouble(e, err)
	}
	if f.files.merge {
		return f.mergeFiles(e, args)
	}
	switch len(args) {
	case 1:
		fmt.Fprintln(e.stderr, usageError{"semdiff diff [flags] OLD NEW"})
		return exitTrouble
	case 2:
	case externalArgs, externalRenamed:
		return f.external(e, args, policy)
	default:
		fmt.Fprintln(e.stderr, "usage: semdiff diff [flags] OLD NEW (or the arguments that git gives an external diff)")
		return exitTrouble
	}
	pairs, err := f.folders(args[0], args[1])
	if err != nil {
		return trouble(e, err)
	}
	if pairs != nil {
		return f.compareFiles(e, args[0], args[1], pairs, policy)
	}
	if flag := f.files.used(); flag != "" {
		return trouble(e, fmt.Errorf("--%s is for folders", flag))
	}
	result, trusted, err := f.analyze(e, args[0], args[1])
	if err != nil {
		return trouble(e, err)
	}
	return f.print(e, result, trusted, policy)
}

// print writes the answer for two programs.
func (f *diffFlags) print(e env, result *semdiff.Result, trusted bool, policy semdiff.Policy) int {
	f.findings.filter(result)
	judged := result.Judge(policy)
	if err := f.findings.settle(e, judged.Acceptable(), judged.Accepted()); err != nil {
		return trouble(e, err)
	}
	if err := f.writeTests(e, result); err != nil {
		return trouble(e, err)
	}
	write := map[string]func(io.Writer) error{
		"text":     func(w io.Writer) error { return result.WriteText(w, f.text(e)) },
		"json":     result.WriteJSON,
		"smtlib":   result.WriteSMTLIB,
		"html":     func(w io.Writer) error { return result.WriteHTML(w, max(f.traces, 1)) },
		"sarif":    func(w io.Writer) error { return report.WriteSARIF(w, version(), judged) },
		"github":   func(w io.Writer) error { return report.WriteGitHub(w, judged) },
		"markdown": func(w io.Writer) error { return report.WriteMarkdown(w, judged) },
	}[f.format]
	return e.answer(f.output, write, trusted, judged.ExitCode())
}

// writeTests writes tests where they are asked for.
func (f *diffFlags) writeTests(e env, result *semdiff.Result) error {
	if f.tests == "" {
		return nil
	}
	set, err := result.WriteTests(f.tests)
	if err == nil {
		fmt.Fprintf(e.stderr, "semdiff: %d files in %s; %d differences have no test\n", len(set.Files), f.tests, set.Without)
	}
	return err
}

// register adds the flags of a comparison whose answer is printed.
func (f *diffFlags) register(fs *pflag.FlagSet) {
	fs.StringVar(&f.engine, "engine", "", "what compares the versions: "+strings.Join(engines.Names(), ", ")+" (default "+engine.ModDiffRef+"; semdiff help engines describes them)")
	f.registerAnalysis(fs)
	f.registerVerdict(fs)
	registerMutual(fs, &f.mutual)
	fs.BoolVar(&f.explain, "explain", false, "say of each difference where the runs of both versions part, and by which calls the entry gets there (text)")
	fs.StringVar(&f.tests, "tests", "", "folder to which witnesses are written as small programs that show what both versions do: in Boogie and, of what SMACK translated, in C")
	fs.StringVar(&f.until, "until", string(moddiff.UntilSummary), "when the run is done: summary (when all sets are as complete as they get) or verdict (when the entry's is settled)")
	f.registerNames(fs)
	f.files.register(fs)
	fs.StringVar(&f.cache, "cache", "", "folder that keeps what was found out: a later run asks anew only about what a change affects")
	fs.IntVar(&f.traces, "traces", 0, "show the runs of both versions, side by side, for up to N differences of each pair (text; html: at least 1)")
	fs.StringVar(&f.color, "color", "auto", "colours of traces: auto (on a terminal), always or never")
	f.findings.register(fs)
	fs.StringVar(&f.format, "format", "text", strings.Join(report.FormatNames(), ", ")+" (semdiff help formats describes them)")
	fs.StringVarP(&f.output, "output", "o", "", "write the answer to this file")
	fs.BoolVarP(&f.verbose, "verbose", "v", false, "show all of each pair, and list unchanged ones too")
}

// registerVerdict adds the flags that say what is compared and what a difference is.
func (f *diffFlags) registerVerdict(fs *pflag.FlagSet) {
	fs.StringVar(&f.observe, "observe", translate.ObserveSource, "what callers of the entry see: results, source (and globals of the source, not the translator's own), all, or names with commas between them")
	f.registerJudgement(fs)
}

// registerJudgement adds the flags that say which differences make a pair different.
func (f *diffFlags) registerJudgement(fs *pflag.FlagSet) {
	fs.StringVar(&f.blocked, "blocked", string(moddiff.BlockedReport), "inputs on which an assumption blocks one version only: ignore, report (they make no pair different), differ")
	fs.StringVar(&f.termination, "termination", "compare", "compare, or ignore (that one version ends and the other does not is listed, and makes no pair different)")
}

// prepare checks the flags that were given.
func (f *diffFlags) prepare(fs *pflag.FlagSet) (semdiff.Policy, error) {
	if err := f.chooseEngine(fs); err != nil {
		return semdiff.Policy{}, err
	}
	f.files.note(fs)
	return f.findings.policy(f.entry)
}

// registerMutual adds the flag for relations that the user knows.
func registerMutual(fs *pflag.FlagSet, file *string) {
	fs.StringVar(file, "mutual-summaries", "", "file of relations between calls of the two versions to prove and use (a folder: "+symdiff.MutualFileName+" in it)")
}

// registerAnalysis adds the flags that an analysis has, whatever becomes of its
// answer.
func (f *diffFlags) registerAnalysis(fs *pflag.FlagSet) {
	fs.StringVar(&f.entry, "entry", "", "entry procedure (default main, or else every root of the call graph)")
	fs.StringVar(&f.assume, "assume", "", "condition under which the entry is meant to run, over its parameters and globals, in the names of the program or of what it was translated from")
	fs.StringVar(&f.match, "match", "", "file that says what stands for what in the two versions, as semdiff match prints it")
	fs.StringVar(&f.mode, "mode", string(moddiff.ModDiffRef), "moddiffref (refine calls when needed) or moddiff (never)")
	fs.IntVar(&f.unwind, "unwind", 5, "unwinding bound: how many iterations that a choice leads to are explored at once")
	fs.IntVar(&f.jobs, "jobs", 1, "how many pairs are analysed at a time; the answer does not depend on it")
	f.limits.registerTimeout(fs, "time for the whole run; then the partial result is printed (0: none)")
	f.limits.register(fs)
	f.solvers.register(fs)
	fs.StringVar(&f.paths, "paths", string(moddiff.MergePaths), "merge (join the states of procedures with many paths) or enumerate")
	fs.StringVar(&f.relations, "proofs", "on", "what is to show things of loops for all iterations: on (all there is), off, or some of "+strings.Join(proofSources(), ", ")+" with commas between them")
	fs.StringVar(&f.impact, "impact", "on", "on (compare what the change reaches, and take the rest for the same) or off")
	fs.StringVar(&f.horn, "horn-solver", defaultHorn, "command line of the solver of Horn clauses that proposes relations where runs suggest none; none for no such")
	fs.StringVar(&f.states, "relations", "off", "on (take relations between loops from abstract interpretation of both versions where nothing else gives any) or off")
	fs.StringVar(&f.clients, "clients", "on", "on (compare entries that did not change by regions in which what their callees differ in stays, where summaries cost much or leave something open) or off")
	f.meaningFlags.register(fs)
	f.reading.register(fs)
	fs.StringVar(&f.progress, "progress", "auto", "auto (a line on a terminal) or never")
}

// chooseEngine holds the flags that were given against the engine.
func (f *diffFlags) chooseEngine(fs *pflag.FlagSet) error {
	if f.engine == "" {
		return nil
	}
	chosen, ok := engines.Find(f.engine)
	if !ok {
		return session.OneOf("engine", f.engine, engines.Names()...)
	}
	if fs.Changed("mode") && f.mode != f.engine {
		return fmt.Errorf("--mode %s and --engine %s contradict each other", f.mode, f.engine)
	}
	var err error
	fs.Visit(func(flag *pflag.Flag) {
		if err == nil && !chosen.Understands(flag.Name) {
			err = fmt.Errorf("the engine %s has no use for --%s", f.engine, flag.Name)
		}
	})
	return err
}

// defaultHorn proposes relations, unless another solver is named.
const defaultHorn = "z3"

func modes() []string { return []string{string(moddiff.ModDiffRef), string(moddiff.ModDiff)} }

func (f *diffFlags) check() error {
	if err := cmp.Or(
		session.OneOf("mode", f.mode, modes()...), session.OneOf("impact", f.impact, "on", "off"),
		session.OneOf("relations", cmp.Or(f.states, "off"), "on", "off"), session.OneOf("clients", cmp.Or(f.clients, "on"), "on", "off"), session.OneOf("format", f.format, report.FormatNames()...),
		session.OneOf("termination", cmp.Or(f.termination, "compare"), "compare", "ignore"),
		f.checkNames(),
		checkColor(f.color), session.NotNegative("traces", f.traces), checkProgress(f.progress), f.checkHorn(),
	); err != nil {
		return err
	}
	if _, err := withoutProofs(f.relations); err != nil {
		return err
	}
	if f.jobs < 1 {
		return fmt.Errorf("--jobs must be at least 1")
	}
	if f.unwind < 1 {
		return fmt.Errorf("--unwind must be at least 1")
	}
	return nil
}

// checkHorn is an error where a solver of Horn clauses was named that is not there.
func (f *diffFlags) checkHorn() error {
	if slices.Contains([]string{"", defaultHorn, "none"}, f.horn) {
		return nil
	}
	err := solver.Find(f.horn)
	if missing := new(exec.Error); errors.As(err, &missing) {
		return fmt.Errorf("--horn-solver: %w%s", missing, closest.Question(missing.Name, []string{defaultHorn, "none"}))
	}
	return err
}

// text are the options of the text answer.
func (f *diffFlags) text(e env) semdiff.TextOptions {
	return semdiff.TextOptions{Verbose: f.verbose, Traces: f.traces, Explain: f.explain, Style: answerStyle(e.stdout, f.output, f.color)}
}

// comparison are the options of the comparison.
func (f *diffFlags) comparison(match session.Source) semdiff.Options {
	meaning := f.options()
	without, _ := withoutProofs(f.relations) // which check has seen
	return semdiff.Options{
		Entry: f.entry, Match: match, Asserts: meaning.Asserts, Externals: meaning.Externals, Pure: meaning.Pure, Observe: f.observe, Assume: f.assume,
		Names: f.names, Until: moddiff.Until(f.until), Blocked: moddiff.Blocked(f.blocked), IgnoreTermination: f.termination == "ignore",
		Engine: cmp.Or(f.engine, f.mode), Paths: moddiff.Paths(f.paths), Unwind: f.unwind, Jobs: f.jobs,
		Without: without, WithoutImpact: f.impact == "off", HornSolver: f.horn, Relations: f.states == "on", WithoutClients: f.clients == "off",
		SourcePath: f.reading.sourcePath,
		Solver:     f.solvers.config, Cache: f.cache, Proofs: f.proofs,
	}
}

// analyze is the analysis; trusted is false when the solvers gave reason to doubt
// it.
func (f *diffFlags) analyze(e env, oldName, newName string) (r *semdiff.Result, trusted bool, err error) {
	if err := f.check(); err != nil {
		return nil, false, err
	}
	err = f.within(e, oldName, newName, func(e env, from session.Sources, read func()) error {
		r, trusted, err = f.compare(e, from, read)
		return err
	})
	return r, trusted, err
}

func (f *diffFlags) compare(e env, from session.Sources, read func()) (r *semdiff.Result, trusted bool, err error) {
	line := live(e, f.progress, "pairs")
	opts := f.comparison(from.Match)
	opts.Progress = line.progress()
	opts.Mutual = from.Mutual
	c, err := semdiff.Open(from.Old, from.New, opts)
	if err != nil {
		line.end()
		return nil, false, err
	}
	defer c.Close()
	read()
	r, err = c.Run(e.ctx)
	line.end()
	if r == nil {
		return nil, false, err
	}
	if r.DamagedEntries > 0 {
		fmt.Fprintf(e.stderr, "semdiff: the cache holds damaged entries, which were not used: %d\n", r.DamagedEntries)
	}
	trusted = f.solvers.audit(e, r.Confirmed, r.Unconfirmed, err)
	if !trusted && f.cache != "" {
		fmt.Fprintf(e.stderr, "semdiff: delete the cache %s: what it holds may rest on answers that are disputed\n", f.cache)
	}
	return r, trusted, nil
}
