package matrix

import (
	"bytes"
	"fmt"
	"html/template"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"semdiff/compare/suite"
)

// Figure is a plot with its caption.
type Figure struct {
	Caption string
	SVG     template.HTML
}

// palette is Okabe and Ito's, which the colour-blind can tell apart.
var palette = []color.RGBA{
	{0, 114, 178, 255}, {213, 94, 0, 255}, {0, 158, 115, 255}, {204, 121, 167, 255},
	{230, 159, 0, 255}, {86, 180, 233, 255}, {0, 0, 0, 255}, {150, 150, 150, 255},
}

const leastSeconds = 0.001 // on axes, which are logarithmic

func newPlot(title string) *plot.Plot {
	p := plot.New()
	sans := font.Font{Typeface: "Liberation", Variant: "Sans"}
	for _, style := range []*font.Font{
		&p.Title.TextStyle.Font, &p.X.Label.TextStyle.Font, &p.Y.Label.TextStyle.Font,
		&p.X.Tick.Label.Font, &p.Y.Tick.Label.Font, &p.Legend.TextStyle.Font,
	} {
		size := style.Size
		*style = sans
		style.Size = size
	}
	p.Title.Text = title
	p.Title.Padding = vg.Points(6)
	return p
}

// cactus shows for each column how many pairs it decides rightly, each within a time.
func (v *View) cactus() (*Figure, error) {
	p := newPlot("")
	p.X.Label.Text, p.Y.Label.Text = "pairs answered rightly", "seconds of each"
	p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, seconds10{}
	legend := plot.NewLegend()
	legend.Top, legend.Left, legend.TextStyle, legend.Padding = true, true, p.Legend.TextStyle, vg.Points(3)
	drawn := 0
	least, most := 1.0, 0.1
	for i, column := range v.Columns {
		t := v.tallyOf(column.Name, "")
		if len(t.decided) == 0 {
			continue
		}
		var points plotter.XYs
		for n, s := range t.decided {
			s = max(s, leastSeconds)
			points = append(points, plotter.XY{X: float64(n + 1), Y: s})
			least, most = min(least, s), max(most, s)
		}
		line, dots, err := plotter.NewLinePoints(points)
		if err != nil {
			return nil, err
		}
		style(&line.LineStyle, &dots.GlyphStyle, i)
		p.Add(line, dots)
		legend.Add(column.Name, line, dots)
		drawn++
	}
	if drawn == 0 {
		return nil, nil
	}
	p.X.Min, p.Y.Min, p.Y.Max = 0, math.Pow(10, math.Floor(math.Log10(least))), math.Pow(10, math.Ceil(math.Log10(most)))
	svg, err := render(p, &legend, vg.Points(700), vg.Points(340))
	return &Figure{"How many pairs each column answers rightly, from its fastest answer to its slowest.", svg}, err
}

// scatters hold the first column against each of the others: a point is a pair.
func (v *View) scatters() (list []Figure, err error) {
	var shown []suite.ColumnInfo
	for _, c := range v.Columns {
		if c.Absent == "" {
			shown = append(shown, c)
		}
	}
	if len(shown) < 2 {
		return nil, nil
	}
	for _, other := range shown[1:] {
		f, err := v.scatter(shown[0].Name, other.Name)
		if err != nil {
			return nil, err
		}
		list = append(list, *f)
	}
	return list, nil
}

