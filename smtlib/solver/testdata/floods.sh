# A solver that prints lines for ever; well the second time.
test -e "$1" && exec z3 -in
touch "$1"
yes sat
