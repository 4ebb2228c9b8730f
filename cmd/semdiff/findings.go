package main

import (
	"bytes"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"semdiff"
	"semdiff/compare/report"
	"semdiff/internal/closest"
)

// findingFlags say what of an answer is shown, and which findings count.
type findingFlags struct {
	procedures, failOn []string
	baseline, write    string // files

	accepted *report.Baseline
	names    []string // of what the answers have, where patterns limit what is shown
}

func (f *findingFlags) register(fs *pflag.FlagSet) {
	fs.StringSliceVar(&f.procedures, "procedure", nil, "show only procedures whose name matches one of these patterns (*, ?, [a-z]), with commas between them; verdict and exit code stay")
	fs.StringSliceVar(&f.failOn, "fail-on", nil, "which findings give exit code 1, of "+strings.Join(report.FailOn(), ", ")+", with commas between them, or none (default different, and without --entry interface); edited are differences of edited procedures that no caller passes on; what is unknown gives 3 unless it is named")
	fs.StringVar(&f.baseline, "baseline", "", "file of findings that are accepted, as --write-baseline writes it: they do not count")
	fs.StringVar(&f.write, "write-baseline", "", "write the findings to this file, to be accepted later; those that are unknown are left out")
}

// policy says which findings count.
func (f *findingFlags) policy(entry string) (p semdiff.Policy, err error) {
	p.Named = entry != ""
	for _, pattern := range f.procedures {
		if _, err := path.Match(pattern, ""); err != nil {
			return p, fmt.Errorf("--procedure: %q is no pattern of *, ? and [a-z]", pattern)
		}
	}
	if f.failOn != nil {
		p.FailOn = []string{}
		for _, word := range f.failOn {
			switch {
			case word == "none" && len(f.failOn) == 1:
			case !slices.Contains(report.FailOn(), word):
				return p, fmt.Errorf("--fail-on must be none, or some of %s, not %q%s", strings.Join(report.FailOn(), ", "), word,
					closest.Question(word, append(report.FailOn(), "none")))
			default:
				p.FailOn = append(p.FailOn, word)
			}
		}
	}
	if f.baseline == "" {
		return p, nil
	}
	text, err := os.ReadFile(f.baseline)
	if err != nil {
		return p, err
	}
	if f.accepted, err = report.ReadBaseline(bytes.NewReader(text)); err != nil {
		return p, fmt.Errorf("--baseline %s: %v; --write-baseline writes one", f.baseline, err)
	}
	p.Known = f.accepted.Has
	return p, nil
}

// filter limits what is shown of a result.
func (f *findingFlags) filter(r *semdiff.Result) {
	if len(f.procedures) == 0 {
		return
	}
	f.names = append(f.names, r.Names()...)
	r.Show(func(procedure string) bool {
		return slices.ContainsFunc(f.procedures, func(pattern string) bool { return matches(pattern, procedure) })
	})
}

// matches reports whether a name is of a pattern, which is a valid one.
func matches(pattern, name string) bool {
	match, _ := path.Match(pattern, name)
	return match
}

// settle writes findings as a baseline, and says how many the other one accepts, and which
// patterns match nothing.
func (f *findingFlags) settle(e env, acceptable []report.KnownFinding, accepted int) error {
	for _, pattern := range f.procedures {
		if !slices.ContainsFunc(f.names, func(name string) bool { return matches(pattern, name) }) {
			fmt.Fprintf(e.stderr, "semdiff: --procedure: no procedure in the answer is called %s%s\n", pattern, closest.Question(pattern, f.names))
		}
	}
	if accepted > 0 {
		fmt.Fprintf(e.stderr, "semdiff: accepted by %s: %d of the findings\n", f.baseline, accepted)
	}
	if f.write == "" {
		return nil
	}
	var text bytes.Buffer
	if err := report.WriteBaseline(&text, acceptable); err != nil {
		return err
	}
	return os.WriteFile(f.write, text.Bytes(), 0o666)
}
