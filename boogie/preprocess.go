package boogie

import "strings"

// preprocess evaluates #if, #elsif, #else and #endif. Directives and excluded
// lines become empty, so positions stay. The only name defined is FILE_0. A
// problem is returned with its line.
func preprocess(src string) (out string, line int, problem string) {
	type level struct{ outer, taken, sawElse bool }
	var (
		sb    strings.Builder
		stack []level
		on    = true
	)
	for n := 1; src != ""; n++ {
		text, rest, more := strings.Cut(src, "\n")
		src = rest
		word, arg := directive(text)
		keep := false
		switch word {
		case "#if":
			holds := on && condition(arg)
			stack = append(stack, level{outer: on, taken: holds})
			on = holds
		case "#elsif", "#else":
			if len(stack) == 0 || stack[len(stack)-1].sawElse {
				return sb.String(), n, "misplaced " + word
			}
			top := &stack[len(stack)-1]
			on = top.outer && !top.taken && (word == "#else" || condition(arg))
			top.taken = top.taken || on
			top.sawElse = word == "#else"
		case "#endif":
			if len(stack) == 0 {
				return sb.String(), n, "misplaced #endif"
			}
			on = stack[len(stack)-1].outer
			stack = stack[:len(stack)-1]
		default:
			keep = on
		}
		if keep {
			sb.WriteString(text)
		}
		if more {
			sb.WriteByte('\n')
		}
		line = n
	}
	if len(stack) > 0 {
		return sb.String(), line, "#if without #endif"
	}
	return sb.String(), 0, ""
}

// directive returns the directive on a line and what follows it, or "".
func directive(line string) (word, arg string) {
	line = strings.TrimSpace(line)
	switch {
	case line == "#else", line == "#endif":
		return line, ""
	case strings.HasPrefix(line, "#if"):
		return "#if", line[len("#if"):]
	case strings.HasPrefix(line, "#elsif"):
		return "#elsif", line[len("#elsif"):]
	}
	return "", ""
}

func condition(arg string) bool {
	arg = strings.TrimSpace(arg)
	name := strings.TrimLeft(arg, "! ")
	return (name == "FILE_0") == (strings.Count(arg[:len(arg)-len(name)], "!")%2 == 0)
}
