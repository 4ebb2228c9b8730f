package main

import (
	"errors"

	"semdiff/compare/session"
)

// source is the file of a name, standard input for "-", or what a repository has for
// git:REV:PATH.
func (e env) source(name string) session.Source {
	if name == "-" {
		return session.Reader("<stdin>", e.stdin)
	}
	if rev, path, ok := gitName(name); ok {
		return gitSource(e.ctx, rev, path)
	}
	return session.File(name)
}

// sources are two versions and a matching file, "" for none.
func (e env) sources(oldName, newName, matchName string) (session.Sources, error) {
	switch {
	case oldName == "-" && newName == "-":
		return session.Sources{}, errors.New("only one of the versions can be standard input")
	case matchName == "-" && (oldName == "-" || newName == "-"):
		return session.Sources{}, errors.New("only one of the files can be standard input")
	}
	from := session.Sources{Old: e.source(oldName), New: e.source(newName)}
	if matchName != "" {
		from.Match = e.source(matchName)
	}
	return from, nil
}
