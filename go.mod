module semdiff

go 1.26.8

require (
	github.com/alecthomas/participle/v2 v2.1.4
	github.com/rogpeppe/go-internal v1.16.0
	github.com/spf13/pflag v1.0.10
)

require golang.org/x/tools v0.52.0 // indirect
