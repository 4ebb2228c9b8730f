package solver

import (
	"io"
	"os"
	"runtime"
	"sync/atomic"
	"syscall"
	"time"
)

// spinTime is how long a reader tries again and again before it sleeps: z3 answers
// most queries within 0.1 ms, and to be woken takes as long again.
const spinTime = 300 * time.Microsecond

// spinning counts the readers that keep a processor busy. At most half of the
// processors may be: the solvers need the others.
var spinning atomic.Int32

// spinReader reads from a pipe as its file does, under the file's deadline.
type spinReader struct{ raw syscall.RawConn }

func newSpinReader(f *os.File) (*spinReader, error) {
	raw, err := f.SyscallConn()
	return &spinReader{raw}, err
}

func (r *spinReader) Read(b []byte) (n int, err error) {
	late := r.raw.Read(func(fd uintptr) (done bool) {
		if n, err = tryRead(fd, b); err != syscall.EAGAIN {
			return true
		}
		defer spinning.Add(-1)
		if int(spinning.Add(1)) <= runtime.GOMAXPROCS(0)/2 {
			for start := time.Now(); err == syscall.EAGAIN && time.Since(start) < spinTime; {
				n, err = tryRead(fd, b)
			}
		}
		return err != syscall.EAGAIN
	})
	switch {
	case late != nil:
		return 0, late
	case err != nil:
		return 0, os.NewSyscallError("read", err)
	case n == 0 && len(b) > 0:
		return 0, io.EOF
	}
	return n, nil
}

// tryRead is a read that does not wait.
func tryRead(fd uintptr, b []byte) (n int, err error) {
	for {
		if n, err = syscall.Read(int(fd), b); err != syscall.EINTR {
			return max(n, 0), err
		}
	}
}
