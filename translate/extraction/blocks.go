package extraction

import "semdiff/boogie"

// block is a basic block of a body of labels and jumps.
type block struct {
	label   string // "" for that of the start, if it has none
	stmts   []boogie.Stmt
	targets []string // none where it returns
}

// blocksOf gives the blocks of a body; false where it is structured, or has statements that no
// label leads to.
func blocksOf(b *boogie.Body) (map[string]*block, bool) {
	blocks := map[string]*block{}
	cur := &block{}
	open := true // cur has no jump yet
	end := func(targets ...string) {
		cur.targets = targets
		blocks[cur.label] = cur
		open = false
	}
	for _, s := range b.Stmts {
		switch s := s.(type) {
		case *boogie.LabelStmt:
			if blocks[s.Name] != nil {
				return nil, false
			}
			if open {
				end(s.Name)
			}
			cur, open = &block{label: s.Name}, true
		case *boogie.GotoStmt:
			if !open {
				return nil, false
			}
			var targets []string
			for _, l := range s.Labels {
				targets = append(targets, l.Name)
			}
			end(targets...)
		case *boogie.ReturnStmt:
			if !open || s.Value != nil {
				return nil, false
			}
			end()
		case *boogie.AssertStmt, *boogie.AssumeStmt, *boogie.AssignStmt, *boogie.HavocStmt, *boogie.CallStmt:
			if !open {
				return nil, false
			}
			cur.stmts = append(cur.stmts, s)
		default:
			return nil, false
		}
	}
	if open {
		end()
	}
	for _, b := range blocks {
		for _, t := range b.targets {
			if blocks[t] == nil {
				return nil, false
			}
		}
	}
	return blocks, true
}

// predecessors are the labels of the blocks that jump to each block.
func predecessors(blocks map[string]*block) map[string][]string {
	preds := map[string][]string{}
	for _, b := range blocks {
		for _, t := range b.targets {
			preds[t] = append(preds[t], b.label)
		}
	}
	return preds
}
