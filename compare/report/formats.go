package report

import "io"

// Format is a form of the answer.
type Format struct{ Name, About string }

// Formats are the forms of the answer of semdiff diff.
func Formats() []Format {
	return []Format{
		{"text", "for people"},
		{"json", "for programs: everything, of schema " + Schema},
		{"html", "a page that needs nothing from outside, with the runs in the source"},
		{"smtlib", "the sets of the entries, as definitions that a solver loads"},
		{"sarif", "the findings, as SARIF 2.1.0 for code scanning and editors"},
		{"github", "the findings, as workflow commands that annotate a change on GitHub"},
		{"markdown", "the overview and what was edited, for a comment or a step summary"},
	}
}

// FormatNames are their names.
func FormatNames() (names []string) {
	for _, f := range Formats() {
		names = append(names, f.Name)
	}
	return names
}

// WriteFormats lists them.
func WriteFormats(w io.Writer) error {
	var t page
	t.linef("Forms of the answer of semdiff diff, for --format:")
	t.linef("")
	for _, f := range Formats() {
		t.row(14, f.Name, f.About)
	}
	return t.writeTo(w)
}
