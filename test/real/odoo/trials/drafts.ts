/** Drafts for a contact whose pricelist gives ten percent: a stated price is the price of the line, and a clone is no document of the service. */
import Big from 'big.js';
import { numberOf, textOf } from '../odoo.ts';
import { idIn, push, stampOf, type Trials } from './trial.ts';

export async function draftTrial(trials: Trials): Promise<readonly string[]> {
  const { odoo } = trials;
  const wrong: string[] = [];
  const request = {
    poNumber: `PO ${stampOf()} & Co 100%`,
    currency: 'EUR',
    lines: [
      { sku: 'SAW', qty: 3, unitPrice: 1000 },
      { sku: 'NAIL-1', qty: 10, unitPrice: 0.0683 },
      { sku: 'R 17', qty: 1 },
    ],
  };
  const answer = await push(trials, '/sale-draft', request);
  if (answer.status !== 200) return [`the draft: ${answer.status} ${answer.text}`];
  const id = idIn(answer, 'saleId');
  const lines = await odoo.rows(
    'sale.order.line',
    [['order_id', '=', id]],
    ['price_unit', 'discount', 'price_subtotal'],
  );
  for (const [index, { unitPrice }] of request.lines.entries()) {
    const line = lines[index];
    const price = new Big(numberOf(line?.price_unit)).times(new Big(100).minus(numberOf(line?.discount))).div(100);
    // Without a price the line has the one of the pricelist: 23.49 less ten percent.
    const expected = unitPrice ?? 21.141;
    if (!price.round(8).eq(expected))
      wrong.push(`line ${index}: pushed ${unitPrice ?? 'no price'}, Odoo has ${price.toString()}`);
  }
  const copy = await odoo.call('sale.order', 'copy', [[id]]);
  const repeat = await push(trials, '/sale-draft', request);
  if (repeat.text !== answer.text)
    wrong.push(`after a copy was made (${JSON.stringify(copy)}): ${repeat.status} ${repeat.text}`);
  return wrong;
}

/** Copies of an invoice and of its payment, made by a person, are listed under their own numbers. */
export async function cloneTrial(trials: Trials, invoice: number, pushedNumber: string): Promise<readonly string[]> {
  const { odoo } = trials;
  const copied = await odoo.call('account.move', 'copy', [[invoice]]);
  const copy = Array.isArray(copied) ? numberOf(copied[0]) : numberOf(copied);
  await odoo.call('account.move', 'write', [[copy], { invoice_date: '2026-11-03' }]);
  await odoo.call('account.move', 'action_post', [[copy]]);
  const [move] = await odoo.rows('account.move', [['id', '=', copy]], ['name', 'ref', 'commercial_partner_id']);
  const partner = Array.isArray(move?.commercial_partner_id) ? String(move.commercial_partner_id[0]) : '';
  const { body, text } = await push(trials, '/customer-invoices/list', { customerErpId: partner, limit: 100 });
  const shown: readonly unknown[] = Array.isArray(body.invoices) ? body.invoices : [];
  const shownCopy = shown.find((one) => JSON.stringify(one).includes(`"${copy}"`));
  const number = JSON.stringify(shownCopy ?? text);
  return number.includes(JSON.stringify(textOf(move?.name))) && !number.includes(JSON.stringify(pushedNumber))
    ? []
    : [`the copy ${textOf(move?.name)} of ${pushedNumber} is listed as ${number}`];
}
