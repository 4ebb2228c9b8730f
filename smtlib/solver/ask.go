package solver

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"syscall"

	"semdiff/smtlib"
)

// garbageError is a reply that is no answer. The state of the process is not
// known after it.
type garbageError struct{ reply string }

func (e *garbageError) Error() string {
	reply := strings.TrimSpace(e.reply)
	if len(reply) > 500 {
		reply = reply[:500] + "..."
	}
	return fmt.Sprintf("unexpected reply %q", reply)
}

// ask runs one query on the running process. After an error the process is of
// no use any more.
func (p *process) ask(list []*smtlib.Term, q query) (reply, error) {
	if !p.opened {
		if err := p.open(); err != nil {
			return reply{}, err
		}
	}
	answer, err := p.checkSat(p.update(list), q)
	if err != nil {
		return reply{}, err
	}
	switch answer {
	case "unsat":
		return reply{Result: Result{Answer: Unsat}}, nil
	case "sat":
		r := reply{Result: Result{Answer: Sat}}
		if q.wantModel {
			r.model, err = p.exchange("(get-model)\n", maxModel)
		}
		return r, err
	case "unknown":
		r, err := p.whyUnknown()
		return reply{Result: r}, err
	case "timeout":
		return reply{Result: unknown(Timeout, "timeout")}, nil
	}
	return reply{}, &garbageError{answer}
}

// open sets the options.
func (p *process) open() error {
	if err := p.sync(); err != nil {
		return err
	}
	var said string
	var err error
	if p.greeting != "" {
		said, err = p.reply(p.greeting, maxReply)
	} else {
		said, err = p.exchange(p.preamble(), maxReply)
	}
	if err != nil {
		return err
	}
	// A solver that says anything has refused an option.
	p.opened, p.greeting, p.reset, p.global = true, "", false, strings.TrimSpace(said) == ""
	p.limited = limit{}
	return nil
}

// preamble are the commands that sessions start with.
func (p *process) preamble() string {
	if p.reset {
		return "(reset)\n" + opening
	}
	return opening
}

// checkSat sends commands that print nothing, and a check-sat under a limit. All
// that the solver prints before is known, so the line that comes is the answer to
// this query; if a command fails, its error comes instead. The echo after a check
// is read once the next query is on its way: by then it is there, so it costs no
// waiting.
func (p *process) checkSat(commands string, q query) (string, error) {
	token := p.token()
	before, after := p.limits(len(commands), q)
	if err := p.pipe.write(before + commands + after[0] + "(check-sat)\n" + after[1] + p.profile.usage + echo(token)); err != nil {
		return "", p.blame(err)
	}
	if err := p.sync(); err != nil {
		return "", err
	}
	p.pending = token
	answer, err := p.pipe.readLine(maxReply)
	if err != nil && strings.Contains(answer, "(error") {
		err = &garbageError{answer}
	}
	return answer, err
}

// fewCommands is how long a text of commands may be that is read under a limit:
// z3 refuses a push that goes beyond it.
const fewCommands = 4_000

// limits are the commands that set limits before the other commands of a query,
// before its check and after it. A limit stays for the next query, since setting
// one takes z3 as long as a small query; models are read without any.
func (p *process) limits(length int, q query) (before string, around [2]string) {
	switch {
	case q.wantModel:
		before, around = p.limited.unset, [2]string{q.limit.set, q.limit.unset}
		p.limited = limit{}
	case length > fewCommands || p.limited != q.limit:
		before, around[0] = p.limited.unset, q.limit.set
		p.limited = q.limit
	}
	return before, around
}

// sync reads the echo after the last check. Anything before it is too much.
func (p *process) sync() error {
	if p.pending == "" {
		return nil
	}
	said, err := p.pipe.readUntil(p.pending, maxReply)
	p.pending = ""
	if err == nil && p.count(said) || err != nil && !strings.Contains(said, "(error") {
		return err
	}
	return &garbageError{said}
}

// count adds what a query has used; it is false when the process said something else.
// What is read after a reset belongs to what was asked before it.
func (p *process) count(said string) bool {
	said = strings.TrimSpace(said)
	if p.profile.usage == "" {
		return said == ""
	}
	var used int64
	if _, err := fmt.Sscanf(said, "(:rlimit %d)", &used); err != nil || strings.Contains(said, "\n") {
		return false
	}
	if !p.reset {
		p.stats.Resources += max(0, used-p.used)
		p.used = used
	}
	return true
}

// exchange sends commands and returns all that the process prints for them.
func (p *process) exchange(commands string, limit int) (string, error) {
	if err := p.sync(); err != nil {
		return "", err
	}
	token := p.token()
	if err := p.pipe.write(commands + echo(token)); err != nil {
		return "", p.blame(err)
	}
	return p.reply(token, limit)
}

// reply is what the process prints before it echoes token.
func (p *process) reply(token string, limit int) (string, error) {
	reply, err := p.pipe.readUntil(token, limit)
	if err != nil && strings.Contains(reply, "(error") {
		return "", &garbageError{reply}
	}
	return reply, err
}

