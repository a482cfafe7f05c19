/** Invoices, credit notes and receipts, and what settles them: payments, parts, instalments, write-offs, journal entries, other currencies. */
import { idOf, idsOf, type Odoo, only, type Row, textOf } from '../odoo.ts';
import type { Partners } from './partners.ts';
import { type Products, skuOf } from './products.ts';
import type { Currencies } from './settings.ts';

interface Ledger {
  readonly odoo: Odoo;
  readonly partners: Partners;
  readonly products: Products;
  readonly currencies: Currencies;
  readonly taxes: readonly [onTop: number, inside: number];
}

const post = (odoo: Odoo, id: number): Promise<unknown> => odoo.call('account.move', 'action_post', [[id]]);

/** Pays through the dialogue of the button "Register payment". */
async function pay(odoo: Odoo, id: number, values: Row): Promise<void> {
  const context = { active_model: 'account.move', active_ids: [id] };
  const form = await odoo.create(
    'account.payment.register',
    { payment_difference_handling: 'open', ...values },
    context,
  );
  await odoo.call('account.payment.register', 'action_create_payments', [[form]], { context });
}

/** A journal entry of the bank that settles an invoice without a payment. */
async function settleByEntry(odoo: Odoo, id: number, amount: number, day: string): Promise<void> {
  const [term] = await odoo.rows(
    'account.move.line',
    [
      ['move_id', '=', id],
      ['display_type', '=', 'payment_term'],
    ],
    ['account_id', 'partner_id'],
  );
  const [account_id, partner_id] = [idOf(term?.account_id), idOf(term?.partner_id)];
  const bank = await only(odoo, 'account.account', [['account_type', '=', 'asset_cash']]);
  const journal_id = await only(odoo, 'account.journal', [['code', '=', 'MISC']]);
  const line_ids = [
    [0, 0, { account_id, partner_id, credit: amount, debit: 0 }],
    [0, 0, { account_id: bank, partner_id, debit: amount, credit: 0 }],
  ];
  const entry = await odoo.create('account.move', { move_type: 'entry', journal_id, date: day, ref: 'Bank', line_ids });
  await post(odoo, entry);
  const [credit] = await odoo.rows(
    'account.move.line',
    [
      ['move_id', '=', entry],
      ['account_id', '=', account_id],
    ],
    ['id'],
  );
  await odoo.call('account.move.line', 'reconcile', [[term?.id, credit?.id]]);
}

async function creditNote(odoo: Odoo, id: number, day: string): Promise<void> {
  const context = { active_model: 'account.move', active_ids: [id] };
  const journal_id = await only(odoo, 'account.journal', [['type', '=', 'sale']]);
  const form = await odoo.create('account.move.reversal', { date: day, reason: 'Returned', journal_id }, context);
  const action = await odoo
    .call('account.move.reversal', 'refund_moves', [[form]], { context })
    .catch(() => odoo.call('account.move.reversal', 'reverse_moves', [[form]], { context }));
  const made = JSON.parse(JSON.stringify(action)) as { res_id?: number };
  if (made.res_id === undefined) throw new Error('Odoo did not say which credit note it created.');
  await post(odoo, made.res_id);
  const lines = await odoo.rows(
    'account.move.line',
    [
      ['move_id', 'in', [id, made.res_id]],
      ['display_type', '=', 'payment_term'],
      ['reconciled', '=', false],
    ],
    ['id'],
  );
  if (lines.length === 2) await odoo.call('account.move.line', 'reconcile', [lines.map((line) => line.id)]);
}

function linesOf({ products, taxes }: Ledger, index: number): readonly unknown[] {
  const tax_ids = [[6, 0, index % 3 === 0 ? [taxes[0]] : index % 3 === 1 ? [] : [taxes[1]]]];
  const product = { product_id: skuOf(products, 'R 17'), quantity: 3, price_unit: 0.335 + index, tax_ids };
  return [
    [0, 0, { display_type: 'line_section', name: 'Tools' }],
    [0, 0, product],
    [
      0,
      0,
      {
        name: 'Service\nsecond line',
        quantity: 1.5,
        price_unit: 112.1 * 3,
        discount: index % 2 === 0 ? 7.5 : 0,
        tax_ids,
      },
    ],
    [0, 0, { name: 'Rebate', quantity: 1, price_unit: -0.77, tax_ids }],
    [0, 0, { display_type: 'line_note', name: 'Thank you' }],
  ];
}

