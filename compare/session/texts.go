package session

import (
	"crypto/sha256"
	"fmt"
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
	sum  [2][sha256.Size]byte
	path []string // folders to look in
}

// program reads a version, and keeps its text where it cannot be read again.
func (t *texts) program(version int, s Source) (translate.Source, error) {
	text, err := s.Read()
	if err != nil {
		return translate.Source{}, err
	}
	if c := extension(s.name); cExtensions[c] && !s.translated {
		return translate.Source{}, fmt.Errorf("%s is C, and no Boogie program: run SMACK first (smack --no-verify -bpl %s.bpl %s), or let --translate do it", s.name, strings.TrimSuffix(s.name, "."+c), s.name)
	}
	t.from[version], t.sum[version] = s, sha256.Sum256(text)
	if s.beside != nil {
		t.own[version] = string(text)
	}
	return translate.Parse(s.name, text)
}

// cExtensions are those of files that SMACK reads.
var cExtensions = map[string]bool{"c": true, "h": true, "i": true, "cc": true, "cpp": true, "cxx": true}

func extension(file string) string { return strings.TrimPrefix(filepath.Ext(file), ".") }

// identical reports whether both versions have the same text.
func (t *texts) identical() bool { return t.sum[0] == t.sum[1] }

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
