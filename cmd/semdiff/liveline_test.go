package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"
)

// TestLiveLine checks what the line says, and that there is none without a terminal.
func TestLiveLine(t *testing.T) {
	for _, test := range []struct {
		name        string
		done, total int
		queries     int
		part        string
		width       int
		want        string
	}{
		{"reading", 0, 0, 0, "", 80, "reading, 6.0 s"},
		{"first", 0, 12, 0, "p", 80, "0 of 12 pairs, p, 6.0 s"},
		{"some", 2, 12, 31, "p", 80, "2 of 12 pairs, p, 31 queries, 6.0 s"},
		{"enough to guess", 6, 12, 31, "p", 80, "6 of 12 pairs, p, 31 queries, 6.0 s, about 6 s left"},
		{"all", 12, 12, 31, "p", 80, "12 of 12 pairs, p, 31 queries, 6.0 s"},
		{"narrow", 6, 12, 31, "p", 20, "6 of 12 pairs, p, 3"},
	} {
		l := &liveLine{unit: "pairs", width: test.width}
		l.set(test.done, test.total, test.queries, test.part)
		if got := l.text(6 * time.Second); got != test.want {
			t.Errorf("%s: %q is not %q", test.name, got, test.want)
		}
	}
	var out bytes.Buffer
	l := live(env{stderr: &out}, "auto", "pairs")
	if l != nil || l.progress() != nil {
		t.Error("there is a line without a terminal")
	}
	l.set(1, 2, 3, "p")
	l.end()
	if strings.TrimSpace(out.String()) != "" {
		t.Errorf("%q is printed", out.String())
	}
}

// BenchmarkLiveLine measures what a pair costs that a run tells of, and one writing of the
// line, which happens once in liveInterval.
func BenchmarkLiveLine(b *testing.B) {
	l := &liveLine{unit: "pairs", width: 80}
	for b.Loop() {
		l.set(6, 12, 31, "withdraw")
		fmt.Fprint(io.Discard, "\r\x1b[K"+l.text(6*time.Second))
	}
}
