// Package digest tells files apart by what is in them.
package digest

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
)

// File is the SHA-256 sum of a file, in hexadecimal digits.
func File(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", h.Sum(nil)), nil
}
