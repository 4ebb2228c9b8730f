package suite

// Change is how a cell differs from an earlier result.
type Change struct {
	Old, New *Cell
	Kind     ChangeKind
	Ratio    float64 // of the median times, new by old
}

// ChangeKind says whether a change is good.
type ChangeKind string

// The kinds of changes.
const (
	Better ChangeKind = "better" // right now, and not before
	Worse  ChangeKind = "worse"  // right before, and not now; or wrong now
	Slower ChangeKind = "slower"
	Faster ChangeKind = "faster"
)

// A time that differs by less than these is noise.
const (
	notedRatio   = 1.5
	notedSeconds = 0.1
)

// Compare says what became better, worse or slower since an earlier result. Cells that
// only one of them has are left out, and tools that are not installed.
func Compare(old, new *Results) (list []Change) {
	before := map[key]*Cell{}
	for _, c := range old.Cells {
		before[c.key()] = c
	}
	for _, c := range new.Cells {
		o := before[c.key()]
		if o == nil || o.Outcome == Absent || c.Outcome == Absent {
			continue
		}
		change := Change{Old: o, New: c}
		was, is := o.Median(), c.Median()
		if was > 0 {
			change.Ratio = is / was
		}
		switch {
		case c.Outcome == Wrong && o.Outcome != Wrong, o.Outcome == Right && c.Outcome != Right:
			change.Kind = Worse
		case c.Outcome == Right && o.Outcome != Right, o.Outcome == Wrong && c.Outcome != Wrong:
			change.Kind = Better
		case is > notedRatio*was && is-was > notedSeconds:
			change.Kind = Slower
		case was > notedRatio*is && was-is > notedSeconds:
			change.Kind = Faster
		default:
			continue
		}
		list = append(list, change)
	}
	return list
}
