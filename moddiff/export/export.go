// Package export writes the evidence for the answer of an analysis as
// self-contained SMT-LIB files, which any solver can check, and checks them.
//
//	export.go     Write: the files of an answer
//	script.go     one file
//	instances.go  functions at arguments, where functions with parameters are too much for solvers
//	names.go      names of files
//	index.go      Index: what the files are
//	answer.go     the claims that an answer needs, and whether they are there
//	form.go       what the query of each kind of claim looks like
//	text.go       what a file says
//	bind.go       whether it says what the index does
//	relate.go     whether that is about what the versions do
//	region.go     whether claims about some of the inputs are used as such
//	compose.go    whether an entry is composed of regions as claims say
//	induction.go  whether what a query takes for granted was shown: of calls, and of shorter runs
//	verify.go     Verify: all this, and the queries through any number of solvers
//
// # What Verify binds
//
// The verdict follows from the statuses of the entries, a status from the sets
// of the pair and its differences, and the claims from all these: no claim may
// be missing or without use. A claim rests on what the text of its query takes
// for granted, as far as that shows there: functions that the versions share, or
// that one takes from the other. A query asserts the negation of its claim, and
// axioms that were shown to have a model; sets in it are, word for word, those of
// the files of the sets; differ, agree and the like are what they are called, of
// all outputs of the pair.
//
// Outputs that the change does not reach have claims too. Where the claims are about
// slices, which lack these outputs, they have no query: they rest on dependence alone.
//
// Not bound, since nothing in the files tells: what the functions NAME:old and
// NAME:new are of the programs, and so what calls stand for where functions are
// written out at arguments; that an answer is about all procedures, inputs and
// entries of the programs, and lists all calls of what has a context; which axioms a witness has to obey; that a version
// ends where a ranking function says so, beyond the steps that the claim lists;
// the condition of a claim by "same ending"; the inputs under which versions share
// a function that are not equal on all; the notes.
package export

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"semdiff/moddiff"
	"semdiff/moddiff/certificate"
	"semdiff/smtlib"
)

// trusted is what no query shows.
const trusted = "The functions NAME:old and NAME:new are what symbolic execution of the versions gave: that they are what the programs do is not shown by the queries. " +
	"A claim is about the programs when the claims are that it rests on. Claims that hold with each other are one induction over the depth of calls. " +
	"The notes say under which assumptions the programs were read."

// Unchecked is what Verify cannot find out.
const Unchecked = "What NAME:old and NAME:new do is not derived from the programs again: " +
	"someone who makes a whole export anew, consistent but of other programs than it names, is not found out."

// Write writes the evidence of a result, which must have been asked for, into a
// folder, which is made if there is none and must be empty.
func Write(dir string, r *moddiff.Result) (*Index, error) {
	if err := prepare(dir); err != nil {
		return nil, err
	}
	if r.Sliced != nil {
		r = r.Sliced
	}
	w := &writer{dir: dir, r: r, names: newFileNames(), index: &Index{
		Schema: Schema, Old: r.Old, New: r.New, Entry: r.Entry, Verdict: r.Verdict.String(), Complete: r.Complete, CutShort: r.CutShort,
		Notes: append([]string{}, r.Notes...), Trusted: trusted,
		Pairs: []Pair{}, Queries: []Query{}, NotExported: []NotExported{},
	}}
	if !r.Judgement.BlockedCounts() {
		w.index.Blocked = string(r.Judgement.Blocked)
	}
	if r.Judgement.IgnoreTermination {
		w.index.Termination = ignored
	}
	w.index.Composition = indexComposition(r.Evidence.Composition)
	for _, p := range r.Pairs {
		w.pair(p)
	}
	needed := w.needed()
	for _, cl := range r.Evidence.Claims {
		if needed[cl.ID] {
			w.claim(cl)
		}
	}
	if w.err != nil {
		return nil, w.err
	}
	text, err := json.MarshalIndent(w.index, "", "  ")
	if err != nil {
		return nil, err
	}
	return w.index, os.WriteFile(filepath.Join(dir, IndexFile), append(text, '\n'), 0o666)
}

// prepare makes the folder; files of another export in it would be taken for
// ones of this.
func prepare(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	if err == nil && len(entries) > 0 {
		err = fmt.Errorf("%s is not empty", dir)
	}
	return err
}

type writer struct {
	dir   string
	r     *moddiff.Result
	names *fileNames
	index *Index
	err   error // the first one
}

// file writes a file of the export and returns the sum of its text.
func (w *writer) file(name, text string) string {
	full := filepath.Join(w.dir, filepath.FromSlash(name))
	err := os.MkdirAll(filepath.Dir(full), 0o777)
	if err == nil {
		err = os.WriteFile(full, []byte(text), 0o666)
	}
	if w.err == nil {
		w.err = err
	}
	return sum([]byte(text))
}

func sum(text []byte) string {
	s := sha256.Sum256(text)
	return hex.EncodeToString(s[:])
}

