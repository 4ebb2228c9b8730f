// Package sourcenames says what the source that a Boogie program was translated from
// calls what the program has: parameters, variables and fields, and where its
// procedures stand. It reads the traces that translators leave:
//
//	SMACK   {:cexpr} of boogie_si_record, {:sourceloc}, and from sizes in address
//	        arithmetic elements of arrays and fields of structs
//	HAVOC   n for n.__1, Mem_T.FIELD_STRUCT, {:sourceFile} and {:sourceLine}
//	Dafny   {:verboseName}, Impl$$Module.Class.Method, x#0, fields in $Heap, {:captureState}
//	Viper   x_3 where x was taken, fields in Heap and Mask, {:msg "... (f.vpr@8.3--8.9)"}
//	BCT     Class.Method$System.Int32, x$in, F$Class.field, {:sourceFile} and {:sourceLine}
//	others  places ({:sourceFile}, {:sourceLine})
//
// Where the text of the source is at hand, it gives what the program does not hold:
// names of fields and of parameters that are pointers.
//
//	names.go    Read, where to start, and Names: what is known of one program
//	smack.go    what SMACK leaves
//	havoc.go    what HAVOC leaves
//	dafny.go    what Dafny leaves
//	viper.go    what Viper's Carbon leaves
//	bct.go      what BCT leaves, the translator of .NET's bytecode
//	objects.go  names of procedures, locals and globals of these three
//	places.go   places in texts that are meant for the translator's own use
//	layout.go   sizes and fields of what is in memory
//	csource.go  names at places of a text in C
//	choices.go  values that a run draws
//	writer.go   Writer: terms of a pair of procedures, written in the source's names
//	cells.go    elements of memory as a[i].kind
//	members.go  fields of objects as o.kind
//
// Names are for people. Nothing is concluded from them: a wrong name misleads a reader
// and changes no verdict.
package sourcenames
