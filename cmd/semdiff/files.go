package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"semdiff"
	"semdiff/compare/session"
)

// filePair is a file in both versions; a Source is none where a version lacks it.
type filePair struct {
	path     string
	old, new session.Source
}

// folders are the files of two folders, matched by path; nil where the names are not
// those of folders.
func (f *diffFlags) folders(oldName, newName string) (pairs []filePair, err error) {
	isFolder := func(name string) bool {
		info, err := os.Stat(name)
		return err == nil && info.IsDir()
	}
	switch {
	case !isFolder(oldName) && !isFolder(newName):
		return nil, nil
	case !isFolder(oldName) || !isFolder(newName):
		return nil, fmt.Errorf("%s and %s: a folder is compared with a folder, a file with a file", oldName, newName)
	}
	pairs = []filePair{}
	at := map[string]int{}
	for i, folder := range []string{oldName, newName} {
		err := filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !f.reading.reads(name) {
				return err
			}
			path, err := filepath.Rel(folder, name)
			if err != nil {
				return err
			}
			if _, known := at[path]; !known {
				at[path] = len(pairs)
				pairs = append(pairs, filePair{path: path})
			}
			*[]*session.Source{&pairs[at[path]].old, &pairs[at[path]].new}[i] = session.File(name)
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	slices.SortFunc(pairs, func(a, b filePair) int { return slices.Compare([]string{a.path}, []string{b.path}) })
	return pairs, nil
}

// errOneMutual is for mutual summaries of one pair of files, given with many.
var errOneMutual = errors.New("--mutual-summaries is for two files: it speaks of their procedures")

// comparePair is the answer for one file.
func (f *diffFlags) comparePair(e env, p filePair, labels []string) (r *semdiff.Result, trusted bool, err error) {
	if f.mutual != "" {
		return nil, false, errOneMutual
	}
	if err := f.check(); err != nil {
		return nil, false, err
	}
	from := session.Sources{Old: p.old, New: p.new, Path: f.reading.sourcePath}
	if f.match != "" {
		from.Match = e.source(f.match)
	}
	reading := f.reading
	reading.labels = labels
	if err := reading.apply(e, &from); err != nil {
		return nil, false, err
	}
	e, watch, err := f.limits.watch(e, p.path)
	if err != nil {
		return nil, false, err
	}
	defer watch.Stop()
	f.solvers.fallBack(e)
	return f.compare(e, from, watch.Analyse)
}
