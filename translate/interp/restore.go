package interp

// Restored is the map m with what another held where seen does not hold; m was made
// from that by writing cells. Its value is undetermined where the two are not known to
// agree at all other indices.
func Restored(m, from Value, seen func(index Value) bool) Value {
	if m.known() != nil || from.known() != nil {
		return m
	}
	x, y := m.arr.root(), from.arr.root()
	if x != y {
		if x.base == nil || y.base == nil {
			return undetermined(m.sort, "a map that is seen in part")
		}
		if same, err := Equal(*x.base, *y.base); err != nil || !same {
			return undetermined(m.sort, "a map that is seen in part")
		}
	}
	out := m
	for _, of := range []Value{m, from} {
		for _, i := range of.arr.indices() {
			if seen(i) {
				continue
			}
			if v, err := Select(from, i); err == nil {
				out = Store(out, i, v)
			} else {
				return undetermined(m.sort, "a map that is seen in part")
			}
		}
	}
	return out
}
