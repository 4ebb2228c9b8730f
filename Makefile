# Builds, tests and shows semdiff. The solvers come from Debian's packages when they are not there yet.

GO          ?= go
# Needs Go 1.26, which an older go command gets by itself.
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
SOLVERS     := z3 cvc5

PREFIX      ?= /usr/local

.PHONY: all build install deb demo test test-short bench bench-tests queries lint format vet solvers clean

all: build

# Without cgo there is nothing to link at every start.
build:
	CGO_ENABLED=0 $(GO) build -o bin/semdiff ./cmd/semdiff

# The same source gives the same bytes, wherever and whenever it is built.
RELEASE := CGO_ENABLED=0 $(GO) build -trimpath -buildvcs=false -ldflags=-buildid=
SHARE   := $(DESTDIR)$(PREFIX)/share

# Below PREFIX, as seen from DESTDIR: the program, its manual pages, and completion for bash, zsh and fish.
install:
	$(RELEASE) -o bin/semdiff ./cmd/semdiff
	install -D -m 755 bin/semdiff $(DESTDIR)$(PREFIX)/bin/semdiff
	install -d $(SHARE)/man/man1 $(SHARE)/bash-completion/completions $(SHARE)/zsh/$(ZSHFUNCTIONS) $(SHARE)/fish/vendor_completions.d
	$(GO) run -tags manual ./cmd/semdiff manual $(SHARE)/man/man1
	chmod 644 $(SHARE)/man/man1/semdiff*.1
	bin/semdiff completion bash >$(SHARE)/bash-completion/completions/semdiff
	bin/semdiff completion zsh >$(SHARE)/zsh/$(ZSHFUNCTIONS)/_semdiff
	bin/semdiff completion fish >$(SHARE)/fish/vendor_completions.d/semdiff.fish
ZSHFUNCTIONS ?= site-functions

