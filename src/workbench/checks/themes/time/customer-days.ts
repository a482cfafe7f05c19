/** The first and the last day of a customer are both days on which it is found. */
import { plainName } from '../../core/column-names.ts';
import type { CheckContext } from '../../core/context.ts';
import type { Customer } from '../../core/discovered-data.ts';
import { type DataTable, type ErpData, isAccepted } from '../../core/erp-data.ts';
import { localDay, zoneOf } from '../../core/erp-time.ts';
import { demand, notApplicable, notPossible } from '../../core/outcome.ts';
import { spread } from '../../core/sample.ts';
import { lastDayName } from '../../metamorphic/ended.ts';
import { rowAt } from '../../metamorphic/places.ts';
import type { ErpRow } from '../../metamorphic/rows.ts';
import { findSubjects, shownCustomer } from '../../metamorphic/subjects.ts';
import { plusDays } from '../../validation/days.ts';
import { rowsCheck } from '../rows-check.ts';

const path = '/catalog/customers/search';
const mostCustomers = 4;
const largestList = 100;

const firstDayName = /^(start|begin)(_?(on|at|date|day))?$|valid_?from|g(ue|ü)ltig_?ab|debut_?validit/i;

const dayColumn = (table: DataTable, name: RegExp): string | undefined =>
  table.columns.find(
    (column) => (column.type === 'date' || column.type === 'datetime') && name.test(plainName(table, column.name)),
  )?.name;

/** Whether the customer is found while a column has the day; undefined where the ERP refuses the day. */
const isFoundWith = (
  context: CheckContext,
  data: ErpData,
  { erpId, erpName }: Customer,
  { table, row }: ErpRow,
  [column, day]: readonly [string, string],
): Promise<boolean | undefined> =>
  data.undone(async () => {
    if (!(await isAccepted(data.update(table, row, { [column]: day })))) return undefined;
    const { hits } = await context.ask(path, { query: erpName, limit: largestList });
    return hits.some((one) => one.erpId === erpId);
  });

export const customerDays = rowsCheck({
  id: 'time/customer-days',
  path,
  title: 'a customer is found on its first and on its last day, and neither before nor after',
  needs: [path],
  async run(context, rows, data) {
    const { customers, customerPlace: place } = await findSubjects(context, rows);
    if (place === undefined) notPossible('no column of a table has the ids of the customers');
    const today = localDay(context.now(), zoneOf(context));
    const [yesterday, tomorrow] = [plusDays(today, -1), plusDays(today, 1)];
    let isJudged = false;
    for (const customer of spread(customers, mostCustomers)) {
      const record = rowAt(rows, place, shownCustomer(customer));
      const [last, first] = [lastDayName, firstDayName].map((name) => record && dayColumn(record.table, name));
      if (record === undefined || last === undefined) continue;
      const isFound = (column: string, day: string) => isFoundWith(context, data, customer, record, [column, day]);
      const message = (column: string, day: string, what: string): string =>
        `customer ${customer.erpId} (${customer.erpName}) ${what} on ${today} while ${record.table.name}.${column} is ${day}`;
      // Elsewhere the day does not decide whether a customer is found.
      if ((await isFound(last, yesterday)) !== false || (await isFound(last, tomorrow)) !== true) continue;
      isJudged = true;
      demand((await isFound(last, today)) !== false, 'agreement', message(last, today, 'is not found'), 'hits');
      if (first === undefined) continue;
      demand((await isFound(first, tomorrow)) !== true, 'agreement', message(first, tomorrow, 'is found'), 'hits');
      demand((await isFound(first, today)) !== false, 'agreement', message(first, today, 'is not found'), 'hits');
    }
    if (!isJudged) notApplicable('no column of the customers is a last day that decides whether they are found');
  },
});
