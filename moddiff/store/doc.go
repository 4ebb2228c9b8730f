// Package store keeps what analyses found out from run to run.
//
// Start from Cache, a folder that several runs may share. Keys computes what an entry
// is kept under: a hash of all that the analysis of a group of pairs depends on, so
// nothing in the cache goes out of date. Encode and Decode turn the outcome of an
// analysis into bytes and back; witnesses are replayed when they are read.
package store
