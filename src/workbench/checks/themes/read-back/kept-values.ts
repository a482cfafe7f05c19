/** What the ERP keeps in the row of each of its own documents, a written document has, too: the tax in a total, and the day of the last payment. */
import { compare, multiply, type Numeric, round, subtract, sum } from '../../../../../engine/tools/index.ts';
import type { Check } from '../../core/check.ts';
import type { CheckContext } from '../../core/context.ts';
import { documentPrefix } from '../../core/discovered-data.ts';
import type { DataColumn, DataRow, DataTable } from '../../core/erp-data.ts';
import { localDay, zoneOf } from '../../core/erp-time.ts';
import { demand, notApplicable } from '../../core/outcome.ts';
import { dataOf, daysOf, numberOf, rowsWritten, type WrittenRow } from '../../core/written-rows.ts';
import { type DraftBody, paymentForm, sendDraft, sendPayment } from './documents.ts';
import { rowRuleChecks } from './row-rules.ts';

/** Rows of the ERP that show what it keeps. */
const fewestRows = 5;
const fewestPaid = 3;

const base = { clause: 'contract 4', tag: 'fixture', mayDeviate: true } as const;

const isOfRun = (row: DataRow): boolean => Object.values(row).some((value) => value?.startsWith(documentPrefix));

/** The least and the highest tax, as a part of the amount without tax. */
const leastTax = 0.01;
const highestTax = 0.35;

/** What the second amount is more than the first one, in parts of the first, if that may be a tax. */
function taxIn(row: DataRow, net: string, gross: string): number | undefined {
  const [less, more] = [numberOf(row[net]), numberOf(row[gross])];
  if (less === undefined || more === undefined || compare(less, 0) === 0) return undefined;
  // A rate is looked at, not an amount: binary digits do not matter.
  const rate = Number(subtract(more, less)) / Number(less);
  return rate >= leastTax && rate <= highestTax ? rate : undefined;
}

const hasAmount = (row: DataRow, name: string): boolean => compare(numberOf(row[name]) ?? 0, 0) !== 0;

/** Whether each row has a tax in the difference of two amounts: there are fewer rates than rows. */
function isTaxed(rows: readonly DataRow[], net: string, gross: string): boolean {
  const rates = rows.map((row) => taxIn(row, net, gross));
  const different = new Set(rates.map((rate) => rate?.toFixed(2)));
  return rows.length >= fewestRows && !rates.includes(undefined) && different.size * 2 <= rows.length;
}

/**
 * Whether the rows of the ERP show that a row needs a tax: all of them have one, or all that are like the row in a column by which those with a tax
 * and those without differ, such as a tax zone. Another such column, like in a row without a tax, speaks against it.
 */
function needsTax(
  table: DataTable,
  rows: readonly DataRow[],
  writtenRow: DataRow,
  net: string,
  gross: string,
): boolean {
  const used = rows.filter((row) => hasAmount(row, net) && hasAmount(row, gross));
  if (isTaxed(used, net, gross)) return true;
  const votes = table.columns.flatMap(({ name }) => {
    const groups = [...Map.groupBy(used, (row) => row[name] ?? '')].map(([value, group]) => {
      const taxed = group.filter((row) => taxIn(row, net, gross) !== undefined);
      return { value, group, taxed: taxed.length };
    });
    const isCriterion = groups.every(({ group, taxed }) => taxed === 0 || taxed === group.length);
    const alike = isCriterion ? groups.find(({ value }) => value === (writtenRow[name] ?? '')) : undefined;
    return alike === undefined ? [] : [alike];
  });
  return votes.every(({ taxed }) => taxed > 0) && votes.some(({ group }) => isTaxed(group, net, gross));
}

const totalOf = ({ lines }: Pick<DraftBody, 'lines'>): Numeric =>
  sum(lines.map(({ qty, unitPrice }) => multiply(qty, unitPrice ?? 0)));

const holds = ({ row }: WrittenRow, { name }: DataColumn, amount: Numeric): boolean => {
  const value = numberOf(row[name]);
  return value !== undefined && compare(value, round(amount, 2)) === 0;
};

