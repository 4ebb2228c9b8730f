package main

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"semdiff/internal/limits"
)

// limitFlags bound what a run takes itself; solvers have limits of their own.
type limitFlags struct{ limits.Limits }

func (f *limitFlags) register(fs *pflag.FlagSet) {
	fs.IntVar(&f.Memory, "memory", limits.Default(), "memory of semdiff itself in MB (0: no limit)")
	fs.Lookup("memory").DefValue = "three quarters of the machine's"
}

func (f *limitFlags) registerTimeout(fs *pflag.FlagSet, usage string) {
	fs.DurationVar(&f.Timeout, "timeout", 0, usage)
}

// watch starts the watch over a run that reads files, with an environment whose
// context ends at the limits.
func (f *limitFlags) watch(e env, files ...string) (env, *limits.Watch, error) {
	if err := cmp.Or(notNegative("memory", f.Memory), notNegative("timeout", f.Timeout)); err != nil {
		return e, nil, err
	}
	outer := e
	var w *limits.Watch
	e.ctx, w = limits.Start(e.ctx, f.Limits, func(over *limits.Over, analysing bool) {
		during := "while reading " + strings.Join(files, ", ")
		if analysing {
			during = "before there was an answer"
		}
		fmt.Fprintf(outer.stderr, "semdiff: %v, %s\n", over, during)
		if analysing || over.Time {
			outer.exit(exitUnknown)
		}
		outer.exit(exitTrouble)
	})
	return e, w, nil
}

// notNegative is an error for a flag below zero.
func notNegative[T int | time.Duration](flag string, value T) error {
	if value < 0 {
		return fmt.Errorf("--%s must not be negative", flag)
	}
	return nil
}
