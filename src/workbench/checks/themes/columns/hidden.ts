/** Records that a flag or a day hides are hidden everywhere: what a draft refuses, or another search no longer finds, is not found. */
import type { Path } from '../../../../contract/types.ts';
import type { Check } from '../../core/check.ts';
import type { CheckContext } from '../../core/context.ts';
import { fail, notApplicable, notPossible } from '../../core/outcome.ts';
import { placeOf, rowAt, type Shown } from '../../metamorphic/places.ts';
import type { ErpRow, Rows } from '../../metamorphic/rows.ts';
import { shownCustomer, shownProduct } from '../../metamorphic/subjects.ts';
import { customerOfDraft } from '../agreement/draft-customer.ts';
import { rowsCheck } from '../rows-check.ts';
import { hidingChanges, whileChanged } from './flags.ts';

const search = '/catalog/products/search';
const bySku = '/catalog/products/by-sku';
const customers = '/catalog/customers/search';
const draft = '/sale-draft';

/** Where a record is shown or accepted, by a name for people. */
type Seen = Readonly<Record<string, boolean>>;

/** A record with its row, and the way to look for it. */
interface Subject {
  readonly what: string;
  readonly record: ErpRow;
  readonly look: () => Promise<Seen>;
}

/** Whether a draft is accepted, with this SKU in each line. */
async function isAccepted(context: CheckContext, sku?: string): Promise<boolean> {
  const form = await context.discovered.draft();
  const lines = sku === undefined ? form.lines : form.lines.map((line) => ({ ...line, sku }));
  return (await context.post(draft, { ...form, lines })).status === 200;
}

const rowOf = (rows: Rows, all: readonly Shown[], one: Shown): ErpRow | undefined => {
  const place = placeOf(rows, all);
  return place && rowAt(rows, place, one);
};

async function product(context: CheckContext, rows: Rows): Promise<Subject | undefined> {
  const products = await context.discovered.products();
  const sku = (await context.discovered.draft()).lines[0]?.sku;
  const one = products.find(({ erpSku }) => erpSku === sku);
  const record = one && rowOf(rows, products.map(shownProduct), shownProduct(one));
  if (one === undefined || record === undefined) return undefined;
  const { erpProductId: id, erpSku, erpDesc } = one;
  const isHit = (hits: readonly { readonly erpProductId: string }[]): boolean =>
    hits.some((hit) => hit.erpProductId === id);
  return {
    what: `product ${erpSku}`,
    record,
    look: async () => ({
      [search]: isHit((await context.ask(search, { query: erpDesc, limit: 500 })).hits),
      [bySku]: isHit((await context.ask(bySku, { sku: erpSku, limit: 100 })).hits),
      [draft]: await isAccepted(context, erpSku),
    }),
  };
}

async function customer(context: CheckContext, rows: Rows): Promise<Subject | undefined> {
  const all = await context.discovered.customers();
  const id = await customerOfDraft(context, await context.discovered.draft());
  const one = all.find(({ erpId }) => erpId === id);
  const record = one && rowOf(rows, all.map(shownCustomer), shownCustomer(one));
  if (one === undefined || record === undefined) return undefined;
  return {
    what: `customer ${id} (${one.erpName})`,
    record,
    look: async () => ({
      [customers]: (await context.ask(customers, { query: one.erpName, limit: 500 })).hits.some(
        ({ erpId }) => erpId === id,
      ),
      [draft]: await isAccepted(context),
    }),
  };
}

interface Form {
  readonly path: Path;
  readonly needs: readonly Path[];
  readonly subject: (context: CheckContext, rows: Rows) => Promise<Subject | undefined>;
}

const forms: readonly Form[] = [
  { path: search, needs: [bySku, draft], subject: product },
  { path: bySku, needs: [search, draft], subject: product },
  {
    path: customers,
    needs: [draft, search, '/sales-orders/list'],
    subject: customer,
  },
];

const hidden = ({ path, needs, subject }: Form): Check =>
  rowsCheck({
    id: 'columns/hidden-records',
    path,
    title: 'what a flag or a day in its row hides from other endpoints, or makes a draft refuse, is not found here',
    needs: [path, ...needs],
    async run(context, rows, data) {
      const { what, record, look } =
        (await subject(context, rows)) ?? notPossible('no column has the ids of these records');
      if (Object.values(await look()).includes(false)) notPossible(`${what} is not found everywhere already`);
      let hasHidden = false;
      for (const [column, value] of hidingChanges(context, rows, record)) {
        const seen = await whileChanged(data, record, [column, value], look);
        const gone = Object.entries(seen ?? {}).flatMap(([name, isSeen]) => (isSeen ? [] : [name]));
        if (gone.length === 0) continue;
        hasHidden = true;
        const message = `${what} is gone from ${gone.join(' and ')} while ${record.table.name}.${column} is ${value} (it is ${record.row[column]}), and is still found here. Give the query the condition of the others`;
        if (seen?.[path] === true) fail('agreement', message, 'hits');
      }
      if (!hasHidden) notApplicable('no flag and no day in its row hides a record that a draft accepts');
    },
  });

export const hiddenRecords: readonly Check[] = forms.map(hidden);
