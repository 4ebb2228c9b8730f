package sourcenames

import (
	"path"
	"slices"
	"strings"

	"semdiff/boogie"
	"semdiff/internal/source"
)

// Translator is what made a program of its source.
type Translator string

// The translators whose traces are known.
const (
	None  Translator = ""
	SMACK Translator = "SMACK"
	HAVOC Translator = "HAVOC"
	Dafny Translator = "Dafny"
	Viper Translator = "Viper"
	BCT   Translator = "BCT"
)

// Names are what the source calls what a program has.
type Names struct {
	Translator Translator
	// Procs are the procedures by their names, and loops by their own.
	Procs map[string]*Proc
	// Globals are names of global variables and constants.
	Globals map[string]string
	// hidden are variables that the translator added.
	hidden  map[string]bool
	regions map[string]*region
	objects []object // that have an address of their own, in order of addresses
	offsets map[string]int64
	fields  map[shape]string
	heap    heap
}

// Proc is what the source says of a procedure.
type Proc struct {
	Name    string     // where that is not the program's own
	Callee  string     // the source's procedure of which it is a part, "" where that is not another name
	Place   source.Pos // the first place in the source; none where that is not known
	Runtime bool       // it belongs to the translator, not to the source
	Params  []string   // as the source declares them; the program's own names where it does not say
	Locals  map[string]string
	Loops   map[string]source.Pos // by the labels of their heads

	drawn    map[string]string // procedures without a body that give variables their values
	unset    []string          // variables that nothing havocs
	formals  []string
	results  []string
	pointers map[string]int64 // sizes of what variables point to
	indexed  map[string]bool  // variables of which elements are taken
	// summands are what HAVOC adds to as to a pointer, addressed those of which it reads or
	// writes elements.
	summands, addressed map[string]bool
}

// Formals are the parameters, as the program calls them.
func (p *Proc) Formals() []string { return p.formals }

// Text gives the lines of a file of the source, nil where it is not at hand.
type Text func(file string) []string

// Read finds the names in a program. text may be nil.
func Read(prog *boogie.Program, text Text) *Names {
	n := &Names{
		Procs: map[string]*Proc{}, Globals: map[string]string{}, hidden: map[string]bool{},
		regions: map[string]*region{}, offsets: map[string]int64{}, fields: map[shape]string{},
		heap: heap{member: map[string]string{}, parts: map[string]string{}},
	}
	if text == nil {
		text = func(string) []string { return nil }
	}
	r := &reader{Names: n, prog: prog, text: text, bodies: map[string]*boogie.Body{}}
	r.declare()
	r.draws()
	switch n.Translator {
	case SMACK:
		r.smack()
	case HAVOC:
		r.havoc()
	case Dafny:
		r.dafny()
	case Viper:
		r.viper()
	case BCT:
		r.bct()
	}
	return n
}

// reader reads one program.
type reader struct {
	*Names
	prog   *boogie.Program
	text   Text
	order  []string
	bodies map[string]*boogie.Body
	decls  map[string]*boogie.ProcDecl
	attrs  map[string][]*boogie.Attr // of procedures
}

// declare finds the procedures, where they stand, and who made the program.
func (r *reader) declare() {
	r.decls, r.attrs = map[string]*boogie.ProcDecl{}, map[string][]*boogie.Attr{}
	var heap, mask bool
	for _, d := range r.prog.Decls {
		switch d := d.(type) {
		case *boogie.ProcDecl:
			r.decls[d.Name], r.attrs[d.Name] = d, d.Attrs
			r.procedure(d.Name, d.Ins, d.Outs, d.Body)
			switch d.Name {
			case "__HAVOC_malloc":
				r.Translator = HAVOC
			case "boogie_si_record_i32", "__SMACK_static_init", "boogie_si_record_ref":
				r.Translator = SMACK
			}
			if _, _, ok := dafnyKind(d.Name); ok {
				r.Translator = Dafny
			}
		case *boogie.FuncDecl:
			if d.Name == "$TypeConstructor" {
				r.Translator = BCT
			}
		case *boogie.VarDecl:
			for _, b := range d.Vars {
				isVar := func(name, typ string) bool { return b.Names[0].Name == name && boogie.TypeString(b.Type) == typ }
				heap, mask = heap || isVar("Heap", "HeapType"), mask || isVar("Mask", "MaskType")
			}
		case *boogie.ImplDecl:
			r.procedure(d.Name, d.Ins, d.Outs, d.Body)
		}
	}
	if heap && mask && r.Translator == None {
		r.Translator = Viper
	}
}

