/** An invoice that its row marks as cancelled is listed as cancelled. */
import type { Check } from '../../core/check.ts';
import type { CheckContext } from '../../core/context.ts';
import type { DataTable } from '../../core/erp-data.ts';
import { fail, notApplicable } from '../../core/outcome.ts';
import { isTakenBack } from '../../core/paged-lists.ts';
import { dataOf } from '../../core/written-rows.ts';
import { placeOf, rowAt, type Shown } from '../../metamorphic/places.ts';
import { type ErpRow, readRows } from '../../metamorphic/rows.ts';

interface Stated extends Shown {
  readonly status: string;
}

interface Form {
  readonly path: '/invoices/list' | '/customer-invoices/list';
  readonly needs: Check['needs'];
  readonly listed: (context: CheckContext) => Promise<readonly Stated[]>;
}

const forms: readonly Form[] = [
  {
    path: '/invoices/list',
    needs: [],
    listed: async ({ ledger }) =>
      (await ledger.invoices()).map((one) => ({ ...one, id: one.erpInvoiceId, texts: [one.invoiceNumber] })),
  },
  {
    path: '/customer-invoices/list',
    needs: ['/catalog/customers/search'],
    async listed({ ledger }) {
      const all: Stated[] = [];
      for (const customer of await ledger.customers())
        for (const one of await ledger.invoicesOf(customer))
          all.push({ id: one.erpInvoiceId, texts: [one.invoiceNumber], status: one.status });
      return all;
    },
  },
];

const flagName = /^(is_?|x_?)?(storno|storniert|cancel(l?ed)?|void(ed)?|annul(e|ed|lato)?)$/i;
const yes = /^(1|t|true|y|yes|j|ja)$/i;
const stateName = /^(state|status|(doc(ument)?|invoice)_?stat(e|us))$/i;
const cancelledWord = /^(cancel(l?ed)?|void(ed)?|storno|storniert|annul(e|ed|lato)?)$/i;

/** The columns that say that a document is cancelled where they have such a value: a flag, or the word of a state. */
const marksOf = ({ columns }: DataTable): readonly (readonly [column: string, value: RegExp])[] => [
  ...columns.filter(({ name }) => flagName.test(name)).map(({ name }) => [name, yes] as const),
  ...columns.filter(({ name }) => stateName.test(name)).map(({ name }) => [name, cancelledWord] as const),
];

/** `ar.storno is t`; undefined where no column marks the document as cancelled. */
function markOf({ table, row }: ErpRow): string | undefined {
  const mark = marksOf(table).find(([name, value]) => value.test(row[name]?.trim() ?? ''));
  return mark && `${table.name}.${mark[0]} is ${row[mark[0]]}`;
}

export const cancelledInvoices: readonly Check[] = forms.map(({ path, needs, listed }) => ({
  id: 'columns/cancelled-invoices',
  path,
  title: 'an invoice that a flag or a state in its row marks as cancelled is listed as cancelled',
  clause: `contract 2, ${path}`,
  tag: 'fixture',
  mayDeviate: true,
  needs: [path, ...needs],
  async run(context) {
    const rows = await readRows(dataOf(context));
    const all = await listed(context);
    const place = placeOf(rows, all);
    let isShown = false;
    for (const one of all) {
      const record = place && rowAt(rows, place, one);
      const mark = record && markOf(record);
      if (mark === undefined) continue;
      isShown = true;
      if (!isTakenBack(one)) fail('agreement', `${one.texts[0]} (${one.id}) is ${one.status}, and ${mark}`, 'status');
    }
    if (!isShown) notApplicable('no listed invoice has a row that marks it as cancelled');
  },
}));
