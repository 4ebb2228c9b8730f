package solver

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"semdiff/internal/needs"
	"semdiff/smtlib"
)

// setup finds the solvers of config.
func setup(t *testing.T, config Config) *Setup {
	t.Helper()
	needs.Solvers(t, "z3", "cvc5")
	if config.Options == (Options{}) {
		config.Options = Default
	}
	if config.LogDir == "" && config.CheckWith != "" {
		config.LogDir = t.TempDir() // for what is disputed
	}
	s, err := NewSetup(config)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// session opens a session that the end of the test closes.
func session(t *testing.T, s *Setup, c *smtlib.Context) Solver {
	t.Helper()
	r := s.Open(c)
	t.Cleanup(func() { r.Close() })
	return r
}

func TestNewSetupFails(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, config := range []Config{
		{}, {Solver: "no-such-solver-here"}, {Solver: "sh,no-such-solver-here"}, {Solver: "sh,,sh"}, {Solver: "sh 'x"},
		{Solver: "sh", CheckWith: "no-such-solver-here"}, {Solver: "sh", LogDir: file + "/below"},
	} {
		if _, err := NewSetup(config); err == nil || !strings.HasPrefix(err.Error(), "solver: ") {
			t.Errorf("%+v: %v", config, err)
		}
	}
}

func TestPrograms(t *testing.T) {
	list, err := resolveList(`sh -c 'a,b' x\,y, sh`)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range list {
		got = append(got, strings.Join(p.command[1:], "|"))
	}
	if strings.Join(got, ";") != "-c|a,b|x,y;" {
		t.Errorf("got %q", got)
	}
}

// Every decorator answers the examples as they are known.
func TestExamplesDecorated(t *testing.T) {
	for _, config := range []Config{
		{Solver: "z3,cvc5"}, {Solver: "cvc5,z3"}, {Solver: "z3", CheckWith: "cvc5"}, {Solver: "cvc5", CheckWith: "z3"},
	} {
		t.Run(config.Solver+" "+config.CheckWith, func(t *testing.T) {
			config.Options = Options{Timeout: time.Minute, QuickTimeout: Default.QuickTimeout, QuickResources: Default.QuickResources}
			if config.CheckWith == "z3" { // takes long for one or two
				config.Timeout = 2 * time.Second
			}
			setup := setup(t, config)
			c := smtlib.NewContext()
			s := session(t, setup, c)
			for _, e := range examples {
				list := e.terms(t, c)
				for _, wantModel := range []bool{true, false} {
					r := s.Check(context.Background(), list, wantModel)
					if r.Answer != e.want || r.Answer == Sat && wantModel && r.Model == nil {
						t.Errorf("%s: %v, want %v", e.name, r, e.want)
					}
				}
				if r := s.Quick(context.Background(), list, false); r.Answer != Unknown && r.Answer != e.want {
					t.Errorf("%s: %v, want %v", e.name, r, e.want)
				}
			}
			if d := setup.Disagreements(); len(d) > 0 {
				t.Errorf("disagreements: %v", d)
			}
		})
	}
}

// One solver that lies is caught by the other; the query is saved so that it can
// be asked again.
func TestLiars(t *testing.T) {
	const no, yes = "sh testdata/liar.sh unsat", "sh testdata/liar.sh sat"
	for _, tt := range []struct {
		solver, checker string
		sat             bool // what is true
		want            string
	}{
		{no, "z3", true, "sh testdata/liar.sh unsat says unsat, z3 says sat"},
		{no, "cvc5", true, "sh testdata/liar.sh unsat says unsat, cvc5 says sat"},
		{yes, "z3", false, "sh testdata/liar.sh sat says sat, z3 says unsat"},
		{"z3", no, true, "z3 says sat, sh testdata/liar.sh unsat says unsat"},
		{"sh testdata/wrong-model.sh", "z3", true, "sh testdata/wrong-model.sh says sat, but its model makes an assertion false"},
		{no, no, true, ""}, // both lie
		{no, "sh testdata/liar.sh unknown", true, ""},
		{no, "z3", false, ""},
	} {
		t.Run(tt.want, func(t *testing.T) {
			setup := setup(t, Config{Solver: tt.solver, CheckWith: tt.checker})
			c := smtlib.NewContext()
			first := session(t, setup, c)
			first.Reset()
			s := first.Fork()
			defer s.Close()
			x := c.Var("x", c.Int)
			list := []*smtlib.Term{c.Lt(c.IntVal(0), x), c.Lt(x, c.IntVal(3))}
			if !tt.sat {
				list = append(list, c.Eq(x, c.Var("y", c.Int)), c.Lt(c.IntVal(5), c.Var("y", c.Int)))
			}
			r := s.Check(context.Background(), list, true)
			found := setup.Disagreements()
			if tt.want == "" {
				if r.Answer != Unsat || len(found) > 0 {
					t.Errorf("got %v, disagreements %v", r, found)
				}
				return
			}
			if r.Answer != Unknown || r.Reason != Disputed {
				t.Errorf("got %v", r)
			}
			if len(found) != 1 || found[0].Claims != tt.want {
				t.Fatalf("disagreements %v, want %s", found, tt.want)
			}
			out, err := exec.Command("z3", found[0].File).CombinedOutput()
			if want := map[bool]string{true: "sat\n", false: "unsat\n"}[tt.sat]; err != nil || string(out) != want {
				t.Errorf("z3 on the file: %s %v, want %s", out, err, want)
			}
		})
	}
}

// A checker that never answers is not asked for ever.
func TestDeadChecker(t *testing.T) {
	setup := setup(t, Config{Solver: "z3", CheckWith: "sh testdata/dies-always.sh"})
	c := smtlib.NewContext()
	s := session(t, setup, c)
	for i := range int64(10) {
		if r := s.Check(context.Background(), []*smtlib.Term{c.Eq(c.Var("x", c.Int), c.IntVal(i))}, false); r.Answer != Sat {
			t.Errorf("got %v", r)
		}
	}
	if answered, open := setup.Confirmed(); answered != 0 || open != 10 {
		t.Errorf("%d confirmed, %d not", answered, open)
	}
	if n := s.Stats().Restarts; n != maxCheckerFaults-1 {
		t.Errorf("%d restarts", n)
	}
}

// Logged queries are self-contained and numbered over all sessions; both solvers
// confirm the status.
func TestLog(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "folder")
	setup := setup(t, Config{Solver: "z3", LogDir: dir})
	c := smtlib.NewContext()
	var asked []example
	first := session(t, setup, c)
	second := first.Fork()
	defer second.Close()
	for _, s := range []Solver{first, second} {
		for _, e := range examples[:10] {
			list := e.terms(t, c)
			s.Check(context.Background(), list, true)
			s.Quick(context.Background(), list, false)
			if _, _, done := trivial(list, false); !done {
				asked = append(asked, e)
			}
		}
		s.Check(context.Background(), []*smtlib.Term{c.True}, true) // no question
	}
	if err := setup.LogError(); err != nil {
		t.Error(err)
	}
	files, err := filepath.Glob(dir + "/*.smt2")
	if err != nil || len(files) != 2*len(asked) {
		t.Fatalf("%d files, want %d; %v", len(files), 2*len(asked), err)
	}
	for i, f := range files {
		e := asked[i/2]
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if want := "; z3: " + e.want.String() + "\n"; !strings.HasPrefix(string(text), want) || !strings.Contains(string(text), "(set-info :status "+e.want.String()+")\n") {
			t.Errorf("%s: %s", e.name, text)
		}
		if hasModel := strings.Contains(string(text), "(get-model)"); hasModel != (i%2 == 0 && e.want == Sat) {
			t.Errorf("%s: get-model: %v", e.name, hasModel)
		}
		for _, command := range [][]string{{"z3", f}, {"cvc5", "-q", f}} {
			out, err := exec.Command(command[0], command[1:]...).CombinedOutput()
			if err != nil || !strings.HasPrefix(string(out), e.want.String()+"\n") {
				t.Errorf("%s: %v: %s %v", e.name, command, out, err)
			}
		}
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	session(t, setup, c).Check(context.Background(), []*smtlib.Term{x0(c)}, false)
	if setup.LogError() == nil {
		t.Error("a query is lost in silence")
	}
}

// A portfolio answers as soon as one of it can, however the others fail.
func TestPortfolioFaults(t *testing.T) {
	for _, other := range []string{
		"sh testdata/dies-always.sh", "sh testdata/liar.sh unknown", "sh testdata/liar.sh perhaps", "sh testdata/hangs-always.sh",
		"sh testdata/no-model.sh " + filepath.Join(t.TempDir(), "started"),
	} {
		t.Run(other, func(t *testing.T) {
			t.Parallel()
			setup := setup(t, Config{Solver: other + ",z3", Options: Options{Timeout: time.Hour}})
			c := smtlib.NewContext()
			s := session(t, setup, c)
			for i := range int64(5) {
				x := c.Var("x", c.Int)
				r := s.Check(context.Background(), []*smtlib.Term{c.Eq(x, c.IntVal(i))}, true)
				if r.Answer != Sat || r.Model.Vars[x] != c.IntVal(i) {
					t.Errorf("got %v", r)
				}
				if r := s.Quick(context.Background(), []*smtlib.Term{c.Eq(c.Mul(x, x), c.IntVal(-5-i))}, false); r.Answer != Unsat {
					t.Errorf("got %v", r)
				}
				switch i {
				case 1:
					s.Reset()
				case 3:
					s = s.Fork()
					t.Cleanup(func() { s.Close() })
				}
			}
		})
	}
}

// A contradiction within a portfolio is found once both members have answered a
// query; which answer a query gets before depends on who is faster.
func TestPortfolioLiar(t *testing.T) {
	s := setup(t, Config{Solver: "sh testdata/liar.sh unsat,z3", LogDir: t.TempDir()})
	c := smtlib.NewContext()
	p := session(t, s, c)
	for len(s.Disagreements()) == 0 {
		p.Check(context.Background(), []*smtlib.Term{x0(c)}, true)
	}
}

// Models are those of the first of the list, as long as it is waited for.
func TestPortfolioModels(t *testing.T) {
	for _, first := range []string{"z3", "cvc5"} {
		other := map[string]string{"z3": "cvc5", "cvc5": "z3"}[first]
		s := setup(t, Config{Solver: first + "," + other})
		c := smtlib.NewContext()
		p := session(t, s, c).(*portfolio)
		p.lateness, p.precedence = time.Minute, time.Minute
		for range 20 {
			if r := p.Check(context.Background(), []*smtlib.Term{x0(c)}, true); r.Answer != Sat || r.By != first {
				t.Errorf("%v by %s, want %s", r, r.By, first)
			}
		}
	}
}

// What every member gives up has the reason of the first.
func TestPortfolioGivesUp(t *testing.T) {
	setup := setup(t, Config{Solver: "z3,cvc5", Options: Options{Timeout: time.Minute, Resources: 2_000, QuickResources: 2_000}})
	c := smtlib.NewContext()
	s := session(t, setup, c)
	for range 3 {
		if r := s.Check(context.Background(), pigeons(c, 12), false); r.Reason != ResourceOut || r.By != "z3" {
			t.Errorf("got %v by %s", r, r.By)
		}
		if r := s.Quick(context.Background(), []*smtlib.Term{x0(c)}, false); r.Answer != Sat {
			t.Errorf("afterwards: %v", r)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	unlimited := session(t, newSetupOf(t, "z3,cvc5"), c)
	if r := unlimited.Check(ctx, []*smtlib.Term{hard(c)}, false); r.Reason != Cancelled {
		t.Errorf("got %v, want cancelled", r)
	}
	if r := unlimited.Check(context.Background(), []*smtlib.Term{x0(c)}, false); r.Answer != Sat {
		t.Errorf("afterwards: %v", r)
	}
}

func newSetupOf(t *testing.T, solvers string) *Setup {
	t.Helper()
	return setup(t, Config{Solver: solvers, Options: Options{Timeout: time.Hour}})
}

// Sessions of one setup may be in several goroutines.
func TestParallelSessions(t *testing.T) {
	dir := t.TempDir()
	setup := setup(t, Config{Solver: "cvc5,z3", CheckWith: "z3", LogDir: dir})
	c := smtlib.NewContext()
	first := session(t, setup, c)
	var wg sync.WaitGroup
	const sessions, queries = 4, 15
	for k := range int64(sessions) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			s := first.Fork()
			defer s.Close()
			x, y := c.Var("x", c.Int), c.Var("y", c.Int)
			for i := range int64(queries) {
				r := s.Check(context.Background(), []*smtlib.Term{c.Lt(x, y), c.Eq(c.Add(x, y), c.IntVal(100*k+i))}, true)
				if r.Answer != Sat || len(r.Model.Vars) != 2 {
					t.Errorf("got %v", r)
				}
				if i%5 == 0 {
					s.Reset()
				}
			}
		}()
	}
	wg.Wait()
	files, err := filepath.Glob(dir + "/*.smt2")
	if confirmed, open := setup.Confirmed(); len(files) != sessions*queries || confirmed+open != len(files) || err != nil {
		t.Errorf("%d files, %d confirmed, %d open, want %d; %v", len(files), confirmed, open, sessions*queries, err)
	}
	if d := setup.Disagreements(); len(d) > 0 {
		t.Errorf("disagreements: %v", d)
	}
}
