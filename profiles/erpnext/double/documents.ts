/** Creation of documents, as `POST /api/resource/<doctype>` of Frappe: validation, totals, and the entries of the two ledgers. */
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
  settingOf,
} from './frappe.ts';

/** The clock and the user of a request. */
export interface Session {
  readonly now: string;
  readonly user: string;
}

const year = (session: Session): string => session.now.slice(0, 4);
const meta = (session: Session, name: string, docstatus: number): Record<string, string> => ({
  name: literal(name),
  creation: literal(session.now),
  modified: literal(session.now),
  owner: literal(session.user),
  docstatus: String(docstatus),
});
const child = (session: Session, parent: string, type: string, field: string, index: number, docstatus: number) => ({
  ...meta(session, `${parent}-${field}-${index + 1}`, docstatus),
  parent: literal(parent),
  parenttype: literal(type),
  parentfield: literal(field),
  idx: String(index + 1),
});

async function checkedCustomer(database: Database, id: unknown): Promise<Row> {
  const row = await oneRow(
    database,
    `SELECT * FROM tabCustomer WHERE name = ${literal(id)}`,
    `Could not find Customer: ${id}`,
  );
  if (row.disabled === '1') throw new FrappeError('PartyDisabled', `Customer ${row.name} is disabled`);
  if (row.is_frozen === '1') throw new FrappeError('PartyFrozen', `Customer ${row.name} is frozen`);
  return row;
}

/** The rate of a day in SQL; 1 for the company's currency. */
async function exchangeRate(database: Database, currency: unknown, company: Row, day: unknown): Promise<string> {
  if (currency === company.default_currency) return '1';
  const [row] = await database.run(
    `SELECT exchange_rate FROM \`tabCurrency Exchange\` WHERE from_currency = ${literal(currency)}
       AND to_currency = ${literal(company.default_currency)} AND for_selling = 1 AND date <= ${literal(day)} ORDER BY date DESC LIMIT 1`,
  );
  if (row === undefined)
    throw new FrappeError(
      'ValidationError',
      'Conversion Rate is mandatory. Maybe Currency Exchange record is not created',
    );
  return String(row.exchange_rate);
}

const companyOf = (database: Database, name: unknown): Promise<Row> =>
  oneRow(database, `SELECT * FROM tabCompany WHERE name = ${literal(name)}`, `Could not find Company: ${name}`);

/** A sales order, whose taxes are percentages of the net total. */
export async function createOrder(database: Database, session: Session, body: Body): Promise<Body> {
  const items = recordsOf(body.items);
  if (body.customer === undefined || items.length === 0)
    throw new FrappeError('MandatoryError', '[Sales Order]: customer, items');
  const customer = await checkedCustomer(database, body.customer);
  const company = await companyOf(database, body.company);
  const [double] = await database.run(
    `SELECT name FROM \`tabSales Order\` WHERE COALESCE(po_no, '') = ${literal(body.po_no ?? '-')} AND docstatus < 2 AND customer = ${literal(customer.name)}`,
  );
  if (
    double !== undefined &&
    (await settingOf(database, 'Selling Settings', 'allow_against_multiple_purchase_orders')) !== '1'
  )
    throw new FrappeError(
      'ValidationError',
      `Sales Order ${double.name} already exists against Customer's Purchase Order ${body.po_no}.`,
    );
  const decimals = await decimalsOf(database);
  const rate = await exchangeRate(database, body.currency, company, body.transaction_date);
  const amounts = items.map((item) => `ROUND(${literal(item.qty)} * ${literal(item.rate)}, ${decimals})`);
  const net = `(${amounts.join(' + ')})`;
  const taxes = recordsOf(body.taxes).map((tax) => `ROUND(${net} * ${literal(tax.rate)} / 100, ${decimals})`);
  const tax = `(${['0', ...taxes].join(' + ')})`;
  const name = await nextName(database, 'Sales Order', `SAL-ORD-${year(session)}-`);
  await insert(database, 'Sales Order', {
    ...meta(session, name, 0),
    customer: literal(customer.name),
    customer_name: literal(customer.customer_name),
    order_type: literal(body.order_type),
    company: literal(company.name),
    transaction_date: literal(body.transaction_date),
    delivery_date: literal(body.delivery_date),
    po_no: literal(body.po_no),
    currency: literal(body.currency),
    conversion_rate: rate,
    selling_price_list: literal(body.selling_price_list),
    ignore_pricing_rule: literal(body.ignore_pricing_rule),
    taxes_and_charges: literal(body.taxes_and_charges),
    status: literal('Draft'),
    total: net,
    net_total: net,
    base_net_total: `${net} * ${rate}`,
    total_taxes_and_charges: tax,
    grand_total: `${net} + ${tax}`,
    base_grand_total: `(${net} + ${tax}) * ${rate}`,
    rounded_total: `${net} + ${tax}`,
  });
  for (const [index, item] of items.entries()) {
    const row = await oneRow(
      database,
      `SELECT * FROM tabItem WHERE name = ${literal(item.item_code)}`,
      `Could not find Item: ${item.item_code}`,
    );
    const factor = `COALESCE((SELECT MAX(u.conversion_factor) FROM \`tabUOM Conversion Detail\` u
      WHERE u.parent IN (${literal(row.name)}, ${literal(row.variant_of)}) AND u.uom = ${literal(item.uom)}), 1)`;
    await insert(database, 'Sales Order Item', {
      ...child(session, name, 'Sales Order', 'items', index, 0),
      item_code: literal(row.name),
      item_name: literal(row.item_name),
      delivery_date: literal(item.delivery_date),
      qty: literal(item.qty),
      stock_uom: literal(row.stock_uom),
      uom: literal(item.uom),
      conversion_factor: factor,
      stock_qty: `${literal(item.qty)} * ${factor}`,
      discount_percentage: literal(item.discount_percentage),
      rate: literal(item.rate),
      amount: amounts[index] ?? '0',
      net_rate: literal(item.rate),
      net_amount: amounts[index] ?? '0',
    });
  }
  for (const [index, row] of recordsOf(body.taxes).entries())
    await insert(database, 'Sales Taxes and Charges', {
      ...child(session, name, 'Sales Order', 'taxes', index, 0),
      charge_type: literal(row.charge_type),
      account_head: literal(row.account_head),
      description: literal(row.description),
      rate: literal(row.rate),
      tax_amount: taxes[index] ?? '0',
      total: `${net} + ${tax}`,
    });
  return { name, creation: session.now, docstatus: 0, status: 'Draft' };
}

interface Posting {
  readonly session: Session;
  readonly company: string;
  readonly day: unknown;
  readonly type: string;
  readonly name: string;
}

/** An entry of the general ledger. `amount` is SQL, positive for a debit, in the currency of the account; `rate` is SQL. */
async function ledgerEntry(
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

/** `get_party_account`: that of the customer, of its group, or of the company. */
async function receivableOf(database: Database, customer: Row, company: Row): Promise<Row> {
  return await oneRow(
    database,
    `SELECT a.name, a.account_currency FROM tabAccount a WHERE a.name = COALESCE(
       (SELECT p.account FROM \`tabParty Account\` p WHERE p.parent = ${literal(customer.name)} AND p.company = ${literal(company.name)} LIMIT 1),
       (SELECT p.account FROM \`tabParty Account\` p WHERE p.parent = ${literal(customer.customer_group)} AND p.company = ${literal(company.name)} LIMIT 1),
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
