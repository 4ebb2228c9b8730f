package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"semdiff"
	"semdiff/compare/report"
	"semdiff/compare/session"
	"semdiff/compare/suite"
	"semdiff/internal/digest"
	"semdiff/internal/record"
)

// filesFlags are those of a comparison of several files.
type filesFlags struct {
	resume, shard, balance string
	merge                  bool

	given []string // flags that answers depend on, as they were given
}

func (f *filesFlags) register(fs *pflag.FlagSet) {
	fs.StringVar(&f.shard, "shard", "", "K/N, of folders or revisions: only the K-th of N shares of the files, for as many machines")
	fs.StringVar(&f.resume, "resume", "", "of folders or revisions: file that answers are written to as they come; of files that it has already the answer is not found anew")
	fs.StringVar(&f.balance, "balance", "", "such a file of an earlier run, by whose times shares are made equal")
	fs.BoolVar(&f.merge, "merge", false, "the arguments are such files, which are joined; nothing is compared")
}

// used is a flag that was given and needs several files; "" for none.
func (f *filesFlags) used() string {
	for _, flag := range []struct{ name, value string }{{"shard", f.shard}, {"resume", f.resume}, {"balance", f.balance}} {
		if flag.value != "" {
			return flag.name
		}
	}
	return ""
}

// withoutEffect are flags on which the answer for a file does not depend.
var withoutEffect = []string{"resume", "shard", "balance", "merge", "format", "output", "progress", "color", "cache", "write-baseline", "jobs", "pager"}

// note takes down the flags that were given.
func (f *filesFlags) note(fs *pflag.FlagSet) {
	fs.Visit(func(flag *pflag.Flag) {
		if !slices.Contains(withoutEffect, flag.Name) {
			f.given = append(f.given, fmt.Sprintf("--%s=%q", flag.Name, flag.Value))
		}
	})
}

// filesSchema names the form of the files that --resume writes.
const filesSchema = "semdiff-files-run/1"

// filesHead is what such a file says of a run; the answers follow.
type filesHead struct {
	Schema string   `json:"schema"`
	Old    string   `json:"old"`
	New    string   `json:"new"`
	Paths  []string `json:"paths"` // of the files of all shares
}

func readFilesRun(file string) (head filesHead, list []*report.FileAnswer, err error) {
	list, err = record.Read[*report.FileAnswer](file, &head, func() error {
		if head.Schema != filesSchema {
			return fmt.Errorf("schema %q, not %q", head.Schema, filesSchema)
		}
		return nil
	})
	return head, list, err
}

// share are the files that are this run's.
func (f *filesFlags) share(pairs []filePair, names []string) ([]filePair, error) {
	seconds := map[string]float64{}
	if f.balance != "" {
		_, earlier, err := readFilesRun(f.balance)
		if err != nil {
			return nil, err
		}
		for _, a := range earlier {
			seconds[a.Path] = a.Seconds
		}
	}
	if f.shard == "" {
		return pairs, nil
	}
	shard, err := suite.ParseShard(f.shard)
	if err != nil {
		return nil, err
	}
	mine := shard.Share(names, seconds)
	return slices.DeleteFunc(slices.Clone(pairs), func(p filePair) bool { return !mine[p.path] }), nil
}

// fingerprint tells what is compared, and how: texts, flags, this build.
func (f *diffFlags) fingerprint(e env, p filePair, build string) (string, error) {
	h := sha256.New()
	fmt.Fprintf(h, "%s %q\n", build, f.files.given)
	texts := []session.Source{p.old, p.new}
	for _, file := range []string{f.match, f.findings.baseline} {
		if file != "" {
			texts = append(texts, e.source(file))
		}
	}
	for _, s := range texts {
		if s.IsZero() {
			fmt.Fprintln(h, "none")
			continue
		}
		s, err := f.reading.translated(e, s)
		if err != nil {
			return "", err
		}
		text, err := s.Read()
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "%q %d\n", s.Name(), len(text))
		h.Write(text)
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:8]), nil
}

