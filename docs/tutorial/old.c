/* Accounts of a bank: what is left after a withdrawal, a transfer, and months of interest. */
#include "smack.h"

#define LIMIT 500 /* of one withdrawal */

int withdraw(int balance, int amount) {
  if (amount <= 0)
    return balance;
  if (amount > LIMIT)
    return balance;
  if (amount > balance)
    return balance;
  return balance - amount;
}

int fee(int moved) {
  if (moved > 0)
    return 1;
  return 0;
}

int transfer(int from, int to, int amount) {
  int left = withdraw(from, amount);
  int moved = from - left;
  return to + moved - fee(moved);
}

int interest(int balance, int rate, int months) {
  int i;
  for (i = 0; i < months; i++)
    balance = balance + rate;
  return balance;
}

int year(int balance, int rate) {
  return interest(balance, rate, 12);
}

int main(int from, int to, int amount) {
  int after = transfer(from, to, amount);
  return year(after, 2);
}
