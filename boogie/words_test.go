package boogie_test

import (
	"strings"
	"testing"

	"semdiff/boogie"
)

// contextual are the words that are keywords in some places only, or in later
// versions of Boogie.
var contextual = strings.Fields(`action asserts async atomic both complete datatype extends hide hideable
	invariant is left measure par pop preserves pure push refines reveal revealed right uses yield
	RNA RNE RTN RTP RTZ roundNearestTiesToAway roundNearestTiesToEven roundTowardNegative roundTowardPositive roundTowardZero
	rmode bv float finite`)

// everywhere has the name W wherever a name can stand. V are the places where
// some words must be written with a backslash.
const everywhere = `
type {:W W, "s"} W;
type W1 W = W W W, W2 = W W;
type C a; type M = <W>[W, C W]C W;
datatype W<W> { W(W: W W, W1, W2: int), W3() }
const W: W; const unique W1, W: C W1; const W: [W]W extends V, unique V complete; const W: W extends V; const W: W complete;
const W: W uses { axiom W; hideable axiom W; }
function W(W): W { W }
function W<W>(W: W, W1, W2: W W) returns (W: W);
function f(W W, C W): C V uses { axiom W; }
function f(x, W, W: W W): W;
revealed function W(W: W): [W]W { W(W)[W][W := W] } uses { axiom {:W W} W; }
axiom {:W} W == W(W, W) && !W && -W < W ** W && W[W, W] && W[W := W] && W[8:0] ++ W;
axiom (forall<W> W: W, W1: C W :: {:W W} {W(W), W} W ==> W) <==> (exists W: C W :: W);
axiom (lambda W, W1: int :: W)[W] == (if W then W else W) + (var W, W1 := W, W; {:W} W);
axiom W is W && W is W == W is W && (W : W is W) && W : C W1 is W && W : [W]C W1 is W;
axiom W->W == W->(W := W) && W->W->W[W]->W is W && old(W) <: int(W) + real(W);
axiom |{ var W: C W; W: W := W; goto W, W2; W2: return {:W} W; }|;
var {:W} W, W1: C W where W, W2: W; var W: W W;
procedure {:W} W<W>({:W} W: W where W, x: C W) returns (W: C W);
requires {:W} W; free ensures W; modifies W, W; measure W, (W); free measure {:W} W;
implementation W(W: W) returns (W: C W) {
  var W: W where W; var W1: C W, W2: C W;
W:
  W := W; W, W := W, W; W[W] := W; W[W][W], W->W := W, W; W->W := W; W->W[W], W := {:W} W, W; W(W, W) := {:W} W; W(W) := W;
  assert {:W} W; assume W; havoc W, W;
  call W(); call {:W} W(W, W); call W := W(W); call W, W := W(); free call W := W(W); async call W(); async call W := W(W);
  call W() | W := W(W) | {:W} W, W := W(); par W(); par W := W(); par W, W := W(W) | W();
  measure W; measure W, W; measure (W); measure (W) + W, W; measure {:W} W is W;
  hide W; reveal W; hide *; push; pop; yield;
  if (W) { W := W; W2: } else if {:W} (W) { goto W; } else { }
}
implementation W() {
  W: while (W) invariant W; free invariant {:W} W; invariant call W(W); measure W, W; { W := W; break W; }
  while (*) measure (W); measure {:W} W; invariant W is W; { }
  goto {:W} W, W; return;
W3: }
pure procedure W(W: W) returns (W1: W) { W1 := W; W: }
invariant W(W: W); preserves W; preserves {:W} W is W;
yield invariant {:W} W(W: C W);
action W(W: W) returns (W: C W); refines W; refines {:W} W; requires W; requires call W(W); asserts W; modifies W;
pure action W(); left action W() { W := W; } right action {:W W} W(); both action W() refines W; { } atomic action W();
yield procedure W(); requires W; requires call W := W(W); requires async call W(W); preserves W; preserves call W(); ensures W; measure W, W; modifies W;
yield left procedure W(W: W) refines W; refines action W { W := W; W: } refines {:W} right action {:W} W { } { W: W := W; }
procedure W();
axiom W;
`

// TestContextualWords takes each word for a name, plain and with a backslash:
// the tree must be that for a name which is no keyword anywhere.
func TestContextualWords(t *testing.T) {
	parse := func(name string) *boogie.Program {
		src := strings.NewReplacer("W", name, "V", `\`+strings.TrimPrefix(name, `\`)).Replace(everywhere)
		p, err := boogie.Parse("in.bpl", []byte(src))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return &boogie.Program{}
		}
		return p
	}
	for _, word := range contextual {
		p := parse(word)
		printed(t, p)
		if !boogie.EqualProgram(p, parse(`\`+word)) {
			t.Errorf("%s is not taken for a name everywhere", word)
		}
	}
}
