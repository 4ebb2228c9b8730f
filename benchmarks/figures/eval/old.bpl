// The old version of Figure 1 (SymDiff, CAV 2012), old.c, as a translator writes it.
// The fields of _EXPR live in one map each, indexed by address, and
// assume value_is(c, e) says that the value of e is to be shown, as c says.

function oper__EXPR(x: int) returns (int) { x + 0 }
function op1__EXPR(x: int) returns (int) { x + 4 }
function op2__EXPR(x: int) returns (int) { x + 8 }
function result__EXPR(x: int) returns (int) { x + 12 }
function value_is(c: int, e: int) returns (bool);

var Mem_oper__EXPR: [int]int;
var Mem_op1__EXPR: [int]int;
var Mem_op2__EXPR: [int]int;
var Mem_result__EXPR: [int]int;

const {:model_const "e->oper"} {:sourceFile "old.c"} {:sourceLine 9} unique __value_0: int;
const {:model_const "e"} {:sourceFile "old.c"} {:sourceLine 9} unique __value_1: int;
const {:model_const "e->op1"} {:sourceFile "old.c"} {:sourceLine 11} unique __value_2: int;
const {:model_const "e->op2"} {:sourceFile "old.c"} {:sourceLine 11} unique __value_3: int;
const {:model_const "e->result"} {:sourceFile "old.c"} {:sourceLine 11} unique __value_4: int;
const {:model_const "e"} {:sourceFile "old.c"} {:sourceLine 11} unique __value_5: int;
const {:model_const "e->oper"} {:sourceFile "old.c"} {:sourceLine 9} unique __value_6: int;
const {:model_const "e"} {:sourceFile "old.c"} {:sourceLine 9} unique __value_7: int;
const {:model_const "e"} {:sourceFile "old.c"} {:sourceLine 13} unique __value_8: int;
const {:model_const "e->oper"} {:sourceFile "old.c"} {:sourceLine 13} unique __value_9: int;
const {:model_const "e->op1"} {:sourceFile "old.c"} {:sourceLine 15} unique __value_10: int;
const {:model_const "e->op2"} {:sourceFile "old.c"} {:sourceLine 15} unique __value_11: int;
const {:model_const "e->result"} {:sourceFile "old.c"} {:sourceLine 15} unique __value_12: int;
const {:model_const "e"} {:sourceFile "old.c"} {:sourceLine 15} unique __value_13: int;
const {:model_const "e"} {:sourceFile "old.c"} {:sourceLine 13} unique __value_14: int;
const {:model_const "e->oper"} {:sourceFile "old.c"} {:sourceLine 13} unique __value_15: int;
const {:model_const "e->result"} {:sourceFile "old.c"} {:sourceLine 19} unique __value_16: int;
const {:model_const "e"} {:sourceFile "old.c"} {:sourceLine 19} unique __value_17: int;

procedure Eval(e: int)
  modifies Mem_result__EXPR;
{
  start:
    assert {:sourceFile "old.c"} {:sourceLine 9} true;
    goto if_1, if_not_1;

  if_1:
    assume Mem_oper__EXPR[oper__EXPR(e)] == 1;
    assume value_is(__value_0, Mem_oper__EXPR[oper__EXPR(e)]);
    assume value_is(__value_1, e);
    assert {:sourceFile "old.c"} {:sourceLine 11} true;
    Mem_result__EXPR[result__EXPR(e)] := Mem_op1__EXPR[op1__EXPR(e)] + Mem_op2__EXPR[op2__EXPR(e)];
    assume value_is(__value_2, Mem_op1__EXPR[op1__EXPR(e)]);
    assume value_is(__value_3, Mem_op2__EXPR[op2__EXPR(e)]);
    assume value_is(__value_4, Mem_result__EXPR[result__EXPR(e)]);
    assume value_is(__value_5, e);
    goto done;

  if_not_1:
    assume Mem_oper__EXPR[oper__EXPR(e)] != 1;
    assume value_is(__value_6, Mem_oper__EXPR[oper__EXPR(e)]);
    assume value_is(__value_7, e);
    assert {:sourceFile "old.c"} {:sourceLine 13} true;
    goto if_2, if_not_2;

  if_2:
    assume Mem_oper__EXPR[oper__EXPR(e)] == 2;
    assume value_is(__value_8, e);
    assume value_is(__value_9, Mem_oper__EXPR[oper__EXPR(e)]);
    assert {:sourceFile "old.c"} {:sourceLine 15} true;
    Mem_result__EXPR[result__EXPR(e)] := Mem_op1__EXPR[op1__EXPR(e)] - Mem_op2__EXPR[op2__EXPR(e)];
    assume value_is(__value_10, Mem_op1__EXPR[op1__EXPR(e)]);
    assume value_is(__value_11, Mem_op2__EXPR[op2__EXPR(e)]);
    assume value_is(__value_12, Mem_result__EXPR[result__EXPR(e)]);
    assume value_is(__value_13, e);
    goto done;

  if_not_2:
    assume Mem_oper__EXPR[oper__EXPR(e)] != 2;
    assume value_is(__value_14, e);
    assume value_is(__value_15, Mem_oper__EXPR[oper__EXPR(e)]);
    assert {:sourceFile "old.c"} {:sourceLine 19} true;
    Mem_result__EXPR[result__EXPR(e)] := -1;
    assume value_is(__value_16, Mem_result__EXPR[result__EXPR(e)]);
    assume value_is(__value_17, e);
    goto done;

  done:
    assert {:sourceFile "old.c"} {:sourceLine 21} true;
    return;
}
