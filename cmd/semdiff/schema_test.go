package main

import (
	"encoding/json"
	"fmt"
	"slices"

	"semdiff/compare/engines"
	"semdiff/moddiff"
)

// checkSchema says what in an answer is not as schema semdiff/1 has it. Fields may be
// there that are not listed here.
func checkSchema(data []byte) string {
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		return err.Error()
	}
	c := &schemaChecker{}
	r := c.object("answer", v, map[string]string{
		"schema": "string", "old": "string", "new": "string", "entry": "array", "engine": "string", "verdict": "string",
		"complete": "bool", "interface_differs": "bool", "interface": "object", "procedures": "array", "stats": "object",
	})
	c.object("interface", r["interface"], map[string]string{"added": "number", "removed": "number", "signature_changed": "number"})
	c.oneOf(r["schema"], "semdiff/1")
	c.oneOf(r["engine"], engines.Names()...)
	c.oneOf(r["verdict"], verdicts()...)
	c.object("stats", r["stats"], map[string]string{
		"procedures": "number", "analysed": "number", "skipped": "number", "queries": "number", "refuted_by_bounds": "number", "solver_ms": "number", "time_ms": "number",
	})
	procedures, _ := r["procedures"].([]any)
	for _, p := range procedures {
		c.procedure(p)
	}
	return c.problem
}

func verdicts() (names []string) {
	for _, w := range moddiff.AllVerdicts() {
		names = append(names, w.Name)
	}
	return names
}

func statuses() (names []string) {
	for _, w := range moddiff.AllStatuses() {
		names = append(names, string(w.Status))
	}
	return names
}

type schemaChecker struct{ problem string }

func (c *schemaChecker) failf(format string, args ...any) {
	if c.problem == "" {
		c.problem = fmt.Sprintf(format, args...)
	}
}

func kindOf(v any) string {
	switch v.(type) {
	case string:
		return "string"
	case bool:
		return "bool"
	case float64:
		return "number"
	case []any:
		return "array"
	case map[string]any:
		return "object"
	}
	return "null"
}

func (c *schemaChecker) object(what string, v any, fields map[string]string) map[string]any {
	m, ok := v.(map[string]any)
	if !ok {
		c.failf("%s is a %s", what, kindOf(v))
		return nil
	}
	for name, kind := range fields {
		if got := kindOf(m[name]); got != kind {
			c.failf("%s.%s is a %s, want a %s", what, name, got, kind)
		}
	}
	return m
}

func (c *schemaChecker) oneOf(v any, allowed ...string) {
	if s, _ := v.(string); !slices.Contains(allowed, s) {
		c.failf("%v is none of %v", v, allowed)
	}
}

func (c *schemaChecker) procedure(v any) {
	p := c.object("procedure", v, map[string]string{
		"name": "string", "kind": "string", "old": "string", "new": "string", "status": "string", "modified": "bool",
		"signature_changed": "bool",
		"inputs":            "array", "outputs": "array", "differences": "array", "refinements": "number", "queries": "number", "refuted_by_bounds": "number", "time_ms": "number",
	})
	c.oneOf(p["kind"], "procedure", "loop")
	c.oneOf(p["status"], statuses()...)
	if p["signature_changed"] == true {
		c.object("signatures", p["signatures"], map[string]string{"old": "string", "new": "string"})
	}
	c.reasons(p)
	for _, list := range []string{"inputs", "outputs"} {
		vars, _ := p[list].([]any)
		for _, x := range vars {
			c.object(list, x, map[string]string{"name": "string", "sort": "string"})
		}
	}
	if p["changed"] != nil {
		c.object("analysed procedure", v, map[string]string{
			"changed": "string", "unchanged": "string", "termination_changed": "string", "unknown": "string", "paths": "object",
		})
		c.object("paths", p["paths"], map[string]string{"old": "number", "new": "number"})
	}
	differences, _ := p["differences"].([]any)
	for _, x := range differences {
		d := c.object("difference", x, map[string]string{
			"condition": "string", "old": "object", "new": "object", "terms": "object", "witness": "object", "replayed": "bool", "trace_old": "array", "trace_new": "array",
		})
		for _, version := range []string{"old", "new"} {
			o := c.object("outcome", d[version], map[string]string{"outcome": "string", "values": "object"})
			c.oneOf(o["outcome"], "normal", "fails", "blocked", "diverges", "does not end")
		}
		for _, run := range []string{"trace_old", "trace_new"} {
			steps, _ := d[run].([]any)
			for _, step := range steps {
				c.object("step", step, map[string]string{"file": "string", "line": "number", "procedure": "string", "values": "object"})
			}
		}
		if d["cells"] != nil {
			c.cells(d["cells"])
		}
		terms, _ := d["terms"].(map[string]any)
		for _, t := range terms {
			c.object("term", t, map[string]string{"old": "string", "new": "string"})
		}
	}
}

// reasons checks that what is unknown has a reason, and nothing else has.
func (c *schemaChecker) reasons(p map[string]any) {
	unknown := p["status"] == "unknown" || p["unknown"] != nil && p["unknown"] != "false"
	if unknown != (p["reason"] != nil) {
		c.failf("%v is %v, unknown when %v, with the reason %v", p["name"], p["status"], p["unknown"], p["reason"])
		return
	}
	list, _ := p["reasons"].([]any)
	if unknown {
		list = append(list, p["reason"])
	}
	var ids []string
	for _, w := range moddiff.AllReasons() {
		ids = append(ids, string(w.ID))
	}
	for _, x := range list {
		r := c.object("reason", x, map[string]string{"id": "string", "text": "string"})
		c.oneOf(r["id"], ids...)
		if r["flag"] != nil {
			c.object("reason", x, map[string]string{"flag": "string"})
		}
	}
}

func (c *schemaChecker) cells(v any) {
	list, _ := v.([]any)
	if len(list) == 0 {
		c.failf("cells are %v", v)
	}
	for _, x := range list {
		cell := c.object("cell", x, map[string]string{"output": "string", "witness": "object"})
		c.object("cell's witness", cell["witness"], map[string]string{"index": "string", "old": "string", "new": "string"})
		if cell["index"] != nil {
			c.object("cell", x, map[string]string{"index": "string", "old": "string", "new": "string"})
		}
	}
}
