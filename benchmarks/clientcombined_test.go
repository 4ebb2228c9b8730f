package benchmarks

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"semdiff/internal/needs"
	"semdiff/moddiff"
	"semdiff/smtlib"
	"semdiff/translate"
)

// combinedTimeout is what semdiff client is given for a combined pair.
const combinedTimeout = 20 * time.Second

var combinedFlag = flag.Int("combined", 500, "combined pairs of suite client to report on")

const combinedCaption = `Pairs of suite client combined as in section 6.1 of the paper on 2clever (ASE 2020), %s each: sums and differences of
two clients; one client as the library of another; one client called several times. truth by composition, else no
difference in runs. Published: 498, 368, 231 of 528 pairs decided in 300 s by 2clever, Clever, Rêve.
`

// TestCombinedReport prints what semdiff client decides of combined pairs (make
// bench-tests), and fails where an answer is wrong.
func TestCombinedReport(t *testing.T) {
	needBench(t)
	needs.Z3(t)
	command := buildCommand(t)
	table := reportTable("wnnnnnn", "combination", "pairs", "unaffected", "if both end", "affected", "unknown", "wrong", "median")
	pairs := combinedPairs(t)
	every := max(1, len(pairs)/max(1, *combinedFlag))
	kinds := map[string]*combinedRow{}
	var order, undecided []string
	for i, c := range pairs {
		if i%every != 0 {
			continue
		}
		row := kinds[c.kind]
		if row == nil {
			row = &combinedRow{}
			kinds[c.kind] = row
			order = append(order, c.kind)
		}
		p := c.write(t)
		start := time.Now()
		v := askClient(t, p, command, "--timeout", combinedTimeout.String()).Verdict
		row.add(v, time.Since(start))
		if v == "unknown" {
			undecided = append(undecided, c.name)
		}
		if wrong := c.contradicts(t, p, v); wrong != "" {
			row.wrong++
			t.Errorf("%s: %s, %s\n%s", c.name, v, wrong, c.texts)
		}
	}
	for _, kind := range order {
		if err := table.Append(kinds[kind].cells(kind)); err != nil {
			t.Fatal(err)
		}
	}
	fmt.Printf(combinedCaption+"\n", combinedTimeout)
	if err := table.Render(); err != nil {
		t.Fatal(err)
	}
	fmt.Printf("unknown: %s\n", strings.Join(undecided, ", "))
}

var callStepFlag = flag.Int("callstep", 1, "clients with 1 call, with so many more, and so on up to 15")

const maxCalls = 15

const callsCaption = `Clients of suite client called 1 to 15 times, %s each (25 base pairs). slope: percentage points of pairs decided for each further
call, by least squares. Published, 300 s: -1.49, -2.53, -2.49 for 2clever, Clever, Rêve.
`

// TestCallsReport prints how many pairs semdiff client decides as a client makes more calls
// (make bench-tests), and fails where an answer is wrong.
func TestCallsReport(t *testing.T) {
	needBench(t)
	needs.Z3(t)
	command := buildCommand(t)
	table := reportTable("nnnn", "calls", "pairs", "decided", "median")
	var calls, shares []float64
	for n := 1; n <= maxCalls; n += max(1, *callStepFlag) {
		row := &combinedRow{}
		for _, p := range parts(t)[:25] {
			c := several(p, n)
			q := c.write(t)
			start := time.Now()
			v := askClient(t, q, command, "--timeout", combinedTimeout.String()).Verdict
			row.add(v, time.Since(start))
			if wrong := c.contradicts(t, q, v); wrong != "" {
				t.Errorf("%s: %s, %s\n%s", c.name, v, wrong, c.texts)
			}
		}
		slices.Sort(row.times)
		decided := len(row.times) - row.verdicts["unknown"]
		calls, shares = append(calls, float64(n)), append(shares, 100*float64(decided)/float64(len(row.times)))
		if err := table.Append([]string{fmt.Sprint(n), fmt.Sprint(len(row.times)), fmt.Sprint(decided), fmt.Sprintf("%.2f s", row.times[len(row.times)/2].Seconds())}); err != nil {
			t.Fatal(err)
		}
	}
	fmt.Printf(callsCaption+"\n", combinedTimeout)
	if err := table.Render(); err != nil {
		t.Fatal(err)
	}
	fmt.Printf("slope: %.2f\n", slope(calls, shares))
}

// slope is that of the line through points by least squares; 0 where they have one x.
func slope(x, y []float64) float64 {
	var mx, my, xy, xx float64
	for i := range x {
		mx, my = mx+x[i]/float64(len(x)), my+y[i]/float64(len(x))
	}
	for i := range x {
		xy, xx = xy+(x[i]-mx)*(y[i]-my), xx+(x[i]-mx)*(x[i]-mx)
	}
	if xx == 0 {
		return 0
	}
	return xy / xx
}

