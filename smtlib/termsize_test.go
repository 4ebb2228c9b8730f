package smtlib

import (
	"testing"
	"unsafe"
)

// TestTermSize keeps terms small: a long run holds millions of them.
func TestTermSize(t *testing.T) {
	if size := unsafe.Sizeof(Term{}); size > 96 {
		t.Errorf("a term takes %d bytes; what few terms have belongs into their payload", size)
	}
}
