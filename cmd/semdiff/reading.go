package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"semdiff/compare/session"
)

// readingFlags say how versions are read, and what they are called.
type readingFlags struct {
	labels, sourcePath, translate []string
}

func (f *readingFlags) register(fs *pflag.FlagSet) {
	fs.StringArrayVar(&f.labels, "label", nil, "what to call OLD, and given again NEW, in the answer")
	fs.StringArrayVar(&f.sourcePath, "source-path", nil, "folder with source files that the versions name, to be shown in traces; may be repeated")
	fs.StringArrayVar(&f.translate, "translate", nil, "EXT=COMMAND that makes a Boogie program of a file with this extension, with {in} and {out} for the files; without EXT= it is for c; may be repeated")
}

// apply translates what is no Boogie program, and gives both versions their labels.
func (f *readingFlags) apply(e env, from *session.Sources) error {
	if len(f.labels) > 2 {
		return errors.New("--label is for OLD and for NEW: give it twice at most")
	}
	for i, s := range []*session.Source{&from.Old, &from.New} {
		translated, err := f.translated(e, *s)
		if err != nil {
			return err
		}
		*s = translated
		if i < len(f.labels) {
			*s = s.As(f.labels[i])
		}
	}
	return nil
}

// extension is that of a file, without the dot.
func extension(file string) string { return strings.TrimPrefix(filepath.Ext(file), ".") }

// translator is the command for files of an extension, "" for none.
func (f *readingFlags) translator(ext string) string {
	for _, t := range f.translate {
		given, command, ok := strings.Cut(t, "=")
		if !ok || strings.ContainsAny(given, " /{") {
			given, command = "c", t
		}
		if given == ext {
			return command
		}
	}
	return ""
}

// reads reports whether files of an extension can be read.
func (f *readingFlags) reads(file string) bool {
	ext := extension(file)
	return ext == "bpl" || f.translator(ext) != ""
}

// translated is s, or the Boogie program that a translator makes of it.
func (f *readingFlags) translated(e env, s session.Source) (session.Source, error) {
	command := f.translator(extension(s.Name()))
	if command == "" || s.IsZero() {
		return s, nil
	}
	in, err := s.OnDisk()
	if err != nil {
		return s, err
	}
	return s.Translated(func() ([]byte, error) { return runTranslator(e.ctx, command, in) }), nil
}

// runTranslator runs a translator in the folder of the file, as a shell would.
func runTranslator(ctx context.Context, command, in string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "semdiff-translate-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "out.bpl")
	line := strings.NewReplacer("{in}", shellWord(filepath.Base(in)), "{out}", shellWord(out)).Replace(command)
	c := exec.CommandContext(ctx, "sh", "-c", line)
	c.Dir = filepath.Dir(in)
	var said bytes.Buffer
	c.Stdout, c.Stderr = &said, &said
	if err := c.Run(); err != nil {
		return nil, errors.New(strings.TrimSpace(fmt.Sprintf("--translate: %s: %v\n%s", line, err, said.String())))
	}
	text, err := os.ReadFile(out)
	if err != nil {
		return nil, fmt.Errorf("--translate: %s did not write {out}", line)
	}
	return text, nil
}

// shellWord is a word for a shell.
func shellWord(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
