package solver

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"semdiff/smtlib"
	"semdiff/smtlib/search"
)

// Config says which solvers answer, under which limits, and what else becomes
// of their answers.
type Config struct {
	// Solver is "z3", "cvc5", or the command line of any incremental SMT-LIB
	// solver that reads standard input. Several, with commas between them, are a
	// portfolio.
	Solver string
	// CheckWith is a solver, or a portfolio, that is asked to confirm every
	// definite answer; none when empty.
	CheckWith string
	// LogDir is a folder where every query becomes a file; none when empty.
	LogDir string
	// Search says that easy queries are answered by package search, and a solver is
	// asked the rest.
	Search bool
	Options
}

// Options are the limits of a Solver. Resources are units that z3 and cvc5 count
// (rlimit), 200,000 to 500,000 a second: what they stop, they stop at the same
// place in every run. Other solvers have limits of time alone.
type Options struct {
	Timeout   time.Duration // per query; none when 0
	Resources int           // per query; no limit when 0
	Memory    int           // of a process, in MB; no limit when 0

	QuickTimeout   time.Duration // of Quick, where the solver counts no resources
	QuickResources int           // of Quick
}

// Default are the limits that serve most programs.
var Default = Options{
	Timeout: 10 * time.Second, Resources: 3_000_000, Memory: 4096,
	QuickTimeout: 250 * time.Millisecond, QuickResources: 150_000,
}

// Setup is a Config whose programs were found. It opens any number of sessions,
// which share nothing but what Setup gathers of them. Its methods may be called
// from several goroutines at once.
type Setup struct {
	config   Config
	members  []program
	checkers []program // may be empty

	newDecider func() decider // of easy queries

	mu            sync.Mutex
	disagreements []Disagreement
	confirmed     int // definite answers
	unconfirmed   int
	checkerFaults int
	logged        int // queries
	logErr        error
}

// program is a solver that was found.
type program struct {
	name    string // as it was asked for
	profile profile
	command []string
}

// NewSetup looks for the programs of config and makes its folder. It is an error
// when one is not to be had.
func NewSetup(config Config) (*Setup, error) {
	s := &Setup{config: config, newDecider: func() decider { return search.New() }}
	var err error
	if s.members, err = resolveList(config.Solver); err != nil {
		return nil, err
	}
	if config.CheckWith != "" {
		if s.checkers, err = resolveList(config.CheckWith); err != nil {
			return nil, err
		}
	}
	if config.LogDir != "" {
		if err := os.MkdirAll(config.LogDir, 0o777); err != nil {
			return nil, fmt.Errorf("solver: %w", err)
		}
	}
	return s, nil
}

// Open starts a session for terms of c. Its process gets ready meanwhile.
func (s *Setup) Open(c *smtlib.Context) Solver {
	if len(s.members) == 0 {
		return none{}
	}
	r := s.open(c, s.members)
	if s.config.Search {
		r = newSearching(c, s, r)
	}
	if len(s.checkers) > 0 {
		r = &crosscheck{Solver: r, checker: s.open(c, s.checkers), c: c, setup: s}
	}
	if s.config.LogDir != "" {
		r = &logged{Solver: r, setup: s}
	}
	return r
}

// open starts a session with these programs.
func (s *Setup) open(c *smtlib.Context, members []program) Solver {
	if len(members) == 1 {
		p := newProcess(c, members[0], s.config.Options)
		p.begin()
		return p
	}
	return newPortfolio(c, s, members)
}

// Identity is a text that tells s from setups whose answers may be others: by the
// command lines and versions of its programs and by the limits.
func (s *Setup) Identity() string {
	var sb strings.Builder
	for _, list := range [][]program{s.members, s.checkers} {
		for _, p := range list {
			version, _ := p.version() // without it the command is all there is to know
			fmt.Fprintf(&sb, "%q %q,", p.command, version)
		}
		sb.WriteString("|")
	}
	fmt.Fprintf(&sb, "%v %+v", s.config.Search, s.config.Options)
	return sb.String()
}

// New is a session, with search, of a Setup of its own.
func New(c *smtlib.Context, command string, opts Options) (Solver, error) {
	s, err := NewSetup(Config{Solver: command, Search: true, Options: opts})
	if err != nil {
		return nil, err
	}
	return s.Open(c), nil
}

// resolveList finds the programs of a list of command lines with commas, where
// they are not quoted, between them.
func resolveList(list string) ([]program, error) {
	commands, err := split(list, ",", true)
	if err != nil {
		return nil, err
	}
	var out []program
	for _, command := range commands {
		p, err := resolve(command)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

// Find is an error where the program of a command line is not there.
func Find(command string) error {
	_, err := resolve(command)
	return err
}

// resolve finds the profile and the program of a command line.
func resolve(command string) (program, error) {
	argv, err := splitCommand(command)
	if err != nil {
		return program{}, err
	}
	if len(argv) == 0 {
		return program{}, errors.New("solver: empty command")
	}
	path, err := exec.LookPath(argv[0])
	if err != nil {
		return program{}, fmt.Errorf("solver: %w", err)
	}
	argv[0] = path
	return program{name: strings.TrimSpace(command), profile: profileOf(path), command: argv}, nil
}

// splitCommand splits a command line at blanks, as a shell does; quotes and
// backslashes keep blanks.
func splitCommand(s string) ([]string, error) { return split(s, " \t\n", false) }

// split splits s at any of the separators outside of quotes. Quotes and
// backslashes stay when raw.
func split(s, separators string, raw bool) ([]string, error) {
	var out []string
	var word strings.Builder
	inWord, quote := false, byte(0)
	add := func(b byte, always bool) {
		if always || raw {
			word.WriteByte(b)
		}
		inWord = true
	}
	for i := 0; i < len(s); i++ {
		switch b := s[i]; {
		case quote != 0 && b == quote:
			quote = 0
			add(b, false)
		case b == '\\' && quote != '\'' && i+1 < len(s):
			i++
			add(b, false)
			add(s[i], true)
		case quote != 0:
			add(b, true)
		case b == '\'' || b == '"':
			quote = b
			add(b, false)
		case strings.IndexByte(separators, b) >= 0:
			if inWord || raw {
				out = append(out, word.String())
				word.Reset()
			}
			inWord = false
		default:
			add(b, true)
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("solver: unclosed quote in %q", s)
	}
	if inWord || raw {
		out = append(out, word.String())
	}
	return out, nil
}
