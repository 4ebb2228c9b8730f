# A solver that dies when asked; well the second time.
test -e "$1" && exec z3 -in
touch "$1"
while read -r line; do
  case "$line" in
  *check-sat*) exit 3;;
  *echo*) echo "$line" | sed "s/.*\"\(.*\)\".*/\1/";;
  esac
done
