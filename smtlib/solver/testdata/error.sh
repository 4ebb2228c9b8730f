# A solver that refuses an assertion, and would answer sat nevertheless; well the second time.
test -e "$1" && exec z3 -in
touch "$1"
while read -r line; do
  case "$line" in
  *check-sat*) echo sat;;
  *assert*) echo "(error \"line 1: no\")";;
  *echo*) echo "$line" | sed "s/.*\"\(.*\)\".*/\1/";;
  esac
done
