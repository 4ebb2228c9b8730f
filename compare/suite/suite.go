package suite

import (
	"path/filepath"
	"slices"

	"semdiff/internal/source"
	"semdiff/moddiff"
)

// Schema names the form of suite.toml; fields may be added, never renamed.
const Schema = "semdiff-suite/1"

// FileName is the name of the file in the folder of a suite.
const FileName = "suite.toml"

// Suite is a folder of pairs with their known truth.
type Suite struct {
	Schema string `toml:"schema"`
	Name   string `toml:"suite"`
	About  string `toml:"about"`
	// Floor is how many of the pairs semdiff diff decides at least.
	Floor int `toml:"floor"`
	// Source says where the truth comes from, for pairs that do not say it themselves.
	Source string `toml:"source"`
	// Paper says where paper_seconds were published.
	Paper string `toml:"paper"`
	// Engines are the columns of a run that names none.
	Engines  []string    `toml:"engines"`
	Pairs    []Pair      `toml:"pair"`
	Generate []Generated `toml:"generate"`

	Dir string `toml:"-"`
}

// Pair is a pair of program versions with its known truth.
type Pair struct {
	Name string `toml:"name"`
	// Dir is where the versions are, relative to the suite in the file and to the
	// working folder once it is read; "" for a pair that is generated.
	Dir    string `toml:"dir"`
	Old    string `toml:"old"` // relative to Dir
	New    string `toml:"new"`
	Entry  string `toml:"entry"`
	Family string `toml:"family"`
	// Truth is equivalent or different, or one of SpecialTruths.
	Truth  moddiff.Status `toml:"truth"`
	Source string         `toml:"source"`
	Tags   []string       `toml:"tags"`
	// Witness is an input on which the versions differ, by name.
	Witness map[string]string `toml:"witness"`
	// Allowed are the verdicts that are no mistake; only the truth when there are none.
	Allowed []moddiff.Status `toml:"allowed"`
	// Procedures are the same for other procedures.
	Procedures map[string][]moddiff.Status `toml:"procedures"`
	Flags      []string                    `toml:"flags"` // for semdiff diff
	Label      string                      `toml:"label"` // a wrong claim that was published
	Why        string                      `toml:"why"`
	// PaperSeconds are published times by tool; that of a tool that failed is Failed.
	PaperSeconds map[string]Seconds `toml:"paper_seconds"`

	// Place is where the suite describes the pair.
	Place source.Pos `toml:"-"`
	// ID is the name, or the folder in the suite where two of its pairs have one name.
	ID string `toml:"-"`

	versions [2]string // the texts of a pair that is generated
}

// Seconds is a published time.
type Seconds float64

// Failed is the time of a tool that had no answer, F in the file.
const Failed Seconds = -1

// SpecialTruths are truths of pairs that have to say which verdicts are allowed: inputs
// or outputs do not match, axioms contradict each other, or the answer rests on a value
// that SMT-LIB leaves open.
func SpecialTruths() []moddiff.Status { return []moddiff.Status{"interface", "vacuous", "unspecified"} }

func truths() []moddiff.Status {
	return append([]moddiff.Status{"equivalent", "different"}, SpecialTruths()...)
}

// Fits reports whether status is no mistake for p.
func (p *Pair) Fits(status moddiff.Status) bool {
	if p.Allowed == nil {
		return status == p.Truth
	}
	return slices.Contains(p.Allowed, status)
}

// MayBeUnknown reports whether the analysis may give up on p.
func (p *Pair) MayBeUnknown() bool { return p.Fits(moddiff.Status(moddiff.Unknown.String())) }

// OldFile is the path of the old version.
func (p *Pair) OldFile() string { return filepath.Join(p.Dir, p.Old) }

// NewFile is the path of the new version.
func (p *Pair) NewFile() string { return filepath.Join(p.Dir, p.New) }

// HasTag reports whether tag is one of the pair's: those it was given, its family, its
// truth and its name.
func (p *Pair) HasTag(tag string) bool {
	return slices.Contains(p.Tags, tag) || tag == p.Family || tag == string(p.Truth) || tag == p.Name || tag == p.ID
}
