/** Invoices, what settled them, and accounts, as Odoo's models state them. Payments are those that Odoo shows below the totals of an invoice. */
import Big from 'big.js';
import { z } from 'zod';
import type { Opinion } from '../../erp.ts';
import { idOf, numberOf, type Odoo, type Row, textOf } from '../odoo.ts';
import { type Customer, familyOf } from './catalogue.ts';

const states: Readonly<Record<string, string>> = {
  ...{ not_paid: 'authorised', partial: 'authorised', blocked: 'authorised' },
  ...{ in_payment: 'paid', paid: 'paid', reversed: 'paid', invoicing_legacy: 'paid', cancel: 'voided' },
};
const invoiceFields = [
  ...[
    'name',
    'ref',
    'state',
    'move_type',
    'payment_state',
    'invoice_date',
    'invoice_date_due',
    'currency_id',
    'amount_total',
  ],
  ...[
    'amount_residual',
    'commercial_partner_id',
    'invoice_payments_widget',
    'invoice_origin',
    'create_uid',
    'posted_before',
  ],
];
const widget = z.object({
  content: z.array(
    z.object({
      amount: z.number(),
      date: z.string(),
      account_payment_id: z.union([z.number(), z.literal(false)]).optional(),
      move_id: z.number(),
      is_exchange: z.boolean(),
    }),
  ),
});

const signOf = (row: Row): 1 | -1 => (row.move_type === 'out_refund' ? -1 : 1);
const signed = (sign: 1 | -1, value: unknown): number => Number(new Big(numberOf(value)).times(sign).toString());
const nameOf = (value: unknown): string => (Array.isArray(value) ? String(value[1]) : '');

/** Posted documents, and those that were cancelled after they were posted. A document of the service has the pushed number. */
async function documentsOf(odoo: Odoo, login: string): Promise<readonly Row[]> {
  const [user] = await odoo.rows('res.users', [['login', '=', login]], ['id']);
  const domain = [
    ['move_type', 'in', ['out_invoice', 'out_refund', 'out_receipt']],
    ['company_id', '=', 1],
  ];
  const foundRows = await odoo.rows('account.move', domain, invoiceFields);
  return foundRows
    .filter((row) => row.state === 'posted' || (row.state === 'cancel' && row.posted_before === true))
    .map((row) => {
      const isPushed =
        idOf(row.create_uid) === idOf(user?.id) && textOf(row.invoice_origin) !== '' && textOf(row.ref) !== '';
      const state = row.state === 'posted' ? textOf(row.payment_state) : 'cancel';
      return { ...row, number: isPushed ? row.ref : row.name, status: states[state] ?? state };
    });
}

function invoiceOf(row: Row): Row {
  const sign = signOf(row);
  return {
    ...{ erpInvoiceId: String(row.id), invoiceNumber: row.number, currency: nameOf(row.currency_id) },
    ...{ issueDate: row.invoice_date, dueDate: row.invoice_date_due, amountTotal: signed(sign, row.amount_total) },
  };
}

const openOf = (row: Row): number => (row.state === 'posted' ? signed(signOf(row), row.amount_residual) : 0);

async function invoiceListOpinion(odoo: Odoo, documents: readonly Row[]): Promise<Opinion> {
  const fields = ['move_id', 'name', 'quantity', 'price_unit', 'price_subtotal'];
  const domain = [
    ['move_id', 'in', documents.map(({ id }) => id)],
    ['display_type', '=', 'product'],
  ];
  const lines = await odoo.rows('account.move.line', domain, fields, { order: 'move_id, sequence, id' });
  const invoices = documents.map((row) => {
    const sign = signOf(row);
    const linesOfInvoice = lines.filter((line) => idOf(line.move_id) === row.id);
    return {
      ...{ ...invoiceOf(row), erpDebtorId: String(idOf(row.commercial_partner_id)) },
      ...{ amountOutstanding: openOf(row), status: textOf(row.status).toUpperCase() },
      lines: linesOfInvoice.map((line) => ({
        description: textOf(line.name).trim(),
        quantity: signed(sign, line.quantity),
        unitPrice: Number(numberOf(line.price_unit).toFixed(10)),
        amount: signed(sign, line.price_subtotal),
      })),
    };
  });
  return { path: '/invoices/list', request: {}, answer: { invoices } };
}