const taxedTotal: Check = {
  ...base,
  id: 'read-back/taxed-total',
  path: '/sale-draft',
  title: 'the total of a draft has a tax where those of all orders have one that are like it, such as in the tax zone',
  needs: ['/sale-draft', '/catalog/products/search'],
  async run(context) {
    const data = dataOf(context);
    const before = new Map<string, readonly DataRow[]>();
    for (const table of await data.tables())
      before.set(
        table.name,
        (await data.rows(table)).filter((row) => !isOfRun(row)),
      );
    let body: DraftBody | undefined;
    const written = await rowsWritten(data, async () => {
      ({ body } = await sendDraft(context, 'usual'));
    });
    const net = body === undefined ? 0 : totalOf(body);
    let isShown = false;
    for (const one of written) {
      const { table, row } = one;
      if (!one.isNew) continue;
      const rows = before.get(table.name) ?? [];
      const amounts = table.columns.filter(({ type }) => type === 'decimal');
      const sums = amounts.filter((column) => holds(one, column, net));
      for (const { name } of sums) {
        const taxed = amounts.filter((other) => needsTax(table, rows, row, name, other.name));
        isShown ||= taxed.length > 0;
        for (const { name: gross } of taxed) {
          const message = `the draft ${body?.poNumber} has ${row[name]} in ${table.name}.${name} and in ${table.name}.${gross}; in the orders of the ERP that are like it, the second amount is larger, as with a tax`;
          demand(!sums.some((column) => column.name === gross), 'stored', message);
        }
      }
    }
    if (!isShown)
      notApplicable('no row of a draft has its sum next to a total that is larger in the orders of the ERP');
  },
};

/** The last day of the payments of each invoice that the ERP lists. */
async function lastPayments(context: CheckContext): Promise<ReadonlyMap<string, string>> {
  const days = new Map<string, string>();
  for (const { erpInvoiceId, paymentDate } of await context.ledger.payments())
    if (paymentDate > (days.get(erpInvoiceId) ?? '')) days.set(erpInvoiceId, paymentDate);
  return days;
}

/** The columns of a changed row that have the day of the last payment in all rows of paid invoices. */
async function lastDayColumns(
  context: CheckContext,
  { table, row }: WrittenRow,
  invoice: string,
  last: ReadonlyMap<string, string>,
): Promise<readonly DataColumn[]> {
  const id = table.columns.find(({ name }) => row[name]?.trim() === invoice)?.name;
  if (id === undefined) return [];
  const zone = zoneOf(context);
  const others = (await dataOf(context).rows(table)).filter((other) => other[id] !== row[id]);
  const paid = others.flatMap((other) => {
    const day = last.get(other[id]?.trim() ?? '');
    return day === undefined ? [] : [{ row: other, day }];
  });
  if (paid.length < fewestPaid || new Set(paid.map(({ day }) => day)).size === 1) return [];
  // A time is when the row was changed: the database may write it itself.
  return table.columns.filter(
    ({ name, type }) => type === 'date' && paid.every((one) => daysOf(one.row[name], zone).includes(one.day)),
  );
}

const lastPayment: Check = {
  ...base,
  id: 'read-back/last-payment-day',
  path: '/payments/push',
  title: 'an invoice has the day of a pushed payment where each paid invoice of the ERP has that of its last payment',
  needs: ['/payments/push', '/invoices/list', '/payments/list'],
  async run(context) {
    const data = dataOf(context);
    const last = await lastPayments(context);
    const form = await paymentForm(context);
    let day = '';
    const written = await rowsWritten(data, async () => {
      day = (await sendPayment(context, form)).body.paymentDate;
    });
    const zone = zoneOf(context);
    const expected = [day, last.get(form.erpInvoiceId) ?? day];
    let isShown = false;
    for (const one of written.filter(({ isNew }) => !isNew)) {
      for (const { name } of await lastDayColumns(context, one, form.erpInvoiceId, last)) {
        isShown = true;
        const value = one.row[name];
        const message = `after a payment of ${day} on ${form.erpInvoiceId}, ${one.table.name}.${name} is ${value ?? 'NULL'}; it is the day of the last payment in all other invoices with payments (today is ${localDay(context.now(), zone)})`;
        demand(
          daysOf(value, zone).some((valueDay) => expected.includes(valueDay)),
          'stored',
          message,
        );
      }
    }
    if (!isShown) notApplicable('no row of an invoice has the day of its last payment');
  },
};

export const keptValues: readonly Check[] = [...rowRuleChecks, lastPayment, taxedTotal];
