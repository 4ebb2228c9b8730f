package translate

import (
	"fmt"

	"semdiff/boogie"
	"semdiff/boogie/types"
	"semdiff/internal/source"
)

// refuseConcurrency reports the first thing in a program that threads have to
// do with: what such a program does is not analysed.
func refuseConcurrency(info *types.Info) error {
	if len(info.Concurrent) == 0 {
		return nil
	}
	var problems source.List
	n := info.Concurrent[0]
	problems.Addf(n.Position(), "concurrency is not analysed: %s", construct(n))
	return problems
}

func construct(n boogie.Node) string {
	switch n := n.(type) {
	case *boogie.ActionDecl:
		return "action"
	case *boogie.YieldProcDecl:
		return "yield procedure"
	case *boogie.YieldInvariantDecl:
		return "yield invariant"
	case *boogie.ImplDecl:
		return "implementation of " + n.Name
	case *boogie.CallStmt:
		if n.Async {
			return "async call"
		}
		return "call of " + n.Proc
	case *boogie.ParCallStmt:
		return "parallel call"
	case *boogie.YieldStmt:
		return "yield"
	case *boogie.InvariantCall:
		return "call of a yield invariant"
	default:
		panic(fmt.Sprintf("translate: unexpected %T", n))
	}
}
