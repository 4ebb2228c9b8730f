package export

import (
	"fmt"
	"strings"

	"semdiff/internal/lazyregexp"
)

// fileNames gives each pair a folder of its own, on file systems too that do
// not tell letters of different case apart.
type fileNames struct {
	of    map[string]string
	taken map[string]bool // in lower case
}

func newFileNames() *fileNames {
	return &fileNames{of: map[string]string{}, taken: map[string]bool{}}
}

func (n *fileNames) folder(name string) string {
	if f, known := n.of[name]; known {
		return f
	}
	base := fileName(name)
	f := base
	for i := 2; n.taken[strings.ToLower(f)]; i++ {
		f = fmt.Sprintf("%s-%d", base, i)
	}
	n.taken[strings.ToLower(f)] = true
	n.of[name] = f
	return f
}

// maxFileName leaves room for a number.
const maxFileName = 80

// devices are file names that Windows keeps to itself.
var devices = lazyregexp.New(`(?i)^(con|prn|aux|nul|com[0-9]|lpt[0-9])$`)

// fileName is a name in the letters that all file systems allow.
func fileName(name string) string {
	s := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '_', r == '-':
			return r
		}
		return '_'
	}, name)
	if len(s) > maxFileName {
		s = s[:maxFileName]
	}
	if s == "" || s[0] == '-' || devices.MatchString(s) {
		s = "_" + s
	}
	return s
}
