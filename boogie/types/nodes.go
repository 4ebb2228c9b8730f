package types

import (
	"encoding/binary"

	"semdiff/boogie"
)

// nodes makes types that are one node when they have one name and the same
// parts. With a nil one each is a node of its own.
type nodes struct {
	ids   map[Type]uint32
	known map[string]Type
}

func newNodes() *nodes { return &nodes{ids: map[Type]uint32{}, known: map[string]Type{}} }

func (n *nodes) ctor(name string, args []Type) Type {
	if n == nil {
		return NewCtor(name, args...)
	}
	key := n.appendIDs([]byte("C"+name+"\x00"), args...)
	if t := n.known[string(key)]; t != nil {
		return t
	}
	t := NewCtor(name, args...)
	n.known[string(key)] = t
	return t
}

func (n *nodes) mapType(params []*Var, index []Type, result Type) Type {
	if n == nil {
		return NewMap(params, index, result)
	}
	key := binary.AppendUvarint([]byte("M"), uint64(len(params)))
	for _, v := range params {
		key = n.appendIDs(key, v)
	}
	key = n.appendIDs(n.appendIDs(key, index...), result)
	if t := n.known[string(key)]; t != nil {
		return t
	}
	t := NewMap(params, index, result)
	n.known[string(key)] = t
	return t
}

func (n *nodes) appendIDs(key []byte, ts ...Type) []byte {
	for _, t := range ts {
		id, ok := n.ids[t]
		if !ok {
			id = uint32(len(n.ids))
			n.ids[t] = id
		}
		key = binary.AppendUvarint(key, uint64(id))
	}
	return key
}

// maxParts bounds the different types that a type is made of. Only synonyms that
// use each other, over and over, get there.
const maxParts = 2000

// bounded is t, or a meta when t is larger than types may be.
func (c *checker) bounded(at boogie.Node, t Type) Type {
	if Size(t) <= maxParts {
		return t
	}
	seen := map[Type]bool{}
	var count func(t Type)
	count = func(t Type) {
		if t = head(t); len(seen) <= maxParts && !seen[t] {
			seen[t] = true
			for _, p := range parts(t) {
				count(p)
			}
		}
	}
	count(t)
	if len(seen) <= maxParts {
		return t
	}
	c.nameErrorf(at, "type too large: it is made of more than %d different types", maxParts)
	return &meta{}
}
