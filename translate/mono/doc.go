// Package mono makes polymorphic Boogie programs monomorphic: functions,
// procedures, datatypes, polymorphic maps, quantifiers and lambdas over types
// are written once for each of the types at which the versions use them.
//
//	mono.go      Instantiate
//	collect.go   the instances, by a fixpoint over the code of all versions
//	binders.go, over.go  quantifiers and lambdas over types
//	uncalled.go  polymorphic procedures that no one calls
//	expand.go    polymorphic maps as records of maps
//	names.go     what instances are called
//	decl.go, stmt.go, expr.go  the program at its instances
//	residual.go  what is said of types without instances
//	partial.go   axioms that say more than their instances do
//
// The result is an ordinary program, checked by types.Check again. Names tell
// the instance: f<int>, Cons<int>, the type List int. Boogie has no such names,
// so they are new. Positions are those of the source.
//
// # Instances
//
// All versions have the same instances, those that any of them uses, so that
// pairs match by name. Types that only one version declares are declared in
// all. A procedure that has no instance, since no one calls it, gets one at
// uninterpreted types of its own, named after its type parameters, and keeps
// its name. A proof about it holds for all types: replace the new types in it
// by others. It stays a proof as long as it does not use that the new types
// differ from others. So what would use that is refused: comparing values of
// types that may be the same, and using a polymorphic map at such types. And a
// function of which an axiom says something at particular types is treated as
// one of which not all is known (Partial).
//
// Values of different types are different. Types that the program leaves open,
// as in nil() == nil(), are int, as in Boogie.
//
// # Polymorphic maps
//
// A map of type <a>[Field a]a is a family of maps, one for each type a. A
// variable of that type becomes a variable for each type at which any version
// reads or changes such a map, and one of an uninterpreted type for all others
// together. The last can be copied, compared and havocked with the others,
// which is all that programs do to it; so assignments and equality of whole
// maps are exact.
//
// # Quantifiers over types
//
// (forall<a> F) is the conjunction of F at the types of the known instances of
// what F uses, and an unknown formula for F at all other types: a function,
// uninterpreted, of the variables of F. It is the same function in both
// versions if F and all declarations that its meaning depends on are. The same
// goes for exists and lambda. What is proven for any such function holds for
// the right one. A difference may depend on it, so none is reported whose
// condition mentions it (Partial).
//
// In an axiom, where that is all it says, just the known instances are kept,
// which says less: what is proven from them follows from the axiom. A
// difference is an interpretation of the functions of the program. Does it
// extend to an interpretation of all others, at other types, such that the
// axiom holds at these? An instance of the axiom that is not in the program
// either
//
//   - speaks only of functions at types of which the program has no instance,
//     because all that it uses depends on all the type variables. These do not
//     occur in the program. That they can have a meaning is the assumption that
//     axioms over types are consistent at other types (ir.Program.OverTypes),
//     which the answer states;
//   - or links them with functions or constants of the program: of these it may
//     say more than the program does, as in (forall<a> x: a :: f(x)) and
//     (forall<a> x: a :: f(x) ==> g). They are listed in Partial, and no
//     difference that depends on them is reported;
//   - or has been left out because there were too many; then all that the axiom
//     mentions is listed in Partial.
package mono