func (r *reader) procedure(name string, ins, outs []*boogie.Binding, body *boogie.Body) {
	p := r.Procs[name]
	if p == nil {
		p = &Proc{Locals: map[string]string{}, Loops: map[string]source.Pos{}, pointers: map[string]int64{}, indexed: map[string]bool{}, summands: map[string]bool{}, addressed: map[string]bool{}}
		r.Procs[name] = p
		r.order = append(r.order, name)
	}
	if p.formals == nil || body != nil {
		p.formals, p.results = namesOf(ins), namesOf(outs)
	}
	if body == nil || r.bodies[name] != nil {
		return
	}
	r.bodies[name] = body
	var heads []string // labels without a place so far
	see := func(n boogie.Node) bool {
		s, ok := n.(boogie.Stmt)
		if !ok {
			return true
		}
		if l, ok := s.(*boogie.LabelStmt); ok {
			heads = append(heads, l.Name)
			return true
		}
		at, ok := place(s)
		if !ok {
			return true
		}
		if p.Place.Line == 0 {
			p.Place = at
		}
		for _, label := range heads {
			p.Loops[label] = at
		}
		heads = nil
		return true
	}
	for _, s := range body.Stmts {
		boogie.Inspect(s, see)
	}
}

func namesOf(list []*boogie.Binding) (out []string) {
	for _, b := range list {
		for _, name := range b.Names {
			out = append(out, name.Name)
		}
	}
	return out
}

// place is where the source of a statement stands, if it says so.
func place(s boogie.Stmt) (source.Pos, bool) {
	var attrs []*boogie.Attr
	switch s := s.(type) {
	case *boogie.AssumeStmt:
		attrs = s.Attrs
	case *boogie.AssertStmt:
		attrs = s.Attrs
	case *boogie.CallStmt:
		attrs = s.Attrs
	default:
		return source.Pos{}, false
	}
	if a := boogie.FindAttr(attrs, "sourceloc"); a != nil && len(a.Args) == 3 {
		file, ok := a.Args[0].(*boogie.StringLit)
		line, ok2 := a.Args[1].(*boogie.IntLit)
		col, ok3 := a.Args[2].(*boogie.IntLit)
		if ok && ok2 && ok3 && line.Value.Sign() > 0 {
			return source.Pos{File: file.Value, Line: int(line.Value.Int64()), Col: int(col.Value.Int64())}, true
		}
		return source.Pos{}, false
	}
	for _, names := range [][2]string{{"sourceFile", "sourceLine"}, {"sourcefile", "sourceline"}} {
		file, ok := boogie.FindAttr(attrs, names[0]).StringArg()
		line, ok2 := boogie.FindAttr(attrs, names[1]).IntArg()
		if ok && ok2 && line > 0 {
			return source.Pos{File: file, Line: line}, true
		}
	}
	return told(attrs)
}

// Files are the files of the source that a program names, in their first order.
func Files(prog *boogie.Program) (files []string) {
	seen := map[string]bool{}
	for _, d := range prog.Decls {
		var body *boogie.Body
		switch d := d.(type) {
		case *boogie.ProcDecl:
			body = d.Body
		case *boogie.ImplDecl:
			body = d.Body
		}
		if body == nil {
			continue
		}
		for _, s := range body.Stmts {
			boogie.Inspect(s, func(n boogie.Node) bool {
				if s, ok := n.(boogie.Stmt); ok {
					if at, ok := place(s); ok && !seen[at.File] {
						seen[at.File] = true
						files = append(files, at.File)
					}
				}
				return true
			})
		}
	}
	return files
}

// BaseName is the name of a file without its folders, of either system.
func BaseName(file string) string { return path.Base(strings.ReplaceAll(file, `\`, "/")) }

// Known reports whether the translator is.
func (n *Names) Known() bool { return n != nil && n.Translator != None }

// IsRuntime reports whether a procedure belongs to the translator.
func (n *Names) IsRuntime(proc string) bool {
	p := n.Procs[proc]
	if p == nil {
		proc, _, _ = strings.Cut(proc, "_loop_")
		p = n.Procs[proc]
	}
	return p != nil && p.Runtime
}

// IsHidden reports whether a variable is one that the translator added.
func (n *Names) IsHidden(variable string) bool {
	return n.hidden[variable] || n.hidden[monotype(variable)]
}

// ProcName is what people read for a procedure.
func (n *Names) ProcName(name string) string {
	base := monotype(name)
	if p := n.Procs[base]; p != nil && p.Name != "" {
		return p.Name + name[len(base):]
	}
	return FuncName(name)
}

// Loop finds the procedure and the place of a loop by its name, PROCEDURE_loop_LABEL.
func (n *Names) Loop(name string) (proc string, at source.Pos, ok bool) {
	for i := len(name) - 1; i > 0; i-- {
		if !strings.HasPrefix(name[i:], "_loop_") {
			continue
		}
		if p := n.Procs[name[:i]]; p != nil {
			at, ok := p.Loops[name[i+len("_loop_"):]]
			return name[:i], at, ok
		}
	}
	return "", source.Pos{}, false
}

// Of is the procedure of that name, or the one that has the loop of that name; nil
// where there is none.
func (n *Names) Of(name string) *Proc {
	if p := n.Procs[name]; p != nil {
		return p
	}
	proc, _, _ := n.Loop(name)
	return n.Procs[proc]
}

// hasPrefix reports whether s begins with one of some prefixes.
func hasPrefix(s string, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(s, p) })
}
