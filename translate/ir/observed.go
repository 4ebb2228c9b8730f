package ir

// Observation says what callers of the entry could see of a version's globals: what
// belongs to the source and not to the translator that wrote the program.
type Observation struct {
	// Results is set when nothing but results is observed.
	Results bool
	// Only are the results and globals that are observed, by name; nil for any.
	Only []string
	// Hidden are globals of the translator's own.
	Hidden []string
	// Memory are the maps that hold memory, by addresses that are integers.
	Memory []string
	// Private are the cells of memory that only the translator writes, from the first of
	// each range up to the one before the last.
	Private []Cells
	// Next is the global that holds the next free address; "" when that is not known.
	// What is at and behind it at entry are locals, unless a run may call one of Heap.
	Next string
	Heap []string
	// Start is the first address that is ever free; 0 when that is not known.
	Start int64
}

// Cells are addresses of a translator's own, and its name for them.
type Cells struct {
	From, To int64 // To is behind the last one
	Name     string
}
