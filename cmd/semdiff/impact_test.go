package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"semdiff/compare/report"
)

// TestImpactPage checks that pages need nothing from outside, that each of their links
// leads to one place, and that marked lines have a way back to a change.
func TestImpactPage(t *testing.T) {
	pairs, err := filepath.Glob("../../benchmarks/impact/*/old.bpl")
	if err != nil || len(pairs) == 0 {
		t.Fatal(pairs, err)
	}
	for _, old := range pairs {
		var out, trouble bytes.Buffer
		args := []string{"impact", "--by", "text", "--format", "html", old, filepath.Join(filepath.Dir(old), "new.bpl")}
		if code := run(env{context.Background(), strings.NewReader(""), &out, &trouble, os.Exit}, args); code != exitUnknown {
			t.Fatalf("%s: exit code %d, %s", old, code, trouble.String())
		}
		page := out.String()
		for _, outside := range []string{"http:", "https:", "src=", "@import", "<script", "url("} {
			if strings.Contains(page, outside) {
				t.Errorf("%s: the page has %s", old, outside)
			}
		}
		found := func(pattern string) (list []string) {
			for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(page, -1) {
				list = append(list, m[1])
			}
			return list
		}
		ids := found(` id="([^"]*)"`)
		if len(slices.Compact(slices.Sorted(slices.Values(ids)))) != len(ids) {
			t.Errorf("%s: an id is there twice", old)
		}
		links := found(`href="#([^"]*)"`)
		for _, to := range links {
			if !slices.Contains(ids, to) {
				t.Errorf("%s: a link leads to %s", old, to)
			}
		}
		chains := found(`(?s)<ol class="chain">(.*?)</ol>`)
		for _, chain := range chains {
			steps := strings.Split(strings.TrimSpace(chain), "\n")
			if last := steps[len(steps)-1]; !regexp.MustCompile(`changed|elsewhere|another order|other branches|is impacted`).MatchString(last) {
				t.Errorf("%s: a way ends with %s", old, last)
			}
		}
		if len(links) < 3 || len(chains) < 3 {
			t.Errorf("%s: %d links, %d ways", old, len(links), len(chains))
		}
	}
}

// TestImpactInputs runs the inputs that impact gives as tests: the new version ends as
// they say.
func TestImpactInputs(t *testing.T) {
	for _, pair := range [][2]string{
		{"fig1/old.bpl", "fig1/new.bpl"}, {"fig2/old.bpl", "fig2/new.bpl"}, {"wbs/v0.bpl", "wbs/wrong1.bpl"}, {"kernel/v0.bpl", "kernel/wrong.bpl"},
		{"rotor/v3.bpl", "rotor/wrong2.bpl"},
	} {
		old, new := filepath.Join("../../benchmarks/impact", pair[0]), filepath.Join("../../benchmarks/impact", pair[1])
		call := func(args ...string) string {
			var out, trouble bytes.Buffer
			if code := run(env{context.Background(), strings.NewReader(""), &out, &trouble, os.Exit}, args); code == exitTrouble {
				t.Fatalf("%s: %s", args, trouble.String())
			}
			return out.String()
		}
		var answer report.Impact
		if err := json.Unmarshal([]byte(call("impact", "--inputs", "3", "--format", "json", old, new)), &answer); err != nil {
			t.Fatal(err)
		}
		tests := 0
		for _, p := range answer.Procedures {
			for _, test := range p.Tests {
				tests++
				args := []string{"run", new, "--proc", p.New.Name}
				for name, value := range test.Inputs {
					args = append(args, "--in", name+"="+value)
				}
				got := call(args...)
				if !strings.HasPrefix(got, test.New.Outcome+"\n") {
					t.Errorf("%s: %s, want %s", args, got, test.New.Outcome)
				}
				for name, value := range test.New.Values {
					if want := name + " = " + value + "\n"; !strings.Contains(got, want) {
						t.Errorf("%s: %s, want %s", args, got, want)
					}
				}
			}
			if len(p.Tests) > 3 {
				t.Errorf("%s: %d inputs of %s", new, len(p.Tests), p.Name)
			}
		}
		if tests == 0 {
			t.Errorf("%s: no inputs", new)
		}
	}
}

// TestEmitBoogie checks that the slices of all pairs of two suites are read again, and a
// sample of them by Boogie.
func TestEmitBoogie(t *testing.T) {
	boogie, err := exec.LookPath("boogie")
	if err != nil {
		t.Log("no Boogie")
	}
	versions, err := filepath.Glob("../../benchmarks/[it][mr]*/*/*.bpl") // impact, traps
	if err != nil {
		t.Fatal(err)
	}
	call := func(args ...string) (int, string) {
		var out, trouble bytes.Buffer
		code := run(env{context.Background(), strings.NewReader(""), &out, &trouble, os.Exit}, args)
		return code, trouble.String()
	}
	written := 0
	for i, old := range versions {
		if i+1 == len(versions) || filepath.Dir(versions[i+1]) != filepath.Dir(old) || testing.Short() && i%8 > 1 {
			continue
		}
		new, dir := versions[i+1], t.TempDir()
		files := []string{filepath.Join(dir, "old.bpl"), filepath.Join(dir, "new.bpl")}
		code, trouble := call("impact", "--solver", "nothing-there", "--emit-boogie", dir, old, new)
		if code == exitTrouble {
			if _, err := os.Stat(files[0]); err == nil || !regexp.MustCompile(`^semdiff: .*: (type .*(FloatingPoint|RoundingMode).*: Boogie 2.4.1 has no words for it|axioms over types: .*)\n$`).MatchString(trouble) {
				t.Errorf("%s: %s", old, trouble)
			}
			continue
		}
		if code, trouble := call("check", files[0], files[1]); code != exitSame {
			t.Errorf("%s: %s", old, trouble)
		}
		if written++; boogie == "" || written%40 != 1 {
			continue
		}
		for _, file := range files {
			answer, _ := exec.Command(boogie, "/nologo", "/noVerify", file).CombinedOutput()
			if !strings.Contains(string(answer), "finished with 0 verified, 0 errors") {
				t.Errorf("%s: %s", old, answer)
			}
		}
	}
	if written < len(versions)/3 && !testing.Short() || written == 0 {
		t.Errorf("only %d of %d files", written, len(versions))
	}
}
