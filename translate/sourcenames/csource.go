package sourcenames

import (
	"regexp"
	"strings"

	"semdiff/internal/lazyregexp"
	"semdiff/internal/source"
)

// wordAt is the name that stands at a place of a text, "" for none. Tabs count as one
// column.
func wordAt(lines []string, at source.Pos) string {
	if at.Line < 1 || at.Line > len(lines) || at.Col < 1 || at.Col > len(lines[at.Line-1]) {
		return ""
	}
	return leadingName.FindString(lines[at.Line-1][at.Col-1:])
}

var leadingName = lazyregexp.New(`^[A-Za-z_][A-Za-z0-9_]*`)

// mostHeader is how many lines above its first statement the head of a function begins.
const mostHeader = 60

// declaredParams are the parameters of a function of C, whose body has the given line:
// the names in the last head of that name before it. One that has no name is "".
func declaredParams(lines []string, name string, line int) []string {
	if !isName(name) {
		return nil
	}
	head := regexp.MustCompile(`(^|[^A-Za-z0-9_.>])` + regexp.QuoteMeta(name) + `\s*\(`)
	for at := min(line, len(lines)); at > 0 && at > line-mostHeader; at-- {
		for _, found := range head.FindAllStringIndex(lines[at-1], -1) {
			text := lines[at-1][found[1]:] + "\n" + strings.Join(lines[at:min(at+20, len(lines))], "\n")
			list, rest, ok := enclosed(text)
			if rest = strings.TrimSpace(rest); ok && (strings.HasPrefix(rest, "{") || isOldStyle(list, rest)) {
				return paramNames(list)
			}
		}
	}
	return nil
}

// enclosed is what stands before the bracket that closes, and what comes behind it.
func enclosed(text string) (inside, rest string, ok bool) {
	depth := 1
	for i, c := range text {
		switch c {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return text[:i], text[i+1:], true
			}
		case ';', '{', '}':
			return "", "", false
		}
	}
	return "", "", false
}

// isOldStyle reports whether a head is one of before ANSI C: f(x, y) int x; char y; {.
func isOldStyle(list, rest string) bool {
	for part := range strings.SplitSeq(list, ",") {
		if !isName(strings.TrimSpace(part)) {
			return false
		}
	}
	declarations, _, ok := strings.Cut(rest, "{")
	return ok && strings.HasSuffix(strings.TrimSpace(declarations), ";") && leadingName.MatchString(rest)
}

var (
	pointerToFunction = lazyregexp.New(`\(\s*\*\s*([A-Za-z_][A-Za-z0-9_]*)`)
	lastName          = lazyregexp.New(`([A-Za-z_][A-Za-z0-9_]*)\s*(\[[^\]]*\]\s*)*$`)
)

// paramNames are the names in a list of parameters.
func paramNames(list string) (names []string) {
	if t := strings.TrimSpace(list); t == "" || t == "void" {
		return nil
	}
	depth, from := 0, 0
	add := func(part string) {
		name := ""
		if m := pointerToFunction.FindStringSubmatch(part); m != nil {
			name = m[1]
		} else if m := lastName.FindStringSubmatch(strings.TrimSpace(part)); m != nil {
			name = m[1]
		}
		names = append(names, name)
	}
	for i, c := range list {
		switch {
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth--
		case c == ',' && depth == 0:
			add(list[from:i])
			from = i + 1
		}
	}
	add(list[from:])
	return names
}