// pair lists a pair and writes the files of its sets.
func (w *writer) pair(p *moddiff.PairResult) {
	pair := Pair{Name: p.Name, Kind: p.Kind, Old: p.Old, New: p.New, Status: string(p.Status), Inputs: []string{}, Outputs: []string{}}
	n := smtlib.NewNames() // as the files have them
	for _, in := range smtlib.Collect(p.Inputs...).Vars {
		n.Var(in)
	}
	for _, in := range p.Inputs {
		pair.Inputs = append(pair.Inputs, n.Var(in))
	}
	for _, out := range p.Outputs {
		pair.Outputs = append(pair.Outputs, out.Name())
	}
	for _, out := range p.Unimpacted {
		pair.Unimpacted = append(pair.Unimpacted, out.Name())
	}
	if p.Summary != nil {
		pair.Differences = len(p.Summary.Differences)
		for _, s := range sets(p.Summary) {
			pair.Sets = append(pair.Sets, w.set(p, s.name, s.cond))
		}
	}
	w.index.Pairs = append(w.index.Pairs, pair)
}

// set is one of the four sets of a summary.
type set struct {
	name string
	cond *smtlib.Term
}

func sets(d *moddiff.DiffSummary) []set {
	return []set{
		{changed, d.Changed}, {unchanged, d.Unchanged},
		{oneEnds, d.TerminationChanged}, {notKnown, d.Unknown},
	}
}

// needed are the claims that the answer needs; the analysis may know more.
func (w *writer) needed() map[string]bool {
	a := newAnswer(w.index)
	for _, p := range w.r.Pairs {
		if p.Summary == nil {
			continue
		}
		extents := map[string]extent{}
		for _, s := range sets(p.Summary) {
			switch {
			case s.cond.IsFalse():
				extents[s.name] = none
			case s.cond.IsTrue():
				extents[s.name] = all
			}
		}
		a.extents[p.Name] = extents
	}
	for _, cl := range w.r.Evidence.Claims {
		a.add(&claim{id: cl.ID, pair: cl.Subject, name: cl.Name, proof: cl.Proof, missing: cl.Missing, rests: cl.RestsOn, with: cl.With})
	}
	return a.needed()
}

func (w *writer) set(p *moddiff.PairResult, name string, cond *smtlib.Term) Set {
	c := w.r.Ctx
	defs, known := w.r.Evidence.Summaries[p.Name]
	if !known { // equal as a whole
		for _, cl := range w.r.Evidence.Claims {
			if cl.Subject == p.Name && cl.Name == unchanged {
				defs = cl.Definitions
			}
		}
	}
	f := c.Func(p.Name+":"+name, nil, c.Bool)
	s := script{
		about:  []string{aboutSet(w.index, p.Name, name)},
		inputs: p.Inputs,
	}
	var summaries []*certificate.Definition
	var about []*smtlib.Term // what the versions do
	for _, d := range defs {
		if d.Condition {
			about = append(about, d.Body)
		} else {
			summaries = append(summaries, d)
		}
	}
	s.writeOut(c, summaries, about)
	s.defs = append(s.defs, &certificate.Definition{Func: f, Body: cond, Condition: true})
	out := Set{Name: name, File: path.Join(w.names.folder(p.Name), name+".smt2")}
	var text string
	text, out.Logic, out.Symbol = s.print(f)
	out.SHA256 = w.file(out.File, text)
	return out
}

// claim lists a claim and writes its query.
func (w *writer) claim(cl *certificate.Claim) {
	rests := append([]string{}, cl.RestsOn...)
	if cl.Missing != "" {
		w.index.NotExported = append(w.index.NotExported, NotExported{ID: cl.ID, Pair: cl.Subject, Claim: cl.Name, Says: cl.Says, Reason: cl.Missing, RestsOn: rests})
		return
	}
	q := Query{ID: cl.ID, Pair: cl.Subject, Claim: cl.Name, Says: cl.Says, Proof: cl.Proof, Status: cl.Status.String(), RestsOn: rests, With: cl.With}
	s := script{
		about:  []string{cl.Says},
		source: sourceOf(w.index, cl.ID),
		query:  true,
		status: cl.Status,
		axioms: cl.Axioms,
		keep:   map[string]bool{},
	}
	for _, name := range setNames { // which are compared with the files of the sets
		s.keep[cl.Subject+":"+name] = true
	}
	for _, d := range cl.Definitions { // and with those of other queries
		if statement.MatchString(d.Func.Name) || strings.HasSuffix(d.Func.Name, certificate.ContextSuffix) {
			s.keep[d.Func.Name] = true
		}
	}
	for _, id := range cl.RestsOn {
		s.about = append(s.about, "rests on "+id)
	}
	for _, id := range cl.With {
		s.about = append(s.about, "holds together with "+id)
	}
	s.assertions = s.writeOut(w.r.Ctx, cl.Definitions, cl.Assertions)
	q.File = path.Join(w.names.folder(cl.Subject), "query-"+fileName(cl.Name)+".smt2")
	var text string
	text, q.Logic, _ = s.print(nil)
	q.SHA256 = w.file(q.File, text)
	w.index.Queries = append(w.index.Queries, q)
}
