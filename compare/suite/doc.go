// Package suite reads suites, pairs of programs with their known truth, and runs
// engines and other tools over them: each pair in each column is a cell, and each
// cell is a process of its own with limits of time and memory.
//
//	s, err := suite.Read("benchmarks/table1") // what is wrong is said with file and line
//	runner := &suite.Runner{Columns: columns, Limits: limits, Jobs: 2, Repeat: 3}
//	err = runner.Run(ctx, suite.Tasks([]*suite.Suite{s}, ""), results)
//
// A Column is an engine of this binary or a tool (package compare/tools). Judge holds
// what it says against the truth. Results go to a file as they come, so that a run
// that was interrupted is resumed and shards are merged; package compare/matrix writes
// them as tables and pages.
//
//	suite.go     Suite, Pair: the data, and which verdicts are no mistake
//	read.go      Read: suite.toml
//	position.go  where in the file something stands
//	generate.go  pairs that a generator makes
//	task.go      Task: one pair, chosen by tags
//	judge.go     Judge: right, wrong, unknown, ...
//	cell.go      Cell: the result for one pair in one column
//	results.go   Results: all cells, in a file
//	process.go   Exec: one process under limits, and what it took
//	usage.go     the memory of a session's processes
//	engine.go    Engine: a column that is an engine of this binary
//	run.go       Runner: cells side by side
//	shard.go     Shard: a share of the tasks
//	baseline.go  Compare: what became better, worse or slower
package suite
