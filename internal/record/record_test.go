package record

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

type line struct{ Says string }

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestInterrupted goes on with a file whose last entry was cut off.
func TestInterrupted(t *testing.T) {
	file := filepath.Join(t.TempDir(), "record")
	w, err := Create(file, line{"head"}, []line{{"a"}, {"b"}})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Add(line{"c"}), w.Add(line{"d"}), w.Close()); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var h line
	for cut, want := range [][]line{{{"a"}, {"b"}, {"c"}, {"d"}}, {{"a"}, {"b"}, {"c"}, {"d"}}, {{"a"}, {"b"}, {"c"}}} {
		write(t, file, string(text[:len(text)-cut]))
		if list, err := Read[line](file, &h, nil); err != nil || !slices.Equal(list, want) || h.Says != "head" {
			t.Errorf("without %d bytes: %v %v, %v", cut, h, list, err)
		}
	}
}

func TestProblems(t *testing.T) {
	file := filepath.Join(t.TempDir(), "record")
	for _, tt := range []struct{ name, text, want string }{
		{"no head", "head", "record: invalid character"},
		{"an entry of another form", `{"Says": "a"}` + "\n" + `{"Says": 7}` + "\n", "record:2: json: cannot unmarshal"},
		{"refused", `{"Says": "refused"}`, "record: refused"},
	} {
		write(t, file, tt.text)
		var h line
		_, err := Read[line](file, &h, func() error {
			if h.Says == "refused" {
				return errors.New("refused")
			}
			return nil
		})
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %s", tt.name, err, tt.want)
		}
	}
}

// TestNone checks that a writer without a file writes nothing.
func TestNone(t *testing.T) {
	var w *Writer
	if err := errors.Join(w.Add(1), w.Close()); err != nil {
		t.Error(err)
	}
}
