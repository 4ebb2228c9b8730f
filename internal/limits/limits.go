// Package limits bounds the memory and the time of a run.
//
//	limits.go     Watch: what happens when a run is over its limits
//	machine.go    how much memory there is, and how much the run has
//	children.go   processes that the run started end with it
//	collector.go  how much garbage the heap may hold
package limits

import (
	"context"
	"fmt"
	"math"
	"runtime/debug"
	"sync"
	"time"
)

// Limits are the bounds of a run.
type Limits struct {
	Memory  int           // in MB; none when 0
	Timeout time.Duration // none when 0
}

// Over is the cause that ends a run beyond a limit.
type Over struct {
	Time bool // the limit is that of time, else that of memory
	text string
}

func (o *Over) Error() string { return o.text }

// Is makes the limit of time the end of a deadline.
func (o *Over) Is(target error) bool { return o.Time && target == context.DeadlineExceeded }

const (
	megabyte = 1 << 20
	interval = 20 * time.Millisecond // between looks at the memory
	grace    = time.Second           // for reading to be done, so that there is an answer, when time is up
)

// Watch looks after a run. As long as the run reads its input, it is ended when
// it is over a limit. From Analyse on its context is cancelled, with the Over as
// cause, and the run ends with what it knows; only when its memory goes on
// growing it is ended.
type Watch struct {
	limits  Limits
	used    func() uint64                    // bytes
	collect func()                           // frees what is garbage
	end     func(over *Over, analysing bool) // ends the process
	cancel  context.CancelCauseFunc
	stops   []func()

	mu        sync.Mutex
	analysing bool
}

// Start watches a run with the context returned. The function end has to end
// the process.
func Start(ctx context.Context, l Limits, end func(over *Over, analysing bool)) (context.Context, *Watch) {
	w := &Watch{limits: l, used: used, collect: debug.FreeOSMemory, end: end}
	ctx, w.cancel = context.WithCancelCause(ctx)
	if l.Timeout > 0 {
		ctx = w.watchTime(ctx)
	}
	if l.Memory > 0 {
		w.watchMemory()
	}
	return ctx, w
}

// Stop ends the watch.
func (w *Watch) Stop() {
	for _, stop := range w.stops {
		stop()
	}
	w.cancel(nil)
}

func (w *Watch) watchTime(ctx context.Context) context.Context {
	over := &Over{Time: true, text: fmt.Sprintf("time is up, --timeout %v", w.limits.Timeout)}
	ctx, stop := context.WithTimeoutCause(ctx, w.limits.Timeout, over)
	late := time.AfterFunc(w.limits.Timeout+grace, func() { w.expire(over) })
	w.stops = append(w.stops, stop, func() { late.Stop() })
	return ctx
}

func (w *Watch) watchMemory() {
	before := debug.SetMemoryLimit(w.bytes(7, 8)) // the collector works harder before the limit is reached
	ticks := time.NewTicker(interval)
	stopped := make(chan struct{})
	go func() {
		for {
			select {
			case <-ticks.C:
				w.look()
			case <-stopped:
				return
			}
		}
	}()
	w.stops = append(w.stops, func() { close(stopped); ticks.Stop(); debug.SetMemoryLimit(before) })
	w.look()
}

// Analyse says that the input is read.
func (w *Watch) Analyse() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.analysing = true
}

// bytes is a part of the limit of memory.
func (w *Watch) bytes(part, of int64) int64 {
	return min(int64(w.limits.Memory), math.MaxInt64/megabyte/part) * megabyte / of * part
}

func (w *Watch) expire(over *Over) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.analysing {
		w.end(over, false)
	}
}

// look compares the memory in use with the limit.
func (w *Watch) look() {
	limit := uint64(w.bytes(1, 1))
	n := w.used()
	if n > limit && n < 2*limit { // some of it may be garbage
		w.collect()
		n = w.used()
	}
	if n <= limit {
		return
	}
	over := &Over{text: fmt.Sprintf("out of memory, --memory %d", w.limits.Memory)}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cancel(over)
	if !w.analysing || n > uint64(w.bytes(9, 8)) {
		w.end(over, w.analysing)
	}
}
