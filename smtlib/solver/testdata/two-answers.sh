# A solver that answers twice; well the second time.
test -e "$1" && exec z3 -in
touch "$1"
while read -r line; do
  case "$line" in
  *check-sat*) echo sat;;
  *get-model*) echo "()";;
  *echo*) echo "$line" | sed "s/.*\"\(.*\)\".*/\1/"; test "$seen" && echo sat; case "$line" in *-3*) seen=1;;
  esac;;
  esac
done
