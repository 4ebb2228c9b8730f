package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"semdiff"
	"semdiff/compare/report"
	"semdiff/compare/session"
	"semdiff/internal/closest"
)

// gitName takes git:REV:PATH apart.
func gitName(name string) (rev, path string, ok bool) {
	rest, ok := strings.CutPrefix(name, "git:")
	if !ok {
		return "", "", false
	}
	rev, path, ok = strings.Cut(rest, ":")
	return rev, path, ok && rev != "" && path != ""
}

// git runs git, and gives what it prints.
func git(ctx context.Context, args ...string) ([]byte, error) {
	command := exec.CommandContext(ctx, "git", args...)
	var out, said bytes.Buffer
	command.Stdout, command.Stderr = &out, &said
	err := command.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		err = errors.New(strings.TrimSpace(said.String()))
	}
	if err != nil {
		return nil, fmt.Errorf("git %s: %w", args[0], err)
	}
	return out.Bytes(), nil
}

// gitSource is a file of a revision; path is relative to the working directory. Files that
// it names are those of the revision.
func gitSource(ctx context.Context, rev, path string) session.Source {
	show := func(file string) ([]byte, error) { return git(ctx, "show", rev+":./"+file) }
	return session.Stored("git:"+rev+":"+path,
		func() ([]byte, error) { return show(path) },
		func(file string) ([]byte, error) {
			if filepath.IsAbs(file) {
				return nil, os.ErrNotExist
			}
			return show(pathJoin(path, file))
		})
}

// pathJoin is a file beside another one, in slashes.
func pathJoin(beside, file string) string {
	return path.Join(path.Dir(beside), filepath.ToSlash(file))
}

// The numbers of arguments that git gives an external diff: path, then file, object name
// and mode of both versions; of a renamed file also its new path and what changed beside.
const (
	externalArgs    = 7
	externalRenamed = 9
)

// external is the answer for git, as its external diff: for GIT_EXTERNAL_DIFF and
// diff.semdiff.command. Git takes any other exit code than 0 for trouble.
func (f *diffFlags) external(e env, args []string, policy semdiff.Policy) int {
	name, newName := args[0], args[0]
	if len(args) == externalRenamed {
		newName = args[7]
	}
	switch {
	case args[1] == os.DevNull:
		fmt.Fprintf(e.stdout, "%s: added\n", newName)
		return exitSame
	case args[4] == os.DevNull:
		fmt.Fprintf(e.stdout, "%s: removed\n", name)
		return exitSame
	case !f.reading.reads(newName):
		fmt.Fprintf(e.stdout, "%s: not compared: it is no Boogie program, and --translate has no command for it\n", newName)
		return exitSame
	}
	labels := []string{"a/" + name, "b/" + newName}
	if len(f.reading.labels) > 0 {
		labels = f.reading.labels
	}
	pair := filePair{path: newName, old: session.File(args[1]).As(name), new: session.File(args[4]).As(newName)}
	result, trusted, err := f.comparePair(e, pair, labels)
	if err != nil {
		return trouble(e, err)
	}
	if code := f.print(e, result, trusted, policy); code == exitTrouble {
		return code
	}
	return exitSame
}

func gitCommand() command {
	return command{
		name: "git", args: "[REV [REV]] [PATH...]", about: "the files that differ in two revisions of a repository, compared",
		long: `Compares the files that differ in two revisions, in one and the working tree, or in HEAD and the working tree. Files are
Boogie programs, or what --translate has a command for; -- stands before paths that could be revisions, or are gone. Exit codes are those of diff.`,
		example: `  semdiff git
  semdiff git HEAD~1 HEAD
  semdiff git main --translate 'c=smack --no-verify -bpl {out} {in}' -- src`,
		min: 0, max: -1, partial: true, values: map[string][]string{"format": report.FormatNames(), "mode": modes()},
		new: newGit,
	}
}

// newGit compares the files of two revisions, or of one and of the working tree.
func newGit(fs *pflag.FlagSet) action {
	var f diffFlags
	f.register(fs)
	return func(e env, args []string) int {
		policy, err := f.prepare(fs)
		if err != nil {
			return trouble(e, err)
		}
		if f.files.merge {
			return f.mergeFiles(e, args)
		}
		revs, paths, err := revisions(e.ctx, args, fs.ArgsLenAtDash())
		if err != nil {
			return trouble(e, err)
		}
		old, new := revs[0], revs[1]
		pairs, remove, err := f.changed(e.ctx, old, new, paths)
		defer remove()
		if err != nil {
			return trouble(e, err)
		}
		if new == "" {
			new = "the working tree"
		}
		return f.compareFiles(e, old, new, pairs, policy)
	}
}

