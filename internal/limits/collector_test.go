package limits

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// TestGarbagePercent checks that small heaps may hold much garbage, and large ones little.
func TestGarbagePercent(t *testing.T) {
	for live, want := range map[uint64]int{0: 400, 10 * megabyte: 400, 120 * megabyte: 400, 200 * megabyte: 200, 400 * megabyte: 50, 5000 * megabyte: 50} {
		if got := garbagePercent(live); got != want {
			t.Errorf("%d MB in use: %d%%, want %d%%", live/megabyte, got, want)
		}
	}
}

// TestTuneCollector checks that the percentage follows what is in use, there and back.
func TestTuneCollector(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	TuneCollector()
	percent := func() int {
		p := debug.SetGCPercent(mostGarbage)
		debug.SetGCPercent(p)
		return p
	}
	until := func(done func(int) bool) bool {
		for range 200 {
			if runtime.GC(); done(percent()) {
				return true
			}
			time.Sleep(10 * time.Millisecond) // finalizers run on their own
		}
		return false
	}
	ballast := make([]byte, 300*megabyte)
	if !until(func(p int) bool { return p < 150 }) {
		t.Errorf("with 300 MB in use: %d%%", percent())
	}
	runtime.KeepAlive(ballast)
	ballast = nil
	if !until(func(p int) bool { return p > 300 }) {
		t.Errorf("with little in use: %d%%", percent())
	}
}
