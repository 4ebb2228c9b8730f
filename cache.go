package semdiff

import (
	"os"
	"os/exec"
	"runtime/debug"

	"semdiff/internal/digest"
	"semdiff/moddiff"
	"semdiff/smtlib/solver"
)

// openCache opens the folder of a cache; nil when there is none.
func openCache(folder string, solvers *solver.Setup) (*moddiff.Cache, error) {
	if folder == "" {
		return nil, nil
	}
	tool, err := toolVersion()
	if err != nil {
		return nil, err
	}
	return moddiff.OpenCache(folder, tool+"|"+solvers.Identity())
}

// toolVersion tells this program from all others: by the revision it was built
// from, or else, where that does not say it, by the hash of its file.
func toolVersion() (string, error) {
	if info, ok := debug.ReadBuildInfo(); ok {
		set := map[string]string{}
		for _, s := range info.Settings {
			set[s.Key] = s.Value
		}
		if set["vcs.revision"] != "" && set["vcs.modified"] == "false" {
			return info.GoVersion + " " + set["vcs.revision"], nil
		}
	}
	name, err := os.Executable()
	if err != nil {
		if name, err = exec.LookPath(os.Args[0]); err != nil {
			return "", err
		}
	}
	return digest.File(name)
}
