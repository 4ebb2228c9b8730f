package export

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestReadIndex(t *testing.T) {
	query := func(id, status, file, rest string) string {
		return `{"id": "` + id + `", "status": "` + status + `", "file": "` + file + `", "rests_on": [` + rest + `]}`
	}
	for _, tt := range []struct{ name, text, want string }{
		{"empty", `{"schema": "semdiff-export/1"}`, ""},
		{"good", `{"schema": "semdiff-export/1", "queries": [` + query("a", "sat", "a.smt2", `"b"`) + `], "not_exported": [{"id": "b"}]}`, ""},
		{"not JSON", `{`, "unexpected end"},
		{"another schema", `{"schema": "semdiff/1"}`, `schema "semdiff/1"`},
		{"a claim twice", `{"schema": "semdiff-export/1", "queries": [` + query("a", "sat", "a.smt2", "") + `], "not_exported": [{"id": "a"}]}`, `claim "a" twice`},
		{"no status", `{"schema": "semdiff-export/1", "queries": [` + query("a", "unknown", "a.smt2", "") + `]}`, `status "unknown"`},
		{"outside", `{"schema": "semdiff-export/1", "queries": [` + query("a", "sat", "../a.smt2", "") + `]}`, `not in the folder`},
		{"rests on nothing", `{"schema": "semdiff-export/1", "queries": [` + query("a", "sat", "a.smt2", `"b"`) + `]}`, `rests on "b", which is not there`},
		{"a circle", `{"schema": "semdiff-export/1", "queries": [` + query("a", "sat", "a.smt2", `"b"`) + `,` + query("b", "sat", "b.smt2", `"a"`) + `]}`, `rests on itself`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, IndexFile), []byte(tt.text), 0o600); err != nil {
				t.Fatal(err)
			}
			switch _, err := ReadIndex(dir); {
			case err == nil && tt.want != "":
				t.Errorf("no error, want %s", tt.want)
			case err != nil && (tt.want == "" || !strings.Contains(err.Error(), tt.want)):
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
}