// TestSlope checks the slope of some lines.
func TestSlope(t *testing.T) {
	for _, tt := range []struct {
		x, y []float64
		want float64
	}{
		{[]float64{1, 2, 3}, []float64{100, 98, 96}, -2},
		{[]float64{1, 8, 15}, []float64{100, 100, 100}, 0},
		{[]float64{1, 2, 3}, []float64{0, 3, 3}, 1.5},
		{[]float64{4, 4}, []float64{1, 2}, 0},
	} {
		if got := slope(tt.x, tt.y); got != tt.want {
			t.Errorf("%v, %v: %v, want %v", tt.x, tt.y, got, tt.want)
		}
	}
}

// combinedRow counts answers.
type combinedRow struct {
	verdicts map[string]int
	times    []time.Duration
	wrong    int
}

func (r *combinedRow) add(verdict string, took time.Duration) {
	if r.verdicts == nil {
		r.verdicts = map[string]int{}
	}
	r.verdicts[verdict]++
	r.times = append(r.times, took)
}

func (r *combinedRow) cells(kind string) []string {
	slices.Sort(r.times)
	n := func(k int) string { return fmt.Sprint(k) }
	return []string{kind, n(len(r.times)), n(r.verdicts["unaffected"]), n(r.verdicts["unaffected if both end"]), n(r.verdicts["affected"]), n(r.verdicts["unknown"]), n(r.wrong), fmt.Sprintf("%.2f s", r.times[len(r.times)/2].Seconds())}
}

// combined is a pair made of others.
type combined struct {
	kind, name, entry string
	texts             [2]string
	truth             moddiff.Status // "" where composition does not tell
}

