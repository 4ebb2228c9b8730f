# A solver that hears the question and says nothing more; well the second time.
test -e "$1" && exec z3 -in
touch "$1"
while read -r line; do
  case "$line" in
  *check-sat*) sleep 1000;;
  *echo*) echo "$line" | sed "s/.*\"\(.*\)\".*/\1/";;
  esac
done
