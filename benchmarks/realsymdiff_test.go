//go:build linux

package benchmarks

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

var symDiffLoops = flag.String("symdiff-loops", "extract", "what the real SymDiff makes of loops: extract (procedures) or unroll (twice)")

// realPrograms are the programs of the Siemens suite that the real SymDiff is run on.
var realPrograms = []string{"tcas", "print_tokens", "print_tokens2", "replace"}

const (
	realLimit    = 60 * time.Second // for a run of either program
	realMemoryKB = 6_000_000        // address space of each process
)

// TestRealSymDiff runs SymDiff itself and `semdiff diff --until verdict` in turns, each a process,
// on programs of the Siemens suite. SEMDIFF_SYMDIFF_EXE names SymDiff.exe, with Boogie's libraries
// and z3, as z3.exe, beside it; -versions and -symdiff-loops say on what. It prints wall time, processor time and
// memory, and the answers that do not fit together; one of ours that is not backed by a replayed run fails it.
// A verified procedure is one up to the procedures that SymDiff skips, loops among them: these it takes as equal.
func TestRealSymDiff(t *testing.T) {
	folder := siemens(t)
	exe := os.Getenv("SEMDIFF_SYMDIFF_EXE")
	if exe == "" {
		t.Skip("SEMDIFF_SYMDIFF_EXE is not set")
	}
	adoptOrphans(t)
	semdiff := buildCommand(t)
	for _, program := range realPrograms {
		t.Run(program, func(t *testing.T) { compareReal(t, exe, semdiff, filepath.Join(folder, program)) })
	}
}

// compareReal prints the table of a program, and its medians.
func compareReal(t *testing.T, exe, semdiff, folder string) {
	t.Helper()
	table := reportTable("wnnnwnnnwnn", filepath.Base(folder), "SymDiff s", "CPU", "MB", "verified/not/skipped", "semdiff s", "CPU", "MB", "verdict d/e/u", "ratio", "CPU ratio")
	var wall, cpu []float64
	for i, version := range versionsOf(t, folder) {
		old := filepath.Join(folder, "source.bpl")
		var theirs symDiffRun
		var ours semdiffRun
		turns := []func(){func() { theirs = runRealSymDiff(t, exe, old, version) }, func() { ours = runSemdiff(t, semdiff, old, version) }}
		if i%2 == 1 {
			slices.Reverse(turns)
		}
		for _, turn := range turns {
			turn()
		}
		wall = append(wall, ours.wall.Seconds()/theirs.wall.Seconds())
		cpu = append(cpu, ours.cpu.Seconds()/theirs.cpu.Seconds())
		row := []string{strings.TrimSuffix(filepath.Base(version), ".bpl"), seconds(theirs.wall), seconds(theirs.cpu), strconv.Itoa(theirs.megabytes), theirs.String(),
			seconds(ours.wall), seconds(ours.cpu), strconv.Itoa(ours.megabytes), ours.String(), ratio(wall[i]), ratio(cpu[i])}
		t.Log(strings.Join(row, " | "))
		if err := table.Append(row); err != nil {
			t.Fatal(err)
		}
		holdAgainst(t, theirs, ours)
	}
	if err := table.Append([]string{fmt.Sprintf("median of %d", len(wall)), "", "", "", "", "", "", "", "", ratio(median(wall)), ratio(median(cpu))}); err != nil {
		t.Fatal(err)
	}
	if err := table.Render(); err != nil {
		t.Fatal(err)
	}
}

func ratio(r float64) string { return fmt.Sprintf("%.3f", r) }

// holdAgainst logs both answers of each procedure that the change reaches; where SymDiff has
// verified what we call different, a run must have shown it.
func holdAgainst(t *testing.T, theirs symDiffRun, ours semdiffRun) {
	t.Helper()
	for _, p := range ours.Procedures {
		said := theirs.said[p.Old]
		if p.Status == "unchanged" || said == "" {
			continue
		}
		t.Logf("    %s: %s here, %s by SymDiff", p.Old, p.Status, said)
		if p.Status == "different" && said == "Verified" && !slices.ContainsFunc(p.Differences, func(d realDifference) bool { return d.Replayed }) {
			t.Errorf("%s is verified by SymDiff, and different here without a replayed run", p.Old)
		}
	}
}

// symDiffRun is what SymDiff's phases took together, and said of the procedures.
type symDiffRun struct {
	usage
	said    map[string]string // by procedure of the old version: Verified, Error, ...
	skipped []string          // procedures that it does not look into, since they are recursive
	ended   bool
}

func (r symDiffRun) String() string {
	verified := 0
	for _, s := range r.said {
		if s == "Verified" {
			verified++
		}
	}
	text := fmt.Sprintf("%d/%d/%d", verified, len(r.said)-verified, len(r.skipped))
	if !r.ended {
		text += " stopped"
	}
	return text
}

