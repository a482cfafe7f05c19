/** Customers, products and addresses that the ERP marks as no longer used are not found. */
import type { Path } from '../../../../contract/types.ts';
import type { Check } from '../../core/check.ts';
import type { CheckContext } from '../../core/context.ts';
import { localDay, zoneOf } from '../../core/erp-time.ts';
import { fail, notApplicable, notPossible } from '../../core/outcome.ts';
import { endingOf } from '../../metamorphic/ended.ts';
import { placeOf, rowAt, type Shown } from '../../metamorphic/places.ts';
import { shownCustomer, shownProduct } from '../../metamorphic/subjects.ts';
import { rowsCheck } from '../rows-check.ts';
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
    shown: async ({ discovered }) => (await discovered.customers()).map(shownCustomer),
  },
  {
    path: '/catalog/products/search',
    needs: [],
    shown: async ({ discovered }) => (await discovered.products()).map(shownProduct),
  },
  { path: '/catalog/customers/addresses', needs: ['/catalog/customers/search'], shown: answeredAddresses },
];

const inactive = ({ path, needs, shown }: Form): Check =>
  rowsCheck({
    id: 'columns/inactive-records',
    path,
    title: 'a record is not found that a flag such as `obsolete` or `active`, or a last day, marks as no longer used',
    clause: `contract 2, ${path}`,
    needs: [path, ...needs],
    async run(context, rows) {
      const today = localDay(context.now(), zoneOf(context));
      const records = await shown(context);
      const place = placeOf(rows, records) ?? notPossible('no column of a table has the ids of these records');
      let isJudged = false;
      for (const one of records) {
        const record = rowAt(rows, place, one);
        const ending = record && endingOf(rows, record, today);
        isJudged ||= ending?.isJudged === true;
        if (ending?.end !== undefined)
          fail('agreement', `${one.id} (${one.texts[0]}) is found, and ${ending.end}`, 'hits');
      }
      if (!isJudged) notApplicable(`no column of ${place.table.name} says of a row that it is no longer used`);
    },
  });

export const inactiveRecords: readonly Check[] = forms.map(inactive);
