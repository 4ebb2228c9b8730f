package suite

import (
	"fmt"
	"os"
	"path/filepath"

	"semdiff/compare/suite/scaling"
	"semdiff/internal/closest"
	"semdiff/moddiff"
)

// Generated are pairs that a family of package scaling makes, an equivalent and a
// different one of each size.
type Generated struct {
	Family string   `toml:"family"`
	Sizes  []int    `toml:"sizes"`
	Tags   []string `toml:"tags"`
}

// generated checks the i-th of the suite.
func (r *reader) generated(i int) {
	g := r.suite.Generate[i]
	table := fmt.Sprintf("generate[%d]", i)
	family, ok := scaling.Find(g.Family)
	if !ok {
		var names []string
		for _, f := range scaling.All() {
			names = append(names, f.Name)
		}
		r.problems.Addf(r.positions.Of(table+".family", table), "family %s", closest.Problem(g.Family, names))
		return
	}
	for _, n := range g.Sizes {
		if n < family.Least {
			r.problems.Addf(r.positions.Of(table+".sizes", table), "a pair of family %s has at least size %d, not %d", g.Family, family.Least, n)
		}
	}
	if len(g.Sizes) == 0 {
		r.problems.Addf(r.positions.Of(table), "sizes has no number")
	}
}

func (g Generated) pairs() (list []Pair) {
	family, _ := scaling.Find(g.Family)
	for _, n := range g.Sizes {
		for _, different := range []bool{false, true} {
			p := Pair{
				Name: fmt.Sprintf("%s-%d-equal", g.Family, n), Old: "old.bpl", New: "new.bpl", Entry: "main", Family: g.Family,
				Truth: "equivalent", Tags: g.Tags, Why: family.About, Source: "by construction",
			}
			if different {
				p.Name, p.Truth = fmt.Sprintf("%s-%d-different", g.Family, n), moddiff.Status("different")
			}
			p.versions[0], p.versions[1] = family.Pair(n, different)
			list = append(list, p)
		}
	}
	return list
}

// Materialize writes the versions of a pair that is generated into a folder of their
// own below dir; other pairs are files already.
func (p *Pair) Materialize(dir string) error {
	if p.Dir != "" {
		return nil
	}
	own := filepath.Join(dir, p.ID)
	if err := os.MkdirAll(own, 0o777); err != nil {
		return err
	}
	for i, name := range []string{p.Old, p.New} {
		if err := os.WriteFile(filepath.Join(own, name), []byte(p.versions[i]), 0o666); err != nil {
			return err
		}
	}
	p.Dir = own
	return nil
}
