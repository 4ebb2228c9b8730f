/* Accounts of a bank: withdrawals, deposits, a transfer with its fee, and a year of interest. */
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

int deposit(int balance, int amount) {
  if (amount <= 0)
    return balance;
  return balance + amount;
}

int fee(int moved) {
  if (moved > 0)
    return 1;
  return 0;
}

int transfer(int from, int to, int amount) {
  int left = withdraw(from, amount);
  int moved = from - left;
  return deposit(to, moved - fee(moved));
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

int rating(int years) {
  if (years > 20)
    return 4;
  if (years > 10)
    return 3;
  if (years > 5)
    return 2;
  return 1;
}

int main(int from, int to, int amount, int years) {
  int after = transfer(from, to, amount);
  int rate = rating(years);
  int end = year(after, rate);
  return end;
}
