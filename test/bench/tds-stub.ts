/** The double of SQL Server's protocol as a process: a table of invoices that is read in pages. It runs no SQL. */

import type { Answer } from '../support/tds/answers.ts';
import { types } from '../support/tds/columns.ts';
import type { TdsRequest } from '../support/tds/requests.ts';
import { startTdsDouble } from '../support/tds/server.ts';

const invoices = 50_000;

const columns = [
  { name: 'erpInvoiceId', type: types.int, title: 'int' },
  { name: 'invoiceNumber', type: types.nvarchar(20), title: 'nvarchar(20)' },
  { name: 'erpDebtorId', type: types.int, title: 'int' },
  { name: 'debtorName', type: types.nvarchar(60), title: 'nvarchar(60)' },
  { name: 'issueDate', type: types.date, title: 'date' },
  { name: 'dueDate', type: types.date, title: 'date' },
  { name: 'currency', type: types.nvarchar(3), title: 'nvarchar(3)' },
  { name: 'amountTotal', type: types.decimal(14, 2), title: 'decimal(14,2)' },
  { name: 'amountOutstanding', type: types.decimal(14, 2), title: 'decimal(14,2)' },
  { name: 'status', type: types.nvarchar(10), title: 'nvarchar(10)' },
];

const textColumn = (name: string) => ({ name, type: types.nvarchar(200) });
const table = (names: readonly string[], values: readonly (readonly string[])[]): Answer => ({
  kind: 'results',
  results: [{ columns: names.map(textColumn), rows: values }],
});

/** What the server says about a statement: its parameters are whole numbers, and it reads invoices. */
function describe(procedure: string, about: string): Answer {
  const parameters = [...new Set(about.match(/@p\d+/gi))];
  return procedure.includes('undeclared')
    ? table(
        ['name', 'suggested_system_type_name'],
        parameters.map((name) => [name, 'int']),
      )
    : table(
        ['name', 'system_type_name'],
        columns.map(({ name, title }) => [name, title]),
      );
}

/** The n-th invoice. */
const row = (n: number): readonly (string | number)[] => {
  const day = String((n % 28) + 1).padStart(2, '0');
  const total = `${n % 10_000}.${String(n % 100).padStart(2, '0')}`;
  const isOpen = n % 3 === 0;
  const customer = (n % 900) + 1;
  return [
    ...[n, `R-${n}`, customer, `Nord Handel ${customer} GmbH`, `2026-01-${day}`, `2026-02-${day}`, 'EUR', total],
    ...[isOpen ? total : '0.00', isOpen ? 'POSTED' : 'SETTLED'],
  ];
};

const rows = Array.from({ length: invoices }, (_, index) => row(index + 1));

/** The whole number that follows a text of the statement, or that its parameter has. */
function numberAfter(
  { sql }: TdsRequest,
  before: RegExp,
  parameters: ReadonlyMap<string, unknown>,
): number | undefined {
  const given = new RegExp(`(?:${before.source})\\s*\\(?(@\\w+|\\d+)`, 'i').exec(sql)?.[1];
  if (given === undefined) return undefined;
  return Number(given.startsWith('@') ? parameters.get(given.toLowerCase()) : given);
}

/** A page of invoices, by the last id before it and the number of rows in the statement. */
function answer(request: TdsRequest): Answer | undefined {
  if (request.kind !== 'call') return undefined;
  if (/sp_describe_/.test(request.sql)) return describe(request.sql, String(request.parameters[0]?.value));
  if (!/from invoice i/i.test(request.sql)) return undefined;
  const parameters = new Map(request.parameters.map(({ name, value }) => [name.toLowerCase(), value]));
  const count = numberAfter(request, /\btop\b|fetch next/, parameters) ?? 0;
  const after = numberAfter(request, />/, parameters) ?? 0;
  return { kind: 'results', results: [{ columns, rows: rows.slice(after, after + count) }] };
}

const { port } = await startTdsDouble({ answer });
process.stdout.write(`Listening on http://127.0.0.1:${port}\n`);
process.once('SIGTERM', () => process.exit());
