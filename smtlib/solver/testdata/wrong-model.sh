# A solver that is right about sat, but whose model makes every number 7.
while read -r line; do
  case "$line" in
  *check-sat*) echo sat;;
  *get-model*) echo "((define-fun x~ () Int 7) (define-fun y~ () Int 7))";;
  *echo*) echo "$line" | sed "s/.*\"\(.*\)\".*/\1/";;
  esac
done
