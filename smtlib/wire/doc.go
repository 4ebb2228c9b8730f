// Package wire writes terms as bytes and reads them again. The bytes depend on
// what the terms say and on the order in which they were given to the Encoder,
// and on nothing else: they can be hashed, and kept in files.
//
//	encode.go  Encoder: numbers for sorts, functions and terms
//	decode.go  Graph: what the numbers stand for in a Context
//	read.go    numbers, texts and lists out of bytes
//
// # Format
//
// A byte for the version of the format, and four tables, each preceded by its
// length: sorts, constructors of the datatypes among them, functions, terms.
// Entries refer to others by number. They come after what they refer to, so each
// is written once however often it is shared; the fields of datatypes alone, which
// may contain each other, are written when all sorts are known. Numbers are
// varints, and texts and lists are preceded by their length.
package wire