// revisions tells revisions from paths, which are those behind a dash, and files that are
// there. Without any revision the last commit is compared with the working tree, which ""
// stands for; so is a single one.
func revisions(ctx context.Context, args []string, dash int) (revs [2]string, paths []string, err error) {
	if _, err := git(ctx, "rev-parse", "--git-dir"); err != nil {
		return revs, nil, fmt.Errorf("%w; without git: semdiff diff OLD NEW", err)
	}
	revs[0] = "HEAD"
	n := 0
	for n < len(args) && n < 2 && (dash < 0 || n < dash) {
		if _, err := git(ctx, "rev-parse", "--verify", "--quiet", args[n]+"^{commit}"); err != nil {
			break
		}
		revs[n] = args[n]
		n++
	}
	paths = args[n:]
	for i, arg := range paths {
		if dash >= 0 && n+i >= dash {
			break
		}
		if strings.HasPrefix(arg, ":") || strings.ContainsAny(arg, "*?[") {
			continue // a pattern of git's
		}
		if _, err := os.Lstat(arg); err != nil {
			names, _ := git(ctx, "for-each-ref", "--format=%(refname:short)")
			return revs, nil, fmt.Errorf("%s is no revision and no file%s; a range is two revisions, and -- stands before files that are gone",
				arg, closest.Question(arg, strings.Fields(string(names))))
		}
	}
	return revs, paths, nil
}

// changed are the files that differ in two revisions, as far as they can be read. remove
// deletes what was written for that.
func (f *diffFlags) changed(ctx context.Context, old, new string, paths []string) (pairs []filePair, remove func(), err error) {
	trees := &gitTrees{ctx: ctx}
	args := []string{"diff", "--name-status", "--no-renames", "--relative", "-z", old}
	if new != "" {
		args = append(args, new)
	}
	out, err := git(ctx, append(append(args, "--"), paths...)...)
	if err != nil {
		return nil, trees.remove, err
	}
	fields := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	for i := 0; i+1 < len(fields); i += 2 {
		status, file := fields[i], fields[i+1]
		if !f.reading.reads(file) {
			continue
		}
		pair := filePair{path: file}
		if status != "A" {
			if pair.old, err = trees.source(f, old, file); err != nil {
				return nil, trees.remove, err
			}
		}
		if status != "D" {
			if pair.new, err = trees.source(f, new, file); err != nil {
				return nil, trees.remove, err
			}
		}
		pairs = append(pairs, pair)
	}
	return pairs, trees.remove, nil
}

// gitTrees are revisions that were written out, for translators: these read more files
// than one.
type gitTrees struct {
	ctx  context.Context
	dirs map[string]string
}

// source is a file of a revision, "" for the working tree.
func (t *gitTrees) source(f *diffFlags, rev, file string) (session.Source, error) {
	switch {
	case rev == "":
		return session.File(filepath.FromSlash(file)), nil
	case extension(file) == "bpl":
		return gitSource(t.ctx, rev, file), nil
	}
	dir, err := t.export(rev)
	return session.File(filepath.Join(dir, filepath.FromSlash(file))).As("git:" + rev + ":" + file), err
}

func (t *gitTrees) export(rev string) (string, error) {
	if dir := t.dirs[rev]; dir != "" {
		return dir, nil
	}
	dir, err := os.MkdirTemp("", "semdiff-git-")
	if err != nil {
		return "", err
	}
	if t.dirs == nil {
		t.dirs = map[string]string{}
	}
	t.dirs[rev] = dir
	archive, err := git(t.ctx, "archive", "--format=tar", rev)
	if err != nil {
		return "", err
	}
	unpack := exec.CommandContext(t.ctx, "tar", "-x", "-C", dir)
	unpack.Stdin = bytes.NewReader(archive)
	return dir, unpack.Run()
}

func (t *gitTrees) remove() {
	for _, dir := range t.dirs {
		os.RemoveAll(dir)
	}
}