func (p *process) token() string {
	p.seq++
	return "semdiff-" + strconv.Itoa(p.seq)
}

// echo is the command that prints token.
func echo(token string) string { return "(echo \"" + token + "\")\n" }

// blame returns what the process said before it stopped listening.
func (p *process) blame(err error) error {
	if !errors.Is(err, syscall.EPIPE) {
		return err
	}
	if last, _ := p.pipe.readUntil("", maxReply); strings.Contains(last, "(error") {
		return &garbageError{last}
	}
	return err
}

func (p *process) whyUnknown() (Result, error) {
	reply, err := p.exchange("(get-info :reason-unknown)\n", maxReply)
	if err != nil {
		return Result{}, err
	}
	why := strings.TrimSpace(reply)
	why = strings.Trim(strings.TrimPrefix(why, "(:reason-unknown"), "() \"")
	switch {
	case strings.Contains(why, "timeout"):
		return unknown(Timeout, why), nil
	case strings.Contains(why, "resource"), strings.Contains(why, "canceled"), strings.Contains(why, "mem"):
		return unknown(ResourceOut, why), nil
	}
	return unknown(Incomplete, why), nil
}

// update returns the commands that bring the process's stack to list, and
// takes them as done.
func (p *process) update(list []*smtlib.Term) string {
	keep := 0
	for keep < len(list) && keep < len(p.stack) && list[keep] == p.stack[keep] {
		keep++
	}
	var decls, sb strings.Builder
	for _, t := range list[keep:] {
		p.declare(&decls, t)
	}
	if !p.global && decls.Len() > 0 {
		keep = 0 // declarations of an inner level would be lost
	}
	if n := len(p.stack) - keep; n > 0 {
		fmt.Fprintf(&sb, "(pop %d)\n", n)
	}
	sb.WriteString(decls.String())
	for _, t := range list[keep:] {
		sb.WriteString("(push 1)\n(assert ")
		p.names.WriteTerm(&sb, t)
		sb.WriteString(")\n")
	}
	p.stack = append(p.stack[:keep], list[keep:]...)
	return sb.String()
}

// declare writes declarations for the symbols of t that the process does not
// know yet.
func (p *process) declare(sb *strings.Builder, t *smtlib.Term) {
	if p.seen[t] {
		return
	}
	p.seen[t] = true
	if t.HasQuantifier() {
		d := smtlib.Collect(t)
		for _, s := range d.Sorts {
			p.declareSort(sb, s)
		}
		for _, g := range d.Datatypes {
			p.declareSort(sb, g[0])
		}
		for _, f := range d.Funcs {
			p.declareFunc(sb, f)
		}
		for _, v := range d.Vars {
			p.declareVar(sb, v)
		}
		return
	}
	for _, a := range t.Args() {
		p.declare(sb, a)
	}
	p.declareSort(sb, t.Sort())
	switch t.Op() {
	case smtlib.OpVar:
		p.declareVar(sb, t)
	case smtlib.OpApp:
		p.declareFunc(sb, t.Func())
	}
}

func (p *process) declareSort(sb *strings.Builder, s *smtlib.Sort) {
	switch {
	case s.Kind == smtlib.ArrayKind:
		p.declareSort(sb, s.Index)
		p.declareSort(sb, s.Elem)
	case s.Kind == smtlib.OpaqueKind && !p.declared[s]:
		p.declared[s] = true
		sb.WriteString(p.names.DeclareSort(s) + "\n")
	case s.Kind == smtlib.DatatypeKind && !p.declared[s]:
		for _, g := range smtlib.DatatypeGroups(s) {
			p.declareGroup(sb, g)
		}
	}
}

// declareGroup declares datatypes that are defined by each other, after the
// sorts that they build on.
func (p *process) declareGroup(sb *strings.Builder, group []*smtlib.Sort) {
	if p.declared[group[0]] {
		return
	}
	for _, s := range group {
		p.declared[s] = true
	}
	for _, s := range group {
		for _, k := range s.Ctors {
			for _, f := range k.Fields {
				p.declareSort(sb, f.Sort)
			}
		}
	}
	sb.WriteString(p.names.DeclareDatatypes(group) + "\n")
}

func (p *process) declareFunc(sb *strings.Builder, f *smtlib.Func) {
	if p.declared[f] {
		return
	}
	p.declared[f] = true
	for _, s := range f.Params {
		p.declareSort(sb, s)
	}
	p.declareSort(sb, f.Result)
	sb.WriteString(p.names.DeclareFunc(f) + "\n")
}

func (p *process) declareVar(sb *strings.Builder, v *smtlib.Term) {
	if !p.declared[v] {
		p.declared[v] = true
		p.declareSort(sb, v.Sort())
		sb.WriteString(p.names.DeclareVar(v) + "\n")
	}
}
