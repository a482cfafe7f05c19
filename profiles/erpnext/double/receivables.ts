/** Creation of submitted invoices and payments, as `POST /api/resource/<doctype>` of Frappe: validation, totals, and the entries of the two ledgers. */
import {
  type Body,
  type Database,
  decimalsOf,
  FrappeError,
  insert,
  literal,
  nextName,
  oneRow,
  type Row,
  recordsOf,
} from './frappe.ts';
import { ledgerEntry, type Posting } from './ledger.ts';
import { checkedCustomer, child, companyOf, exchangeRate, meta, type Session, year } from './records.ts';

/** `get_party_account`: that of the customer, of its group, or of the company. */
async function receivableOf(database: Database, customer: Row, company: Row): Promise<Row> {
  return await oneRow(
    database,
    `SELECT a.name, a.account_currency FROM tabAccount a WHERE a.name = COALESCE(
       (SELECT p.account FROM \`tabParty Account\` p WHERE p.parenttype = 'Customer' AND p.parent = ${literal(customer.name)} AND p.company = ${literal(company.name)} LIMIT 1),
       (SELECT p.account FROM \`tabParty Account\` p WHERE p.parenttype = 'Customer Group' AND p.parent = ${literal(customer.customer_group)} AND p.company = ${literal(company.name)} LIMIT 1),
       ${literal(company.default_receivable_account)})`,
    'Debit To is required',
  );
}

/** A submitted sales invoice without taxes. */
export async function createInvoice(database: Database, session: Session, body: Body): Promise<Body> {
  const items = recordsOf(body.items);
  if (body.customer === undefined || items.length === 0)
    throw new FrappeError('MandatoryError', '[Sales Invoice]: customer, items');
  const customer = await checkedCustomer(database, body.customer);
  const company = await companyOf(database, body.company);
  const account = await receivableOf(database, customer, company);
  if (account.account_currency !== company.default_currency && account.account_currency !== body.currency)
    throw new FrappeError(
      'InvalidCurrency',
      `Accounting Entry for Customer: ${customer.name} can only be made in currency: ${account.account_currency}`,
    );
  const day = body.set_posting_time === 1 ? body.posting_date : session.now.slice(0, 10);
  const due = body.due_date ?? day;
  if (String(due) < String(day))
    throw new FrappeError('ValidationError', 'Due Date cannot be before Posting / Supplier Invoice Date');
  const decimals = await decimalsOf(database);
  const rate = await exchangeRate(database, body.currency, company, day);
  const amounts = items.map(
    (item) => `ROUND(${literal(item.qty)} * ROUND(${literal(item.rate)}, ${decimals}), ${decimals})`,
  );
  const total = `(${amounts.join(' + ')})`;
  const foreign = account.account_currency === body.currency;
  const owed = foreign ? total : `ROUND(${total} * ${rate}, ${decimals})`;
  const name = await nextName(database, 'Sales Invoice', `ACC-SINV-${year(session)}-`);
  await insert(database, 'Sales Invoice', {
    ...meta(session, name, 1),
    customer: literal(customer.name),
    customer_name: literal(customer.customer_name),
    company: literal(company.name),
    posting_date: literal(day),
    set_posting_time: literal(body.set_posting_time ?? 0),
    due_date: literal(due),
    po_no: literal(body.po_no),
    currency: literal(body.currency),
    conversion_rate: rate,
    total,
    net_total: total,
    grand_total: total,
    base_grand_total: `${total} * ${rate}`,
    disable_rounded_total: literal(body.disable_rounded_total ?? 0),
    outstanding_amount: owed,
    is_opening: "'No'",
    status: "'Unpaid'",
    debit_to: literal(account.name),
    party_account_currency: literal(account.account_currency),
  });
  for (const [index, item] of items.entries())
    await insert(database, 'Sales Invoice Item', {
      ...child(session, name, 'Sales Invoice', 'items', index, 1),
      item_name: literal(item.item_name),
      description: literal(item.description),
      qty: literal(item.qty),
      uom: literal(item.uom),
      conversion_factor: literal(item.conversion_factor),
      rate: literal(item.rate),
      amount: amounts[index] ?? '0',
      net_rate: literal(item.rate),
      net_amount: amounts[index] ?? '0',
      income_account: literal(item.income_account),
      cost_center: literal(item.cost_center),
    });
  const posting: Posting = { session, company: String(company.name), day, type: 'Sales Invoice', name };
  await ledgerEntry(database, posting, String(account.name), owed, foreign ? rate : '1', String(customer.name), name);
  await ledgerEntry(database, posting, String(items[0]?.income_account), `-ROUND(${total} * ${rate}, 2)`, '1');
  return { name, creation: session.now, docstatus: 1, status: 'Unpaid' };
}

