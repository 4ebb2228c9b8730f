// Package engines is the table of the engines that compare two versions: it makes an
// engine known to the command line, crosscheck, help and reports. Start from All; to
// add an engine, add an Entry there.
package engines

import (
	"slices"

	"semdiff/compare/clever"
	"semdiff/compare/dizy"
	"semdiff/compare/engine"
	"semdiff/compare/random"
	"semdiff/compare/symdiff"
	"semdiff/moddiff"
)

// Entry is an engine in the table.
type Entry struct {
	Name  string // in flags and reports
	Title string // a few words
	About string // a paragraph, with the paper
	// Flags are those of semdiff diff that this engine understands beside those
	// that say what is compared and how the answer is written.
	Flags []string
	// Beside is set for engines that semdiff crosscheck runs by default, beside
	// difference summaries and verification conditions.
	Beside bool
	New    func(Options) engine.Engine
}

// Options are the choices of a user; an engine takes those that are for it.
type Options struct {
	Summaries  moddiff.Options // but for entry, matching and mode
	Conditions symdiff.Options // but for the mode
	States     dizy.Options
	Relations  bool // difference summaries take relations from States
	Clients    bool // difference summaries of clients use boundaries
}

// All is the table, in the order of reports.
func All() []Entry {
	summaryFlags := []string{"mode", "unwind", "jobs", "paths", "proofs", "mutual-summaries", "impact", "horn-solver", "relations", "clients", "cache", "progress", "blocked", "termination", "until"}
	without := func(name string) []string {
		return slices.DeleteFunc(slices.Clone(summaryFlags), func(flag string) bool { return flag == name || flag == "clients" })
	}
	return []Entry{
		{
			Name: engine.ModDiff, Title: "difference summaries, calls never refined",
			About: "Modular difference summaries without refinement: each pair of procedures is executed symbolically up to the unwinding bound, " +
				"with calls as uninterpreted functions that what is known of the callees replaces. " +
				"Trostanetski, Grumberg, Kroening: Modular Demand-Driven Analysis of Semantic Difference for Program Versions, SAS 2017.",
			Flags: without("clients"), New: summaries(moddiff.ModDiff),
		},
		{
			Name: engine.ModDiffRef, Title: "difference summaries, calls refined on demand",
			About: "Modular difference summaries with refinement: where a difference may be due to what is not known of a call, the callee is explored further " +
				"from there. The same paper, section 6.2.",
			Flags: summaryFlags, New: summaries(moddiff.ModDiffRef),
		},
		{
			Name: engine.Impact, Title: "difference summaries of what the change reaches",
			About: "Both versions are cut down to what the change reaches and what that needs, and difference summaries are made of these slices alone; " +
				"what is not reached is the same. " +
				"Backes, Person, Rungta, Tkachuk: Regression Verification Using Impact Summaries, SPIN 2013.",
			Flags: without("impact"),
			New:   func(o Options) engine.Engine { return engine.Slices{Options: o.Summaries} },
		},
		conditions(symdiff.Modular, "one condition for each pair, calls uninterpreted",
			"The verification condition of a procedure that runs both versions on one input and asserts that they agree; a call is an uninterpreted function, "+
				"shared by both versions where the callees are proven equal. "+
				"Lahiri, Hawblitzel, Kawaguchi, Rebêlo: SymDiff: A language-agnostic semantic diff tool for imperative programs, CAV 2012."),
		conditions(symdiff.Inline, "the same with all callees inlined",
			"SymDiff's verification condition in which every callee is inlined, recursive ones up to a depth. CAV 2012, section 2."),
		conditions(symdiff.Unproven, "the same with callees inlined that are not proven equal",
			"SymDiff's verification condition in which callees are inlined unless they are proven equal. CAV 2012, section 2."),
		conditions(symdiff.Differential, "the same with what differs in such callees inlined",
			"SymDiff's verification condition in which callees that are not proven equal stand for one function but where they differ; there they are inlined. CAV 2012, section 2."),
		conditions(symdiff.Refine, "the same with callees inlined that a counterexample depends on",
			"SymDiff's verification condition in which a callee is inlined once a counterexample that no run confirms depends on it: "+
				"refinement from counterexamples, as in the SAS 2017 paper, of CAV 2012's conditions."),
		{
			Name: dizy.Name, Title: "abstract interpretation of both versions together",
			About: "Over-approximates the difference, for all numbers of iterations: states of both versions together, kept apart by which variables are equal, with affine equations and octagons; " +
				"the states of loops are proven as relations. Partush, Yahav: Abstract Semantic Differencing for Numerical Programs, SAS 2013.",
			New: func(o Options) engine.Engine { return dizy.Engine{Options: o.States} },
		},
		{
			Name: clever.Name, Title: "does a change of what it calls reach a client",
			About: "Regions around the calls of what changed are compared under their calling contexts, smaller ones first: where one is equal, the difference ends there, " +
				"and the client is unaffected. Feng, Mora, Hui, Chechik: Scaling Client-Specific Equivalence Checking via Impact Boundary Search, ASE 2020.",
			New: func(o Options) engine.Engine { return clever.Engine{Options: clever.Options{Summaries: o.Summaries}} },
		},
		{
			Name: random.Name, Title: "random testing only",
			About: "Both versions are run on boundary values, the constants of the programs and their neighbours, and random inputs. " +
				"An input on which they differ is changed, all else is unknown: what other engines are measured against. " +
				"As in Duran, Ntafos: An Evaluation of Random Testing, IEEE TSE 1984.",
			Beside: true, New: func(Options) engine.Engine { return random.Engine{} },
		},
	}
}

func summaries(m moddiff.Mode) func(Options) engine.Engine {
	return func(o Options) engine.Engine {
		o.Summaries.Mode = m
		if o.Relations {
			o.Summaries.Relations = dizy.Proposer{Options: o.States}
		}
		if o.Clients && m == moddiff.ModDiffRef {
			o.Summaries.Clients = &clever.Prover{}
		}
		return engine.Summaries{Options: o.Summaries}
	}
}

func conditions(m symdiff.Mode, title, about string) Entry {
	return Entry{Name: symdiff.NameOf(m), Title: title, About: about, New: func(o Options) engine.Engine {
		o.Conditions.Mode = m
		return symdiff.Engine{Options: o.Conditions}
	}}
}

// Names are the names of all engines.
func Names() (names []string) {
	for _, e := range All() {
		names = append(names, e.Name)
	}
	return names
}

// Beside are the names of the engines that semdiff crosscheck runs beside its two.
func Beside() (names []string) {
	for _, e := range All() {
		if e.Beside {
			names = append(names, e.Name)
		}
	}
	return names
}

// Find is the engine of a name; ok is false when there is none.
func Find(name string) (e Entry, ok bool) {
	all := All()
	i := slices.IndexFunc(all, func(e Entry) bool { return e.Name == name })
	if i < 0 {
		return Entry{}, false
	}
	return all[i], true
}

// Understands reports whether the engine has a use for a flag of semdiff diff
// that some engines have no use for.
func (e Entry) Understands(flag string) bool {
	special := slices.ContainsFunc(All(), func(f Entry) bool { return slices.Contains(f.Flags, flag) })
	return !special || slices.Contains(e.Flags, flag)
}
