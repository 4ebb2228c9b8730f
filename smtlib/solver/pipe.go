package solver

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"
)

// maxReply and maxModel bound what a solver may print in answer to one command.
const (
	maxReply = 1 << 20
	maxModel = 64 << 20
)

var errFlood = errors.New("the reply is too long")

// pipe is a running solver and the two ends of talking to it.
type pipe struct {
	cmd    *exec.Cmd
	in     *os.File
	out    *os.File
	rd     *bufio.Reader
	stderr *tail
}

// startPipe starts a program with what env adds to the environment.
func startPipe(argv, env []string) (_ *pipe, err error) {
	childIn, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	out, childOut, err := os.Pipe()
	if err != nil {
		childIn.Close()
		in.Close()
		return nil, err
	}
	cmd := exec.Command(argv[0], argv[1:]...)
	p := &pipe{cmd: cmd, in: in, out: out, rd: bufio.NewReaderSize(out, 1<<16), stderr: &tail{}}
	if env != nil {
		cmd.Env = append(cmd.Environ(), env...)
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = childIn, childOut, p.stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.WaitDelay = time.Second
	err = cmd.Start()
	childIn.Close()
	childOut.Close()
	if err != nil {
		in.Close()
		out.Close()
		return nil, err
	}
	return p, nil
}

// setDeadline makes reads and writes end at t; never when t is zero.
func (p *pipe) setDeadline(t time.Time) {
	p.in.SetWriteDeadline(t)
	p.out.SetReadDeadline(t)
}

func (p *pipe) write(text string) error {
	_, err := io.WriteString(p.in, text)
	return err
}

// readUntil returns what comes before the line that echoes token, or before
// the error. More than limit is an error.
func (p *pipe) readUntil(token string, limit int) (string, error) {
	var sb strings.Builder
	for {
		line, err := p.readLine(limit)
		if err == nil && strings.Trim(line, `"`) == token {
			return sb.String(), nil
		}
		sb.WriteString(line + "\n")
		if sb.Len() > limit {
			err = errFlood
		}
		if err != nil {
			return sb.String(), err
		}
	}
}

// readLine returns a line without the blanks around it, or what there is of it
// before the error.
func (p *pipe) readLine(limit int) (string, error) {
	var long []byte // what did not fit the buffer
	for {
		part, err := p.rd.ReadSlice('\n')
		if err == nil && long == nil {
			return string(bytes.TrimSpace(part)), nil
		}
		long = append(long, part...)
		switch {
		case len(long) > limit:
			return "", errFlood
		case err == nil:
			return string(bytes.TrimSpace(long)), nil
		case err != bufio.ErrBufferFull:
			return string(long), err
		}
	}
}

// kill ends the process and all that it started.
func (p *pipe) kill() {
	syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL)
	p.in.Close()
	p.out.Close()
	p.cmd.Wait()
}

// tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

const tailSize = 2000

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b...)
	if len(t.text) > tailSize {
		t.text = append(t.text[:0], t.text[len(t.text)-tailSize:]...)
	}
	return len(b), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(string(t.text))
}
