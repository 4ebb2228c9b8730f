# A solver that prints one line for ever; well the second time.
test -e "$1" && exec z3 -in
touch "$1"
yes sat | tr -d "\n"
