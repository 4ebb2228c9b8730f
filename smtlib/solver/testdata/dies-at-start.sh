# A solver that dies at once; well the second time.
test -e "$1" && exec z3 -in
touch "$1"
exit 1
