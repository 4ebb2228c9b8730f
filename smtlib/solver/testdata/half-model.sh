# A solver that dies amid the model; well the second time.
test -e "$1" && exec z3 -in
touch "$1"
while read -r line; do
  case "$line" in
  *check-sat*) echo sat;;
  *get-model*) echo "((define-fun x~ ()"; exit 1;;
  *echo*) echo "$line" | sed "s/.*\"\(.*\)\".*/\1/";;
  esac
done
