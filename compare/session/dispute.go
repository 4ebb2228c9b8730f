package session

import "strings"

// DisputeError says that an answer is not to be trusted: solvers contradict each
// other, or what they were asked could not be logged.
type DisputeError struct {
	Disagreements []string
	Log           error // nil where the log is whole, or none was asked for
}

func (e *DisputeError) Error() string {
	var lines []string
	for _, d := range e.Disagreements {
		lines = append(lines, "solvers disagree: "+d)
	}
	if e.Log != nil {
		lines = append(lines, e.Log.Error())
	}
	return strings.Join(lines, "\n")
}

func (e *DisputeError) Unwrap() error { return e.Log }

// Disputes is a DisputeError, or nil.
func (s *Session) Disputes() error {
	e := &DisputeError{Log: s.Setup.LogError()}
	for _, d := range s.Setup.Disagreements() {
		e.Disagreements = append(e.Disagreements, d.String())
	}
	if e.Log == nil && len(e.Disagreements) == 0 {
		return nil
	}
	return e
}
