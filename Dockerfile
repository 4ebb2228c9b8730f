# semdiff with its solvers: docker build -t semdiff . && docker run --rm -v "$PWD:/work" semdiff diff old.bpl new.bpl
FROM golang:1.24-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN make install DESTDIR=/out

FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends z3 cvc5 git && rm -rf /var/lib/apt/lists/*
# A repository that is mounted belongs to somebody else, which git takes for dubious.
RUN git config --system --add safe.directory /work
COPY --from=build /out/ /
WORKDIR /work
ENTRYPOINT ["semdiff"]
