/** A payment that was reversed, and the payment that reverses it, are left out of the list. */
import { add, compare, type Numeric } from '../../../../../engine/tools/index.ts';
import { type DataTable, isNone } from '../../core/erp-data.ts';
import { fail, notApplicable } from '../../core/outcome.ts';
import { placeOf, rowAt, type Shown } from '../../metamorphic/places.ts';
import type { ErpRow, Rows } from '../../metamorphic/rows.ts';
import { rowsCheck } from '../rows-check.ts';

const path = '/payments/list';

interface ListedPayment extends Shown {
  readonly amount: Numeric;
}

const sumOf = (all: readonly ListedPayment[]): Numeric => all.reduce((sum: Numeric, { amount }) => add(sum, amount), 0);

const reversalName = /revers|storn|cancel|void|annul|extourn|gegen/i;

/** The columns with keys of other rows of the table: declared references, and those whose name says that one row takes back another. None where a key has several columns. */
function selfReferences(rows: Rows, table: DataTable): readonly string[] {
  if (table.key.length !== 1) return [];
  const keys = new Set(rows.inTable(table).map(({ row }) => row[table.key[0] ?? '']));
  const declared = table.references.flatMap((one) =>
    one.table === table.name && one.columns.length === 1 ? one.columns : [],
  );
  const named = table.columns.filter(
    ({ name }) =>
      reversalName.test(name) && rows.inTable(table).every(({ row }) => isNone(row[name]) || keys.has(row[name])),
  );
  return [...new Set([...declared, ...named.map(({ name }) => name)])];
}

export const reversedPayments = rowsCheck({
  id: 'columns/reversed-payments',
  path,
  title: 'a payment that another payment refers to and takes back is not listed, nor is the other one',
  needs: [path],
  async run(context, rows) {
    const listed = (await context.ledger.payments()).map(
      ({ erpPaymentId, paymentDate, amount }): ListedPayment => ({ id: erpPaymentId, texts: [paymentDate], amount }),
    );
    const place = placeOf(rows, listed) ?? notApplicable('no column of a table has the ids of the listed payments');
    const columns = selfReferences(rows, place.table);
    const byKey = new Map(
      rows.inTable(place.table).map((record) => [record.row[place.table.key[0] ?? ''] ?? '', record]),
    );
    // One row of the list for each invoice that a payment settles.
    const byRow = Map.groupBy(listed, (one) => rowAt(rows, place, one));
    let isShown = false;
    for (const record of rows.inTable(place.table)) {
      const targets = columns
        .flatMap((name) => byKey.get(record.row[name] ?? '') ?? [])
        .filter((one) => one !== record);
      if (targets.length > 0) isShown = true;
      const reversals = byRow.get(record) ?? [];
      const taken = (target: ErpRow): readonly ListedPayment[] => byRow.get(target) ?? [];
      const target = targets.find((one) => taken(one).length > 0 && reversals.length > 0);
      if (target === undefined || compare(add(sumOf(reversals), sumOf(taken(target))), 0) !== 0) continue;
      const ids = [...taken(target), ...reversals].map(({ id }) => id).join(', ');
      fail(
        'agreement',
        `payments ${ids} are listed: the row of the last one refers to the first, and they add up to 0`,
      );
    }
    if (!isShown) notApplicable('no row of a payment refers to another one');
  },
});