/** A submitted payment of invoices, in the currency of their account. */
export async function createPayment(database: Database, session: Session, body: Body): Promise<Body> {
  const references = recordsOf(body.references);
  if (body.party === undefined || references.length === 0)
    throw new FrappeError('ValidationError', 'Party is mandatory');
  const bank = await oneRow(
    database,
    `SELECT * FROM tabAccount WHERE name = ${literal(body.paid_to)}`,
    `Could not find Account: ${body.paid_to}`,
  );
  if (bank.account_type === 'Bank' && (body.reference_no === undefined || body.reference_date === undefined))
    throw new FrappeError('ValidationError', 'Reference No and Reference Date is mandatory for Bank transaction');
  const from = await oneRow(
    database,
    `SELECT * FROM tabAccount WHERE name = ${literal(body.paid_from)}`,
    `Could not find Account: ${body.paid_from}`,
  );
  const name = await nextName(database, 'Payment Entry', `ACC-PAY-${year(session)}-`);
  let rate = '1';
  for (const [index, { reference_name: invoice, allocated_amount: amount }] of references.entries()) {
    const row = await oneRow(
      database,
      `SELECT * FROM \`tabSales Invoice\` WHERE name = ${literal(invoice)}`,
      `Sales Invoice ${invoice} not found`,
    );
    if (row.customer !== body.party)
      throw new FrappeError(
        'ValidationError',
        `Sales Invoice ${invoice} is not associated with Customer ${body.party}`,
      );
    if (Number(row.outstanding_amount) <= 0)
      throw new FrappeError('ValidationError', `Sales Invoice ${invoice} has already been fully paid.`);
    if (Number(amount) > Number(row.outstanding_amount))
      throw new FrappeError(
        'ValidationError',
        `Row #${index + 1}: Allocated Amount cannot be greater than outstanding amount.`,
      );
    rate = row.party_account_currency === row.currency ? String(row.conversion_rate) : '1';
    await insert(database, 'Payment Entry Reference', {
      ...child(session, name, 'Payment Entry', 'references', index, 1),
      reference_doctype: "'Sales Invoice'",
      reference_name: literal(invoice),
      total_amount: literal(row.grand_total),
      outstanding_amount: literal(row.outstanding_amount),
      allocated_amount: literal(amount),
      exchange_rate: rate,
    });
  }
  await insert(database, 'Payment Entry', {
    ...meta(session, name, 1),
    payment_type: literal(body.payment_type),
    posting_date: literal(body.posting_date),
    company: literal(body.company),
    party_type: literal(body.party_type),
    party: literal(body.party),
    paid_from: literal(from.name),
    paid_from_account_currency: literal(from.account_currency),
    paid_to: literal(bank.name),
    paid_to_account_currency: literal(bank.account_currency),
    paid_amount: literal(body.paid_amount),
    source_exchange_rate: rate,
    received_amount: literal(body.received_amount),
    target_exchange_rate: rate,
    total_allocated_amount: literal(body.paid_amount),
    reference_no: literal(body.reference_no),
    reference_date: literal(body.reference_date),
    status: "'Submitted'",
  });
  const posting: Posting = {
    session,
    company: String(body.company),
    day: body.posting_date,
    type: 'Payment Entry',
    name,
  };
  await ledgerEntry(database, posting, String(bank.name), literal(body.received_amount), rate);
  for (const { reference_name: invoice, allocated_amount: amount } of references) {
    await ledgerEntry(
      database,
      posting,
      String(from.name),
      `-${literal(amount)}`,
      rate,
      String(body.party),
      String(invoice),
    );
    await database.run(
      `UPDATE \`tabSales Invoice\` SET outstanding_amount = outstanding_amount - ${literal(amount)}, modified = ${literal(session.now)},
         status = IF(outstanding_amount = 0, 'Paid', 'Partly Paid') WHERE name = ${literal(invoice)}`,
    );
  }
  return { name, creation: session.now, docstatus: 1, status: 'Submitted' };
}
