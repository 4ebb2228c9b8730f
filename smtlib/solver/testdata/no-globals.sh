# A solver that does not know global declarations, and says so.
while read -r line; do
  case "$line" in
  *global-declarations*) echo '(echo "unsupported")';;
  *) echo "$line";;
  esac
done | z3 -in
