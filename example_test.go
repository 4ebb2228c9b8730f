package semdiff_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"semdiff"
)

const oldText = `procedure p(x: int) returns (r: int)
{
  r := x;
  if (r < 0) { r := -1; return; }
  if (r >= 2) { return; }
  while (r == 2) { r := 2; }
  r := 3;
}`

const newText = `procedure p(x: int) returns (r: int)
{
  r := x;
  if (r < 0) { r := -1; return; }
  if (r > 4) { return; }
  while (r == 2) { r := 2; }
  r := 3;
}`

func Example() {
	result, err := semdiff.Diff(context.Background(), semdiff.Text("old.bpl", oldText), semdiff.Text("new.bpl", newText), semdiff.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Verdict())
	p := result.Answer().Procedures[0]
	fmt.Println(p.Name, "differs when", p.Changed.Infix())
	fmt.Println("termination changes when", p.TerminationChanged.Infix())
	fmt.Println("same when", p.Unchanged.Infix(), "in SMT-LIB", p.Unchanged.SMTLIB())
	// Output:
	// different
	// p differs when x == 4
	// termination changes when x == 2
	// same when x != 2 && x != 4 in SMT-LIB (and (not (= x 2)) (not (= x 4)))
}

// Inputs on which both versions were run show each difference.
func ExampleResult_Answer() {
	result, err := semdiff.Diff(context.Background(), semdiff.Text("old.bpl", oldText), semdiff.Text("new.bpl", newText), semdiff.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range result.Answer().Procedures {
		for _, d := range p.Differences {
			fmt.Println(p.Name, "for", d.Witness, "old", d.Old.Outcome, d.Old.Values, "new", d.New.Outcome, d.New.Values)
		}
	}
	// Output:
	// p for map[x:4] old normal map[r:4] new normal map[r:3]
	// p for map[x:2] old normal map[r:2] new does not end map[]
}

// Problems of the input have places.
func ExampleInputError() {
	_, err := semdiff.Diff(context.Background(), semdiff.Text("old.bpl", oldText),
		semdiff.Text("new.bpl", "procedure p(x: int) returns (r: int)\n{\n  r := y;\n}\n"), semdiff.Options{})
	if input := new(semdiff.InputError); errors.As(err, &input) {
		for _, p := range input.Problems {
			fmt.Println(p.File, p.Line, p.Col, p.Message)
		}
	}
	fmt.Println(err)
	// Output:
	// new.bpl 3 8 undeclared identifier: y
	// new.bpl(3,8): error: undeclared identifier: y
}

// What is unknown has reasons, each with the flag of semdiff diff that may help.
func ExampleReason() {
	const loop = `procedure main(n: int) returns (r: int)
{ var i: int; i := 0; r := 0; while (i < n) { r := r + i * i; i := i + 1; } }`
	const other = `procedure main(n: int) returns (r: int)
{ var i: int; i := n; r := 0; while (i > 0) { i := i - 1; r := r + i * i; } }`
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	result, err := semdiff.Diff(ctx, semdiff.Text("old.bpl", loop), semdiff.Text("new.bpl", other), semdiff.Options{Entry: "main", Unwind: 3})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range result.Answer().Procedures {
		if p.Name == "main" {
			fmt.Println(p.Status, "because", p.Reason.Text, p.Reason.Flag)
		}
	}
	// Output:
	// unknown because the unwinding bound was reached --unwind 3
}

// The sets of the entry as definitions that a solver loads.
func ExampleResult_WriteSMTLIB() {
	result, err := semdiff.Diff(context.Background(), semdiff.Text("old.bpl", oldText), semdiff.Text("new.bpl", newText), semdiff.Options{Entry: "p"})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := result.WriteSMTLIB(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// ; semdiff: old.bpl -> new.bpl, verdict different
	// (set-logic ALL)
	// (declare-fun x () Int)
	// (define-fun p.changed () Bool (= x 4))
	// (define-fun p.unchanged () Bool (and (not (= x 2)) (not (= x 4))))
	// (define-fun p.termination_changed () Bool (= x 2))
	// (define-fun p.unknown () Bool false)
}
