package store

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync/atomic"

	"github.com/rogpeppe/go-internal/cache"
)

// Cache keeps the outcomes of analyses from run to run, in a folder that several
// runs may share. The key of an entry is a hash of all that the analysis of a group
// of pairs depends on (see Keys), so no entry goes out of date. Entries that are
// damaged count as absent.
type Cache struct {
	files   *cache.Cache
	salt    string
	damaged atomic.Int32
}

// Key is the hash under which an entry is kept.
type Key = [sha256.Size]byte

// Open opens the cache in a folder, which is made when it is not there. The
// salt names what else answers depend on: the version of the program, the solver
// and its limits.
func Open(folder, salt string) (*Cache, error) {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, fmt.Errorf("cache: %w", err)
	}
	files, err := cache.Open(folder)
	if err != nil {
		return nil, fmt.Errorf("cache: %w", err)
	}
	return &Cache{files: files, salt: salt}, nil
}

// Spoil counts an entry that could not be decoded.
func (c *Cache) Spoil() { c.damaged.Add(1) }

// Damaged counts the entries that could not be read.
func (c *Cache) Damaged() int { return int(c.damaged.Load()) }

// Trim deletes entries that no run has used for some days.
func (c *Cache) Trim() error { return c.files.Trim() }

// Get reads the entry with a key; nil when there is none that can be read.
func (c *Cache) Get(key Key) []byte {
	data, _, err := c.files.GetBytes(key)
	switch {
	case err == nil:
		return data
	case !errors.Is(err, fs.ErrNotExist) || c.listed(key):
		c.Spoil()
	}
	return nil
}

// listed reports whether the cache has an entry for the key, though it could not
// be read.
func (c *Cache) listed(key Key) bool {
	_, err := c.files.Get(key)
	return err == nil
}

// Put writes an entry. Failing to do so only costs time in a later run.
func (c *Cache) Put(key Key, data []byte) { _ = c.files.PutBytes(key, data) }
