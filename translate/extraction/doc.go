// Package extraction takes back what Boogie's extraction of loops did to a program, so that
// loops are loops again.
//
// Boogie (/extractLoops, as Corral and SymDiff ask for it) makes a procedure of each loop and
// prints the program like that. A loop of p with its head at label h becomes
//
//	h:      call x := p_loop_h(x, y);     procedure p_loop_h(in_x, in_y) returns (out_x)
//	        goto h_last;                    entry:   out_x := in_x; goto h;
//	h_last: goto body, done;                h:       goto body, done;
//	body:   ... x := e ...;                 body:    ... out_x := e ...;
//	        goto back;                               goto back;
//	back:   assume false;                   back:    call out_x := p_loop_h(out_x, in_y); return;
//	done:   ...                             done:    ... out_x := in_x; g := old(g); return;
//
// The procedure goes through all iterations but the one that leaves the loop, of which it takes back
// everything; the copy of the body behind the call is this one. Without "deterministic"
// extraction it may also return before any iteration, and has no blocks that leave the loop.
//
// # Why this is right
//
// Say that one iteration of the procedure's body from the state s at h either goes back with a
// state s', or leaves the loop. If the copy behind the call does in each state just what the body does, up to
// the names of variables, then from s the program with the call does what the loop does: by induction on the
// number of iterations that go back, p_loop_h(s) = p_loop_h(s') where the iteration goes back, and
// p_loop_h(s) = s where it leaves, after which the copy leaves too. That the copy would go back, where it is
// blocked, cannot be. So the call is dropped and the copy goes back to h instead of being blocked. Runs that choose
// may choose otherwise in the copy than in the procedure; these are blocked, or another choice of the
// procedure gives what they give, so that what the program can do is the same.
//
// Both are compared block by block ([iteration.compare]): the same statements and branches, and what has
// been changed when the procedure returns is all given back. Old versions of Boogie give variables
// their values back in the middle of an iteration, where a loop goes back from several places;
// such a program means something else than the loop, unless nothing was changed by then, and stays as it is.
//
// [Undo] is where to start. It decides for both versions together: a procedure becomes a loop again where
// each version that has it lets it, unless it stands in both in the same words.
//
//	undo.go       which procedures become loops again; the new bodies
//	iteration.go  an iteration of the procedure and the copy behind its call, block by block
//	blocks.go     bodies as labelled blocks
//	effects.go    what statements and procedures may change
package extraction
