# A solver that supports nothing; well the second time.
test -e "$1" && exec z3 -in
touch "$1"
while read -r line; do
  case "$line" in
  *echo*) echo "$line" | sed "s/.*\"\(.*\)\".*/\1/";;
  *) echo unsupported;;
  esac
done