# A package for Debian and its kin: bin/semdiff_VERSION_ARCH.deb.
VERSION := $(shell sed -n 's/^const release = "\(.*\)"/\1/p' cmd/semdiff/version.go)
deb: export SOURCE_DATE_EPOCH ?= 0
deb:
	rm -rf bin/deb
	$(MAKE) install DESTDIR=bin/deb PREFIX=/usr ZSHFUNCTIONS=vendor-completions
	gzip -9n bin/deb/usr/share/man/man1/*.1
	install -D -m 644 LICENSE bin/deb/usr/share/doc/semdiff/copyright
	gzip -9nc CHANGELOG.md >bin/deb/usr/share/doc/semdiff/changelog.gz
	install -d bin/deb/DEBIAN
	printf '%s\n' 'Package: semdiff' 'Version: $(VERSION)' "Architecture: $$($(GO) env GOARCH)" \
		'Maintainer: The semdiff developers <semdiff@localhost>' 'Section: devel' 'Priority: optional' 'Depends: z3 | cvc5' 'Suggests: git, bash-completion' \
		'Description: tells what a change to a Boogie program really does' \
		' Reads two versions of a Boogie program and tells, procedure by procedure,' \
		' for which inputs they behave differently, and for which the same.' >bin/deb/DEBIAN/control
	find bin/deb -exec touch -h -d @$$SOURCE_DATE_EPOCH {} +
	chmod -R go-w,a+rX bin/deb
	dpkg-deb --root-owner-group --build bin/deb bin/semdiff_$(VERSION)_$$($(GO) env GOARCH).deb

# This pair is different, for which diff exits with 1.
demo: solvers build
	bin/semdiff diff benchmarks/figures/fig2/old.bpl benchmarks/figures/fig2/new.bpl; [ $$? -eq 1 ]

# TESTFLAGS are more flags for go test, such as -count=1. The variable makes tests fail, not skip, where a solver is missing.
test: solvers format vet
	SEMDIFF_NEED_SOLVERS=1 $(GO) test -timeout 30m $(TESTFLAGS) ./...

# Less than a minute, for every change: fewer pairs and examples of each kind.
test-short: solvers
	SEMDIFF_NEED_SOLVERS=1 $(GO) test -short $(TESTFLAGS) ./...

# A report of all suites, with other tools beside the engines: bin/bench.html. It goes on where it was interrupted. A cell
# that is wrong, or an error, ends only the last step. Then Table 3 of the paper on impact summaries, what the parts of the
# search for boundaries add, and what each source of proofs adds on every tenth pair of relational. Less than 20 minutes.
ENGINES := moddiffref,moddiff,symdiff,symdiff-inline,symdiff-refine,impact,dizy,random
RESULTS := bin/bench-tools.json bin/bench-pairs.json bin/bench-client.json
BENCH   := bin/semdiff compare --jobs 2 --timeout 10s
bench: solvers build
	-$(BENCH) --engines $(ENGINES) --tools boogie,z3,cvc5 --resume bin/bench-tools.json -o /dev/null \
		benchmarks/table1 benchmarks/figures benchmarks/heap benchmarks/impact benchmarks/dizy benchmarks/scaling
	-$(BENCH) --engines moddiffref,symdiff,random --resume bin/bench-pairs.json -o /dev/null benchmarks/traps benchmarks/relational
	-$(BENCH) --engines moddiffref,symdiff,clever,random --resume bin/bench-client.json -o /dev/null benchmarks/client
	-bin/semdiff compare --merge $(RESULTS) --format html -o bin/bench.html
	bin/semdiff compare --merge $(RESULTS)
	SEMDIFF_BENCH=1 $(GO) test ./benchmarks -count=1 -timeout 30m -run '^Test(Table3|ClientAblation|Ablation)Report$$' -parallel 2 -v -every 10

# Holds engines and Boogie against each other on Table 1, and prints how time grows with paths and procedures,
# the sets of all procedures of Table 1, Table 3 of the paper on impact summaries, how much a change reaches, and what each
# source of proofs adds on every fifth pair of relational, what states of loops and of whole procedures do, what the parts of
# the search for boundaries add, combined clients, and clients that make more and more calls.
bench-tests: solvers
	SEMDIFF_BENCH=1 $(GO) test ./benchmarks -count=1 -timeout 2h -run "^(Test(Smack|Relational|Truth|Reasons|WithoutRefinement|SymDiff|Crosscheck|DeeperTellsNoLess|Self|Impact)|Test(Procedures|SideBySide|Paths|Table3|ImpactSize|Ablation|DizyLoops|DizyWhole|DizyGrowth|DizyEvidence|ClientAblation|Combined|Calls)Report|TestCallTree|TestCallTreeImpact|TestDizyDomains)$$" -v

# Queries and CPU seconds of another revision and of this one, on table1 and, with SEMDIFF_SIEMENS, tcas, replace and space:
# make queries BEFORE=REVISION
queries: solvers
	@dir=$$(mktemp -d) && git worktree add --quiet --detach $$dir/src $(BEFORE) && \
	{ (cd $$dir/src && $(GO) build -o $$dir/semdiff ./cmd/semdiff) && \
	SEMDIFF_BEFORE=$$dir/semdiff $(GO) test ./benchmarks -count=1 -timeout 2h -run '^TestQueriesReport$$' -v; status=$$?; \
	git worktree remove --force $$dir/src; rm -r $$dir; exit $$status; }

lint: format vet
	$(GO) run $(STATICCHECK) ./...

format:
	@files=$$(gofmt -l .); if [ -n "$$files" ]; then echo "not formatted with gofmt:" >&2; echo "$$files" >&2; exit 1; fi

vet:
	$(GO) vet ./...

solvers:
	@missing=; \
	for s in $(SOLVERS); do command -v $$s >/dev/null 2>&1 || missing="$$missing $$s"; done; \
	[ -n "$$missing" ] || exit 0; \
	as_root=; \
	if [ "$$(id -u)" -ne 0 ]; then as_root=sudo; fi; \
	if ! command -v apt-get >/dev/null 2>&1 || { [ -n "$$as_root" ] && ! command -v sudo >/dev/null 2>&1; }; then \
		echo "missing:$$missing. Install with root rights: apt-get install$$missing (or your system's packages)" >&2; exit 1; \
	fi; \
	echo "installing$$missing" >&2; \
	$$as_root apt-get update -q </dev/null && \
	$$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $$missing </dev/null

clean:
	rm -rf bin
