package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"semdiff/compare/report"
	"semdiff/compare/session"
	"semdiff/internal/closest"
	"semdiff/smtlib"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// exitFails is the exit code of a run that fails an assertion.
const exitFails = exitDifferent

func runCommand() command {
	return command{
		name: "run", args: "FILE", about: "execute a procedure on concrete inputs",
		long: `Runs a procedure on concrete inputs, and prints how the run ends.

Exit codes: 0 the run ends, 1 it fails an assertion, 2 trouble, 3 it is blocked by an assumption or had not ended when it
was stopped.`,
		example: `  semdiff run model.bpl --proc p --in x=4
  semdiff run new.bpl --witness answer.json`,
		min: 1, max: 1,
		new: newRun,
	}
}

// newRun executes one procedure concretely and prints how it ends.
func newRun(fs *pflag.FlagSet) action {
	var proc, witness string
	var ins []string
	var seed int64
	var steps int
	var m meaningFlags
	fs.StringVar(&proc, "proc", "main", "procedure to execute")
	fs.StringArrayVar(&ins, "in", nil, "input or global NAME=VALUE, as diff prints values: 4, [1 := 2, else 0], (- 4); others get 0, false, ...")
	fs.StringVar(&witness, "witness", "", "FILE#PROCEDURE: run on the first difference that a JSON answer of diff has of the procedure (default: of its entry), or on the N-th with :N behind it, with its tape and functions")
	fs.Int64Var(&seed, "seed", 0, "values of havoc and of unknown functions: 0 all default, else pseudo-random")
	fs.IntVar(&steps, "steps", interp.DefaultLimits.Steps, "stop after this many instructions")
	m.register(fs)
	var bounds limitFlags
	bounds.register(fs)
	return func(e env, args []string) int {
		if err := session.NotNegative("steps", steps); err != nil {
			return trouble(e, err)
		}
		e, watch, err := bounds.watch(e, args[0])
		if err != nil {
			return trouble(e, err)
		}
		defer watch.Stop()
		c := smtlib.NewContext()
		prog, err := session.LoadOne(c, e.source(args[0]), m.options())
		if err != nil {
			return trouble(e, err)
		}
		var given *givenWitness
		if witness != "" {
			if given, err = readWitness(witness); err != nil {
				return trouble(e, err)
			}
			if !fs.Changed("proc") {
				proc = given.Old
				if prog.Proc(proc) == nil {
					proc = given.New
				}
			}
		}
		p := prog.Proc(proc)
		if p == nil {
			return trouble(e, fmt.Errorf("%s has no procedure %s with a body%s", args[0], proc, closest.Question(proc, prog.Order)))
		}
		model := interp.NewModel(c, prog)
		model.Seed = seed
		inputs := make([]interp.Value, len(p.Inputs))
		for i, v := range p.Inputs {
			inputs[i] = interp.Default(v.Sort())
		}
		if given != nil {
			if err := given.define(c, prog, model); err != nil {
				return trouble(e, err)
			}
			if inputs, err = given.inputs(c, args[0], p, model); err != nil {
				return trouble(e, err)
			}
		}
		err = parseInputs(c, p, ins, inputs, model)
		if err != nil {
			return trouble(e, err)
		}
		limits := interp.DefaultLimits
		limits.Steps = steps
		watch.Analyse()
		out, err := interp.Run(prog, proc, inputs, model, limits)
		if err != nil {
			return trouble(e, err)
		}
		printOutcome(e, p, out, limits)
		switch out.Outcome {
		case ir.Normal:
			return exitSame
		case ir.Fails:
			return exitFails
		}
		return exitUnknown
	}
}

// parseInputs sets the values of inputs that are given as NAME=VALUE.
func parseInputs(c *smtlib.Context, p *ir.Proc, ins []string, values []interp.Value, m *interp.Model) (err error) {
	for _, in := range ins {
		name, text, ok := strings.Cut(in, "=")
		if !ok {
			return fmt.Errorf("--in wants NAME=VALUE, not %q", in)
		}
		i := slices.IndexFunc(p.Inputs, func(v *smtlib.Term) bool { return v.Name() == strings.TrimSpace(name) })
		if i < 0 {
			return fmt.Errorf("%s has no input %s; it has %s", p.Name, name, names(p.Inputs))
		}
		t, err := report.ParseValue(c, strings.TrimSpace(text), p.Inputs[i].Sort())
		if err != nil {
			return fmt.Errorf("--in %s: %v", in, err)
		}
		if values[i], err = m.Literal(t); err != nil {
			return fmt.Errorf("--in %s: %v", in, err)
		}
	}
	return nil
}

func names(vars []*smtlib.Term) string {
	if len(vars) == 0 {
		return "none"
	}
	parts := make([]string, len(vars))
	for i, v := range vars {
		parts[i] = v.Name()
	}
	return strings.Join(parts, ", ")
}

func printOutcome(e env, p *ir.Proc, out interp.Result, limits interp.Limits) {
	fmt.Fprintln(e.stdout, out.Outcome)
	switch out.Outcome {
	case ir.Normal:
		for i, v := range p.Outputs {
			fmt.Fprintf(e.stdout, "%s = %s\n", v.Name(), out.Values[i])
		}
	case ir.Fails:
		fmt.Fprintf(e.stdout, "%s: %s does not hold\n", out.Pos, out.What)
	case ir.Blocked:
		fmt.Fprintf(e.stdout, "%s: an assumption does not hold\n", out.Pos)
	case ir.OutOfFuel:
		fmt.Fprintf(e.stdout, "not ended after %d instructions or %d nested calls (--steps)\n", limits.Steps, limits.Depth)
	}
}
