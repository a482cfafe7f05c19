/** The number of a purchase order belongs to its customer: another customer's order with the same number is no repeat of a draft. */
import type { Check } from '../../core/check.ts';
import type { CheckContext } from '../../core/context.ts';
import { type DataRow, type DataTable, isNone } from '../../core/erp-data.ts';
import { demand, lacks, notApplicable } from '../../core/outcome.ts';
import { spread } from '../../core/sample.ts';
import { dataOf, rowsWritten, type WrittenRow } from '../../core/written-rows.ts';
import { originalRows } from '../../metamorphic/original-rows.ts';
import { type Rows, readRows } from '../../metamorphic/rows.ts';
import { findSubjects } from '../../metamorphic/subjects.ts';
import { sendDraft } from './documents.ts';

const path = '/sale-draft';
const mostNumbers = 4;
const fewestNumbers = 2;

const isSame = (one: string | null | undefined, other: string): boolean =>
  one?.trim().toUpperCase() === other.trim().toUpperCase();

/** A column with the number of a draft, in a row that names the draft's customer. */
interface NumberColumn {
  readonly table: DataTable;
  readonly name: string;
  /** The columns that name a customer, and the row of the draft. */
  readonly customer: readonly string[];
  readonly row: DataRow;
}

const numberColumns = (written: readonly WrittenRow[], number: string, customers: string): readonly NumberColumn[] =>
  written
    .filter(({ isNew }) => isNew)
    .flatMap(({ table, row }) => {
      const customer = table.references
        .filter((reference) => reference.table === customers)
        .flatMap(({ columns }) => columns);
      return customer.length === 0
        ? []
        : table.columns.flatMap(({ name, type }) =>
            type === 'text' && isSame(row[name], number) ? [{ table, name, customer, row }] : [],
          );
    });

const isOwn = ({ customer, row }: NumberColumn, one: DataRow): boolean =>
  customer.some((column) => one[column] === row[column]);

/** Numbers that orders of the draft's customer have. */
const ownNumbers = (rows: Rows, column: NumberColumn): readonly string[] =>
  rows.inTable(column.table).flatMap(({ row }) => (isOwn(column, row) ? (row[column.name] ?? []) : []));

/** Numbers that orders of other customers have, and none of the draft's customer. */
function foreignNumbers(rows: Rows, column: NumberColumn): readonly string[] {
  const others = rows.inTable(column.table).filter(({ row }) => !isNone(row[column.name]) && !isOwn(column, row));
  const numbers = new Set(others.flatMap(({ row }) => row[column.name] ?? []));
  const numbersOfCustomer = ownNumbers(rows, column);
  return [...numbers].filter((number) => !numbersOfCustomer.some((one) => isSame(one, number)));
}

export const foreignNumber: Check = {
  id: 'read-back/number-of-another-customer',
  path,
  title: "a draft under the number of another customer's order is an order of its own",
  clause: 'ruling: writes',
  tag: 'fixture',
  mayDeviate: true,
  needs: [path, '/catalog/products/search', '/catalog/customers/search'],
  async run(context: CheckContext) {
    const data = dataOf(context);
    const before = await originalRows(data);
    const { customerPlace } = await findSubjects(context, await readRows(data));
    if (customerPlace === undefined) lacks('customers whose rows have the answered ids', path);
    let number = '';
    const written = await rowsWritten(data, async () => {
      number = (await sendDraft(context, 'usual')).body.poNumber;
    });
    const columns = numberColumns(written, number, customerPlace.table.name);
    if (columns.length === 0) notApplicable('no row with the number of a draft names its customer');
    let isShown = false;
    for (const column of columns) {
      const outcomes = new Map<string, 'new' | 'answered'>();
      const ownNow = ownNumbers(await readRows(data), column);
      for (const foreign of spread(foreignNumbers(before, column), mostNumbers)) {
        // An earlier check, or an earlier column, has made an order with it: a second draft would be a repeat.
        if (ownNow.some((one) => isSame(one, foreign))) {
          outcomes.set(foreign, 'new');
          continue;
        }
        const body = { ...(await context.discovered.draft()), poNumber: foreign };
        let status: number | undefined;
        const added = await rowsWritten(data, async () => {
          status = (await context.post(path, body)).status;
        });
        const isNew = added.some(({ table, isNew: isAdded }) => isAdded && table.name === column.table.name);
        if (status === 200) outcomes.set(foreign, isNew ? 'new' : 'answered');
      }
      const answeredNumbers = [...outcomes].flatMap(([foreign, outcome]) => (outcome === 'answered' ? [foreign] : []));
      isShown ||= outcomes.size >= fewestNumbers;
      // One may be a draft of the engine that a clerk has given to another customer.
      const isSwallowed = answeredNumbers.length >= fewestNumbers && answeredNumbers.length === outcomes.size;
      const message = `drafts ${answeredNumbers.join(', ')} add no row to ${column.table.name}: each is answered with an order of another customer, which has this number in ${column.name}`;
      demand(!isSwallowed, 'new-key', message, 'saleId');
    }
    if (!isShown) lacks('orders of other customers with numbers that drafts may have', '/sales-orders/list');
  },
};
