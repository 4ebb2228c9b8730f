package main

import (
	"fmt"
	"io"
	"os"
	"strconv"

	"semdiff/compare/report"
	"semdiff/compare/trace"
)

// maxTrace is how wide runs that stand side by side get.
const maxTrace = 200

// answerStyle is how traces are written to the answer: the named file or, when
// that is "", w. The width of a terminal is taken from the variable COLUMNS,
// where the shell gives it.
func answerStyle(w io.Writer, file, color string) trace.Style {
	onTerminal := file == "" && isTerminal(w) && os.Getenv("NO_COLOR") == ""
	s := trace.Style{Width: report.LineWidth, Color: color == "always" || color == "auto" && onTerminal}
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil {
		s.Width = min(max(n, report.MinWidth), maxTrace)
	}
	return s
}

func checkColor(color string) error {
	switch color {
	case "auto", "always", "never":
		return nil
	}
	return fmt.Errorf("--color must be auto, always or never, not %q", color)
}

// isTerminal reports whether w is a terminal.
func isTerminal(w io.Writer) bool {
	if out, ok := w.(*output); ok {
		w = out.Writer
	}
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
