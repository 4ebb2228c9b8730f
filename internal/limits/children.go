package limits

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// EndChildren ends the processes that this one started, and those in the groups
// that they lead. It finds them where there is a /proc; elsewhere they see that
// their input ends. None can be started any more: what waits for one that ends
// here would put another in its place.
func EndChildren() {
	syscall.ForkLock.Lock()
	for _, pid := range children(os.Getpid()) {
		if group, err := syscall.Getpgid(pid); err == nil && group == pid {
			syscall.Kill(-pid, syscall.SIGKILL)
		}
		syscall.Kill(pid, syscall.SIGKILL)
	}
}

// children lists the processes that have parent as theirs.
func children(parent int) (list []int) {
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			continue // it has ended
		}
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(name)))
		of, ok := parentIn(text)
		if err == nil && ok && of == parent {
			list = append(list, pid)
		}
	}
	return list
}

// parentIn reads what /proc/PID/stat says: "PID (name) state parent ...", where the
// name may hold anything.
func parentIn(stat []byte) (parent int, ok bool) {
	i := bytes.LastIndexByte(stat, ')')
	if i < 0 {
		return 0, false
	}
	var state string
	n, _ := fmt.Sscan(string(stat[i+1:]), &state, &parent)
	return parent, n == 2
}
