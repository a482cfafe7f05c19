/** The entries of a ledger that a document writes: they add up to zero where those of all other documents do, and have one day. */
import { compare, type Numeric, sum } from '../../../../../engine/tools/index.ts';
import type { Path } from '../../../../contract/types.ts';
import type { Check, Theme } from '../../core/check.ts';
import type { CheckContext } from '../../core/context.ts';
import { documentPrefix } from '../../core/discovered-data.ts';
import type { DataRow, DataTable, ErpData } from '../../core/erp-data.ts';
import { localDay, zoneOf } from '../../core/erp-time.ts';
import { demand, notApplicable } from '../../core/outcome.ts';
import { dataOf, daysOf, numberOf, rowsWritten, type WrittenRow } from '../../core/written-rows.ts';
import { paymentForm, sendInvoice, sendPayment } from './documents.ts';
import { keptValues } from './kept-values.ts';

/** Documents that show that entries add up to zero. */
const fewestGroups = 3;

interface Form {
  readonly path: Path;
  readonly needs: readonly Path[];
  /** Finds what a document needs. What it returns sends the document, of an earlier day, and resolves to that day. */
  readonly prepare: (context: CheckContext) => Promise<() => Promise<string>>;
}

const forms: readonly Form[] = [
  {
    path: '/invoices/push',
    needs: ['/invoices/push', '/invoices/list'],
    async prepare(context) {
      await context.discovered.invoice();
      return async () => (await sendInvoice(context, 'usual')).body.issueDate;
    },
  },
  {
    path: '/payments/push',
    needs: ['/payments/push', '/invoices/list'],
    async prepare(context) {
      const form = await paymentForm(context);
      return async () => (await sendPayment(context, form)).body.paymentDate;
    },
  },
];

/** A column of amounts, and the column that says of which document they are. */
interface Balanced {
  readonly table: DataTable;
  readonly amount: string;
  readonly document: string;
}

const amountOf = (row: DataRow, name: string): Numeric => numberOf(row[name]) ?? 0;

const isBalanced = (rows: readonly DataRow[], amount: string): boolean =>
  compare(sum(rows.map((row) => amountOf(row, amount))), 0) === 0;

const documentsIn = (rows: readonly DataRow[], name: string): ReadonlyMap<string, readonly DataRow[]> =>
  Map.groupBy(
    rows.filter((row) => (row[name] ?? null) !== null),
    (row) => row[name] ?? '',
  );

/** The keys of documents that this run has written: others are those of the ERP. */
async function writtenKeys(data: ErpData): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  for (const table of await data.tables()) {
    const [key, ...more] = table.key;
    if (key === undefined || more.length > 0) continue;
    for (const row of await data.rows(table))
      if (Object.values(row).some((value) => value?.startsWith(documentPrefix))) keys.add(row[key] ?? '');
  }
  return keys;
}

/** The pairs of columns by which the amounts of every document of the ERP add up to zero. */
function balancedColumns(
  table: DataTable,
  rows: readonly DataRow[],
  written: ReadonlySet<string>,
): readonly Balanced[] {
  const amounts = table.columns.filter(({ type }) => type === 'decimal');
  const documents = table.columns.filter(
    ({ name, type }) => (type === 'integer' || type === 'text' || type === 'other') && !table.key.includes(name),
  );
  return documents.flatMap(({ name: document }) => {
    const groups = [...documentsIn(rows, document)].flatMap(([value, groupRows]) =>
      written.has(value) ? [] : [groupRows],
    );
    return amounts.flatMap(({ name: amount }): readonly Balanced[] => {
      const used = groups.filter((groupRows) => groupRows.some((row) => compare(amountOf(row, amount), 0) !== 0));
      const isShown = used.length >= fewestGroups && used.every((groupRows) => isBalanced(groupRows, amount));
      return isShown ? [{ table, amount, document }] : [];
    });
  });
}

async function balancedTables(data: ErpData): Promise<readonly Balanced[]> {
  const written = await writtenKeys(data);
  const all: Balanced[] = [];
  for (const table of await data.tables()) all.push(...balancedColumns(table, await data.rows(table), written));
  return all;
}

const base = { clause: 'contract 4', tag: 'fixture', mayDeviate: true } as const;

const balancedEntries = ({ path, needs, prepare }: Form): Check => ({
  ...base,
  id: 'read-back/balanced-entries',
  path,
  title: 'the entries of a document add up to zero, where those of every other document do',
  needs,
  async run(context) {
    const data = dataOf(context);
    const ledgers = await balancedTables(data);
    if (ledgers.length === 0) notApplicable('no table has amounts that add up to zero for each document');
    const send = await prepare(context);
    const written = await rowsWritten(data, async () => void (await send()));
    let isShown = false;
    for (const { table, amount, document } of ledgers) {
      const touched = new Set(
        written.flatMap((one) => (one.table.name === table.name && one.isNew ? (one.row[document] ?? []) : [])),
      );
      const groups = documentsIn(await data.rows(table), document);
      isShown ||= touched.size > 0;
      for (const value of touched) {
        const rows = groups.get(value) ?? [];
        const amounts = rows.map((row) => amountOf(row, amount));
        const message = `${table.name}.${amount} adds up to ${sum(amounts)} for ${document} ${value} (${amounts.join(', ')}), and to 0 for each ${document} that was there before`;
        demand(isBalanced(rows, amount), 'stored', message);
      }
    }
    if (!isShown) notApplicable(`the document adds no row to ${ledgers.map(({ table }) => table.name).join(', ')}`);
  },
});

/** The columns of new rows that have all of these days, each as `table.column`. */
function columnsWithDays(written: readonly WrittenRow[], days: readonly string[], zone: string): readonly string[] {
  const added = Map.groupBy(
    written.filter(({ isNew }) => isNew),
    ({ table }) => table,
  );
  return [...added].flatMap(([table, rows]) => {
    const hasDay = (name: string, day: string): boolean =>
      rows.some(({ row }) => daysOf(row[name], zone).includes(day));
    return table.columns
      .filter(({ name, type }) => type === 'date' && days.every((day) => hasDay(name, day)))
      .map(({ name }) => `${table.name}.${name}`);
  });
}

const oneDay = ({ path, needs, prepare }: Form): Check => ({
  ...base,
  id: 'read-back/one-day',
  path,
  title:
    'the rows that a document of an earlier day adds to a table have that day, and none has today in the same column',
  needs,
  async run(context) {
    const data = dataOf(context);
    const zone = zoneOf(context);
    const today = localDay(context.now(), zone);
    const send = await prepare(context);
    let day = today;
    const written = await rowsWritten(data, async () => {
      day = await send();
    });
    if (day === today) notApplicable('the ERP takes documents of today only');
    if (columnsWithDays(written, [day], zone).length === 0)
      notApplicable('no column of days has the day of the document');
    const columns = columnsWithDays(written, [day, today], zone);
    const message = `of a document of ${day}, some rows have ${day} and some ${today}, which is today, in ${columns.join(', ')}`;
    demand(columns.length === 0, 'stored', message);
  },
});

/** They come before the other checks that write: an unbalanced payment of one of those would hide that the ERP's own documents are balanced. */
export const postings: Theme = () => [...keptValues, ...forms.flatMap((form) => [balancedEntries(form), oneDay(form)])];
