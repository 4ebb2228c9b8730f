// Package store keeps what analyses found out from run to run.
//
// Start from Cache, a folder that several runs may share. Keys computes what an entry
// is kept under: a hash of all that the analysis of a group of pairs depends on, so
// nothing in the cache goes out of date. Encode and Decode turn the outcome of an
// analysis into bytes and back; witnesses are replayed when they are read.
//
// Why a cached answer is right: the outcome of an analysis depends on its group and
// on what the group calls alone (see package moddiff), and the key is a hash of both,
// of the axioms, the options, and the versions of semdiff and the solver. Outcomes in
// which time or a fault of the solver had a part are not kept. An entry that is
// damaged is not used; one that someone forged is believed, except its witnesses.
package store
