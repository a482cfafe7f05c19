/** Customers and products that the ERP marks as no longer used are not found. */
import type { Path } from '../../../../contract/types.ts';
import type { Check } from '../../core/check.ts';
import type { CheckContext } from '../../core/context.ts';
import { fail, notApplicable, notPossible } from '../../core/outcome.ts';
import { dataOf } from '../../core/written-rows.ts';
import { placeOf, rowAt, type Shown } from '../../metamorphic/places.ts';
import { readRows } from '../../metamorphic/rows.ts';
import { shownCustomer, shownProduct } from '../../metamorphic/subjects.ts';
import { unusedFlagOf, unusedFlags } from '../../metamorphic/unused-flags.ts';

interface Form {
  readonly path: Path;
  readonly shown: (context: CheckContext) => Promise<readonly Shown[]>;
}

const forms: readonly Form[] = [
  {
    path: '/catalog/customers/search',
    shown: async ({ found }) => (await found.customers()).map(shownCustomer),
  },
  {
    path: '/catalog/products/search',
    shown: async ({ found }) => (await found.products()).map(shownProduct),
  },
];

const inactive = ({ path, shown }: Form): Check => ({
  id: 'columns/inactive-records',
  path,
  title: 'a record that a flag such as `obsolete` or `active` marks as no longer used is not found',
  clause: `contract 2, ${path}`,
  tag: 'fixture',
  mayDeviate: true,
  needs: [path],
  async run(context) {
    const rows = await readRows(dataOf(context));
    const records = await shown(context);
    const place = placeOf(rows, records) ?? notPossible('no column of a table has the ids of these records');
    if (unusedFlags(rows, place.table).length === 0)
      notApplicable(`no flag of ${place.table.name} says of a row that it is no longer used`);
    for (const one of records) {
      const record = rowAt(rows, place, one);
      const flag = record && unusedFlagOf(rows, record);
      if (flag === undefined) continue;
      const column = flag.slice(place.table.name.length + 1);
      fail('agreement', `${one.id} (${one.texts[0]}) is found, and ${flag} is ${record?.row[column]}`, 'hits');
    }
  },
});

export const inactiveRecords: readonly Check[] = forms.map(inactive);
