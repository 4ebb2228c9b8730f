package certificate

import (
	"slices"
	"testing"
)

func TestCollector(t *testing.T) {
	c, d := NewCollector(), NewCollector()
	if id := c.Add(Claim{Subject: "p", Name: Changed, Says: "first", RestsOn: []string{"q/x", "p/ends", "q/x"}}); id != "p/changed" {
		t.Errorf("id %q", id)
	}
	c.Add(Claim{Subject: "p", Name: Changed, Says: "again"})
	d.Add(Claim{Subject: "p", Name: Changed, Says: "elsewhere"})
	d.Add(Claim{Subject: "p", Name: Cover})
	c.Join(d)
	e := c.Evidence()
	if len(e.Claims) != 2 || e.Claims[0].Says != "first" || e.Claims[1].ID != "p/cover" {
		t.Errorf("claims %v", e.Claims)
	}
	if got := e.Claims[0].RestsOn; !slices.Equal(got, []string{"p/ends", "q/x"}) {
		t.Errorf("rests on %q", got)
	}
	if !c.Has("p/cover") || c.Has("q/cover") {
		t.Error("wrong claims are there")
	}
}
