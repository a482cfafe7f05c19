/** Orders and invoices, as Odoo's models make them. */
import {
  type Call,
  created,
  digits,
  hasColumn,
  keptPrice,
  newRecords,
  nextId,
  number,
  type Row,
  rate,
  record,
  text,
  userError,
  type Values,
} from './odoo.ts';

const orderFields = ['partner_id', 'company_id', 'client_order_ref', 'origin', 'pricelist_id', 'order_line'];
const orderLineFields = ['product_id', 'product_uom_qty', 'price_unit', 'discount'];
const invoiceFields = [
  ...['move_type', 'company_id', 'journal_id', 'partner_id', 'currency_id', 'invoice_date', 'invoice_date_due'],
  ...['invoice_payment_term_id', 'ref', 'payment_reference', 'invoice_origin', 'invoice_line_ids'],
];
const invoiceLineFields = ['name', 'quantity', 'price_unit', 'tax_ids'];

/** Without `[[6, 0, []]]` a line has the taxes of the company, which nobody has worked out here. */
function untaxed({ tax_ids }: Values): void {
  if (JSON.stringify(tax_ids) !== '[[6,0,[]]]') throw new Error('The double of Odoo knows no taxes of lines.');
}

/** The discount that a pricelist gives on a product by a rule in percent for all products, as SQL; Odoo applies it to a stated price, too. */
const discountOf = (list: Row | undefined): string =>
  list === undefined
    ? '0'
    : `COALESCE((SELECT i.percent_price FROM product_pricelist_item i WHERE i.pricelist_id = ${list.id} AND i.applied_on = '3_global'
         AND i.compute_price = 'percentage' ORDER BY i.id DESC LIMIT 1), 0)`;

/**
 * Drafts of orders. A line without a price has the one of the product, a line without a discount the one of the pricelist; the currency is that of
 * the pricelist.
 */
export async function createOrders(call: Call): Promise<readonly number[]> {
  const { database, uid, now } = call;
  const unit = (await hasColumn(database, 'sale_order_line', 'product_uom_id')) ? 'product_uom_id' : 'product_uom';
  const ids: number[] = [];
  for (const values of newRecords('sale.order', call, orderFields)) {
    await record(database, 'res_partner', values.partner_id);
    const company = await record(database, 'res_company', values.company_id);
    const list =
      values.pricelist_id === false ? undefined : await record(database, 'product_pricelist', values.pricelist_id);
    const lines = created('sale.order.line', values.order_line, orderLineFields);
    for (const { product_id } of lines) await record(database, 'product_product', product_id);
    const id = await nextId(database, 'sale_order');
    const partner = number(values.partner_id);
    const price = await keptPrice(database, 'x.price');
    const inserted = lines.map(
      ({ product_id, product_uom_qty, price_unit, discount }, index) =>
        `INSERT INTO sale_order_line (order_id, sequence, product_id, ${unit}, name, product_uom_qty, price_unit, discount, state)
         SELECT ${id}, ${10 + index}, p.id, t.uom_id, t.name ->> 'en_US', ${number(product_uom_qty)},
                ${price}, COALESCE(${number(discount)}, ${discountOf(list)}), 'draft'
         FROM product_product p JOIN product_template t ON t.id = p.product_tmpl_id
         CROSS JOIN LATERAL (SELECT COALESCE(${number(price_unit)}, t.list_price) AS price) x WHERE p.id = ${number(product_id)};`,
    );
    await database.run(
      `INSERT INTO sale_order (id, name, company_id, partner_id, partner_invoice_id, partner_shipping_id, pricelist_id, currency_id, state,
         client_order_ref, origin, date_order, invoice_status, create_uid, create_date, write_date)
       VALUES (${id}, 'S${String(id).padStart(5, '0')}', ${company.id}, ${partner}, ${partner}, ${partner}, ${list?.id ?? 'NULL'},
         ${list?.currency_id ?? company.currency_id}, 'draft', ${text(values.client_order_ref)}, ${text(values.origin)}, ${now}, 'no', ${uid},
         ${now}, ${now});
       ${inserted.join('\n')}
       UPDATE sale_order SET amount_untaxed = s.total, amount_tax = 0, amount_total = s.total
       FROM (SELECT ROUND(SUM(product_uom_qty * price_unit * (100 - discount) / 100), 2) AS total FROM sale_order_line WHERE order_id = ${id}) s WHERE id = ${id}`,
    );
    ids.push(id);
  }
  return ids;
}

/**
 * Draft invoices: an amount is quantity by price, as this version keeps them. Odoo adds the exact amounts of all lines and rounds the sum
 * (`round_globally`, its default); the last line takes the difference to the rounded amounts.
 */
