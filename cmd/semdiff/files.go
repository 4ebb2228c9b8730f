package main

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"semdiff"
	"semdiff/compare/report"
	"semdiff/compare/session"
	"semdiff/compare/suite"
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

// share are the files that are this run's.
func (f *diffFlags) share(pairs []filePair) ([]filePair, error) {
	if f.shard == "" {
		return pairs, nil
	}
	shard, err := suite.ParseShard(f.shard)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, p := range pairs {
		names = append(names, p.path)
	}
	mine := shard.Share(names, nil)
	return slices.DeleteFunc(pairs, func(p filePair) bool { return !mine[p.path] }), nil
}

// comparePair is the answer for one file.
func (f *diffFlags) comparePair(e env, p filePair, labels []string) (r *semdiff.Result, trusted bool, err error) {
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

// compareFiles compares each of several files, and prints an answer for all.
func (f *diffFlags) compareFiles(e env, oldName, newName string, pairs []filePair, policy semdiff.Policy) int {
	if err := f.check(); err != nil {
		return trouble(e, err)
	}
	pairs, err := f.share(pairs)
	if err != nil {
		return trouble(e, err)
	}
	all := &report.Files{Old: oldName, New: newName, FailOn: policy}
	trustedAll := true
	for _, p := range pairs {
		file := report.FileAnswer{Path: p.path}
		switch {
		case p.old.IsZero():
			file.Status = report.FileAdded
		case p.new.IsZero():
			file.Status = report.FileRemoved
		default:
			r, trusted, err := f.comparePair(e, p, nil)
			if err != nil {
				file.Status, file.Error = report.FileTrouble, err.Error()
				break
			}
			trustedAll = trustedAll && trusted
			f.findings.filter(r)
			file.Status, file.Judged = report.FileCompared, r.Judge(policy)
		}
		all.List = append(all.List, file)
	}
	if err := f.findings.settle(e, all.Judged()...); err != nil {
		return trouble(e, err)
	}
	write := map[string]func(io.Writer) error{
		"text":     func(w io.Writer) error { return all.WriteText(w, f.text(e)) },
		"json":     all.WriteJSON,
		"sarif":    func(w io.Writer) error { return report.WriteSARIF(w, version(), all.Judged()...) },
		"github":   func(w io.Writer) error { return report.WriteGitHub(w, all.Judged()...) },
		"markdown": all.WriteMarkdown,
	}[f.format]
	if write == nil {
		return trouble(e, fmt.Errorf("--format %s is for two files: it cannot show several", f.format))
	}
	var problems bytes.Buffer
	for _, file := range all.List {
		if file.Error != "" {
			fmt.Fprintf(&problems, "semdiff: %s: %s\n", file.Path, file.Error)
		}
	}
	if problems.Len() > 0 {
		fmt.Fprint(e.stderr, problems.String())
		trustedAll = false
	}
	return e.answer(f.output, write, trustedAll, all.ExitCode())
}