func (v *View) scatter(x, y string) (*Figure, error) {
	p := newPlot("")
	p.X.Label.Text, p.Y.Label.Text = x+", seconds", y+", seconds"
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.X.Tick.Marker, p.Y.Tick.Marker = seconds10{}, seconds10{}
	// What is not answered rightly is drawn at the edge.
	edge := 100.0
	if t := v.Limits.Timeout.Seconds(); t > 0 {
		edge = t
	}
	for _, c := range v.Cells {
		edge = max(edge, c.Median())
	}
	edge *= 1.6
	place := func(c *suite.Cell) float64 {
		if c.Outcome != suite.Right {
			return edge
		}
		return max(c.Median(), leastSeconds)
	}
	byTruth := map[bool]plotter.XYs{}
	least := edge / 10
	for _, pair := range v.Pairs {
		a, b := v.cell(pair, x), v.cell(pair, y)
		if a == nil || b == nil {
			continue
		}
		at := plotter.XY{X: place(a), Y: place(b)}
		least = min(least, at.X, at.Y)
		byTruth[pair.Truth != "equivalent"] = append(byTruth[pair.Truth != "equivalent"], at)
	}
	for i, different := range []bool{false, true} {
		if len(byTruth[different]) == 0 {
			continue
		}
		dots, err := plotter.NewScatter(byTruth[different])
		if err != nil {
			return nil, err
		}
		style(nil, &dots.GlyphStyle, i)
		p.Add(dots)
	}
	lines := []plotter.XYs{
		{{X: least / 2, Y: least / 2}, {X: edge * 1.3, Y: edge * 1.3}},
		{{X: edge, Y: least / 2}, {X: edge, Y: edge * 1.3}}, {{X: least / 2, Y: edge}, {X: edge * 1.3, Y: edge}},
	}
	for _, ends := range lines {
		line, err := plotter.NewLine(ends)
		if err != nil {
			return nil, err
		}
		line.Color, line.Dashes = color.Gray{160}, []vg.Length{vg.Points(3), vg.Points(3)}
		p.Add(line)
	}
	p.X.Min, p.Y.Min, p.X.Max, p.Y.Max = least/2, least/2, edge*1.3, edge*1.3
	svg, err := render(p, nil, vg.Points(320), vg.Points(300))
	return &Figure{fmt.Sprintf("%s against %s: below the diagonal %s is faster; on the dashed edges there is no right answer. Round: equivalent pairs, triangles: others.", x, y, y), svg}, err
}

// style gives the i-th of several lines a colour and a shape of its own.
func style(line *draw.LineStyle, dot *draw.GlyphStyle, i int) {
	shapes := []draw.GlyphDrawer{draw.CircleGlyph{}, draw.PyramidGlyph{}, draw.SquareGlyph{}, draw.CrossGlyph{}, draw.RingGlyph{}, draw.TriangleGlyph{}, draw.BoxGlyph{}, draw.PlusGlyph{}}
	round := i / len(palette) // the same colours again, with other shapes, dashed
	dot.Color, dot.Shape, dot.Radius = palette[i%len(palette)], shapes[(i+3*round)%len(shapes)], vg.Points(2.2)
	if line != nil {
		line.Color, line.Width = palette[i%len(palette)], vg.Points(1)
		if round > 0 {
			line.Dashes = []vg.Length{vg.Points(float64(2 + 2*round)), vg.Points(2)}
		}
	}
}

// seconds10 marks the powers of ten.
type seconds10 struct{}

// Ticks implements plot.Ticker.
func (seconds10) Ticks(low, high float64) (list []plot.Tick) {
	for e := math.Floor(math.Log10(low)); e <= math.Ceil(math.Log10(high)); e++ {
		at := math.Pow(10, e)
		if at >= low*0.999 && at <= high*1.001 {
			list = append(list, plot.Tick{Value: at, Label: fmt.Sprintf("%g", at)})
		}
		for k := 2.0; k < 10; k++ {
			if k*at >= low && k*at <= high {
				list = append(list, plot.Tick{Value: k * at})
			}
		}
	}
	return list
}

// legendWidth is that of a legend, which stands on the right of its plot.
const legendWidth = 130

// render is a plot, with its legend if it has one, as an element of a page.
func render(p *plot.Plot, legend *plot.Legend, width, height vg.Length) (template.HTML, error) {
	canvas := vgsvg.New(width, height)
	all := draw.New(canvas)
	if legend != nil {
		legend.Draw(draw.Crop(all, width-legendWidth, 0, 0, 0))
		all = draw.Crop(all, 0, -legendWidth, 0, 0)
	}
	p.Draw(all)
	var out bytes.Buffer
	if _, err := canvas.WriteTo(&out); err != nil {
		return "", err
	}
	_, text, found := bytes.Cut(out.Bytes(), []byte("<svg"))
	if !found {
		return "", fmt.Errorf("matrix: no plot in %.100q", out.String())
	}
	return template.HTML("<svg" + string(text)), nil //nolint:gosec // drawn here, texts are escaped by the canvas
}
