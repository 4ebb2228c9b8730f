// The new version of Figure 1 (SymDiff, CAV 2012), new.c, as a translator writes it.
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

const {:model_const "op"} {:sourceFile "new.c"} {:sourceLine 16} unique __value_0: int;
const {:model_const "e"} {:sourceFile "new.c"} {:sourceLine 16} unique __value_1: int;
const {:model_const "e->oper"} {:sourceFile "new.c"} {:sourceLine 16} unique __value_2: int;
const {:model_const "a1"} {:sourceFile "new.c"} {:sourceLine 17} unique __value_3: int;
const {:model_const "e"} {:sourceFile "new.c"} {:sourceLine 17} unique __value_4: int;
const {:model_const "e->op1"} {:sourceFile "new.c"} {:sourceLine 17} unique __value_5: int;
const {:model_const "a2"} {:sourceFile "new.c"} {:sourceLine 18} unique __value_6: int;
const {:model_const "e"} {:sourceFile "new.c"} {:sourceLine 18} unique __value_7: int;
const {:model_const "e->op2"} {:sourceFile "new.c"} {:sourceLine 18} unique __value_8: int;
const {:model_const "res"} {:sourceFile "new.c"} {:sourceLine 19} unique __value_9: int;
const {:model_const "op"} {:sourceFile "new.c"} {:sourceLine 20} unique __value_10: int;
const {:model_const "res"} {:sourceFile "new.c"} {:sourceLine 23} unique __value_11: int;
const {:model_const "a1"} {:sourceFile "new.c"} {:sourceLine 23} unique __value_12: int;
const {:model_const "a2"} {:sourceFile "new.c"} {:sourceLine 23} unique __value_13: int;
const {:model_const "op"} {:sourceFile "new.c"} {:sourceLine 20} unique __value_14: int;
const {:model_const "res"} {:sourceFile "new.c"} {:sourceLine 25} unique __value_15: int;
const {:model_const "a1"} {:sourceFile "new.c"} {:sourceLine 25} unique __value_16: int;
const {:model_const "a2"} {:sourceFile "new.c"} {:sourceLine 25} unique __value_17: int;
const {:model_const "op"} {:sourceFile "new.c"} {:sourceLine 20} unique __value_18: int;
const {:model_const "res"} {:sourceFile "new.c"} {:sourceLine 27} unique __value_19: int;
const {:model_const "a1"} {:sourceFile "new.c"} {:sourceLine 27} unique __value_20: int;
const {:model_const "a2"} {:sourceFile "new.c"} {:sourceLine 27} unique __value_21: int;
const {:model_const "op"} {:sourceFile "new.c"} {:sourceLine 20} unique __value_22: int;
const {:model_const "e"} {:sourceFile "new.c"} {:sourceLine 31} unique __value_23: int;
const {:model_const "e->result"} {:sourceFile "new.c"} {:sourceLine 31} unique __value_24: int;
const {:model_const "res"} {:sourceFile "new.c"} {:sourceLine 31} unique __value_25: int;

procedure Eval(e: int)
  modifies Mem_result__EXPR;
{
  var op, a1, a2, res: int;

  start:
    assert {:sourceFile "new.c"} {:sourceLine 16} true;
    op := Mem_oper__EXPR[oper__EXPR(e)];
    assume value_is(__value_0, op);
    assume value_is(__value_1, e);
    assume value_is(__value_2, Mem_oper__EXPR[oper__EXPR(e)]);
    assert {:sourceFile "new.c"} {:sourceLine 17} true;
    a1 := Mem_op1__EXPR[op1__EXPR(e)];
    assume value_is(__value_3, a1);
    assume value_is(__value_4, e);
    assume value_is(__value_5, Mem_op1__EXPR[op1__EXPR(e)]);
    assert {:sourceFile "new.c"} {:sourceLine 18} true;
    a2 := Mem_op2__EXPR[op2__EXPR(e)];
    assume value_is(__value_6, a2);
    assume value_is(__value_7, e);
    assume value_is(__value_8, Mem_op2__EXPR[op2__EXPR(e)]);
    assert {:sourceFile "new.c"} {:sourceLine 19} true;
    res := -1;
    assume value_is(__value_9, res);
    assert {:sourceFile "new.c"} {:sourceLine 20} true;
    goto add, sub, mult, other;

  add:
    assume op == 1;
    assume value_is(__value_10, op);
    assert {:sourceFile "new.c"} {:sourceLine 23} true;
    res := a1 + a2;
    assume value_is(__value_11, res);
    assume value_is(__value_12, a1);
    assume value_is(__value_13, a2);
    goto after;

  sub:
    assume op == 2;
    assume value_is(__value_14, op);
    assert {:sourceFile "new.c"} {:sourceLine 25} true;
    res := a1 - a2;
    assume value_is(__value_15, res);
    assume value_is(__value_16, a1);
    assume value_is(__value_17, a2);
    goto after;

  mult:
    assume op == 3;
    assume value_is(__value_18, op);
    assert {:sourceFile "new.c"} {:sourceLine 27} true;
    res := a1 * a2;
    assume value_is(__value_19, res);
    assume value_is(__value_20, a1);
    assume value_is(__value_21, a2);
    goto after;

  other:
    assume op != 1 && op != 2 && op != 3;
    assume value_is(__value_22, op);
    assert {:sourceFile "new.c"} {:sourceLine 29} true;
    goto after;

  after:
    assert {:sourceFile "new.c"} {:sourceLine 31} true;
    Mem_result__EXPR[result__EXPR(e)] := res;
    assume value_is(__value_23, e);
    assume value_is(__value_24, Mem_result__EXPR[result__EXPR(e)]);
    assume value_is(__value_25, res);
    assert {:sourceFile "new.c"} {:sourceLine 32} true;
    return;
}
