# A solver that says $1 to all, and has an empty model.
while read -r line; do
  case "$line" in
  *check-sat*) echo "$1";;
  *get-model*) echo "()";;
  *echo*) echo "$line" | sed "s/.*\"\(.*\)\".*/\1/";;
  esac
done
