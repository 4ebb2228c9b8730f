package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// interruptible returns a context that the first interrupt ends, so that what is
// known by then can be printed. The second one and a request to terminate end the
// process with exit, as they would if no one handled them.
func interruptible(exit func(code int)) context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		for s := range signals {
			if s != os.Interrupt {
				exit(signalled(syscall.SIGTERM))
			}
			if ctx.Err() != nil {
				exit(signalled(syscall.SIGINT))
			}
			cancel()
		}
	}()
	return ctx
}

// signalled is the exit code of a process that a signal ended, as shells give it.
func signalled(s syscall.Signal) int { return 128 + int(s) }
