package suite

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"semdiff/internal/closest"
	"semdiff/internal/source"
	"semdiff/moddiff"
)

// Read reads the suite of a folder. Problems of its suite.toml are a source.List.
func Read(dir string) (*Suite, error) {
	file := filepath.Join(dir, FileName)
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("a suite is a folder with a file %s: %w", FileName, err)
	}
	s := &Suite{Dir: dir}
	if err := Decode(file, text, s); err != nil {
		return nil, err
	}
	r := &reader{suite: s, positions: PositionsOf(file, text)}
	r.suiteFields()
	for i := range s.Generate {
		r.generated(i)
	}
	for i := range s.Pairs {
		r.pair(i)
	}
	for _, g := range s.Generate {
		if len(r.problems) > 0 {
			break
		}
		s.Pairs = append(s.Pairs, g.pairs()...)
	}
	r.identify()
	if err := r.problems.Err(); err != nil {
		r.problems.Sort()
		return nil, r.problems
	}
	return s, nil
}

// Decode reads TOML into v. What is wrong, and what v has no field for, is a
// source.List.
func Decode(file string, text []byte, v any) error {
	d := toml.NewDecoder(bytes.NewReader(text)).EnableUnmarshalerInterface()
	return decode(file, text, d, v)
}

// UnmarshalTOML reads a number or F; what is neither is not a number, which the reader
// of the suite finds, who knows the place.
func (s *Seconds) UnmarshalTOML(text []byte) error {
	n, err := strconv.ParseFloat(string(text), 64)
	switch {
	case string(text) == `"F"`:
		*s = Failed
	case err != nil || n < 0:
		*s = Seconds(math.NaN())
	default:
		*s = Seconds(n)
	}
	return nil
}

// reader checks a suite.
type reader struct {
	suite     *Suite
	positions Positions
	problems  source.List
}

// addf is a problem of a field of the i-th pair, or of the pair.
func (r *reader) addf(i int, field, format string, args ...any) {
	pair := fmt.Sprintf("pair[%d]", i)
	r.problems.Addf(r.positions.Of(pair+"."+field, pair), format, args...)
}

func (r *reader) suiteFields() {
	s := r.suite
	if s.Schema != Schema {
		r.problems.Addf(r.positions.Of("schema"), "schema must be %q, not %q", Schema, s.Schema)
	}
	if s.Name == "" {
		s.Name = filepath.Base(s.Dir)
	}
	if len(s.Pairs)+len(s.Generate) == 0 {
		r.problems.Addf(r.positions.Of("suite"), "there are no pairs: a pair is a table [[pair]]")
	}
}

// identify gives each pair its ID.
func (r *reader) identify() {
	s := r.suite
	count, seen := map[string]int{}, map[string]bool{}
	for i := range s.Pairs {
		count[s.Pairs[i].Name]++
	}
	for i := range s.Pairs {
		p := &s.Pairs[i]
		p.ID = p.Name
		if inside, err := filepath.Rel(s.Dir, p.Dir); count[p.Name] > 1 && p.Dir != "" && err == nil {
			p.ID = filepath.ToSlash(inside)
		}
		if seen[p.ID] {
			r.addf(i, "name", "there are two pairs %s", p.ID)
		}
		seen[p.ID] = true
	}
}

// pair checks the i-th pair and fills in what it leaves out.
func (r *reader) pair(i int) {
	p := &r.suite.Pairs[i]
	p.Place = r.positions.Of(fmt.Sprintf("pair[%d]", i))
	if p.Name == "" {
		r.addf(i, "name", "a pair without a name")
	}
	setDefault(&p.Dir, p.Name)
	setDefault(&p.Old, "old.bpl")
	setDefault(&p.New, "new.bpl")
	setDefault(&p.Source, r.suite.Source)
	p.Dir = filepath.Join(r.suite.Dir, p.Dir)
	if !slices.Contains(truths(), p.Truth) {
		r.addf(i, "truth", "pair %s: truth %s", p.Name, closest.Problem(string(p.Truth), words(truths())))
	} else if slices.Contains(SpecialTruths(), p.Truth) && p.Allowed == nil {
		r.addf(i, "truth", "pair %s: with truth %s, allowed has to say which verdicts are no mistake", p.Name, p.Truth)
	}
	for _, status := range p.Allowed {
		if !slices.Contains(verdicts(), status) {
			r.addf(i, "allowed", "pair %s: a verdict in allowed %s", p.Name, closest.Problem(string(status), words(verdicts())))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(p.Procedures)) {
		for _, status := range p.Procedures[name] {
			if !slices.Contains(statuses(), status) {
				r.addf(i, "procedures", "pair %s: a status of %s %s", p.Name, name, closest.Problem(string(status), words(statuses())))
			}
		}
	}
	for _, tool := range slices.Sorted(maps.Keys(p.PaperSeconds)) {
		if math.IsNaN(float64(p.PaperSeconds[tool])) {
			r.addf(i, "paper_seconds", "pair %s: the published time of %s must be a number of seconds, or \"F\" where it failed", p.Name, tool)
		}
	}
	for _, f := range []struct{ field, file string }{{"old", p.OldFile()}, {"new", p.NewFile()}} {
		if _, err := os.Stat(f.file); errors.Is(err, os.ErrNotExist) {
			r.addf(i, f.field, "pair %s: there is no file %s", p.Name, f.file)
		} else if err != nil {
			r.addf(i, f.field, "pair %s: %v", p.Name, err)
		}
	}
}

func setDefault(field *string, value string) {
	if *field == "" {
		*field = value
	}
}

func verdicts() (list []moddiff.Status) {
	for _, v := range moddiff.AllVerdicts() {
		list = append(list, moddiff.Status(v.Name))
	}
	return list
}

func statuses() (list []moddiff.Status) {
	for _, s := range moddiff.AllStatuses() {
		list = append(list, s.Status)
	}
	return list
}

// words is a list for a message.
func words(list []moddiff.Status) (out []string) {
	for _, w := range list {
		out = append(out, string(w))
	}
	return out
}

// CheckEngines says where the suite names a column that is not one of known.
func (s *Suite) CheckEngines(known []string) error {
	for _, name := range s.Engines {
		if slices.Contains(known, name) {
			continue
		}
		file := filepath.Join(s.Dir, FileName)
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		var list source.List
		list.Addf(PositionsOf(file, text).Of("engines"), "there is no engine or tool %q, but %s", name, strings.Join(known, ", "))
		return list
	}
	return nil
}