/** Amounts by payment and invoice. A payment has its own day; Odoo may book its entry on a later one. */
async function paymentOpinion(odoo: Odoo, documents: readonly Row[]): Promise<Opinion> {
  const days = new Map(
    (await odoo.rows('account.payment', [], ['date'])).map((one) => [numberOf(one.id), textOf(one.date)]),
  );
  const entries = await odoo.rows('account.move', [['move_type', '=', 'entry']], ['id']);
  const isEntry = new Set(entries.map(({ id }) => numberOf(id)));
  const settlements = new Map<string, { erpInvoiceId: string; amount: Big; paymentDate: string }>();
  for (const row of documents.filter((one) => one.move_type !== 'out_refund' && one.state === 'posted')) {
    const shown = widget.safeParse(row.invoice_payments_widget);
    for (const one of shown.success ? shown.data.content : []) {
      if (one.is_exchange || !isEntry.has(one.move_id)) continue;
      const payment = one.account_payment_id === false ? undefined : one.account_payment_id;
      const key = payment === undefined ? `entry:${one.move_id}:${row.id}` : `payment:${payment}:${row.id}`;
      const settledSoFar = settlements.get(key);
      const paymentDate = (payment === undefined ? undefined : days.get(payment)) ?? one.date;
      settlements.set(key, {
        erpInvoiceId: String(row.id),
        amount: (settledSoFar?.amount ?? new Big(0)).plus(one.amount),
        paymentDate,
      });
    }
  }
  const payments = [...settlements].map(([erpPaymentId, { amount, ...one }]) => ({
    erpPaymentId,
    ...one,
    amount: Number(amount.toString()),
  }));
  // The pages follow the kind of the id, then its number.
  const keyOf = (id: string): readonly [kind: string, number: number] => {
    const [kind = '', number] = id.split(':');
    return [kind, Number(number)];
  };
  const inOrder = payments.sort((one, other) => {
    const [[kind, number], [otherKind, otherNumber]] = [keyOf(one.erpPaymentId), keyOf(other.erpPaymentId)];
    return kind.localeCompare(otherKind) || number - otherNumber;
  });
  return { path: '/payments/list', request: {}, answer: { payments: inOrder } };
}

/** The lines with one line for all instalments of an invoice, in the place of the first one. */
function withoutInstalments(lines: readonly Row[]): readonly Row[] {
  const isInstalment = (line: Row): boolean => line.display_type === 'payment_term';
  const groups = Map.groupBy(lines, (line) =>
    isInstalment(line) ? `invoice ${idOf(line.move_id)}` : `line ${line.id}`,
  );
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const total = others.reduce((sum, { balance }) => sum.plus(numberOf(balance)), new Big(numberOf(first.balance)));
    return [{ ...first, balance: Number(total.toString()) }];
  });
}

/** The partner ledger of a customer in the company's currency. The instalments of an invoice are one entry. */
async function statementOpinion(odoo: Odoo, { id }: Customer, documents: readonly Row[]): Promise<Opinion> {
  const numbers = new Map(documents.map((row) => [numberOf(row.id), row.number]));
  const domain = [
    ['partner_id', 'in', await familyOf(odoo, id)],
    ['account_id.account_type', '=', 'asset_receivable'],
    ['parent_state', '=', 'posted'],
  ];
  const read = ['date', 'move_id', 'move_name', 'balance', 'display_type'];
  const foundRows = withoutInstalments(await odoo.rows('account.move.line', domain, read, { order: 'date, id' }));
  const [from, to] = ['2026-04-01', '2026-12-31'];
  const before = foundRows.filter((line) => textOf(line.date) < from);
  const inside = foundRows.filter((line) => textOf(line.date) >= from && textOf(line.date) <= to);
  const sum = (lines: readonly Row[]): Big =>
    lines.reduce((total, line) => total.plus(numberOf(line.balance)), new Big(0));
  const opening = sum(before);
  let balance = opening;
  const lines = inside.map((line) => {
    const amount = new Big(numberOf(line.balance));
    balance = balance.plus(amount);
    return {
      ...{
        date: line.date,
        reference: numbers.get(idOf(line.move_id) ?? 0) ?? line.move_name,
        balance: Number(balance.toString()),
      },
      ...{
        debit: amount.gt(0) ? Number(amount.toString()) : 0,
        credit: amount.lt(0) ? Number(amount.abs().toString()) : 0,
      },
    };
  });
  return {
    path: '/customer-statement/get',
    request: { customerErpId: String(id), periodStart: from, periodEnd: to },
    answer: { openingBalance: Number(opening.toString()), closingBalance: Number(balance.toString()), lines },
  };
}

export async function ledgerOpinions(
  odoo: Odoo,
  login: string,
  customers: readonly Customer[],
): Promise<readonly Opinion[]> {
  const documents = await documentsOf(odoo, login);
  const newest = [...documents].sort(
    (one, other) =>
      textOf(other.invoice_date).localeCompare(textOf(one.invoice_date)) || numberOf(other.id) - numberOf(one.id),
  );
  const statements: Opinion[] = [];
  for (const customer of customers) statements.push(await statementOpinion(odoo, customer, documents));
  return [
    await invoiceListOpinion(odoo, documents),
    await paymentOpinion(odoo, documents),
    ...statements,
    ...customers.map(({ id }) => ({
      path: '/customer-invoices/list',
      request: { customerErpId: String(id), limit: 100 },
      answer: {
        invoices: newest
          .filter((row) => idOf(row.commercial_partner_id) === id)
          .slice(0, 100)
          .map((row) => ({
            ...invoiceOf(row),
            customerErpId: String(id),
            amountOpen: openOf(row),
            status: row.status,
          })),
      },
    })),
  ];
}
