package limits

import (
	"bytes"
	"fmt"
	"os"
	"runtime/metrics"
	"strconv"
	"strings"
)

// Default is the limit of memory where the user gives none, in MB: three quarters
// of what the machine has, or what the group of processes may have, and none
// where that is not known.
func Default() int { return defaultIn("/") }

// defaultIn is Default for a machine whose files are below root.
func defaultIn(root string) int {
	read := func(name string) []byte {
		text, _ := os.ReadFile(root + name)
		return text
	}
	least := totalMemory(read("proc/meminfo"))
	for _, name := range []string{"sys/fs/cgroup/memory.max", "sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		limit, err := strconv.ParseUint(string(bytes.TrimSpace(read(name))), 10, 63)
		if err == nil && (least == 0 || limit < least) {
			least = limit
		}
	}
	return int(least / megabyte / 4 * 3)
}

// totalMemory reads /proc/meminfo; it is 0 where that does not say.
func totalMemory(meminfo []byte) uint64 {
	for line := range strings.Lines(string(meminfo)) {
		var kilobytes uint64
		if n, _ := fmt.Sscanf(line, "MemTotal: %d kB", &kilobytes); n == 1 {
			return kilobytes << 10
		}
	}
	return 0
}

// used is the memory that the process has from the system.
func used() uint64 {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	return samples[0].Value.Uint64() - samples[1].Value.Uint64()
}
