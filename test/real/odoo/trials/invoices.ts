/** Invoices whose quantity x price is no whole amount of the currency: Odoo has to post the pushed total to the last digit. */
import Big from 'big.js';
import type { Json } from '../../../../src/workbench/checks/validation/index.ts';
import { numberOf } from '../odoo.ts';
import { idIn, push, stampOf, type Trials } from './trial.ts';

const decimals: Readonly<Record<string, number>> = { EUR: 2, USD: 2, KWD: 3, JPY: 0 };
const factors = [
  ['0.5', '10.99'],
  ['0.33', '0.15'],
  ['3', '0.335'],
  ['0.125', '8'],
  ['1.5', '336.3'],
  ['7', '12.3456'],
  ['-1', '0.07'],
  ['0.75', '0.11'],
  ['19.99', '0.005'],
  ['2', '10.50'],
] as const;

interface Line {
  readonly description: string;
  readonly quantity: number;
  readonly unitPrice: number;
  readonly amount: number;
}

/** Each factor several times, in another order for each number, so that the unrounded parts add up to a whole unit. */
function linesOf(currency: string, number: number): readonly Line[] {
  return Array.from({ length: 6 + number }, (_, index) => {
    const [quantity = '1', unitPrice = '1'] = factors[(index * 3 + number) % factors.length] ?? [];
    const amount = new Big(quantity).times(unitPrice).round(decimals[currency], Big.roundHalfUp);
    return {
      description: `Line ${index}`,
      quantity: Number(quantity),
      unitPrice: Number(unitPrice),
      amount: Number(amount.toString()),
    };
  });
}

/** Pushes `count` invoices in each currency; returns what is not as pushed. */
export async function invoiceTrial(trials: Trials, debtor: number, count: number): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const currency of Object.keys(decimals))
    for (let number = 0; number < count; number += 1) {
      const lines = linesOf(currency, number);
      const total = lines.reduce((sum, { amount }) => sum.plus(amount), new Big(0));
      // Every second one leaves the amounts to the service.
      const sent: readonly Json[] = lines.map(({ amount, ...line }) => (number % 2 === 0 ? { ...line, amount } : line));
      const request = {
        invoiceNumber: `2026/${stampOf()} ${currency}-${number}`,
        erpDebtorId: String(debtor),
        issueDate: '2026-11-02',
        currency,
      };
      const answer = await push(trials, '/invoices/push', { ...request, lines: sent });
      if (answer.status !== 200) {
        // Before 19 a price has two decimals, so that an amount of three is refused.
        const isRefused = answer.status === 422 && currency === 'KWD' && answer.text.includes('more decimals');
        if (total.gte(0) && !isRefused) wrong.push(`${request.invoiceNumber}: ${answer.status} ${answer.text}`);
        continue;
      }
      const [move] = await trials.odoo.rows(
        'account.move',
        [['id', '=', idIn(answer, 'erpInvoiceId')]],
        ['amount_total', 'state'],
      );
      if (!new Big(numberOf(move?.amount_total)).eq(total) || move?.state !== 'posted')
        wrong.push(
          `${request.invoiceNumber}: pushed ${total.toString()}, Odoo has ${move?.amount_total} (${move?.state})`,
        );
    }
  return wrong;
}
