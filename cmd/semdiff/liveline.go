package main

import (
	"fmt"
	"io"
	"sync"
	"time"

	"golang.org/x/term"

	"semdiff/moddiff"
)

// liveInterval is how often the line of a run is brought up to date.
const liveInterval = 400 * time.Millisecond

// etaAfter is how many parts of the work have to be done before the rest is estimated.
const etaAfter = 3

// liveLine is a line on a terminal that says how far a run is; nil where there is no
// terminal.
type liveLine struct {
	w     io.Writer
	width int
	start time.Time
	stop  chan struct{}
	ended sync.WaitGroup

	mu          sync.Mutex
	done, total int    // parts of the work
	part        string // the current one
	unit        string // what the parts are
	queries     int
}

// live starts the line of a run, if standard error is a terminal.
func live(e env, mode, unit string) *liveLine {
	fd, ok := terminal(e.stderr)
	if mode == "never" || !ok {
		return nil
	}
	l := &liveLine{w: e.stderr, width: 80, start: time.Now(), stop: make(chan struct{}), unit: unit}
	if n, _, err := term.GetSize(fd); err == nil && n > 0 {
		l.width = n
	}
	l.ended.Add(1)
	go func() {
		defer l.ended.Done()
		ticks := time.NewTicker(liveInterval)
		defer ticks.Stop()
		for {
			select {
			case <-l.stop:
				fmt.Fprint(l.w, "\r\x1b[K")
				return
			case <-ticks.C:
				fmt.Fprint(l.w, "\r\x1b[K"+l.text(time.Since(l.start)))
			}
		}
	}()
	return l
}

// set says how far the work is.
func (l *liveLine) set(done, total, queries int, part string) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.done, l.total, l.queries, l.part = done, total, queries, part
}

// progress is what an analysis calls before each pair; nil without a line.
func (l *liveLine) progress() func(moddiff.Progress) {
	if l == nil {
		return nil
	}
	return func(p moddiff.Progress) { l.set(p.Done, p.Total, p.Queries, p.Pair) }
}

// end takes the line away.
func (l *liveLine) end() {
	if l == nil {
		return
	}
	close(l.stop)
	l.ended.Wait()
}

// text is the line after some time, as wide as the terminal.
func (l *liveLine) text(elapsed time.Duration) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	s := "reading"
	if l.part != "" {
		s = l.part
	}
	if l.total > 0 {
		s = fmt.Sprintf("%d of %d %s, %s", l.done, l.total, l.unit, s)
	}
	if l.queries > 0 {
		s += fmt.Sprintf(", %d queries", l.queries)
	}
	s += fmt.Sprintf(", %.1f s", elapsed.Seconds())
	if l.done >= etaAfter && l.done < l.total {
		left := elapsed / time.Duration(l.done) * time.Duration(l.total-l.done)
		s += fmt.Sprintf(", about %.0f s left", max(left.Seconds(), 1))
	}
	if r := []rune(s); len(r) >= l.width {
		s = string(r[:l.width-1])
	}
	return s
}
