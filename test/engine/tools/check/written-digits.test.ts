/** `check --connect` compares the digits that a request may have with the columns that its writes fill. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkDatabases } from '../../../../engine/tools/check/check-databases.ts';
import { contract } from '../../../../src/contract/index.ts';
import { completed } from '../../../support/check-profile.ts';
import { freshDatabase } from '../../../support/database.ts';
import { hasMysql } from '../../../support/dialects.ts';
import { freshMysqlDatabase } from '../../../support/mysql-database.ts';

type Kind = 'postgres' | 'mysql';

const tables = [
  'CREATE TABLE invoice (id integer PRIMARY KEY, open decimal(12, 2) NOT NULL)',
  'CREATE TABLE payment (id integer PRIMARY KEY, invoice integer NOT NULL, amount decimal(12, 2) NOT NULL, ref varchar(40) NOT NULL, day date NOT NULL)',
  'CREATE TABLE orders (id integer PRIMARY KEY, ref varchar(40) NOT NULL, created timestamp NOT NULL)',
  'CREATE TABLE line (orders integer NOT NULL, sku varchar(20) NOT NULL, qty integer NOT NULL, price double precision NOT NULL, total decimal(14, 2) NOT NULL)',
];

interface Digits {
  readonly payment?: string;
  readonly draft?: string;
}

const profileOf = (kind: Kind, { payment, draft }: Digits): string =>
  completed(`profile: digits
contract: "1"
settings:
  url: { env: DATABASE_URL }
sources:
  erp: { sql: ${kind}, connection: { url: "\${url}" } }
ids:
  invoice: { type: integer, exists: SELECT 1 FROM invoice i WHERE i.id = :id }
endpoints:
  /payments/push:
    ${payment === undefined ? '' : `digits: { amount: ${payment} }`}
    find:
      query: SELECT p.id AS "erpPaymentId", p.ref AS "key" FROM payment p WHERE p.ref = :key
    prepare:
      - invoice: { query: "SELECT i.id AS id FROM invoice i WHERE i.id = :erpInvoiceId FOR UPDATE", one: The invoice is not known. }
    write:
      - payment:
          exec: |
            INSERT INTO payment (id, invoice, amount, ref, day)
            VALUES (1, :invoice.id, CAST(:amount AS DECIMAL(30, 12)), :key, :paymentDate)
      - settled: { exec: UPDATE invoice SET open = open - :amount WHERE id = :invoice.id }
  /sale-draft:
    ${draft === undefined ? '' : `digits: { lines.unitPrice: ${draft} }`}
    find:
      query: SELECT o.id AS "saleId", o.created AS "receivedAt", o.ref AS "key" FROM orders o WHERE o.ref = :key
    prepare:
      - lines: { rows: lines }
    write:
      - order: { exec: "INSERT INTO orders (id, ref, created) VALUES (1, :key, :now)" }
      - line:
          each: { line: $lines }
          exec: |
            INSERT INTO line (orders, sku, qty, price, total)
            SELECT 1, :line.sku, :line.qty, COALESCE(:line.unitPrice, 0), CAST(:line.qty * CAST(:line.unitPrice AS DECIMAL(14, 4)) AS DECIMAL(14, 2))
`);

async function erpOf(kind: Kind): Promise<string> {
  const { url, run, drop } = await (kind === 'mysql' ? freshMysqlDatabase() : freshDatabase());
  onTestFinished(() => drop());
  for (const table of tables) await run(table);
  return url;
}

/** Findings other than errors about fields that this profile does not care for: `CODE line: message`. */
async function findings(kind: Kind, digits: Digits): Promise<readonly string[]> {
  const text = profileOf(kind, digits);
  const environment = { DATABASE_URL: await erpOf(kind) };
  const folder = import.meta.dirname;
  const diagnostics = await checkDatabases({
    text,
    file: 'profile.yaml',
    folder,
    contract,
    environment,
    now: Date.now,
  });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return diagnostics
    .filter(({ code }) => code === 'SQL430' || code === 'SQL426')
    .map(({ code, message, hint }) => `${code} ${message} ${hint}`)
    .sort();
}

const kinds: readonly Kind[] = ['postgres', ...(hasMysql ? ['mysql' as const] : [])];
const typeNames = {
  postgres: { amount: 'numeric(12,2)', price: 'double precision' },
  mysql: { amount: 'decimal(12,2)', price: 'double' },
} as const;

describe.each(kinds)('digits of written numbers on %s', (kind) => {
  const amount = `SQL430 :amount is stored in payment.amount (${typeNames[kind].amount}), which rounds it without an error where it has more digits. Declare them: digits: { amount: [12, 2] }. A request with more is then refused, with its field.`;
  const price = `SQL430 :line.unitPrice is stored in line.price (${typeNames[kind].price}), which rounds it without an error where it has more digits. Declare the digits that the ERP works with, such as digits: { lines.unitPrice: [15, 6] }: a request with more is refused.`;

  it('are reported once where nothing is declared, with the declaration of the column', async () => {
    expect(await findings(kind, {})).toEqual([amount, price]);
  });

  it('are reported where more is declared than the column holds', async () => {
    expect(await findings(kind, { payment: '[12, 4]', draft: '[15, 4]' })).toEqual([amount]);
    expect(await findings(kind, { payment: '[14, 2]', draft: '[15, 4]' })).toEqual([amount]);
  });

  it('are not reported where the declaration fits', async () => {
    expect(await findings(kind, { payment: '[12, 2]', draft: '[12, 4]' })).toEqual([]);
    expect(await findings(kind, { payment: '[9, 1]', draft: '[12, 4]' })).toEqual([]);
  });
});
