package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"semdiff/compare/dizy"
	"semdiff/compare/points"
	"semdiff/compare/report"
	"semdiff/compare/session"
	"semdiff/compare/symdiff"
	"semdiff/internal/closest"
	"semdiff/moddiff/product"
	"semdiff/translate/ir"
)

// deltaFlags are the flags of delta.
type deltaFlags struct {
	versionFlags
	options   dizy.Options
	templates []string

	schedule, points, relations, format, output string
}

func deltaCommand() command {
	return command{
		name: "delta", args: "OLD NEW", about: "relations between the versions for all iterations; the difference, over-approximated",
		long: `Runs both versions together through abstract interpretation: what relates them in all iterations, and for which inputs they
may differ at most.

Exit codes are those of diff.`,
		example: `  semdiff delta old.bpl new.bpl
  semdiff delta old.bpl new.bpl --schedule 1:2 --points loops`,
		min: 2, max: 2, partial: true,
		values: map[string][]string{
			"format": {"text", "json", "html"}, "domain": words(dizy.Domains()), "partition": words(dizy.Partitions()), "points": {"exit", "loops", points.Calls, points.Maps},
			"schedule": {"auto", "lockstep", "sequential"}, "relations": nil,
		},
		new: newDelta,
	}
}

// newDelta over-approximates how the versions differ.
func newDelta(fs *pflag.FlagSet) action {
	var f deltaFlags
	fs.StringVar((*string)(&f.options.Domain), "domain", string(dizy.Octagons), "what is kept of numbers beside equations: equalities (nothing), intervals, octagons")
	fs.StringVar((*string)(&f.options.Partition), "partition", string(dizy.Equivalence), "what keeps states apart: equivalence (how variables compare), paths (which branches are taken), none")
	fs.IntVar(&f.options.MaxStates, "max-states", dizy.DefaultStates, "states of one place at most")
	fs.StringVar(&f.schedule, "schedule", "auto", "iterations of both versions that are one step: auto, lockstep, sequential, or K1:K2, up to 4:4")
	fs.StringVar(&f.points, "points", "exit", "where differences are shown: exit; beside that loops (what relates them), calls (arguments of procedures without a body), maps (indices that are read), or the states at a label")
	fs.StringVar(&f.entry, "entry", "", "entry procedure (default main, or else every root of the call graph)")
	f.registerNames(fs)
	fs.StringVar(&f.match, "match", "", "file that says what stands for what in the two versions, as semdiff match prints it")
	f.limits.registerTimeout(fs, "time for the whole run; then the pairs that are done are shown (0: none)")
	f.limits.register(fs)
	f.solvers.register(fs)
	f.register(fs)
	fs.StringArrayVar(&f.templates, "template", nil, "linear expression of which bounds are kept, too, as i' - 2*i: variables of the new version are primed; may be given several times")
	fs.StringVar(&f.relations, "relations", "", "write what relates loops one for one to this file, as mutual summaries")
	fs.StringVar(&f.format, "format", "text", "text, json, or html, which has the source of both versions with marks")
	fs.StringVarP(&f.output, "output", "o", "", "write the answer to this file")
	return func(e env, args []string) int {
		r, trusted, err := f.find(e, args[0], args[1])
		if err != nil {
			return trouble(e, err)
		}
		answer := report.NewDelta(r)
		write := answer.WriteJSON
		switch f.format {
		case "html":
			write = answer.WriteHTML
		case "text":
			write = func(w io.Writer) error { return answer.WriteText(w, f.points == "loops") }
		}
		return e.answer(f.output, write, trusted, exitCodeOf(r.Verdict, f.entry, r.Interface.Differs()))
	}
}

func (f *deltaFlags) check() error {
	for _, choice := range []struct {
		flag, value string
		of          []string
	}{
		{"domain", string(f.options.Domain), words(dizy.Domains())},
		{"partition", string(f.options.Partition), words(dizy.Partitions())},
		{"format", f.format, []string{"text", "json", "html"}},
	} {
		if err := session.OneOf(choice.flag, choice.value, choice.of...); err != nil {
			return err
		}
	}
	if f.options.MaxStates < 1 {
		return fmt.Errorf("--max-states must be at least 1, not %d", f.options.MaxStates)
	}
	if err := f.checkNames(); err != nil {
		return err
	}
	for _, text := range f.templates {
		t, err := parseTemplate(text)
		if err != nil {
			return err
		}
		f.options.Templates = append(f.options.Templates, t)
	}
	f.options.Explain = true
	return f.setSchedule()
}

func words[T ~string](list []T) (out []string) {
	for _, x := range list {
		out = append(out, string(x))
	}
	return out
}

// maxSteps is how many iterations are one step at most.
const maxSteps = 4

// setSchedule reads the schedule.
func (f *deltaFlags) setSchedule() error {
	text := f.schedule
	switch text {
	case "auto":
		return nil
	case "sequential":
		f.options.Sequential = true
		return nil
	case "lockstep":
		text = "1:1"
	}
	s := &product.Schedule{}
	parts := strings.Split(text, ":")
	for i := range s.Steps {
		if len(parts) == 2 {
			s.Steps[i], _ = strconv.Atoi(parts[i])
		}
		if s.Steps[i] < 1 || s.Steps[i] > maxSteps {
			return fmt.Errorf("--schedule must be auto, lockstep, sequential or K1:K2 with numbers up to %d, not %q%s", maxSteps, text,
				closest.Question(text, []string{"auto", "lockstep", "sequential"}))
		}
	}
	f.options.Schedule = s
	return nil
}

// find is the analysis; trusted is false when the solvers gave reason to doubt it.
func (f *deltaFlags) find(e env, oldName, newName string) (r *dizy.Result, trusted bool, err error) {
	if err := f.check(); err != nil {
		return nil, false, err
	}
	err = f.within(e, oldName, newName, func(e env, from session.Sources, read func()) error {
		if f.points != "exit" && f.points != "loops" {
			from.Points = f.points
		}
		trusted, err = f.asking(e, from, f.meaningFlags.options(), read, func(ctx context.Context, s *session.Session) (err error) {
			f.options.Points = s.Points
			if r, err = dizy.Run(ctx, s.Task(f.entry), f.options); err != nil {
				return err
			}
			r.Text, r.Names = s.Text, f.namesOf(s.Versions)
			if f.relations == "" {
				return nil
			}
			return f.writeRelations(e, from, s, r)
		})
		return err
	})
	return r, trusted, err
}

// writeRelations writes what relates loops to a file.
func (f *deltaFlags) writeRelations(e env, from session.Sources, s *session.Session, r *dizy.Result) error {
	var text bytes.Buffer
	fmt.Fprintf(&text, "// %s -> %s\n", s.Old.File, s.New.File)
	if err := symdiff.WriteRelations(&text, mutualStems(from), s.Source, s.Applied, [2]*ir.Program{s.Old, s.New}, r.Lockstep()); err != nil {
		return err
	}
	return deliver(e, f.relations, text.Bytes())
}
