package export

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestReadIndex(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"good", `{"schema": "semdiff-export/1"}`, ""},
		{"not JSON", `{`, "unexpected end"},
		{"another schema", `{"schema": "semdiff/1"}`, `schema "semdiff/1"`},
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
