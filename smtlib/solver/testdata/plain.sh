# A solver that is taken for an unknown one.
exec z3 -in
