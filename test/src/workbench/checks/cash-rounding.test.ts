/** What rounding to coins explains of the difference between the lines of an invoice and its total. */
import { expect, it } from 'vitest';
import { cashRoundingOf, roundingOf } from '../../../../src/workbench/checks/core/amounts.ts';
import type { Invoice } from '../../../../src/workbench/checks/core/paged-lists.ts';

const invoice = (amountTotal: number, currency: string): Invoice => ({
  ...{ erpInvoiceId: '1', invoiceNumber: '1', erpDebtorId: '1', debtorName: 'A', issueDate: '2026-01-01' },
  ...{ dueDate: '2026-01-01', currency, amountTotal, amountOutstanding: 0, status: 'PAID' },
  lines: [{ description: 'A', quantity: 1, unitPrice: 1, amount: 1 }],
});

it.each([
  // Half a unit for the total and half a unit for the line, and half of the coin.
  [94, 'EUR', 0.51],
  [-69, 'KWD', 0.501],
  [12.5, 'EUR', 0.26],
  [12.3, 'EUR', 0.06],
  [12.35, 'CHF', 0.035],
  [12.34, 'EUR', 0.01],
  [12.345, 'KWD', 0.001],
  [95, 'JPY', 1],
])('a total of %s %s', (total, currency, expected) => {
  expect(Number(cashRoundingOf(invoice(total, currency)))).toBe(expected);
});

it('without coins it is half a unit for the total and each line', () => {
  expect(Number(roundingOf(invoice(94, 'EUR')))).toBe(0.01);
});
