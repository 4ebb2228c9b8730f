// Package testdata is read by tests.
package testdata

import "none/such"

type size uint8

const (
	small size = iota
	large
)

type name = string

const first name = "one"

const other = "two"

var unknown = such.Thing(other)
