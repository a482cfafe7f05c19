/** The company in memory: one table for each entity set, and what the business logic needs beside them. */
import { createHash } from 'node:crypto';
import Database from 'better-sqlite3';
import { keysOf, referencesOf } from './relations.ts';
import { sets } from './sets.ts';

export type Value = string | number | null;
export type Row = Readonly<Record<string, Value>>;

export interface Store {
  readonly database: Database.Database;
  all(sql: string, ...values: readonly Value[]): readonly Row[];
  get(sql: string, ...values: readonly Value[]): Row | undefined;
  run(sql: string, ...values: readonly Value[]): void;
  /** Adds a row; columns that are left out are blank in the way of their type. */
  insert(table: string, row: Row): void;
  /** Takes the next number of a series, such as `PS-INV`. */
  next(series: string): number;
}

const blanks = { string: '', number: 0, boolean: 0, date: '0001-01-01', datetime: '0001-01-01T00:00:00Z' } as const;

/** A GUID that is the same in each run. */
export function guidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Half away from zero; a binary fraction such as 1.0049999 that stands for 1.005 is rounded like 1.005. */
export function rounded(amount: number, decimals: number): number {
  const units = Math.abs(amount) * 10 ** decimals;
  return (Math.sign(amount) * Math.round(units + 1e-7)) / 10 ** decimals;
}

/** An amount in the company's own currency. */
export const cents = (amount: number): number => rounded(amount, 2);

/** What tells rows apart, and what they refer to: for checks that copy records. The business logic refers to blank records, too. */
const constraintsOf = (name: string): readonly string[] => [
  `PRIMARY KEY (${keysOf(name).join(', ')})`,
  ...referencesOf(name).map(({ column, table, key }) => `FOREIGN KEY (${column}) REFERENCES ${table} (${key})`),
];

/** An id that refers to no record. */
const noId = '00000000-0000-0000-0000-000000000000';

/** `today`: the day of the company, `YYYY-MM-DD`. */
export function openStore(today: () => string): Store {
  const database = new Database(':memory:');
  database.pragma('foreign_keys = OFF');
  database.function('fold', { deterministic: true }, (text: unknown) => String(text ?? '').toLowerCase());
  database.function('ends_with', { deterministic: true }, (text: unknown, end: unknown) =>
    String(text ?? '').endsWith(String(end ?? '')) ? 1 : 0,
  );
  database.function('today', today);
  for (const [name, { columns }] of Object.entries(sets)) {
    if (name === 'customerFinancialDetails') continue;
    const defined = Object.entries(columns).map(([column, type]) => {
      const isKey = keysOf(name).includes(column);
      const kind = {
        string: 'TEXT',
        number: isKey ? 'INTEGER' : 'NUMERIC',
        boolean: 'BOOLEAN',
        date: 'DATE',
        datetime: 'DATETIME',
      }[type];
      return `${column} ${kind} NOT NULL DEFAULT '${column === 'orderId' ? noId : blanks[type]}'`;
    });
    database.exec(`CREATE TABLE ${name} (${[...defined, ...constraintsOf(name)].join(', ')})`);
  }
  database.exec(`
    CREATE TABLE series (code TEXT PRIMARY KEY, last INTEGER NOT NULL);
    CREATE TABLE account (number TEXT PRIMARY KEY, taxPercent NUMERIC NOT NULL);
    CREATE TABLE currency (code TEXT PRIMARY KEY, rate NUMERIC NOT NULL);
    CREATE TABLE lineDiscount (customer TEXT NOT NULL, item TEXT NOT NULL, percent NUMERIC NOT NULL);
    CREATE INDEX ledgerEntry ON generalLedgerEntries (documentNumber);
    CREATE INDEX detail ON DetailedCustLedgEntries (Customer_No);
    CREATE INDEX orderLine ON salesOrderLines (documentId);
    CREATE INDEX invoiceLine ON salesInvoiceLines (documentId);
    CREATE INDEX creditLine ON salesCreditMemoLines (documentId);
    CREATE VIEW customerFinancialDetails AS SELECT c.id, c.number,
      round(coalesce((SELECT sum(d.Amount_LCY) FROM DetailedCustLedgEntries d WHERE d.Customer_No = c.number), 0), 2) AS balance,
      round(coalesce((SELECT sum(d.Amount_LCY) FROM DetailedCustLedgEntries d
        JOIN CustomerLedgerEntries e ON e.Entry_No = d.Cust_Ledger_Entry_No
        WHERE e.Customer_No = c.number AND e.Due_Date < today()), 0), 2) AS overdueAmount
      FROM customers c`);
  const prepared = new Map<string, Database.Statement<Value[], Row>>();
  const statement = (sql: string): Database.Statement<Value[], Row> => {
    const known = prepared.get(sql) ?? database.prepare<Value[], Row>(sql);
    prepared.set(sql, known);
    return known;
  };
  const store: Store = {
    database,
    all: (sql, ...values) => statement(sql).all(...values),
    get: (sql, ...values) => statement(sql).get(...values),
    run: (sql, ...values) => void statement(sql).run(...values),
    insert(table, row) {
      const names = Object.keys(row);
      const slots = names.map(() => '?').join(', ');
      statement(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${slots})`).run(...Object.values(row));
    },
    next(series) {
      store.run(
        'INSERT INTO series (code, last) VALUES (?, 1) ON CONFLICT (code) DO UPDATE SET last = last + 1',
        series,
      );
      return Number(store.get('SELECT last FROM series WHERE code = ?', series)?.last);
    },
  };
  return store;
}
