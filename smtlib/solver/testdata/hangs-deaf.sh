# A solver that does not even read; well the second time.
test -e "$1" && exec z3 -in
touch "$1"
sleep 1000
