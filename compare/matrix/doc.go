// Package matrix writes results of a suite run: pairs by columns, with a summary of
// each column.
//
//	v := matrix.View{Results: results, Baseline: earlier}
//	v.WriteText(os.Stdout, matrix.Style{Color: true})
//
// Nothing is run or judged here. A Grid is a table before it gets a form; text and
// Markdown are made from the same grids, the page adds plots and the answers themselves.
//
//	view.go      View: results, and what they are compared with
//	grid.go      Grid: the matrix of a suite, the summary, what changed
//	mark.go      what a cell looks like
//	text.go      WriteText: for a terminal
//	markdown.go  WriteMarkdown
//	csv.go       WriteCSV: a line for each cell
//	json.go      WriteJSON
//	pasda.go     WritePASDA: right, wrong and undecided by timeout
//	html.go      WriteHTML: one page with everything
//	plot.go      plots as SVG
package matrix
