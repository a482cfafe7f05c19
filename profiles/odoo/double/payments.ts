/** The form behind the button Register Payment: filled in, and confirmed. Up to 17 memo and state of a payment are those of its entry. */
import {
  type Call,
  type Database,
  hasColumn,
  listOf,
  missing,
  newRecords,
  nextId,
  number,
  one,
  type Row,
  rate,
  record,
  text,
  userError,
  type Values,
} from './odoo.ts';

const fields = [
  ...['journal_id', 'payment_method_line_id', 'amount', 'currency_id', 'payment_date', 'communication'],
  'payment_difference_handling',
];

interface Form {
  readonly values: Values;
  readonly invoices: readonly unknown[];
}

export interface PaymentForms {
  create(call: Call): Promise<readonly number[]>;
  confirm(call: Call): Promise<Values>;
}

async function payable(database: Database, id: unknown): Promise<Row> {
  const move = await record(database, 'account_move', id);
  if (move.state !== 'posted') throw userError('You can only register payment for posted journal entries.');
  if (Number(move.amount_residual) === 0)
    throw userError("You can't register a payment because there is nothing left to pay on the selected journal items.");
  return move;
}

/** Without the app Accounting Odoo uses the account for outstanding receipts of its chart of accounts; null with it. */
async function fallback(database: Database): Promise<string | null> {
  const accounting = await one(
    database,
    "SELECT 1 FROM ir_module_module WHERE name = 'account_accountant' AND state = 'installed'",
  );
  if (accounting !== undefined) return null;
  return (
    (await one(database, "SELECT MIN(id) AS account FROM account_account WHERE account_type = 'asset_current'"))
      ?.account ?? null
  );
}

/** The outstanding account of the way of payment, by its id or null; the journal's first way where none is named. */
async function outstandingOf({ database }: Call, { values }: Form): Promise<string | null> {
  const named = values.payment_method_line_id;
  const found = await one(
    database,
    `SELECT q.payment_account_id AS account FROM account_payment_method_line q JOIN account_payment_method w ON w.id = q.payment_method_id
     WHERE q.journal_id = ${number(values.journal_id)} AND w.payment_type = 'inbound' AND ${named === undefined ? 'true' : `q.id = ${number(named)}`}
     ORDER BY q.id LIMIT 1`,
  );
  if (found === undefined) throw userError('Please define a payment method line on your payment.');
  return found.account ?? (await fallback(database));
}

/** A payment that makes no entry: from 18 on, by a way without an outstanding account. Its invoice looks paid, and is as open as before. */
async function promise(call: Call, { values }: Form, invoice: Row, payment: number): Promise<void> {
  const { database, uid, now } = call;
  const journal = await record(database, 'account_journal', values.journal_id);
  await database.run(
    `INSERT INTO account_payment (id, partner_id, currency_id, amount, payment_type, partner_type, is_reconciled, create_uid, create_date, write_date,
       name, state, date, journal_id, company_id, memo)
     VALUES (${payment}, ${invoice.commercial_partner_id}, ${number(values.currency_id)}, ${number(values.amount)}, 'inbound', 'customer', false, ${uid},
       ${now}, ${now}, 'P${journal.code}/${payment}', 'in_process', ${text(values.payment_date)}, ${journal.id}, ${invoice.company_id},
       ${text(values.communication)});
     UPDATE account_move SET payment_state = 'in_payment', write_date = ${now} WHERE id = ${invoice.id}`,
  );
}

