package ieee

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// ParseHex reads a literal in Boogie's notation: [-]0xH.HeDfSeE, of value
// H.H * 16^D, or 0NaNSeE, 0+ooSeE, 0-ooSeE, with S the bits of the significand
// and E those of the exponent. The format must represent the value exactly.
func ParseHex(text string) (Float, error) {
	bad := fmt.Errorf("%s is no floating-point literal", text)
	body, neg := strings.CutPrefix(text, "-")
	if number, ok := strings.CutPrefix(body, "0x"); ok {
		at := strings.LastIndexByte(number, 'f')
		if at < 0 {
			return Float{}, bad
		}
		f, ok := parseFormat(number[at+1:])
		if !ok {
			return Float{}, bad
		}
		return f.parseDigits(number[:at], neg, text)
	}
	for prefix, make := range map[string]func(Format) Float{
		"0NaN": Format.NaN, "0nan": Format.NaN,
		"0+oo": func(f Format) Float { return f.Inf(false) }, "0-oo": func(f Format) Float { return f.Inf(true) },
	} {
		if rest, ok := strings.CutPrefix(text, prefix); ok {
			if f, ok := parseFormat(rest); ok {
				return make(f), nil
			}
		}
	}
	return Float{}, bad
}

// parseFormat reads SeE.
func parseFormat(text string) (Format, bool) {
	sig, exp, ok := strings.Cut(text, "e")
	s, err1 := strconv.Atoi(sig)
	e, err2 := strconv.Atoi(exp)
	f := Format{Exp: e, Sig: s}
	return f, ok && err1 == nil && err2 == nil && f.Valid()
}

// parseDigits reads H.HeD.
func (f Format) parseDigits(number string, neg bool, text string) (Float, error) {
	mark := strings.LastIndexByte(number, 'e')
	if mark < 0 {
		return Float{}, fmt.Errorf("%s is no floating-point literal", text)
	}
	whole, fraction, _ := strings.Cut(number[:mark], ".")
	mant, ok := new(big.Int).SetString(whole+fraction, 16)
	power, err := strconv.ParseInt(number[mark+1:], 10, 60)
	if !ok || err != nil {
		return Float{}, fmt.Errorf("%s is no floating-point literal", text)
	}
	if mant.Sign() == 0 {
		return f.Zero(neg), nil
	}
	x := Float{Format: f, neg: neg, mant: mant, exp: 4 * (int(power) - len(fraction))}
	r := f.round(TowardZero, neg, mant, x.exp, false)
	if r.IsZero() || magnitude(r, x) != 0 {
		return Float{}, fmt.Errorf("%s is no number of its format", text)
	}
	return r, nil
}

// Hex is x in Boogie's notation.
func (x Float) Hex() string {
	format := fmt.Sprintf("%de%d", x.Format.Sig, x.Format.Exp)
	minus := ""
	if x.neg {
		minus = "-"
	}
	switch {
	case x.IsNaN():
		return "0NaN" + format
	case x.IsInf() && x.neg:
		return "0-oo" + format
	case x.IsInf():
		return "0+oo" + format
	case x.IsZero():
		return minus + "0x0.0e0f" + format
	}
	low := int(x.mant.TrailingZeroBits())
	exp := x.exp + low
	back := ((exp % 4) + 4) % 4 // down to a multiple of 4
	digits := new(big.Int).Rsh(x.mant, uint(low))
	text := digits.Lsh(digits, uint(back)).Text(16)
	power := (exp-back)/4 + len(text) - 1
	fraction := text[1:]
	if fraction == "" {
		fraction = "0"
	}
	return fmt.Sprintf("%s0x%s.%se%df%s", minus, text[:1], fraction, power, format)
}
