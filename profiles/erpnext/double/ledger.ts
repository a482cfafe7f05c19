/** Entries of the general ledger, and of the payment ledger with it. */
import { type Database, insert, literal, nextName } from './frappe.ts';
import { meta, type Session, year } from './records.ts';

/** The document that is posted. */
export interface Posting {
  readonly session: Session;
  readonly company: string;
  readonly day: unknown;
  readonly type: string;
  readonly name: string;
}

/** An entry of the general ledger. `amount` is SQL, positive for a debit, in the currency of the account; `rate` is SQL. */
export async function ledgerEntry(
  database: Database,
  posting: Posting,
  account: string,
  amount: string,
  rate: string,
  party?: string,
  against?: string,
) {
  const currency = `(SELECT account_currency FROM tabAccount WHERE name = ${literal(account)})`;
  const base = `ROUND((${amount}) * ${rate}, 2)`;
  await insert(database, 'GL Entry', {
    ...meta(posting.session, await nextName(database, 'GL Entry', `ACC-GLE-${year(posting.session)}-`), 1),
    posting_date: literal(posting.day),
    account: literal(account),
    party_type: party === undefined ? 'NULL' : "'Customer'",
    party: literal(party),
    debit: `GREATEST(${base}, 0)`,
    credit: `GREATEST(-${base}, 0)`,
    account_currency: currency,
    debit_in_account_currency: `GREATEST(${amount}, 0)`,
    credit_in_account_currency: `GREATEST(-(${amount}), 0)`,
    against_voucher_type: against === undefined ? 'NULL' : "'Sales Invoice'",
    against_voucher: literal(against),
    voucher_type: literal(posting.type),
    voucher_no: literal(posting.name),
    company: literal(posting.company),
  });
  if (party === undefined || against === undefined) return;
  await insert(database, 'Payment Ledger Entry', {
    ...meta(posting.session, `ple-${posting.name}-${against}`, 1),
    posting_date: literal(posting.day),
    company: literal(posting.company),
    account_type: "'Receivable'",
    account: literal(account),
    party_type: "'Customer'",
    party: literal(party),
    voucher_type: literal(posting.type),
    voucher_no: literal(posting.name),
    against_voucher_type: "'Sales Invoice'",
    against_voucher_no: literal(against),
    amount: base,
    account_currency: currency,
    amount_in_account_currency: amount,
  });
}
