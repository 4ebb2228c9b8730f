package wire

import (
	"encoding/binary"
	"errors"
	"math"
	"math/big"
)

var errCorrupt = errors.New("wire: the bytes are no encoded terms")

// reader takes bytes apart. After what it cannot read everything is zero and err
// is set.
type reader struct {
	data []byte
	err  error // the first
}

func (r *reader) fail() {
	if r.err == nil {
		r.err = errCorrupt
	}
	r.data = nil
}

func (r *reader) byte() byte {
	if len(r.data) == 0 {
		r.fail()
		return 0
	}
	b := r.data[0]
	r.data = r.data[1:]
	return b
}

// number reads a number below limit. It must be written in the shortest way.
func (r *reader) number(limit int) int {
	n, size := binary.Uvarint(r.data)
	if size <= 0 || n >= uint64(limit) || size > 1 && r.data[size-1] == 0 {
		r.fail()
		return 0
	}
	r.data = r.data[size:]
	return int(n)
}

// length reads the length of something whose parts take a byte each, or more.
func (r *reader) length() int {
	n := r.number(math.MaxInt32)
	if n > len(r.data) {
		r.fail()
		return 0
	}
	return n
}

// table reads entries, preceded by their number.
func (r *reader) table(entry func(*reader)) {
	for n := r.length(); n > 0 && r.err == nil; n-- {
		entry(r)
	}
}

func (r *reader) text() string {
	n := r.length()
	s := string(r.data[:n])
	r.data = r.data[n:]
	return s
}

// natural reads a number without leading zeros.
func (r *reader) natural() *big.Int {
	s := r.text()
	if s != "" && s[0] == 0 {
		r.fail()
	}
	return new(big.Int).SetBytes([]byte(s))
}

// list reads numbers of things of which there are so many.
func (r *reader) list(known int) []int {
	out := make([]int, r.length())
	for i := range out {
		out[i] = r.number(known)
	}
	return out
}