var (
	symDiffVerifying = regexp.MustCompile(`Verifying EQ__v1\.(.*)__xx___v2\.`)
	symDiffResult    = regexp.MustCompile(`Verifier\[\d+\]: Result: (\w+)`)
	symDiffSkipped   = regexp.MustCompile(`(?m)^_v1\.(\S+) is recursive\. skipping`)
)

// runRealSymDiff runs the phases of SymDiff, as its script run_symdiff_bpl.cmd does.
func runRealSymDiff(t *testing.T, exe, old, new string) symDiffRun {
	t.Helper()
	dir := t.TempDir()
	for name, from := range map[string]string{"v1.bpl": old, "v2.bpl": new} {
		text, err := os.ReadFile(from)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), text, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	loops := "-extractLoops"
	if *symDiffLoops == "unroll" {
		loops = "-loopUnroll 2"
	}
	script := fmt.Sprintf(`s() { mono '%s' "$@"; }
s %[2]s v1.bpl _v1.bpl && s %[2]s v2.bpl _v2.bpl && s -inferConfig _v1.bpl _v2.bpl > match.config && s -allInOne _v1.bpl _v2.bpl match.config`, exe, loops)
	used, out := runLimited(t, dir, realLimit, "sh", "-c", script)
	r := symDiffRun{usage: used, said: map[string]string{}, ended: bytes.Contains(out, []byte("FinalStats:"))}
	asked := ""
	for line := range strings.Lines(string(out)) {
		if m := symDiffVerifying.FindStringSubmatch(line); m != nil {
			asked = m[1]
		} else if m := symDiffResult.FindStringSubmatch(line); m != nil {
			r.said[asked] = m[1]
		} else if m := symDiffSkipped.FindStringSubmatch(line); m != nil && !slices.Contains(r.skipped, m[1]) {
			r.skipped = append(r.skipped, m[1])
		}
	}
	return r
}

// semdiffRun is what semdiff took, and its JSON.
type semdiffRun struct {
	usage
	Verdict    string          `json:"verdict"`
	Procedures []realProcedure `json:"procedures"`
}

type realProcedure struct {
	Old, Status string
	Differences []realDifference
}

type realDifference struct{ Replayed bool }

func (r semdiffRun) String() string {
	var n tally
	for _, p := range r.Procedures {
		switch p.Status {
		case "different":
			n.different++
		case "equivalent", "partially-equivalent":
			n.equal++
		case "unknown":
			n.unknown++
		}
	}
	return r.Verdict + " " + n.String()
}

func runSemdiff(t *testing.T, semdiff, old, new string) semdiffRun {
	t.Helper()
	used, out := runLimited(t, t.TempDir(), 2*realLimit, semdiff, "diff", "--until", "verdict", "--timeout", realLimit.String(), "--format", "json", old, new)
	r := semdiffRun{usage: used}
	if err := json.Unmarshal(out, &r); err != nil {
		t.Fatalf("%s: %v", new, err)
	}
	return r
}

// usage is what a process and its descendants used.
type usage struct {
	wall, cpu time.Duration
	megabytes int // of the largest process
}

// adoptOrphans makes this process the parent of its descendants' orphans, as the solvers of a
// killed or careless program are, so that their time is counted too.
func adoptOrphans(t *testing.T) {
	t.Helper()
	const setChildSubreaper = 36
	if _, _, errno := syscall.RawSyscall(syscall.SYS_PRCTL, setChildSubreaper, 1, 0); errno != 0 {
		t.Fatal(errno)
	}
}

// runLimited runs a command within the limits and yields its standard output; its exit code says nothing here.
func runLimited(t *testing.T, dir string, limit time.Duration, command ...string) (used usage, output []byte) {
	t.Helper()
	limited := fmt.Sprintf(`ulimit -v %d; exec timeout -k 2 %d "$@"`, realMemoryKB, int(limit.Seconds()))
	cmd := exec.Command("sh", append([]string{"-c", limited, "sh"}, command...)...)
	cmd.Dir = dir
	out, err := os.Create(filepath.Join(dir, "output"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	cmd.Stdout = out
	start := time.Now()
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	used.wall = time.Since(start)
	add := func(r *syscall.Rusage) {
		used.cpu += time.Duration(syscall.TimevalToNsec(r.Utime) + syscall.TimevalToNsec(r.Stime))
		used.megabytes = max(used.megabytes, int(r.Maxrss/1024))
	}
	add(cmd.ProcessState.SysUsage().(*syscall.Rusage))
	for {
		var r syscall.Rusage
		_, err := syscall.Wait4(-1, nil, 0, &r)
		if err == syscall.EINTR {
			continue
		}
		if err != nil { // no child is left
			break
		}
		add(&r)
	}
	if output, err = os.ReadFile(out.Name()); err != nil {
		t.Fatal(err)
	}
	return used, output
}
