package session

import (
	"cmp"
	"errors"
	"sync"

	"semdiff/boogie"
	"semdiff/boogie/match"
	"semdiff/compare/points"
	"semdiff/compare/symdiff"
	"semdiff/moddiff"
	"semdiff/smtlib"
	"semdiff/translate"
	"semdiff/translate/ir"
)

var errNoSource = errors.New("a version is missing: it is the zero Source")

// Sources are what a comparison reads.
type Sources struct {
	Old, New Source
	Match    Source // a matching file; may be none
	Mutual   Source // a file of mutual summaries; may be none
	// Assume is what the entry may rely on; nil for nothing.
	Assume *translate.Precondition
	// Entry stays a procedure where it is a loop that was extracted; "" for none.
	Entry string
	// Points are differencing points to mark: points.Calls, points.Maps or a label; "" for
	// none.
	Points string
	// With are programs that are read into both versions.
	With []Source
	// Path are folders with files that the versions name.
	Path []string
}

// Versions are both versions, lowered under the names of the old one.
type Versions struct {
	Old, New *ir.Program
	Given    []moddiff.Matched // procedures that the matching file matches
	Source   match.Version     // of the old version
	Applied  *match.Applied
	Mutual   *symdiff.MutualFile // nil without one
	Points   []points.Point      // that are marked
	texts
}

// Load reads both versions, applies a matching file if there is one, and lowers
// them into c.
func Load(c *smtlib.Context, from Sources, opts translate.Options) (*Versions, error) {
	if err := checkMeaning(opts); err != nil {
		return nil, err
	}
	v := &Versions{texts: texts{path: from.Path}}
	old, new, err := from.programs(&v.texts)
	if err != nil {
		return nil, err
	}
	if len(from.With) > 0 {
		if old, new, err = from.join(old, new); err != nil {
			return nil, err
		}
	}
	file := &match.File{}
	if !from.Match.IsZero() {
		if file, err = from.matching(); err != nil {
			return nil, err
		}
	}
	var loops []string
	if from.Mutual.IsZero() { // else relations between calls of the loops may be given
		old, new, loops = translate.UndoExtraction(old, new, from.named(file))
	}
	v.Source = match.Version(old)
	if v.Applied, err = match.Apply(file, v.Source, match.Version(new)); err != nil {
		return nil, err
	}
	if !from.Mutual.IsZero() {
		if v.Mutual, err = from.mutual(); err != nil {
			return nil, err
		}
		if old, err = v.Mutual.Declare(old, v.Applied); err != nil {
			return nil, err
		}
	}
	changed := translate.Source(v.Applied.Version)
	if from.Assume != nil {
		if old, err = from.Assume.Give(old); err != nil {
			return nil, err
		}
		if changed, err = from.Assume.Give(changed); err != nil {
			return nil, err
		}
	}
	if from.Points != "" {
		var both [2]translate.Source
		if both, v.Points, err = points.Mark(old, changed, from.Points); err != nil {
			return nil, err
		}
		old, changed = both[0], both[1]
	}
	v.Old, v.New, err = translate.LowerPair(c, old, changed, opts)
	if err != nil {
		return nil, err
	}
	v.Old.Extracted, v.New.Renamed = loops, v.Applied.Variables()
	if from.Assume != nil {
		v.Old.Precondition = from.Assume.Text
	}
	if v.Mutual != nil {
		if err := v.Mutual.Take(v.Old); err != nil {
			return nil, err
		}
	}
	v.match()
	return v, nil
}

// match keeps the procedures that the matching file matches and that are there.
func (v *Versions) match() {
	for _, s := range v.Applied.Procedures {
		m := moddiff.Matched{Old: s.Old.Name, New: s.New.Name, Params: s.ParamNames()}
		// A polymorphic procedure that a version does not use is not there.
		if moddiff.IsIn(v.Old, m.Old) && moddiff.IsIn(v.New, m.New) {
			v.Given = append(v.Given, m)
		}
	}
}

// named are procedures that the user names.
func (from Sources) named(file *match.File) []string {
	names := []string{from.Entry}
	for _, p := range file.Procedures {
		names = append(names, p.Old.Name, p.New.Name)
	}
	return names
}

// programs reads both versions at once.
func (from Sources) programs(t *texts) (old, new translate.Source, err error) {
	var programs [2]translate.Source
	var errs [2]error
	var wg sync.WaitGroup
	for i, s := range []Source{from.Old, from.New} {
		wg.Add(1)
		go func() {
			defer wg.Done()
			programs[i], errs[i] = t.program(i, s)
		}()
	}
	wg.Wait()
	return programs[0], programs[1], cmp.Or(errs[0], errs[1])
}

// join reads what is in both versions.
func (from Sources) join(old, new translate.Source) (translate.Source, translate.Source, error) {
	var others []*boogie.Program
	for _, s := range from.With {
		text, err := s.Read()
		if err != nil {
			return old, new, err
		}
		other, err := boogie.Parse(s.name, text)
		if err != nil {
			return old, new, err
		}
		others = append(others, other)
	}
	joined, err := translate.Join(old, others...)
	if err != nil {
		return old, new, err
	}
	again, err := translate.Join(new, others...)
	return joined, again, err
}

func (from Sources) matching() (*match.File, error) {
	text, err := from.Match.Read()
	if err != nil {
		return nil, err
	}
	stems := from.OwnStems()
	return match.Parse(from.Match.name, text, stems[0], stems[1])
}

func (from Sources) mutual() (*symdiff.MutualFile, error) {
	text, err := from.Mutual.Read()
	if err != nil {
		return nil, err
	}
	return symdiff.ReadMutual(from.Mutual.name, text, from.Stems())
}

// OwnStems are what files may call the two versions: their own names without
// extensions, which may be the same, else v1 and v2.
func (from Sources) OwnStems() [2]string {
	return [2]string{cmp.Or(from.Old.stem, "v1"), cmp.Or(from.New.stem, "v2")}
}

// Stems are the same where they differ, else v1 and v2.
func (from Sources) Stems() [2]string {
	stems := from.OwnStems()
	if stems[0] == stems[1] {
		return [2]string{"v1", "v2"}
	}
	return stems
}

// LoadOne reads, checks and lowers one program into c.
func LoadOne(c *smtlib.Context, from Source, opts translate.Options) (*ir.Program, error) {
	if err := checkMeaning(opts); err != nil {
		return nil, err
	}
	program, err := from.Program()
	if err != nil {
		return nil, err
	}
	return translate.Lower(c, program, opts)
}