func (c *combined) write(t *testing.T) *pair {
	dir := t.TempDir()
	for v, name := range []string{"old.bpl", "new.bpl"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(c.texts[v]), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p := &pair{}
	p.Name, p.Dir, p.Entry, p.Truth = c.name, dir, c.entry, c.truth
	return p
}

// contradicts says how a verdict is wrong, "" for not.
func (c *combined) contradicts(t *testing.T, p *pair, verdict string) string {
	switch {
	case verdict == "unknown", verdict == "unaffected if both end" && c.truth != "equivalent": // they may end on other inputs
	case verdict == "affected" && c.truth == "equivalent":
		return "but both parts are equivalent"
	case verdict == "affected": // which was replayed
	case c.truth == "different":
		return "but one part differs"
	case c.truth == "":
		r := &run{ctx: smtlib.NewContext()}
		if err := r.load(filepath.Join(p.Dir, "old.bpl"), filepath.Join(p.Dir, "new.bpl"), p.Dir, "", translate.Options{Asserts: "outcome", Externals: "function"}, &moddiff.Options{}); err != nil {
			t.Fatal(err)
		}
		if env, _ := r.findDifference(t, p); env != nil {
			return fmt.Sprintf("but the versions differ on %v", env)
		}
	}
	return ""
}

// part is a pair of suite client that can be combined: procedures of integers alone.
type part struct {
	name, entry string
	params      int
	texts       [2]string
	truth       moddiff.Status
	libraries   map[string]int // changed procedures with one integer result, by their parameters
}

var (
	procedureHead = regexp.MustCompile(`(?m)^procedure (\w+)\(([^)]*)\)( returns \((\w+): (\w+)\))?`)
	parameter     = regexp.MustCompile(`^\s*\w+: int\s*$`)
)

// headOf is how many integers a procedure takes; ok is false where it takes other things, or
// does not return one integer.
func headOf(m []string) (params int, ok bool) {
	if m[5] != "int" {
		return 0, false
	}
	if strings.TrimSpace(m[2]) == "" {
		return 0, true
	}
	for _, p := range strings.Split(m[2], ",") {
		if !parameter.MatchString(p) {
			return 0, false
		}
		params++
	}
	return params, true
}

// parts are the pairs that can be combined, with names of their own.
func parts(t *testing.T) (list []*part) {
	for i, p := range pairsOf(t, "client") {
		q := &part{name: p.Name, truth: p.Truth, libraries: map[string]int{}}
		prefix := fmt.Sprintf("p%d_", i)
		var bodies [2]map[string]string
		ok := len(p.Flags) == 0
		for v, file := range []string{"old.bpl", "new.bpl"} {
			text, err := os.ReadFile(filepath.Join(p.Dir, file))
			if err != nil {
				t.Fatal(err)
			}
			own := string(text)
			ok = ok && !regexp.MustCompile(`(?m)^(var|function|axiom|type|const)|havoc`).MatchString(own)
			heads := procedureHead.FindAllStringSubmatch(own, -1)
			for _, m := range heads {
				own = regexp.MustCompile(`\b`+m[1]+`\b`).ReplaceAllString(own, prefix+m[1])
			}
			q.texts[v], bodies[v] = own, map[string]string{}
			at := procedureHead.FindAllStringSubmatchIndex(own, -1)
			for k, m := range procedureHead.FindAllStringSubmatch(own, -1) {
				end := len(own)
				if k+1 < len(at) {
					end = at[k+1][0]
				}
				bodies[v][m[1]] = own[at[k][0]:end]
				if n, simple := headOf(m); simple && m[1] != prefix+p.Entry {
					q.libraries[m[1]] = n
				} else if m[1] == prefix+p.Entry {
					q.entry, q.params = m[1], n
					ok = ok && simple
				}
			}
		}
		for name := range q.libraries {
			if bodies[0][name] == bodies[1][name] {
				delete(q.libraries, name)
			}
		}
		if ok {
			list = append(list, q)
		}
	}
	return list
}

// names are parameters and arguments of that many integers.
func names(prefix string, n int) (declared, passed []string) {
	for i := range n {
		name := fmt.Sprintf("%s%d", prefix, i)
		declared, passed = append(declared, name+": int"), append(passed, name)
	}
	return declared, passed
}

// combinedPairs are the combinations, kinds in turn.
func combinedPairs(t *testing.T) (list []*combined) {
	all := parts(t)
	if len(all) < 25 {
		t.Fatalf("only %d parts", len(all))
	}
	for i, p := range all {
		for j, q := range all {
			if j != i {
				list = append(list, sum(p, q, [...]string{"+", "-"}[(i+j)%2]))
			}
			if n := nest(p, q); n != nil && j != i {
				list = append(list, n)
			}
		}
	}
	for _, p := range all[:25] {
		for n := 1; n <= maxCalls; n++ {
			list = append(list, several(p, n))
		}
	}
	return list
}

// sum is the sum or difference of two clients (SeqMerge).
func sum(p, q *part, op string) *combined {
	c := &combined{kind: "sum", name: p.name + " " + op + " " + q.name, entry: "both", truth: "different"}
	if p.truth == "equivalent" && q.truth == "equivalent" {
		c.truth = "equivalent"
	}
	dp, ap := names("x", p.params)
	dq, aq := names("y", q.params)
	client := fmt.Sprintf("procedure both(%s) returns (r: int)\n{\n  var a, b: int;\n  call a := %s(%s);\n  call b := %s(%s);\n  r := a %s b;\n}\n",
		strings.Join(slices.Concat(dp, dq), ", "), p.entry, strings.Join(ap, ", "), q.entry, strings.Join(aq, ", "), op)
	for v := range 2 {
		c.texts[v] = client + p.texts[v] + q.texts[v]
	}
	return c
}

// nest is a client with another one as its library (NestMerge); nil where they do not fit.
func nest(p, q *part) *combined {
	for name, n := range p.libraries {
		if n != q.params {
			continue
		}
		c := &combined{kind: "nested", name: p.name + " of " + q.name, entry: p.entry}
		if q.truth == "equivalent" && len(p.libraries) == 1 {
			c.truth = "equivalent"
		}
		for v := range 2 {
			at := regexp.MustCompile(`(?s)procedure ` + name + `\(.*?\n}\n`).FindString(p.texts[v])
			if at == "" {
				return nil
			}
			own := strings.Replace(p.texts[v], at, "", 1)
			own = regexp.MustCompile(`\b`+name+`\b`).ReplaceAllString(own, q.entry)
			c.texts[v] = own + q.texts[v]
		}
		return c
	}
	return nil
}

// several is a client that is called so many times.
func several(p *part, n int) *combined {
	c := &combined{kind: fmt.Sprintf("%d to %d calls", (n-1)/5*5+1, (n-1)/5*5+5), name: fmt.Sprintf("%s %d times", p.name, n), entry: "often"}
	if p.truth == "equivalent" {
		c.truth = "equivalent"
	}
	declared, _ := names("x", p.params)
	var text strings.Builder
	fmt.Fprintf(&text, "procedure often(%s) returns (r: int)\n{\n  var a: int;\n  r := 0;\n", strings.Join(declared, ", "))
	for i := range n {
		var args []string
		for k := range p.params {
			args = append(args, fmt.Sprintf("x%d + %d", k, i))
		}
		fmt.Fprintf(&text, "  call a := %s(%s);\n  r := r + a;\n", p.entry, strings.Join(args, ", "))
	}
	text.WriteString("}\n")
	for v := range 2 {
		c.texts[v] = text.String() + p.texts[v]
	}
	return c
}
