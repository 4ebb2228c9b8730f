package suite

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// maxrssUnit is what ru_maxrss counts on Linux, in bytes.
const maxrssUnit = 1024

// sessionProcesses are the processes of a session, where there is a /proc.
func sessionProcesses(session int) (list []int) {
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range files {
		if of, _, ok := readStat(name); ok && of == session {
			if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(name))); err == nil {
				list = append(list, pid)
			}
		}
	}
	return list
}

// sessionMemory is the memory that the processes of a session have in use, in MB.
func sessionMemory(session int) (mb float64) {
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range files {
		if of, pages, ok := readStat(name); ok && of == session {
			mb += float64(pages*os.Getpagesize()) / (1 << 20)
		}
	}
	return mb
}

// ownPeak is the most memory that this process ever had in use, in MB.
func ownPeak() float64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return float64(usage.Maxrss) * maxrssUnit / (1 << 20)
}

// readStat reads what /proc/PID/stat says: "PID (name) state parent group session ...",
// where the name may hold anything, and later the resident pages.
func readStat(file string) (session, pages int, ok bool) {
	stat, err := os.ReadFile(file)
	if err != nil {
		return 0, 0, false // it has ended
	}
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	const sessionField, pagesField = 3, 21
	if len(fields) <= pagesField {
		return 0, 0, false
	}
	n, _ := fmt.Sscan(string(fields[sessionField]), &session)
	m, _ := fmt.Sscan(string(fields[pagesField]), &pages)
	return session, pages, n+m == 2
}
