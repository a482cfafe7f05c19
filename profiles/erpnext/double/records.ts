/** What documents of Frappe have in common: the columns of every table, the customer, the company and the rate of the day. */
import { type Database, FrappeError, literal, oneRow, type Row } from './frappe.ts';

/** The clock and the user of a request. */
export interface Session {
  readonly now: string;
  readonly user: string;
}

/** For the series of numbers. */
export const year = (session: Session): string => session.now.slice(0, 4);
/** The columns of every table, in SQL. */
export const meta = (session: Session, name: string, docstatus: number): Record<string, string> => ({
  name: literal(name),
  creation: literal(session.now),
  modified: literal(session.now),
  owner: literal(session.user),
  docstatus: String(docstatus),
});
/** The columns of a row in a table of a document. */
export const child = (
  session: Session,
  parent: string,
  type: string,
  field: string,
  index: number,
  docstatus: number,
) => ({
  ...meta(session, `${parent}-${field}-${index + 1}`, docstatus),
  parent: literal(parent),
  parenttype: literal(type),
  parentfield: literal(field),
  idx: String(index + 1),
});

/** Throws for a disabled or frozen customer. */
export async function checkedCustomer(database: Database, id: unknown): Promise<Row> {
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
export async function exchangeRate(database: Database, currency: unknown, company: Row, day: unknown): Promise<string> {
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

/** Throws if there is none. */
export const companyOf = (database: Database, name: unknown): Promise<Row> =>
  oneRow(database, `SELECT * FROM tabCompany WHERE name = ${literal(name)}`, `Could not find Company: ${name}`);
