/** Customers, products and addresses that the ERP marks as no longer used are not found. */
import type { Path } from '../../../../contract/types.ts';
import type { Check } from '../../core/check.ts';
import type { CheckContext } from '../../core/context.ts';
import { localDay, zoneOf } from '../../core/erp-time.ts';
import { fail, notApplicable, notPossible } from '../../core/outcome.ts';
import { dataOf } from '../../core/written-rows.ts';
import { placeOf, rowAt, type Shown } from '../../metamorphic/places.ts';
import { type ErpRow, type Rows, readRows } from '../../metamorphic/rows.ts';
import { shownCustomer, shownProduct } from '../../metamorphic/subjects.ts';
import { endColumns, endOf } from '../../metamorphic/unused-flags.ts';
import { answeredAddresses } from './answered-addresses.ts';

interface Form {
  readonly path: Path;
  readonly needs: Check['needs'];
  readonly shown: (context: CheckContext) => Promise<readonly Shown[]>;
}

const forms: readonly Form[] = [
  {
    path: '/catalog/customers/search',
    needs: [],
    shown: async ({ found }) => (await found.customers()).map(shownCustomer),
  },
  {
    path: '/catalog/products/search',
    needs: [],
    shown: async ({ found }) => (await found.products()).map(shownProduct),
  },
  { path: '/catalog/customers/addresses', needs: ['/catalog/customers/search'], shown: answeredAddresses },
];

/** The row of a record, and for each table that joins it to others its rows: an address with those that give it to customers. */
const groupsOf = (rows: Rows, record: ErpRow): readonly (readonly ErpRow[])[] => [
  [record],
  ...Map.groupBy(
    rows.referringTo(record).filter(({ table }) => table.references.length > 1 && table.key.length > 1),
    ({ table }) => table,
  ).values(),
];

const inactive = ({ path, needs, shown }: Form): Check => ({
  id: 'columns/inactive-records',
  path,
  title: 'a record is not found that a flag such as `obsolete` or `active`, or a last day, marks as no longer used',
  clause: `contract 2, ${path}`,
  tag: 'fixture',
  mayDeviate: true,
  needs: [path, ...needs],
  async run(context) {
    const rows = await readRows(dataOf(context));
    const today = localDay(context.now(), zoneOf(context));
    const records = await shown(context);
    const place = placeOf(rows, records) ?? notPossible('no column of a table has the ids of these records');
    let hasColumns = endColumns(rows, place.table, today).length > 0;
    for (const one of records) {
      const record = rowAt(rows, place, one);
      for (const group of record === undefined ? [] : groupsOf(rows, record)) {
        const ends = group.map((row) => endOf(rows, row, today));
        hasColumns ||= group.some(({ table }) => endColumns(rows, table, today).length > 0);
        if (!ends.includes(undefined))
          fail('agreement', `${one.id} (${one.texts[0]}) is found, and ${ends[0]}`, 'hits');
      }
    }
    if (!hasColumns) notApplicable(`no column of ${place.table.name} says of a row that it is no longer used`);
  },
});

export const inactiveRecords: readonly Check[] = forms.map(inactive);
