package main

import (
	"bytes"
	"cmp"
	"context"
	"io"

	"github.com/spf13/pflag"

	"semdiff"
	"semdiff/compare/session"
	"semdiff/translate"
	"semdiff/translate/sourcenames"
)

// versionFlags are the flags of a command that compares two versions.
type versionFlags struct {
	meaningFlags
	reading readingFlags
	solvers solverFlags
	limits  limitFlags

	entry, match, mutual, names string
}

// registerNames adds the flag that says whose names people read.
func (f *versionFlags) registerNames(fs *pflag.FlagSet) {
	fs.StringVar(&f.names, "names", semdiff.NamesSource, "source (names and places of what the program was translated from, where SMACK, HAVOC, Dafny, Viper or BCT left them) or boogie (the program's own)")
}

// checkNames is an error where --names is none of its words; "" is the default.
func (f *versionFlags) checkNames() error {
	return session.OneOf("names", cmp.Or(f.names, semdiff.NamesSource), semdiff.NamesSource, semdiff.NamesBoogie)
}

// namesOf are the names of the source that people are to read, nil for the program's own.
func (f *versionFlags) namesOf(v *session.Versions) (names [2]*sourcenames.Names) {
	if f.names != semdiff.NamesBoogie {
		names = v.Names()
	}
	return names
}

// sources are both versions, and the files that say how they correspond.
func (f *versionFlags) sources(e env, oldName, newName string) (from session.Sources, err error) {
	if from, err = e.sources(oldName, newName, f.match); err != nil {
		return from, err
	}
	if f.mutual != "" {
		if from.Mutual, err = mutualSource(f.mutual); err != nil {
			return from, err
		}
	}
	from.Path, from.Entry = f.reading.sourcePath, f.entry
	err = f.reading.apply(e, &from)
	return from, err
}

// within runs analyse under the limits of the run; read says that the versions are read.
func (f *versionFlags) within(e env, oldName, newName string, analyse func(e env, from session.Sources, read func()) error) error {
	from, err := f.sources(e, oldName, newName)
	if err != nil {
		return err
	}
	e, watch, err := f.limits.watch(e, oldName, newName)
	if err != nil {
		return err
	}
	defer watch.Stop()
	f.solvers.fallBack(e)
	return analyse(e, from, watch.Analyse)
}

// asking reads the versions and runs analyse on them with a solver; trusted is false when
// the solvers gave reason to doubt what it found.
func (f *versionFlags) asking(e env, from session.Sources, meaning translate.Options, read func(), analyse func(context.Context, *session.Session) error) (trusted bool, err error) {
	s, err := session.Open(from, meaning, f.solvers.config)
	if err != nil {
		return false, err
	}
	defer s.Close()
	read()
	if err := analyse(e.ctx, s); err != nil {
		return false, err
	}
	confirmed, open := s.Setup.Confirmed()
	return f.solvers.audit(e, confirmed, open, s.Disputes()), nil
}

// answer writes an answer as a whole or not at all, to a file or, when it has no name, to
// standard output. The exit code is that of the answer, unless it is not to be trusted.
func (e env) answer(file string, write func(io.Writer) error, trusted bool, code int) int {
	var out bytes.Buffer
	if err := write(&out); err != nil {
		return trouble(e, err)
	}
	if err := deliver(e, file, out.Bytes()); err != nil {
		return trouble(e, err)
	}
	if !trusted {
		return exitTrouble
	}
	return code
}
