package trace

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Version is one of the two.
type Version int

// The versions.
const (
	Old Version = iota
	New
)

// maxSource is the size, in bytes, of the largest file that is shown.
const maxSource = 8 << 20

// Sources are the texts of the source files of two runs, as far as they are at
// hand. A relative name is looked up beside the version's Boogie file, then in
// the working directory; there a name that both runs have is not looked up,
// since it may be the other version's file. What Find knows comes first.
type Sources struct {
	programs  [2]string
	elsewhere Find
	named     [2]map[string]bool
	files     map[string]*sourceFile // by path; nil where there is none
}

// sourceFile is a file that was read.
type sourceFile struct{ raw, shown []string }

// Find is the text of a file that a version names, where it is not to be had from a file
// of that name: the version was piped, or its files are elsewhere.
type Find func(version int, file string) (text string, ok bool)

func newSources(runs [2]Run, find Find) *Sources {
	var named [2][]string
	for v, r := range runs {
		for _, l := range r.Lines {
			named[v] = append(named[v], l.File)
		}
	}
	return NewSources([2]string{runs[0].Program, runs[1].Program}, named, find)
}

// NewSources are the texts of two versions, given by their Boogie files and the names
// of all files that their places are in. find may be nil.
func NewSources(programs [2]string, named [2][]string, find Find) *Sources {
	s := &Sources{programs: programs, elsewhere: find, files: map[string]*sourceFile{}}
	for v, names := range named {
		s.named[v] = map[string]bool{}
		for _, name := range names {
			s.named[v][name] = true
		}
	}
	return s
}

// Text are the lines of a file as a terminal prints them; nil when it is not at hand.
func (s *Sources) Text(v Version, file string) []string {
	if f := s.find(v, file); f != nil {
		return f.shown
	}
	return nil
}

// Raw are the lines of a file as it has them; nil when it is not at hand.
func (s *Sources) Raw(v Version, file string) []string {
	if f := s.find(v, file); f != nil {
		return f.raw
	}
	return nil
}

func (s *Sources) find(v Version, file string) *sourceFile {
	if s.elsewhere != nil {
		key := fmt.Sprintf("%d\x00%s", v, file)
		if f, known := s.files[key]; known && f != nil {
			return f
		} else if !known {
			s.files[key] = nil
			if text, ok := s.elsewhere(int(v), file); ok {
				s.files[key] = newSourceFile(text)
				return s.files[key]
			}
		}
	}
	if file == s.programs[v] {
		return s.read(file)
	}
	path := filepath.FromSlash(strings.ReplaceAll(file, `\`, "/"))
	if filepath.IsAbs(path) {
		return s.read(path)
	}
	if text := s.read(filepath.Join(filepath.Dir(s.programs[v]), path)); text != nil {
		return text
	}
	if s.named[Old][file] && s.named[New][file] && s.programs[Old] != s.programs[New] {
		return nil
	}
	return s.read(path)
}

// Line is one line of a file; false when it is not at hand.
func (s *Sources) Line(v Version, file string, number int) (string, bool) {
	text := s.Text(v, file)
	if number < 1 || number > len(text) {
		return "", false
	}
	return text[number-1], true
}

func (s *Sources) read(path string) *sourceFile {
	if f, known := s.files[path]; known {
		return f
	}
	s.files[path] = nil
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() || info.Size() > maxSource {
		return nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	s.files[path] = newSourceFile(string(data))
	return s.files[path]
}

func newSourceFile(text string) *sourceFile {
	f := &sourceFile{raw: strings.Split(strings.TrimSuffix(text, "\n"), "\n")}
	for _, line := range f.raw {
		f.shown = append(f.shown, clean(line))
	}
	return f
}

// clean expands tabs and replaces what a terminal would not print.
func clean(line string) string {
	line = strings.TrimRight(strings.ToValidUTF8(line, "\uFFFD"), " \t\r")
	var sb strings.Builder
	column := 0
	for _, r := range line {
		switch {
		case r == '\t':
			for more := true; more; more = column%4 != 0 {
				sb.WriteByte(' ')
				column++
			}
			continue
		case r < ' ' || r == 0x7F || r >= 0x80 && r < 0xA0:
			r = '\uFFFD'
		}
		sb.WriteRune(r)
		column++
	}
	return sb.String()
}
