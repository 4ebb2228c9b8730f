package limits

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// How much of what was allocated since the last collection may be garbage, in percent of
// what is in use: most of what a run allocates lives until its end.
const (
	mostGarbage  = 400
	leastGarbage = 50
	// smallHeap is the size of the heap up to which time matters more than space.
	smallHeap = 600 * megabyte
)

// TuneCollector lets the heap grow to five times what is in use before it is collected, as
// long as it is small, and to one and a half times that where it is large.
func TuneCollector() {
	debug.SetGCPercent(mostGarbage)
	afterCollections(mostGarbage)
}

// afterCollections sets the percentage after each collection from now on.
func afterCollections(now int) {
	type sentinel struct{ _ *int } // not tiny: it is collected by itself
	runtime.SetFinalizer(&sentinel{}, func(*sentinel) {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		percent := garbagePercent(live[0].Value.Uint64())
		if percent != now {
			debug.SetGCPercent(percent)
		}
		afterCollections(percent)
	})
}

// garbagePercent is how much garbage may come on top of live bytes.
func garbagePercent(live uint64) int {
	room := int64(smallHeap) - int64(live)
	return int(min(max(room*100/int64(max(live, 1)), leastGarbage), mostGarbage))
}
