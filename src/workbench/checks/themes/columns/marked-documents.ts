/** A document that its row marks as cancelled or closed is listed as such. */
import type { Path } from '../../../../contract/types.ts';
import type { Check } from '../../core/check.ts';
import { plainName } from '../../core/column-names.ts';
import type { CheckContext } from '../../core/context.ts';
import { isEnded, isTakenBack } from '../../core/document-states.ts';
import { fail, notApplicable, notPossible } from '../../core/outcome.ts';
import { dataOf } from '../../core/written-rows.ts';
import { isYes } from '../../metamorphic/flag-values.ts';
import { placeOf, rowAt, type Shown } from '../../metamorphic/places.ts';
import { type ErpRow, type Rows, readRows, withTwins } from '../../metamorphic/rows.ts';
import { customerInvoices, invoices, type ListedInvoice } from './listed-invoices.ts';
import { shownOrder } from './order-lines.ts';

/** A listed document, with the number that people know. */
interface Listed extends Shown {
  readonly number: string;
  readonly status: string;
}

/** What a row may say of its document. */
interface Mark {
  /** Names of flags, alone or after `is_`. */
  readonly flag: RegExp;
  /** Words of a state. */
  readonly word: RegExp;
  /** Names of tables with a row for each document that has the mark. */
  readonly table?: RegExp;
  /** Whether the listed document has this mark. */
  readonly isShown: (listed: Listed) => boolean;
}

const cancelled: Mark = {
  flag: /^(is_?|x_?)?(storno|storniert|cancel(l?ed)?|void(ed)?|annul(e|ed|lato)?)$/i,
  word: /^(cancel(l?ed)?|void(ed)?|storno|storniert|annul(e|ed|lato)?)$/i,
  table: /^(doc(ument)?s?_?|invoices?_?)?(void(ed)?|cancel(l?ed|lations?)?|storn(o|os|iert)?)$/i,
  isShown: isTakenBack,
};

const closed: Mark = {
  flag: /^(is_?|x_?)?(closed|(ab)?geschlossen|clotur(e|ee)?|cerrado)$/i,
  word: /^(closed|(ab)?geschlossen)$/i,
  isShown: isEnded,
};

interface Form {
  readonly id: Check['id'];
  readonly path: Path;
  readonly needs: Check['needs'];
  readonly mark: Mark;
  /** Completes "that a flag or a state in its row marks as". */
  readonly as: string;
  readonly document: string;
  readonly listed: (context: CheckContext) => Promise<readonly Listed[]>;
}

const listedInvoice = ({ id, also, status }: ListedInvoice): Listed => ({ id, texts: [also], number: also, status });

const ofInvoices = {
  id: 'columns/cancelled-invoices',
  mark: cancelled,
  as: 'cancelled',
  document: 'an invoice',
} as const;

const forms: readonly Form[] = [
  {
    ...ofInvoices,
    path: '/invoices/list',
    needs: [],
    listed: async (context) => (await invoices(context)).map(listedInvoice),
  },
  {
    ...ofInvoices,
    path: '/customer-invoices/list',
    needs: ['/catalog/customers/search'],
    listed: async (context) => (await customerInvoices(context)).map(listedInvoice),
  },
  {
    ...{ id: 'columns/closed-orders', mark: closed, as: 'closed', document: 'an order' },
    path: '/sales-orders/list',
    needs: [],
    async listed(context) {
      const { orders } = await context.ask('/sales-orders/list', { limit: 100 });
      return orders.map((order) => ({ ...shownOrder(order), number: order.soNumber, status: order.status }));
    },
  },
];

const stateName = /^(state|status|(doc(ument)?|invoice|order)_?stat(e|us))$/i;

/** A table of cancelled documents has a row that refers to this one. */
const isInTable = (rows: Rows, record: ErpRow, { table: marks }: Mark): string | undefined => {
  const mark = rows.referringTo(record).find(({ table }) => marks?.test(table.name.replace(/^\d+_/, '')));
  return mark && `${mark.table.name} has a row that refers to it`;
};

/** `ar.storno is t`; undefined where no column and no table has the mark. */
function markOf(rows: Rows, record: ErpRow, mark: Mark): string | undefined {
  const { table, row } = record;
  const { flag, word } = mark;
  const column = table.columns.find(({ name }) => {
    const value = row[name]?.trim() ?? '';
    const plain = plainName(table, name);
    return (flag.test(plain) && isYes(value)) || (stateName.test(plain) && word.test(value));
  });
  return column === undefined ? isInTable(rows, record, mark) : `${table.name}.${column.name} is ${row[column.name]}`;
}

/** Checks of cancelled invoices and closed orders. */
export const markedDocuments: readonly Check[] = forms.map(({ id, path, needs, mark, as, document, listed }) => ({
  id,
  path,
  title: `${document} that a flag or a state in its row marks as ${as} is listed as ${as}`,
  clause: `contract 2, ${path}`,
  tag: 'fixture',
  mayDeviate: true,
  needs: [path, ...needs],
  async run(context) {
    const rows = await readRows(dataOf(context));
    const all = await listed(context);
    const place = placeOf(rows, all) ?? notPossible('no column of a table has the ids of the listed documents');
    let isShown = false;
    for (const one of all) {
      const record = rowAt(rows, place, one);
      const marks = record === undefined ? [] : withTwins(rows, record);
      const shownMark = marks.map((twin) => markOf(rows, twin, mark)).find((text) => text !== undefined);
      if (shownMark === undefined) continue;
      isShown = true;
      if (!mark.isShown(one))
        fail('agreement', `${one.number} (${one.id}) is ${one.status}, and ${shownMark}`, 'status');
    }
    if (!isShown) notApplicable(`no listed document has a row that marks it as ${as}`);
  },
}));
