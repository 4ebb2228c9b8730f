package session

import (
	"io"
	"os"
	"path/filepath"
	"strings"

	"semdiff/translate"
)

// Source is where a text comes from: a name, and a way to read it once. The zero
// Source is none.
type Source struct {
	name string
	stem string // what matching files may call a version that is read from it
	read func() ([]byte, error)
}

// File is a file. It is read when it is needed.
func File(name string) Source {
	return Source{name, stemOf(name), func() ([]byte, error) { return os.ReadFile(name) }}
}

// Text is a text under a name, which messages give it.
func Text(name, text string) Source {
	return Source{name, stemOf(name), func() ([]byte, error) { return []byte(text), nil }}
}

// Reader is what r gives, under a name.
func Reader(name string, r io.Reader) Source {
	return Source{name, "", func() ([]byte, error) { return io.ReadAll(r) }}
}

// IsZero reports whether s is none.
func (s Source) IsZero() bool { return s.read == nil }

// Name is the name that messages give it.
func (s Source) Name() string { return s.name }

// Read reads the text.
func (s Source) Read() ([]byte, error) {
	if s.IsZero() {
		return nil, errNoSource
	}
	return s.read()
}

// Program reads, resolves and type-checks a program.
func (s Source) Program() (translate.Source, error) {
	text, err := s.Read()
	if err != nil {
		return translate.Source{}, err
	}
	return translate.Parse(s.name, text)
}

// stemOf is what a matching file calls a version: its file without extension.
func stemOf(file string) string {
	s := filepath.Base(file)
	s = strings.TrimSuffix(s, filepath.Ext(s))
	if s == "-" || strings.ContainsAny(s, " \t,;()/#") {
		return ""
	}
	return s
}
