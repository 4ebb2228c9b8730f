package session

import (
	"fmt"
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
	file string // that the text is in; "" for none
	stem string // what matching files may call a version that is read from it
	read func() ([]byte, error)
	// beside reads a file that the text names; nil where the text is a file, and such
	// files are where it is.
	beside     func(file string) ([]byte, error)
	translated bool // whatever its name says, it is a Boogie program
}

// File is a file. It is read when it is needed.
func File(name string) Source {
	return Source{name: name, file: name, stem: stemOf(name), read: func() ([]byte, error) { return os.ReadFile(name) }}
}

// Text is a text under a name, which messages give it.
func Text(name, text string) Source {
	return Source{name: name, stem: stemOf(name), read: func() ([]byte, error) { return []byte(text), nil }, beside: nowhere}
}

// Reader is what r gives, under a name.
func Reader(name string, r io.Reader) Source {
	return Source{name: name, read: func() ([]byte, error) { return io.ReadAll(r) }, beside: nowhere}
}

// Stored is a text that is read from a store, as are the files that it names.
func Stored(name string, read func() ([]byte, error), beside func(file string) ([]byte, error)) Source {
	return Source{name: name, stem: stemOf(name), read: read, beside: beside}
}

func nowhere(string) ([]byte, error) { return nil, os.ErrNotExist }

// As is the source under another name, which messages and answers give it.
func (s Source) As(name string) Source {
	dir, beside := filepath.Dir(s.file), s.beside
	if beside == nil {
		beside = func(file string) ([]byte, error) {
			if !filepath.IsAbs(file) {
				file = filepath.Join(dir, file)
			}
			return os.ReadFile(file)
		}
	}
	s.name, s.stem, s.beside = name, stemOf(name), beside
	return s
}

// Translated is the program that is made of the source, under its name. That has a folder,
// to tell it from the name that places in the program have for the source.
func (s Source) Translated(program func() ([]byte, error)) Source {
	name := s.name
	if filepath.Base(name) == name {
		name = "." + string(filepath.Separator) + name
	}
	t := s.As(name)
	t.translated = true
	t.read = program
	return t
}

// OnDisk is the file that the source is; an error where it is none.
func (s Source) OnDisk() (string, error) {
	if s.file != "" {
		return s.file, nil
	}
	return "", fmt.Errorf("%s is no file", s.name)
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
