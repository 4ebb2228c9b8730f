package main

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/spf13/pflag"

	"semdiff"
	"semdiff/compare/session"
	"semdiff/compare/suite"
	"semdiff/compare/tools"
	"semdiff/compare/trace"
	"semdiff/moddiff"
	"semdiff/moddiff/reason"
)

// runCell is the process of one cell of compare: one engine on one pair, which it reads
// from standard input. What an engine has no use for of the pair's flags is no error.
func runCell(e env) int {
	var task suite.EngineTask
	if err := json.NewDecoder(e.stdin).Decode(&task); err != nil {
		return trouble(e, err)
	}
	var f diffFlags
	fs := pflag.NewFlagSet("diff", pflag.ContinueOnError)
	f.registerAnalysis(fs)
	f.registerVerdict(fs)
	if err := fs.Parse(task.Flags); err != nil {
		return trouble(e, fmt.Errorf("flags of the pair: %w", err))
	}
	f.engine, f.entry, f.cache = task.Engine, task.Entry, task.Cache
	f.format, f.color, f.progress = "json", "never", "never"
	f.limits.Timeout = task.Limits.Timeout
	if task.Limits.Memory > 0 { // the rest is the solver's
		f.limits.Memory = task.Limits.Memory * 3 / 4
	}
	if task.EmitEq != "" {
		return f.emitEq(e, &task)
	}
	r, trusted, err := f.analyze(e, task.Old, task.New)
	if err != nil {
		return trouble(e, err)
	}
	if !trusted {
		return exitTrouble
	}
	answer, err := cellAnswer(r)
	if err != nil {
		return trouble(e, err)
	}
	if err := json.NewEncoder(e.stdout).Encode(answer); err != nil {
		return trouble(e, err)
	}
	return exitSame
}

// emitEq writes the procedure Eq for a tool.
func (f *diffFlags) emitEq(e env, task *suite.EngineTask) int {
	var answer any
	err := f.within(e, task.Old, task.New, func(e env, from session.Sources, read func()) error {
		s, err := session.Open(from, f.options(), f.solvers.config)
		if err != nil {
			return err
		}
		defer s.Close()
		read()
		answer, err = tools.EmitEq(e.ctx, s.Task(f.entry), task.EmitEq)
		return err
	})
	if err != nil {
		return trouble(e, err)
	}
	if err := json.NewEncoder(e.stdout).Encode(answer); err != nil {
		return trouble(e, err)
	}
	return exitSame
}

const cellWidth = 100 // of the text of an answer

func cellAnswer(r *semdiff.Result) (*suite.Answer, error) {
	data := r.Answer()
	a := &suite.Answer{Verdict: moddiff.Status(data.Verdict), Procedures: map[string]moddiff.Status{}, Queries: data.Stats.Queries}
	for _, p := range data.Procedures {
		a.Procedures[p.Name] = p.Status
		a.Refinements += p.Refinements
		if p.Paths != nil {
			a.Paths += p.Paths.Old + p.Paths.New
		}
		if p.Reason == nil || data.Verdict != semdiff.Unknown.String() {
			continue
		}
		switch reason.ID(p.Reason.ID) {
		case reason.Time:
			a.Over = suite.OverTime
		case reason.Memory:
			a.Over = suite.OverMemory
		}
		if len(data.Entry) > 0 && p.Name == data.Entry[0] || a.Reason == "" {
			a.Reason = p.Reason.Text
		}
	}
	var text bytes.Buffer
	if err := r.WriteText(&text, semdiff.TextOptions{Traces: 1, Style: trace.Style{Width: cellWidth}}); err != nil {
		return nil, err
	}
	a.Text = text.String()
	return a, nil
}
