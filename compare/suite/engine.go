package suite

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// Column is an engine or a tool that answers for pairs.
type Column interface {
	Info() ColumnInfo
	// Fingerprint changes when other answers have to be expected.
	Fingerprint() string
	// Answer runs the column on a pair. The error is about the machine or ctx, not
	// about the pair.
	Answer(ctx context.Context, p *Pair, limits Limits) (*Answer, *Process, error)
}

// Engine is a column whose processes are this binary, see package cmd/semdiff.
type Engine struct {
	Name, About string
	// Program is the binary, Digest says which one it is.
	Program, Digest string
	Cache           string // a folder, "" for none
}

// EngineTask is what such a process reads from standard input; it runs in the folder of
// the pair and writes an Answer to standard output.
type EngineTask struct {
	Engine   string
	Old, New string
	Entry    string
	Flags    []string
	Cache    string
	Limits   Limits
	// EmitEq is set for a process that runs no engine but writes SymDiff's procedure Eq
	// into this folder, see package compare/tools.
	EmitEq string
}

// Info implements Column.
func (e *Engine) Info() ColumnInfo {
	return ColumnInfo{Name: e.Name, Kind: KindEngine, About: e.About}
}

// Fingerprint implements Column.
func (e *Engine) Fingerprint() string { return e.Digest }

// Answer implements Column.
func (e *Engine) Answer(ctx context.Context, p *Pair, limits Limits) (*Answer, *Process, error) {
	task, err := json.Marshal(EngineTask{
		Engine: e.Name, Old: p.Old, New: p.New, Entry: p.Entry, Flags: p.Flags, Cache: e.Cache, Limits: limits,
	})
	if err != nil {
		return nil, nil, err
	}
	cmd := exec.Command(e.Program, "compare", "--cell")
	cmd.Dir, cmd.Stdin = p.Dir, bytes.NewReader(task)
	run, err := Exec(ctx, cmd, limits, Grace)
	if err != nil {
		return nil, nil, err
	}
	a := &Answer{}
	switch text := string(run.Errors); {
	case run.Over != "":
		return &Answer{Verdict: "unknown", Over: run.Over, Reason: overText(run.Over, limits)}, run, nil
	case json.Unmarshal(run.Output, a) == nil && a.Verdict != "":
		return a, run, nil
	case strings.Contains(text, "semdiff: time is up"):
		return &Answer{Verdict: "unknown", Over: OverTime, Reason: overText(OverTime, limits)}, run, nil
	case strings.Contains(text, "semdiff: out of memory"):
		return &Answer{Verdict: "unknown", Over: OverMemory, Reason: overText(OverMemory, limits)}, run, nil
	}
	return &Answer{Reason: run.Problem()}, run, nil
}

func overText(over string, limits Limits) string {
	if over == OverMemory {
		return fmt.Sprintf("more than %d MB", limits.Memory)
	}
	return fmt.Sprintf("more than %v", limits.Timeout.Round(time.Millisecond))
}
