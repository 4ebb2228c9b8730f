# A solver that runs out of memory; well the second time.
test -e "$1" && exec z3 -in
touch "$1"
while read -r line; do
  case "$line" in
  *check-sat*) echo "(error \"out of memory\")"; exit 101;;
  *echo*) echo "$line" | sed "s/.*\"\(.*\)\".*/\1/";;
  esac
done
