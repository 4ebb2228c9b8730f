# A solver that leaves the work to a child that hangs; well the second time.
test -e "$1" && exec z3 -in
touch "$1"
sleep 1000 & wait
