typedef struct _EXPR {
    int oper;
    int op1, op2;
    int result;
} EXPR, *PEXPR;

#define ADD  1
#define SUB  2
#define MULT 3
#define DIV  4

void Eval(PEXPR e)
{
    int op, a1, a2, res;

    op = e->oper;
    a1 = e->op1;
    a2 = e->op2;
    res = -1;
    switch (op)
    {
        case ADD:
            res = a1 + a2; break;
        case SUB:
            res = a1 - a2; break;
        case MULT:
            res = a1 * a2; break;
        default:
            break;
    }
    e->result = res;
}