// filesRun is a comparison of several files.
type filesRun struct {
	*diffFlags
	e       env
	policy  semdiff.Policy
	build   string // of this program; "" where nothing is to be gone on with
	all     int    // files, of all shares
	earlier map[string]*report.FileAnswer
}

// fileAnswer is an answer that was known before or not; trusted is false where the solvers
// gave reason to doubt it.
type fileAnswer struct {
	*report.FileAnswer
	known, trusted bool
}

// compareFiles compares each of several files, and prints an answer for all.
func (f *diffFlags) compareFiles(e env, oldName, newName string, pairs []filePair, policy semdiff.Policy) int {
	out := &report.Files{Old: oldName, New: newName}
	write, err := f.filesFormat(out)
	if err == nil && f.mutual != "" {
		err = errOneMutual
	}
	if err == nil {
		err = f.check()
	}
	if err != nil {
		return trouble(e, err)
	}
	head := filesHead{Schema: filesSchema, Old: oldName, New: newName, Paths: []string{}}
	for _, p := range pairs {
		head.Paths = append(head.Paths, p.path)
	}
	if pairs, err = f.files.share(pairs, head.Paths); err != nil {
		return trouble(e, err)
	}
	r := &filesRun{diffFlags: f, e: e, policy: policy, all: len(head.Paths), earlier: map[string]*report.FileAnswer{}}
	var recorder *record.Writer
	trusted := true
	if f.files.resume != "" {
		if recorder, err = r.goOn(head); err != nil {
			return trouble(e, err)
		}
		defer recorder.Close()
	}
	for _, p := range pairs {
		if f.files.resume != "" && e.ctx.Err() != nil {
			break
		}
		a, err := r.answer(p)
		if err != nil {
			return trouble(e, err)
		}
		if recorder != nil && e.ctx.Err() != nil && !a.known {
			break // it may be cut short
		}
		out.List = append(out.List, a.FileAnswer)
		trusted = trusted && a.trusted
		if !a.known && a.trusted && a.Status != report.FileTrouble {
			if err := recorder.Add(a.FileAnswer); err != nil {
				return trouble(e, err)
			}
		}
	}
	code := f.printFiles(e, out, write, trusted)
	left := len(pairs) - len(out.List)
	if left > 0 {
		fmt.Fprintf(e.stderr, "semdiff: interrupted, %d files are missing; the same command goes on from %s\n", left, f.files.resume)
	}
	return unlessMissing(code, left)
}

// unlessMissing is the exit code where the answers for some files are missing.
func unlessMissing(code, missing int) int {
	if missing > 0 && code == exitSame {
		return exitUnknown
	}
	return code
}

// goOn reads what was found already, and starts the file anew with it.
func (r *filesRun) goOn(head filesHead) (*record.Writer, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	if r.build, err = digest.File(program); err != nil {
		return nil, err
	}
	_, list, err := readFilesRun(r.files.resume)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	list = latest(list)
	for _, a := range list {
		r.earlier[a.Path] = a
	}
	return record.Create(r.files.resume, head, list)
}

