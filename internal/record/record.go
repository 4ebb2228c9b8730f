// Package record keeps files of JSON values that are written as they come, so that a run
// which was interrupted can be gone on with: a head, then an entry a line.
package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// Read reads a head into head, and the entries behind it. A last entry that was not
// written to its end is left out. check, which may be nil, is asked before entries are read.
func Read[T any](file string, head any, check func() error) (entries []T, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	if err := d.Decode(head); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if check != nil {
		if err := check(); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	for {
		var entry T
		switch err := d.Decode(&entry); {
		case err == io.EOF, errors.Is(err, io.ErrUnexpectedEOF):
			return entries, nil
		case err != nil:
			line := 1 + bytes.Count(text[:d.InputOffset()], []byte("\n"))
			return nil, fmt.Errorf("%s:%d: %w", file, line, err)
		}
		entries = append(entries, entry)
	}
}

// Writer adds entries to a file. A nil one writes nothing.
type Writer struct{ file *os.File }

// Create starts a file with the entries that are there already. An old file of the name is
// there until the new one is complete.
func Create[T any](file string, head any, entries []T) (*Writer, error) {
	var text bytes.Buffer
	e := encoder(&text)
	if err := e.Encode(head); err != nil {
		return nil, err
	}
	for _, entry := range entries {
		if err := e.Encode(entry); err != nil {
			return nil, err
		}
	}
	if err := os.WriteFile(file+".new", text.Bytes(), 0o666); err != nil {
		return nil, err
	}
	if err := os.Rename(file+".new", file); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
	return &Writer{f}, err
}

// Add writes an entry.
func (w *Writer) Add(entry any) error {
	if w == nil {
		return nil
	}
	var line bytes.Buffer
	if err := encoder(&line).Encode(entry); err != nil {
		return err
	}
	_, err := w.file.Write(line.Bytes())
	return err
}

// encoder keeps texts as they are, so that what is read again is the same.
func encoder(w io.Writer) *json.Encoder {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e
}

// Close ends the file.
func (w *Writer) Close() error {
	if w == nil {
		return nil
	}
	return w.file.Close()
}
