/** An invoice that its row marks as cancelled is listed as cancelled. */
import type { Check } from '../../core/check.ts';
import type { CheckContext } from '../../core/context.ts';
import { isTakenBack } from '../../core/document-states.ts';
import type { DataTable } from '../../core/erp-data.ts';
import { fail, notApplicable, notPossible } from '../../core/outcome.ts';
import { dataOf } from '../../core/written-rows.ts';
import { isYes } from '../../metamorphic/flag-values.ts';
import { placeOf, rowAt } from '../../metamorphic/places.ts';
import { type ErpRow, readRows } from '../../metamorphic/rows.ts';
import { customerInvoices, invoices, type ListedInvoice } from './listed-invoices.ts';

interface Form {
  readonly path: '/invoices/list' | '/customer-invoices/list';
  readonly needs: Check['needs'];
  readonly listed: (context: CheckContext) => Promise<readonly ListedInvoice[]>;
}

const forms: readonly Form[] = [
  { path: '/invoices/list', needs: [], listed: invoices },
  { path: '/customer-invoices/list', needs: ['/catalog/customers/search'], listed: customerInvoices },
];

const flagName = /^(is_?|x_?)?(storno|storniert|cancel(l?ed)?|void(ed)?|annul(e|ed|lato)?)$/i;
const stateName = /^(state|status|(doc(ument)?|invoice)_?stat(e|us))$/i;
const isCancelledWord = (value: string): boolean =>
  /^(cancel(l?ed)?|void(ed)?|storno|storniert|annul(e|ed|lato)?)$/i.test(value);

/** The columns that say that a document is cancelled where they have such a value: a flag, or the word of a state. */
const marksOf = ({
  columns,
}: DataTable): readonly (readonly [column: string, isMark: (value: string) => boolean])[] => [
  ...columns.filter(({ name }) => flagName.test(name)).map(({ name }) => [name, isYes] as const),
  ...columns.filter(({ name }) => stateName.test(name)).map(({ name }) => [name, isCancelledWord] as const),
];

/** `ar.storno is t`; undefined where no column marks the document as cancelled. */
function markOf({ table, row }: ErpRow): string | undefined {
  const mark = marksOf(table).find(([name, isMark]) => isMark(row[name]?.trim() ?? ''));
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
    const all = (await listed(context)).map((one) => ({ ...one, texts: [one.also] }));
    const place = placeOf(rows, all) ?? notPossible('no column of a table has the ids of the listed invoices');
    let isShown = false;
    for (const one of all) {
      const record = rowAt(rows, place, one);
      const mark = record && markOf(record);
      if (mark === undefined) continue;
      isShown = true;
      if (!isTakenBack(one)) fail('agreement', `${one.also} (${one.id}) is ${one.status}, and ${mark}`, 'status');
    }
    if (!isShown) notApplicable('no listed invoice has a row that marks it as cancelled');
  },
}));
