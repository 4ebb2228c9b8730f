package main

import (
	"cmp"
	"context"
	"io"
	"path/filepath"

	"github.com/spf13/pflag"

	"semdiff/compare/clever"
	"semdiff/compare/report"
	"semdiff/compare/session"
	"semdiff/moddiff"
	"semdiff/moddiff/export"
	"semdiff/translate"
)

// clientFlags are the flags of client.
type clientFlags struct {
	versionFlags
	clients []string
	with    []string

	observe, format, output, export string

	traces int
}

func clientCommand() command {
	return command{
		name: "client", args: "OLD NEW", about: "whether a change of what clients call reaches them, and where it stops",
		long: `A library changed, the procedures that call it did not. Tells of each of these whether it does the same as before, with the smallest
part of its code in which the difference provably stays, or an input on which it does not.

Exit codes: 0 all clients are unaffected, 1 some are affected, 2 trouble, 3 unknown.`,
		example: `  semdiff client old.bpl new.bpl
  semdiff client old.bpl new.bpl --client sum_primes --observe results
  semdiff client old.bpl new.bpl --export proofs && semdiff verify proofs/sum_primes`,
		min: 2, max: 2, partial: true,
		values: map[string][]string{"with": nil, "format": {"text", "json", "html"}, "observe": {translate.ObserveResults, translate.ObserveSource, translate.ObserveAll}},
		new:    newClient,
	}
}

// newClient tells of clients whether a change of what they call reaches them.
func newClient(fs *pflag.FlagSet) action {
	var f clientFlags
	fs.StringSliceVar(&f.clients, "client", nil, "clients, with commas between them (default: every root of the call graph that did not change and leads to a change)")
	fs.StringArrayVar(&f.with, "with", nil, "file that is read into both versions: a client of both; its procedures without a body are the versions'; may be given several times")
	fs.StringVar(&f.observe, "observe", translate.ObserveSource, "what is seen of a client: results, source (and globals of the source, not the translator's own), all, or names with commas between them")
	f.registerNames(fs)
	fs.StringVar(&f.match, "match", "", "file that says what stands for what in the two versions, as semdiff match prints it")
	registerMutual(fs, &f.mutual)
	f.limits.registerTimeout(fs, "time for the whole run; then clients that are not settled are unknown (0: none)")
	f.limits.register(fs)
	f.solvers.register(fs)
	f.register(fs)
	f.reading.register(fs)
	fs.StringVar(&f.format, "format", "text", "text, json or html (one page, with boundaries and contexts in the source)")
	fs.StringVarP(&f.output, "output", "o", "", "write the answer to this file")
	fs.IntVar(&f.traces, "traces", 0, "show the runs of both versions, side by side, for up to N inputs on which an affected client differs (text)")
	fs.StringVar(&f.export, "export", "", "folder, made or empty, for the claims that make each answer checkable: a folder for each client, as semdiff export writes it")
	return func(e env, args []string) int {
		r, trusted, err := f.find(e, args[0], args[1])
		if err != nil {
			return trouble(e, err)
		}
		for _, c := range r.Clients {
			if c.Evidence == nil {
				continue
			}
			dir := filepath.Join(f.export, c.Name)
			x, err := export.Write(dir, c.Evidence)
			if err == nil {
				err = report.WriteExport(e.stderr, dir, x, c.Evidence.Verdict, c.Evidence.Interface)
			}
			if err != nil {
				return trouble(e, err)
			}
		}
		answer := report.NewClientAnswer(r)
		write := func(w io.Writer) error {
			switch f.format {
			case "json":
				return answer.WriteJSON(w)
			case "html":
				return answer.WriteHTML(w)
			}
			return answer.WriteText(w, report.TextOptions{Traces: f.traces, Style: answerStyle(e.stdout, f.output, "auto")})
		}
		return e.answer(f.output, write, trusted, exitCodeOf(r.Verdict, "client", false))
	}
}

// find is the search; trusted is false when the solvers gave reason to doubt it.
func (f *clientFlags) find(e env, oldName, newName string) (r *clever.Result, trusted bool, err error) {
	if err := cmp.Or(session.OneOf("format", f.format, "text", "json", "html"), f.checkNames(), session.NotNegative("traces", f.traces)); err != nil {
		return nil, false, err
	}
	err = f.within(e, oldName, newName, func(e env, from session.Sources, read func()) (err error) {
		for _, file := range f.with {
			from.With = append(from.With, session.File(file))
		}
		meaning := f.options()
		meaning.Observe = f.observe
		trusted, err = f.asking(e, from, meaning, read, func(ctx context.Context, s *session.Session) (err error) {
			o := clever.Options{Summaries: moddiff.Options{Unwind: 5, Blocked: moddiff.BlockedReport}, Evidence: f.export != ""}
			if s.Mutual != nil {
				o.Summaries.Propose = s.Proposals
			}
			if r, err = clever.Run(ctx, s.Task(""), f.clients, o); err == nil {
				r.Text, r.Names = s.Text, f.namesOf(s.Versions)
			}
			return err
		})
		return err
	})
	return r, trusted, err
}
