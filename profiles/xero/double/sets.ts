/** Lists of the API: which tables they are, and what can be asked of them. */
import type { DoubleRequest, Row, Tables, Value } from '../../../doubles/tables.ts';
import { account, advance, contact, creditNote, invoice, item, type Json, payment, quote } from './records.ts';
import { exception } from './replies.ts';
import { conditionOf } from './where.ts';

interface ListSet {
  readonly table: string;
  readonly key: string;
  /** Columns that conditions and `order` may name, besides those of the same name. */
  readonly names?: Readonly<Record<string, string>>;
  readonly isPaged: boolean;
  readonly record: (tables: Tables, row: Row, query: URLSearchParams) => Json;
}

const digitsOf = (query: URLSearchParams): number => (query.get('unitdp') === '4' ? 4 : 2);
const byContact = { 'Contact.ContactID': 'ContactID' };

export const sets: Readonly<Record<string, ListSet>> = {
  Contacts: { table: 'contact', key: 'ContactID', isPaged: true, record: (_, row) => contact(row) },
  Items: { table: 'item', key: 'ItemID', isPaged: false, record: (_, row, query) => item(row, digitsOf(query)) },
  Accounts: { table: 'account', key: 'AccountID', isPaged: false, record: (_, row) => account(row) },
  Quotes: { table: 'quote', key: 'QuoteID', isPaged: false, record: quote },
  Invoices: {
    ...{ table: 'invoice', key: 'InvoiceID', names: byContact, isPaged: true },
    record: (tables, row, query) => invoice(tables, row, digitsOf(query)),
  },
  CreditNotes: {
    ...{ table: 'creditNote', key: 'CreditNoteID', names: byContact, isPaged: true },
    record: (tables, row, query) => creditNote(tables, row, digitsOf(query)),
  },
  Overpayments: {
    ...{ table: 'overpayment', key: 'OverpaymentID', names: byContact, isPaged: true },
    record: (tables, row) => advance(tables, 'OverpaymentID', row),
  },
  Prepayments: {
    ...{ table: 'prepayment', key: 'PrepaymentID', names: byContact, isPaged: true },
    record: (tables, row) => advance(tables, 'PrepaymentID', row),
  },
  Payments: {
    ...{ table: 'payment', key: 'PaymentID', names: { 'Invoice.InvoiceID': 'InvoiceID' }, isPaged: true },
    record: payment,
  },
};

/** Parameters that select the rows whose column is one of the listed values. */
const listed: Readonly<Record<string, string>> = { ContactIDs: 'ContactID', Statuses: 'Status' };
/** Parameters of quotes, each with its condition. */
const filters: Readonly<Record<string, string>> = {
  ContactID: 'ContactID = ?',
  QuoteNumber: 'QuoteNumber = ?',
  DateFrom: 'Date >= ?',
  DateTo: 'Date <= ?',
};

const guid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

function columnsOf(tables: Tables, { table, names = {} }: ListSet): Readonly<Record<string, string>> {
  const rows = tables.all(`SELECT name FROM pragma_table_info('${table}')`);
  return { ...Object.fromEntries(rows.map(({ name }) => [String(name), String(name)])), ...names };
}

/** Ids of the contacts whose name or address contains a text, in any case. */
const contactsWith = (tables: Tables, term: string): readonly string[] =>
  tables
    .all('SELECT ContactID, Name, EmailAddress FROM contact')
    .filter(({ Name, EmailAddress }) => `${Name} ${EmailAddress}`.toLowerCase().includes(term.toLowerCase()))
    .map(({ ContactID }) => String(ContactID));

/** Conditions of a request, and their values. */
function conditionsOf(tables: Tables, set: ListSet, { query, headers }: DoubleRequest) {
  const sql: string[] = [];
  const values: Value[] = [];
  const add = (condition: string, ...more: readonly Value[]): void => {
    sql.push(`(${condition})`);
    values.push(...more);
  };
  const where = query.get('where');
  if (where !== null) {
    const condition = conditionOf(where, columnsOf(tables, set));
    add(condition.sql, ...condition.values);
  }
  for (const [name, column] of Object.entries(listed)) {
    const given = query.get(name)?.toLowerCase().split(',');
    if (given === undefined) continue;
    if (column === 'ContactID' && !given.every((one) => guid.test(one)))
      throw exception('ArgumentException', `Invalid ${name}`);
    add(`lower(${column}) IN (${given.map(() => '?').join(', ')})`, ...given);
  }
  for (const [name, condition] of Object.entries(filters)) {
    const given = query.get(name);
    if (given === null) continue;
    if (name === 'ContactID' && !guid.test(given)) throw exception('ArgumentException', 'Invalid ContactID');
    add(condition, given);
  }
  if (set.table === 'contact') {
    if (query.get('includeArchived') !== 'true') add("ContactStatus <> 'ARCHIVED'");
    const term = query.get('searchTerm');
    if (term !== null) {
      const matching = contactsWith(tables, term);
      add(`ContactID IN (${matching.map(() => '?').join(', ')})`, ...matching);
    }
  }
  // Accurate to the second.
  const since = headers['if-modified-since'];
  if (since !== undefined) add('UpdatedDateUTC >= ?', `${new Date(since).toISOString().slice(0, 19)}Z`);
  return { sql: sql.length === 0 ? '1' : sql.join(' AND '), values };
}

function orderOf(tables: Tables, set: ListSet, order: string | null): string {
  if (order === null) return set.key;
  const [name = '', direction = 'ASC'] = order.split(' ');
  const column = columnsOf(tables, set)[name];
  if (column === undefined || !/^(?:ASC|DESC)$/i.test(direction))
    throw exception('QueryParseException', `No property or field '${name}' exists`);
  return `${column} ${direction}, ${set.key}`;
}

/** The records of a list: a page of them if a page is asked for. */
export function listOf(tables: Tables, name: string, set: ListSet, request: DoubleRequest): Json {
  const { sql, values } = conditionsOf(tables, set, request);
  const page = Number(request.query.get('page') ?? 0);
  const size = Math.min(Number(request.query.get('pageSize') ?? 100), 1000);
  const order = orderOf(tables, set, request.query.get('order'));
  const cut = page === 0 ? '' : ` LIMIT ${size} OFFSET ${(page - 1) * size}`;
  const rows = tables.all(`SELECT * FROM ${set.table} WHERE ${sql} ORDER BY ${order}${cut}`, ...values);
  const records = rows.map((row) => set.record(tables, row, request.query));
  if (page === 0 || !set.isPaged) return { [name]: records };
  const itemCount = Number(tables.get(`SELECT count(*) AS number FROM ${set.table} WHERE ${sql}`, ...values)?.number);
  return { pagination: { page, pageSize: size, pageCount: Math.ceil(itemCount / size), itemCount }, [name]: records };
}

/** One record by its id; undefined if there is none. */
export function recordOf(
  tables: Tables,
  name: string,
  set: ListSet,
  id: string,
  query: URLSearchParams,
): Json | undefined {
  const row = tables.get(`SELECT * FROM ${set.table} WHERE lower(${set.key}) = lower(?)`, id);
  return row && { [name]: [set.record(tables, row, query)] };
}
