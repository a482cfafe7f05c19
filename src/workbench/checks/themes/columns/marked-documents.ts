/** A document that its row marks as cancelled or closed is listed as such, and one that is a draft is not listed. */
import type { Path } from '../../../../contract/types.ts';
import type { Check } from '../../core/check.ts';
import { plainName } from '../../core/column-names.ts';
import type { CheckContext } from '../../core/context.ts';
import { isEnded, isTakenBack } from '../../core/document-states.ts';
import { fail, notApplicable, notPossible } from '../../core/outcome.ts';
import { isNo, isYes } from '../../metamorphic/flag-values.ts';
import { placeOf, rowAt, type Shown } from '../../metamorphic/places.ts';
import { type ErpRow, type Rows, withTwins } from '../../metamorphic/rows.ts';
import { rowsCheck } from '../rows-check.ts';
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
  /** Names of flags that say the opposite. */
  readonly opposite?: RegExp;
  /** Words of a state. */
  readonly word: RegExp;
  /** Names of tables with a row for each document that has the mark. */
  readonly table?: RegExp;
  /** Whether the listed document has this mark; undefined where such a document is not listed at all. */
  readonly isShown?: (listed: Listed) => boolean;
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

const draft: Mark = {
  flag: /^(is_?|x_?)?(draft|entwurf|brouillon|borrador|bozza|concept)$/i,
  opposite: /^(is_?|x_?)?(approved|freigegeben|valid(e|ated)|finali[sz]ed)$/i,
  word: /^(draft|entwurf|brouillon|borrador|bozza|concept)$/i,
};

interface Form {
  readonly id: Check['id'];
  readonly path: Path;
  readonly needs: Check['needs'];
  readonly mark: Mark;
  /** Completes "that a flag or a state in its row marks as". */
  readonly as: string;
  readonly document: string;
  /** How such a document is listed. */
  readonly how: string;
  readonly listed: (context: CheckContext) => Promise<readonly Listed[]>;
}

const listedInvoice = ({ id, also, status }: ListedInvoice): Listed => ({ id, texts: [also], number: also, status });

const cancelledInvoices = {
  id: 'columns/cancelled-invoices',
  mark: cancelled,
  as: 'cancelled',
  document: 'an invoice',
  how: 'listed as cancelled',
} as const;
const draftInvoices = {
  id: 'columns/draft-invoices',
  mark: draft,
  as: 'a draft',
  document: 'an invoice',
  how: 'not listed',
} as const;

const imported = {
  path: '/invoices/list',
  needs: [],
  listed: async (context: CheckContext) => (await invoices(context)).map(listedInvoice),
} as const;
const ofCustomers = {
  path: '/customer-invoices/list',
  needs: ['/catalog/customers/search'],
  listed: async (context: CheckContext) => (await customerInvoices(context)).map(listedInvoice),
} as const;

const forms: readonly Form[] = [
  {
    ...cancelledInvoices,
    ...imported,
  },
  {
    ...cancelledInvoices,
    ...ofCustomers,
  },
  { ...draftInvoices, ...imported },
  { ...draftInvoices, ...ofCustomers },
  {
    ...{ id: 'columns/closed-orders', mark: closed, as: 'closed', document: 'an order', how: 'listed as closed' },
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
  const { flag, opposite, word } = mark;
  const column = table.columns.find(({ name }) => {
    const value = row[name]?.trim() ?? '';
    const shortName = plainName(table, name);
    const isFlagged = (flag.test(shortName) && isYes(value)) || (opposite?.test(shortName) === true && isNo(value));
    return isFlagged || (stateName.test(shortName) && word.test(value));
  });
  return column === undefined ? isInTable(rows, record, mark) : `${table.name}.${column.name} is ${row[column.name]}`;
}

/** Checks of cancelled invoices, closed orders and drafts. */
export const markedDocuments: readonly Check[] = forms.map(({ id, path, needs, mark, as, document, how, listed }) =>
  rowsCheck({
    id,
    path,
    title: `${document} that a flag or a state in its row marks as ${as} is ${how}`,
    clause: `contract 2, ${path}`,
    needs: [path, ...needs],
    async run(context, rows) {
      const all = await listed(context);
      const place = placeOf(rows, all) ?? notPossible('no column of a table has the ids of the listed documents');
      const shownMarkOf = (record: ErpRow): string | undefined =>
        withTwins(rows, record)
          .map((twin) => markOf(rows, twin, mark))
          .find((text) => text !== undefined);
      let isShown =
        mark.isShown === undefined && rows.inTable(place.table).some((record) => shownMarkOf(record) !== undefined);
      for (const one of all) {
        const record = rowAt(rows, place, one);
        const shownMark = record && shownMarkOf(record);
        if (shownMark === undefined) continue;
        isShown = true;
        if (mark.isShown?.(one) !== true)
          fail('agreement', `${one.number} (${one.id}) is ${one.status}, and ${shownMark}`, 'status');
      }
      if (!isShown) notApplicable(`no document has a row that marks it as ${as}`);
    },
  }),
);