export async function createInvoices(call: Call): Promise<readonly number[]> {
  const { database, uid, now } = call;
  const ids: number[] = [];
  for (const values of newRecords('account.move', call, invoiceFields)) {
    const partner = await record(database, 'res_partner', values.partner_id);
    const company = await record(database, 'res_company', values.company_id);
    const currency = await record(database, 'res_currency', values.currency_id);
    const journal = await record(database, 'account_journal', values.journal_id);
    if (journal.type !== 'sale')
      throw userError('Cannot create an invoice of type Customer Invoice with a journal of another type.');
    const id = await nextId(database, 'account_move');
    const day = text(values.invoice_date);
    const due = values.invoice_date_due === undefined ? day : text(values.invoice_date_due);
    const one = `${rate(String(currency.id), String(company.id), day)}::numeric`;
    const given = created('account.move.line', values.invoice_line_ids, invoiceLineFields);
    given.forEach(untaxed);
    const lines = given.map(
      ({ name, quantity, price_unit }, index) =>
        `(${index}, ${text(name)}, ROUND(${number(quantity)}, ${digits('Product Unit')}), ${number(price_unit)}::numeric)`,
    );
    const price = await keptPrice(database, 'g.given');
    const amount = `(ROUND(l.quantity * l.price, ${currency.decimal_places}) + CASE WHEN l.at = ${lines.length - 1} THEN
      ROUND(SUM(l.quantity * l.price) OVER (), ${currency.decimal_places}) - SUM(ROUND(l.quantity * l.price, ${currency.decimal_places})) OVER () ELSE 0 END)`;
    const known = `company_id, currency_id, account_id, partner_id, parent_state, date`;
    const same = `${company.id}, ${currency.id}, a.id, ${partner.id}, 'draft', ${day}`;
    const income = `(SELECT MIN(id) AS id FROM account_account WHERE account_type = 'income') a`;
    const receivable = `(SELECT MIN(id) AS id FROM account_account WHERE account_type = 'asset_receivable') a`;
    await database.run(
      `INSERT INTO account_move (id, name, ref, state, move_type, posted_before, date, invoice_date, invoice_date_due, invoice_origin, partner_id,
         commercial_partner_id, currency_id, company_id, journal_id, payment_state, payment_reference, create_uid, create_date, write_date)
       VALUES (${id}, '/', ${text(values.ref)}, 'draft', ${text(values.move_type)}, false, ${day}, ${day}, ${due}, ${text(values.invoice_origin)},
         ${partner.id}, ${partner.commercial_partner_id}, ${currency.id}, ${company.id}, ${journal.id}, 'not_paid',
         ${text(values.payment_reference)}, ${uid}, ${now}, ${now});
       INSERT INTO account_move_line (move_id, ${known}, name, display_type, sequence, quantity, price_unit, discount, price_subtotal,
         price_total, amount_currency, balance, reconciled, write_date)
       SELECT ${id}, ${same}, l.name, 'product', l.at, l.quantity, l.price, 0, ${amount}, ${amount},
              -${amount}, -ROUND(${amount} / ${one}, 2), false, ${now}
       FROM ${income}, (VALUES ${lines.length === 0 ? "(0, '', 0, 0)" : lines.join(', ')}) AS g (at, name, quantity, given)
       CROSS JOIN LATERAL (SELECT g.at, g.name, g.quantity, ${price} AS price) l WHERE ${lines.length > 0};
       INSERT INTO account_move_line (move_id, ${known}, name, display_type, date_maturity, amount_currency, balance, amount_residual_currency,
         amount_residual, reconciled, write_date)
       SELECT ${id}, ${same}, ${text(values.payment_reference)}, 'payment_term', ${due}, s.total, s.own, s.total, s.own, false, ${now}
       FROM ${receivable}, (SELECT SUM(price_subtotal) AS total, -SUM(balance) AS own FROM account_move_line WHERE move_id = ${id}) s
       WHERE s.total IS NOT NULL;
       UPDATE account_move SET amount_untaxed = s.total, amount_tax = 0, amount_total = s.total, amount_residual = s.total,
         amount_total_signed = s.own, amount_residual_signed = s.own
       FROM (SELECT COALESCE(SUM(amount_currency), 0) AS total, COALESCE(SUM(balance), 0) AS own FROM account_move_line
             WHERE move_id = ${id} AND display_type = 'payment_term') s
       WHERE id = ${id}`,
    );
    ids.push(id);
  }
  return ids;
}

/** Posts documents: they get their number, and count from then on. */
export async function post({ database, ids, now }: Call): Promise<false> {
  for (const id of ids) {
    const move = await record(database, 'account_move', id);
    if (move.state !== 'draft') throw userError(`The entry ${move.name} (id ${id}) must be in draft.`);
    const lines = await database.run(
      `SELECT id FROM account_move_line WHERE move_id = ${move.id} AND display_type = 'product'`,
    );
    if (lines.length === 0) throw userError('You need to add a line before posting.');
    if (Number(move.amount_total) < 0)
      throw userError(
        'You cannot validate an invoice with a negative total amount. You should create a credit note instead.',
      );
    const name = `INV/${String(move.invoice_date).slice(0, 4)}/${String(move.id).padStart(5, '0')}`;
    await database.run(
      `UPDATE account_move SET state = 'posted', posted_before = true, name = '${name}', write_date = ${now},
         payment_state = CASE WHEN amount_total = 0 THEN 'paid' ELSE 'not_paid' END
       WHERE id = ${move.id};
       UPDATE account_move_line SET parent_state = 'posted', move_name = '${name}', write_date = ${now} WHERE move_id = ${move.id}`,
    );
  }
  return false;
}
