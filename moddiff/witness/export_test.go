package witness

// Smaller is smaller, for tests.
var Smaller = (*Finder).smaller