// answer is the answer for a file.
func (r *filesRun) answer(p filePair) (fileAnswer, error) {
	fingerprint := ""
	if r.build != "" {
		var err error
		if fingerprint, err = r.fingerprint(r.e, p, r.build); err == nil { // else the comparison says so
			if a := r.earlier[p.path]; a != nil && a.Fingerprint == fingerprint {
				if a.Compared != nil {
					r.findings.names = append(r.findings.names, a.Compared.Names...)
				}
				return fileAnswer{a, true, true}, nil
			}
		}
	}
	a := fileAnswer{&report.FileAnswer{Path: p.path, Status: report.FileCompared, Fingerprint: fingerprint}, false, true}
	start := time.Now()
	switch {
	case p.old.IsZero():
		a.Status = report.FileAdded
	case p.new.IsZero():
		a.Status = report.FileRemoved
	default:
		res, trusted, err := r.comparePair(r.e, p, nil)
		if err != nil {
			a.Status, a.Error = report.FileTrouble, err.Error()
			break
		}
		a.trusted = trusted
		r.findings.filter(res)
		judged := res.Judge(r.policy)
		if a.Compared, err = report.NewCompared(judged, r.text(r.e), version(), r.all); err != nil {
			return a, err
		}
		a.Exit = judged.ExitCode()
		if len(r.findings.procedures) > 0 {
			a.Compared.Names = res.Names()
		}
	}
	a.Exit = max(a.Exit, r.policy.FileExit(a.Status))
	a.Seconds = time.Since(start).Seconds()
	return a, nil
}

// filesFormat is how an answer for several files is written.
func (f *diffFlags) filesFormat(all *report.Files) (write func(io.Writer) error, err error) {
	write = map[string]func(io.Writer) error{
		"text":     all.WriteText,
		"json":     all.WriteJSON,
		"sarif":    all.WriteSARIF,
		"github":   all.WriteGitHub,
		"markdown": all.WriteMarkdown,
	}[f.format]
	if write == nil {
		err = fmt.Errorf("--format %s is for two files: it cannot show several", f.format)
	}
	return write, err
}

// printFiles prints the answer for several files.
func (f *diffFlags) printFiles(e env, all *report.Files, write func(io.Writer) error, trusted bool) int {
	acceptable, accepted := all.Findings()
	if err := f.findings.settle(e, acceptable, accepted); err != nil {
		return trouble(e, err)
	}
	for _, file := range all.List {
		if file.Error != "" {
			fmt.Fprintf(e.stderr, "semdiff: %s: %s\n", file.Path, file.Error)
			trusted = false
		}
	}
	return e.answer(f.output, write, trusted, all.ExitCode())
}

// mergeFiles joins the answers of several runs, as of shares.
func (f *diffFlags) mergeFiles(e env, files []string) int {
	all := &report.Files{}
	write, err := f.filesFormat(all)
	if err != nil {
		return trouble(e, err)
	}
	if len(f.files.given) > 0 {
		return trouble(e, fmt.Errorf("--merge compares nothing: %s has no effect", f.files.given[0]))
	}
	from, wanted := map[string]string{}, map[string]bool{}
	for i, file := range files {
		head, list, err := readFilesRun(file)
		if err != nil {
			return trouble(e, err)
		}
		if i == 0 {
			all.Old, all.New = head.Old, head.New
		}
		for _, path := range head.Paths {
			wanted[path] = true
		}
		for _, a := range latest(list) {
			if at := slices.IndexFunc(all.List, func(b *report.FileAnswer) bool { return b.Path == a.Path }); at < 0 {
				all.List, from[a.Path] = append(all.List, a), file
			} else if all.List[at].Fingerprint != a.Fingerprint {
				return trouble(e, fmt.Errorf("%s and %s have answers for %s of two different runs", from[a.Path], file, a.Path))
			}
		}
	}
	slices.SortFunc(all.List, func(a, b *report.FileAnswer) int { return strings.Compare(a.Path, b.Path) })
	code := f.printFiles(e, all, write, true)
	for _, a := range all.List {
		delete(wanted, a.Path)
	}
	if len(wanted) > 0 {
		fmt.Fprintf(e.stderr, "semdiff: %d files have no answer yet\n", len(wanted))
	}
	return unlessMissing(code, len(wanted))
}

// latest are the last answers for each path.
func latest(list []*report.FileAnswer) (out []*report.FileAnswer) {
	at := map[string]int{}
	for _, a := range list {
		if i, ok := at[a.Path]; ok {
			out[i] = a
			continue
		}
		at[a.Path] = len(out)
		out = append(out, a)
	}
	return out
}
