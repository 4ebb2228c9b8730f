package result

import (
	"slices"

	"semdiff/internal/source"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/reason"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// Declarations are the procedures that both versions declare and how they
// correspond.
type Declarations struct {
	Of      [2]map[string]ir.Declared
	Partner [2]map[string]string // by version and name
}

// DeclarationsOf follow the pairs of procedures; those that are in none, since they
// have no body or are polymorphic in one version alone, correspond by name.
func DeclarationsOf(r *pairing.Pairing) *Declarations {
	d := &Declarations{}
	for i, s := range r.Versions {
		d.Of[i], d.Partner[i] = map[string]ir.Declared{}, map[string]string{}
		for _, p := range s.Prog.Declared {
			d.Of[i][p.Name] = p
		}
	}
	match := func(old, new string) {
		_, inOld := d.Of[0][old]
		_, inNew := d.Of[1][new]
		if inOld && inNew && d.Partner[0][old] == "" && d.Partner[1][new] == "" {
			d.Partner[0][old], d.Partner[1][new] = new, old
		}
	}
	for _, p := range r.Pairs {
		if p.Old.Kind == ir.Procedure {
			match(pairing.DeclaredAs(p.Old.Name), pairing.DeclaredAs(p.New.Name))
		}
	}
	for _, p := range r.Versions[0].Prog.Declared {
		match(p.Name, p.Name)
	}
	return d
}

// signatureChanged reports whether parameters or results differ in number or type.
// A datatype of one name may be another type.
func signatureChanged(o, n ir.Declared) bool {
	sameSorts := func(vs, ws []*smtlib.Term) bool {
		return slices.EqualFunc(vs, ws, func(v, w *smtlib.Term) bool { return v.Sort() == w.Sort() })
	}
	known := o.Ins != nil && n.Ins != nil
	return o.Types != n.Types || known && !(sameSorts(o.Ins, n.Ins) && sameSorts(o.Outs, n.Outs))
}

// ReportInterface marks the pairs whose signatures changed and adds a row for each
// procedure that is compared with none, and for the loops in them.
func ReportInterface(r *pairing.Pairing, result *Result) {
	d := DeclarationsOf(r)
	rows := map[[2]string][]*PairResult{}
	for _, pr := range result.Pairs {
		if pr.Kind == ir.Procedure.String() {
			key := [2]string{pairing.DeclaredAs(pr.Old), pairing.DeclaredAs(pr.New)}
			rows[key] = append(rows[key], pr)
		}
	}
	for _, o := range r.Versions[0].Prog.Declared {
		if d.Partner[0][o.Name] == "" {
			continue
		}
		n := d.Of[1][d.Partner[0][o.Name]]
		changed := signatureChanged(o, n)
		found := rows[[2]string{o.Name, n.Name}]
		if changed {
			result.Interface.Changed++
		}
		if row := notCompared(o, n, changed); row != nil && len(found) == 0 {
			result.Pairs = append(result.Pairs, row)
			found = append(found, row)
		}
		for _, row := range found {
			if changed {
				row.Signatures = [2]string{o.Signature, n.Signature}
			}
		}
	}
	reportAlone(r, result, d)
}

// notCompared is the row of a procedure of which there are no two bodies to
// compare, nil when there is nothing to say of it.
func notCompared(o, n ir.Declared, changed bool) *PairResult {
	row := &PairResult{
		Name: o.Name, Kind: ir.Procedure.String(), Old: o.Name, New: n.Name, Places: [2]source.Pos{o.Pos, n.Pos},
		Status: Status(Unknown.String()), Modified: true, Inputs: o.Ins, Outputs: o.Outs,
	}
	switch {
	case changed:
		row.Status = StatusSignature
	case !o.Body && n.Body:
		row.Interface = []string{"the old version has no body"}
	case o.Body && !n.Body:
		row.Interface = []string{"the new version has no body"}
	default:
		return nil
	}
	if !changed {
		row.Reasons = []reason.Reason{reason.Of(reason.Body, "", "")}
	}
	return row
}

// reportAlone adds the rows of procedures that one version has alone, and of the loops
// without a partner in procedures that are asked for.
func reportAlone(r *pairing.Pairing, result *Result, d *Declarations) {
	for i, s := range r.Versions {
		alone := func(name string, pos source.Pos) *PairResult {
			row := &PairResult{Name: name, Modified: true, Old: name, Status: StatusRemoved}
			if i == 1 {
				row.Old, row.New, row.Status = "", name, StatusAdded
			}
			row.Places[i] = pos
			result.Pairs = append(result.Pairs, row)
			return row
		}
		for _, p := range s.Prog.Declared {
			if d.Partner[i][p.Name] != "" {
				continue
			}
			*[]*int{&result.Interface.Removed, &result.Interface.Added}[i]++
			row := alone(p.Name, p.Pos)
			row.Kind, row.Inputs, row.Outputs = ir.Procedure.String(), p.Ins, p.Outs
			row.Signatures[i] = p.Signature
			if q := s.At(p.Name); q != nil {
				row.Inputs, row.Outputs = q.Inputs, q.Outputs
			}
		}
		for _, p := range s.All() {
			root := s.Root(p).Pair
			if p.Pair != nil || p.Kind != ir.Loop || root != nil && !r.Asked(root) {
				continue
			}
			row := alone(p.Name, p.Pos)
			row.Kind, row.Inputs, row.Outputs = ir.Loop.String(), p.Inputs, p.Outputs
			if root != nil {
				row.In = root.Name
			}
		}
	}
}
