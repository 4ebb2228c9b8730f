package pairing

// Load lowers the body of p, that of its partner and those of their recursive
// group. Those that a change can affect are there from the start; the body of
// another is lowered when a condition depends on what it does. Their loops are
// pairs that are equal, like themselves. The error says what in the body has no
// meaning: the procedure stays abstract then, which is sound.
func (r *Pairing) Load(p *Proc) error {
	p = p.Version.Root(p)
	r.loadMu.Lock()
	defer r.loadMu.Unlock()
	if done, _ := p.Lowered(); !done {
		r.loadGroup(p)
	}
	_, err := p.Lowered()
	return err
}

func (r *Pairing) loadGroup(p *Proc) {
	var procs [2][]*Proc
	members, _ := p.Version.groupOf(p)
	for _, q := range members {
		procs[q.Version.Index] = append(procs[q.Version.Index], q)
		if q.Pair != nil {
			partner := q.Pair.Old
			if partner == q {
				partner = q.Pair.New
			}
			procs[partner.Version.Index] = append(procs[partner.Version.Index], partner)
		}
	}
	var loops []*Proc
	for i, v := range r.Versions {
		var all []*Proc
		for _, q := range procs[i] {
			v.loadBody(q)
			all = append(append(all, q), v.loops(q)...)
			loops = append(loops, v.loops(q)...)
		}
		v.regroup(all)
	}
	for _, q := range procs[0] {
		if q.Pair != nil {
			r.pairLoops(q.Pair)
		}
	}
	for _, l := range loops {
		l.ready.Store(true)
	}
}

// Find is a procedure or loop, with its body when it has a meaning; nil when
// there is none of that name.
func (r *Pairing) Find(version int, name string) *Proc {
	v := r.Versions[version]
	p := v.At(name)
	if p != nil {
		_ = r.Load(p) // one without a body stays abstract
		return p
	}
	for _, root := range v.rootsOf(name) {
		_ = r.Load(root)
	}
	return v.At(name)
}
