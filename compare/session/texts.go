package session

import (
	"os"
	"path/filepath"
	"strings"

	"semdiff/translate"
)

// texts are those of the files that versions name and that are not on disk under their
// names.
type texts struct {
	from [2]Source
	own  [2]string // the programs, where they are no files
	path []string  // folders to look in
}

// program reads a version, and keeps its text where it cannot be read again.
func (t *texts) program(version int, s Source) (translate.Source, error) {
	text, err := s.Read()
	if err != nil {
		return translate.Source{}, err
	}
	t.from[version] = s
	if s.beside != nil {
		t.own[version] = string(text)
	}
	return translate.Parse(s.name, text)
}

// Text is that of a file that a version names, where it is not on disk under its name:
// the version's own, one beside it, or one in a folder that was given to look in.
func (t *texts) Text(version int, file string) (text string, ok bool) {
	s := t.from[version]
	if s.beside != nil {
		if file == s.name {
			return t.own[version], true
		}
		if data, err := s.beside(filepath.FromSlash(strings.ReplaceAll(file, `\`, "/"))); err == nil {
			return string(data), true
		}
	}
	for _, dir := range t.path {
		for _, name := range []string{file, filepath.Base(file)} {
			if data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name))); err == nil && !filepath.IsAbs(name) {
				return string(data), true
			}
		}
	}
	return "", false
}