/** Puts a payment and its entry into the ledger; gives the entry's receivable line. */
async function book(call: Call, { values }: Form, invoice: Row, payment: number): Promise<Row> {
  const { database, uid, now } = call;
  const journal = await record(database, 'account_journal', values.journal_id);
  const currency = await record(database, 'res_currency', values.currency_id);
  const [day, memo, amount, company] = [
    text(values.payment_date),
    text(values.communication),
    `ROUND(${number(values.amount)}, ${currency.decimal_places})`,
    String(invoice.company_id),
  ];
  const own = `ROUND(${amount} / ${rate(String(currency.id), company, day)}::numeric, 2)`;
  const entry = await nextId(database, 'account_move');
  const isApart = await hasColumn(database, 'account_payment', 'memo');
  // Entries have higher ids than the numbers of the fixture's payments.
  const name = `P${journal.code}/${String(values.payment_date).slice(0, 4)}/${entry.toString().padStart(5, '0')}`;
  const partner = String(invoice.commercial_partner_id);
  const common = `id, move_id, partner_id, currency_id, amount, payment_type, partner_type, is_reconciled, create_uid, create_date, write_date`;
  const same = `${payment}, ${entry}, ${partner}, ${currency.id}, ${amount}, 'inbound', 'customer', true, ${uid}, ${now}, ${now}`;
  const line = (type: string, sign: string, ofPayment: boolean): string =>
    `INSERT INTO account_move_line (move_id, company_id, currency_id, account_id, partner_id, payment_id, parent_state, move_name, name, display_type,
       date, amount_currency, balance, reconciled, write_date)
     SELECT ${entry}, ${company}, ${currency.id}, MIN(id), ${partner}, ${payment}, 'posted', '${name}', ${memo}, 'product', ${day},
            ${sign}${amount}, ${sign}${own}, ${ofPayment}, ${now}
     FROM account_account WHERE account_type = '${type}';`;
  await database.run(
    `INSERT INTO account_payment (${common}${isApart ? ', name, state, date, journal_id, company_id, memo' : ''})
     VALUES (${same}${isApart ? `, '${name}', 'in_process', ${day}, ${journal.id}, ${company}, ${memo}` : ''});
     INSERT INTO account_move (id, name, ref, state, move_type, posted_before, date, partner_id, commercial_partner_id, currency_id, company_id,
       journal_id, ${isApart ? 'origin_payment_id' : 'payment_id'}, amount_total, amount_residual, payment_state, create_uid, create_date, write_date)
     VALUES (${entry}, '${name}', ${memo}, 'posted', 'entry', true, ${day}, ${partner}, ${partner}, ${currency.id}, ${company}, ${journal.id},
       ${payment}, ${amount}, 0, 'not_paid', ${uid}, ${now}, ${now});
     ${line('asset_current', '', false)}
     ${line('asset_receivable', '-', true)}`,
  );
  const found = await one(database, `SELECT * FROM account_move_line WHERE move_id = ${entry} AND balance < 0`);
  if (found === undefined) throw missing('account.move.line', entry);
  return found;
}

/** Settles the instalments of an invoice, the earlier ones first, with the line of a payment. */
async function settle({ database, now }: Call, invoice: Row, line: Row): Promise<void> {
  const terms = `SELECT l.id, l.amount_residual_currency AS left FROM account_move_line l
    WHERE l.move_id = ${invoice.id} AND l.display_type = 'payment_term' AND l.amount_residual_currency > 0 ORDER BY l.date_maturity, l.id`;
  let left = -Number(line.amount_currency);
  const { decimal_places } = await record(database, 'res_currency', Number(invoice.currency_id));
  for (const term of await database.run(terms)) {
    const part = Math.min(left, Number(term.left)).toFixed(Number(decimal_places));
    if (Number(part) <= 0) return;
    left -= Number(part);
    const own = `ROUND(${part} * (balance / NULLIF(amount_currency, 0)), 2)`;
    await database.run(
      `INSERT INTO account_partial_reconcile (debit_move_id, credit_move_id, company_id, amount, debit_amount_currency, credit_amount_currency, max_date,
         create_date, write_date)
       SELECT id, ${line.id}, company_id, ${own}, ${part}, ${part}, ${text(line.date)}, ${now}, ${now} FROM account_move_line WHERE id = ${term.id};
       UPDATE account_move_line SET amount_residual_currency = amount_residual_currency - ${part}, amount_residual = amount_residual - ${own},
         reconciled = amount_residual_currency = ${part}, write_date = ${now} WHERE id = ${term.id};
       UPDATE account_move m SET amount_residual = m.amount_residual - ${part}, write_date = ${now},
         payment_state = CASE WHEN m.amount_residual = ${part} THEN 'in_payment' ELSE 'partial' END WHERE m.id = ${invoice.id}`,
    );
  }
}

/** The forms of one Odoo. They are kept until a user confirms them; nothing else of them is in the database. */
export function paymentForms(): PaymentForms {
  const forms = new Map<number, Form>();
  return {
    async create(call) {
      const invoices = listOf(call.context.active_ids);
      if (call.context.active_model !== 'account.move' || invoices.length === 0)
        throw userError(
          'The register payment wizard should only be called on account.move or account.move.line records.',
        );
      for (const id of invoices) await payable(call.database, id);
      return newRecords('account.payment.register', call, fields).map((values) => {
        const id = forms.size + 1;
        forms.set(id, { values, invoices });
        return id;
      });
    },
    async confirm(call) {
      const form = forms.get(Number(call.ids[0]));
      if (form === undefined) throw missing('account.payment.register', call.ids[0]);
      const payment = await nextId(call.database, 'account_payment');
      for (const id of form.invoices) {
        const invoice = await payable(call.database, id);
        const isApart = await hasColumn(call.database, 'account_payment', 'memo');
        if (isApart && (await outstandingOf(call, form)) === null) await promise(call, form, invoice, payment);
        else await settle(call, invoice, await book(call, form, invoice, payment));
      }
      return {
        ...{
          name: 'Payments',
          type: 'ir.actions.act_window',
          res_model: 'account.payment',
          context: { create: false },
        },
        ...{ view_mode: 'form', res_id: payment },
      };
    },
  };
}
