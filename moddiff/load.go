package moddiff

// load makes the body of a procedure available. Those that a change can affect
// are there from the start; the body of another is lowered when a condition
// depends on what it does. Its partner comes along, and what recurs with them.
// Their loops are pairs that are equal, like themselves. false means that something
// in the body has no meaning: the procedure stays abstract, which is sound.
func (a *analysis) load(p *procState) bool {
	err := a.comparison.load(a.base[p.side.index].at(p.proc.Name))
	if err != nil {
		a.note("what %s does is not known: %v", p.side.root(p).proc.Name, err)
	}
	return err == nil
}

// load makes a body available to all analyses.
func (r *comparison) load(p *procState) error {
	p = p.side.root(p)
	r.loadMu.Lock()
	defer r.loadMu.Unlock()
	if done, _ := p.loading.state(); !done {
		r.loadGroup(p)
	}
	_, err := p.loading.state()
	return err
}

func (r *comparison) loadGroup(p *procState) {
	var procs [2][]*procState
	members, _ := p.side.groupOf(p)
	for _, q := range members {
		procs[q.side.index] = append(procs[q.side.index], q)
		if q.pair != nil {
			partner := q.pair.old
			if partner == q {
				partner = q.pair.new
			}
			procs[partner.side.index] = append(procs[partner.side.index], partner)
		}
	}
	for i, s := range r.base {
		var all []*procState
		for _, q := range procs[i] {
			s.loadBody(q)
			all = append(append(all, q), s.loops(q)...)
		}
		s.regroup(all)
	}
	for _, q := range procs[0] {
		if q.pair == nil {
			continue
		}
		r.pairLoops(q.pair)
		for _, loop := range q.side.loops(q) {
			if l := loop.pair; l != nil {
				l.state.equal, l.state.partial = !l.Modified, !l.Modified
			}
		}
	}
}

// loaded is a procedure or loop, with its body when it has a meaning; nil when
// there is none of that name.
func (r *comparison) loaded(version int, name string) *procState {
	s := r.base[version]
	p := s.at(name)
	if p != nil {
		_ = r.load(p) // one without a body stays abstract
		return p
	}
	for _, root := range s.rootsOf(name) {
		_ = r.load(root)
	}
	return s.at(name)
}
