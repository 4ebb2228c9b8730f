package main

import (
	"cmp"
	"io"
	"os"
	"os/exec"
	"strings"
)

// output is standard output, or a pager before it. It remembers whether anything could
// not be written.
type output struct {
	io.Writer
	paged bool // asks for a pager, where Writer is a terminal
	err   error

	pager *exec.Cmd      // nil until something is written
	pipe  io.WriteCloser // to the pager
}

func (o *output) Write(b []byte) (int, error) {
	if o.paged && o.pager == nil {
		o.startPager()
	}
	if o.pipe != nil {
		_, _ = o.pipe.Write(b) // who leaves the pager has read enough
		return len(b), nil
	}
	n, err := o.Writer.Write(b)
	if err != nil && o.err == nil {
		o.err = err
	}
	return n, err
}

// startPager starts $PAGER, or less, if there is a terminal to read at. Where it cannot be
// started there is none.
func (o *output) startPager() {
	command := cmp.Or(strings.TrimSpace(os.Getenv("PAGER")), "less")
	_, onTerminal := terminal(o.Writer)
	if _, err := exec.LookPath(strings.Fields(command)[0]); !onTerminal || err != nil {
		o.paged = false
		return
	}
	o.pager = exec.Command("sh", "-c", command)
	o.pager.Stdout, o.pager.Stderr = o.Writer, os.Stderr
	if os.Getenv("LESS") == "" {
		o.pager.Env = append(os.Environ(), "LESS=FRX") // stay for long output only, keep colours and what was shown
	}
	pipe, err := o.pager.StdinPipe()
	if err == nil {
		err = o.pager.Start()
	}
	if err != nil {
		o.paged = false
		return
	}
	o.pipe = pipe
}

// end waits until the pager is left, and gives the first problem with writing.
func (o *output) end() error {
	if o.pipe != nil {
		o.pipe.Close()
		_ = o.pager.Wait()
		o.pipe = nil
	}
	return o.err
}
