package main

import "io"

// output is standard output that remembers whether anything could not be written.
type output struct {
	io.Writer
	err error // the first one
}

func (o *output) Write(b []byte) (int, error) {
	n, err := o.Writer.Write(b)
	if err != nil && o.err == nil {
		o.err = err
	}
	return n, err
}
