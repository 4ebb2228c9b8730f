# A solver that answers with what is no answer; well the second time.
test -e "$1" && exec z3 -in
touch "$1"
while read -r line; do
  case "$line" in
  *check-sat*) echo perhaps;;
  *echo*) echo "$line" | sed "s/.*\"\(.*\)\".*/\1/";;
  esac
done