async function settle({ odoo, currencies }: Ledger, id: number, index: number, day: string): Promise<void> {
  const bank = await only(odoo, 'account.journal', [['code', '=', index % 2 === 0 ? 'BNK1' : 'BNK2']]);
  const [move] = await odoo.rows('account.move', [['id', '=', id]], ['amount_residual', 'currency_id', 'state']);
  const open = Number(move?.amount_residual ?? 0);
  const way = index % 9;
  if (move?.state !== 'posted' || open <= 0) return;
  const common = { payment_date: day, journal_id: bank, currency_id: idOf(move.currency_id) };
  if (way === 0) await pay(odoo, id, { ...common, amount: open });
  if (way === 1) await pay(odoo, id, { ...common, amount: Number((open / 3).toFixed(2)) });
  if (way === 2) await settleByEntry(odoo, id, 12.34, day);
  if (way === 3) await creditNote(odoo, id, day);
  if (way === 4) {
    const expense = await only(odoo, 'account.account', [['account_type', '=', 'expense']]);
    await pay(odoo, id, {
      ...common,
      amount: open - 1,
      payment_difference_handling: 'reconcile',
      writeoff_account_id: expense,
      writeoff_label: 'Rebate',
    });
  }
  if (way === 5) await pay(odoo, id, { ...common, currency_id: currencies.USD, amount: 20 });
  if (way === 6) {
    await pay(odoo, id, { ...common, amount: 10 });
    await pay(odoo, id, { ...common, amount: 10 });
  }
}

/** Payments set back to draft and taken back. */
async function takeBack(odoo: Odoo): Promise<void> {
  const payments = await odoo.rows('account.payment', [['state', '!=', 'draft']], ['id', 'amount']);
  const [first, second, third] = payments.filter((_, index) => index % 5 === 1);
  if (first !== undefined) await odoo.call('account.payment', 'action_draft', [[first.id]]);
  if (second !== undefined) {
    await odoo.call('account.payment', 'action_draft', [[second.id]]);
    await odoo.call('account.payment', 'action_cancel', [[second.id]]);
  }
  if (third === undefined) return;
  const lines = await odoo.rows(
    'account.move.line',
    [
      ['payment_id', '=', third.id],
      ['matched_debit_ids', '!=', false],
    ],
    ['id'],
  );
  await odoo.call('account.move.line', 'remove_move_reconcile', [lines.map(({ id }) => id)]);
}

export async function makeInvoices(ledger: Ledger): Promise<void> {
  const { odoo, partners, currencies } = ledger;
  const used = [currencies.EUR, currencies.EUR, currencies.USD, currencies.KWD, currencies.JPY];
  const terms = await odoo.rows('account.payment.term', [], ['id', 'name']);
  for (let index = 0; index < 48; index += 1) {
    const at = index % 10;
    const partner_id = index % 6 === 5 ? (partners.contacts[at] ?? partners.customers[at]) : partners.customers[at];
    const day = `2026-0${1 + (index % 9)}-${10 + (index % 19)}`;
    const term = terms[index % Math.max(1, terms.length)];
    const id = await odoo.create('account.move', {
      ...{ move_type: index % 16 === 15 ? 'out_receipt' : 'out_invoice', partner_id, invoice_date: day },
      ...{ currency_id: used[index % used.length], ref: index % 2 === 0 ? `R ${index}` : false },
      ...(index % 3 === 0 && term !== undefined
        ? { invoice_payment_term_id: term.id }
        : { invoice_date_due: `2026-1${index % 3}-01` }),
      invoice_line_ids: linesOf(ledger, index),
    });
    if (index % 12 === 11) continue; // a draft
    await post(odoo, id);
    await settle(ledger, id, index, `2026-10-${10 + (index % 19)}`);
    if (index % 13 === 12) {
      await odoo.call('account.move', 'button_draft', [[id]]);
      if (index % 2 === 0) await odoo.call('account.move', 'button_cancel', [[id]]);
    }
  }
  await takeBack(odoo);
}

/** The number of an invoice, for messages. */
export async function numberOfInvoice(odoo: Odoo, id: number): Promise<string> {
  const [invoice] = await odoo.rows('account.move', [['id', 'in', idsOf([id])]], ['name']);
  return textOf(invoice?.name);
}
