package main

import (
	"io"
	"os"
	"strconv"

	"golang.org/x/term"

	"semdiff/compare/report"
	"semdiff/compare/session"
	"semdiff/compare/trace"
)

// maxTrace is how wide runs that stand side by side get.
const maxTrace = 200

// answerStyle is how traces are written to the answer: the named file or, when
// that is "", w. They are as wide as the variable COLUMNS says or else the terminal.
func answerStyle(w io.Writer, file, color string) trace.Style {
	fd, onTerminal := terminal(w)
	onTerminal = onTerminal && file == ""
	s := trace.Style{Width: report.LineWidth, Color: color == "always" || color == "auto" && onTerminal && os.Getenv("NO_COLOR") == ""}
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil {
		s.Width = min(max(n, report.MinWidth), maxTrace)
	} else if n, _, err := term.GetSize(fd); onTerminal && err == nil && n > 0 {
		s.Width = min(max(n, report.MinWidth), maxTrace)
	}
	return s
}

func checkColor(color string) error {
	return session.OneOf("color", color, "auto", "always", "never")
}

func checkProgress(mode string) error {
	return session.OneOf("progress", mode, "auto", "never")
}

// terminal is the file descriptor of w, if it is a terminal.
func terminal(w io.Writer) (fd int, ok bool) {
	if out, wrapped := w.(*output); wrapped {
		w = out.Writer
	}
	file, ok := w.(*os.File)
	if !ok {
		return -1, false
	}
	fd = int(file.Fd())
	return fd, term.IsTerminal(fd)
}
