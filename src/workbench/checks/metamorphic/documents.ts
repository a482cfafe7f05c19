/** The documents that the lists show, with the rows that have their ids. */
import type { Path } from '../../../contract/types.ts';
import { rowsOf } from '../core/answer-differences.ts';
import { type Question, questionsAbout, rowsAt, takeAnswers } from '../core/answers.ts';
import type { CheckContext } from '../core/context.ts';
import type { Json } from '../validation/record.ts';
import { type Place, placeOf, rowAt, type Shown } from './places.ts';
import type { ErpRow, Rows } from './rows.ts';

interface DocumentList {
  /** Of one document, for people. */
  readonly noun: string;
  /** The list of all such documents. */
  readonly path: Path;
  readonly lists: readonly Path[];
  readonly number: string;
}

const documentLists: readonly DocumentList[] = [
  {
    ...{ noun: 'invoice', path: '/invoices/list', number: 'invoiceNumber' },
    lists: ['/invoices/list', '/customer-invoices/list'],
  },
  { noun: 'sales order', path: '/sales-orders/list', lists: ['/sales-orders/list'], number: 'soNumber' },
  { noun: 'purchase order', path: '/purchase-orders/list', lists: ['/purchase-orders/list'], number: 'poNumber' },
];

export interface Documents extends DocumentList {
  readonly rows: readonly Json[];
  /** Undefined where no column has the ids. */
  readonly place: Place | undefined;
  idOf(row: Json): string;
  /** The row of the ERP. */
  recordOf(row: Json): ErpRow | undefined;
}

/** The rows of a list by the place of their ids, of which a list may have several: invoices and credit notes, posted ones and settled ones. */
function byPlace(rows: Rows, listed: readonly Json[], shown: (row: Json) => Shown) {
  const candidates: { readonly place: Place | undefined; readonly rows: readonly Json[] }[] = [];
  for (let left = listed; left.length > 0; ) {
    const place = placeOf(rows, left.map(shown)) ?? placeOf(rows, left.slice(0, 1).map(shown));
    const placedRows = place === undefined ? left : left.filter((row) => rowAt(rows, place, shown(row)) !== undefined);
    candidates.push({ place, rows: placedRows });
    left = left.filter((row) => !placedRows.includes(row));
  }
  return candidates;
}

/** The documents of each kind whose list is provided, by the tables that they are in. */
export async function findDocuments(context: CheckContext, rows: Rows): Promise<readonly Documents[]> {
  const none = { customers: [], products: [], prices: [], usages: [] };
  const questions = new Map<Path, Question>(questionsAbout(context, none).map((one) => [one.path, one]));
  const asked = documentLists.flatMap(({ path }) => questions.get(path) ?? []);
  const answers = [...(await takeAnswers(context, asked)).values()];
  return documentLists.flatMap((list): readonly Documents[] => {
    const answer = answers.find(({ path }) => path === list.path);
    if (answer === undefined) return [];
    const idOf = (row: Json): string => String(row[rowsAt[list.path]?.[1] ?? '']);
    const shown = (row: Json): Shown => ({ id: idOf(row), texts: [String(row[list.number])] });
    return byPlace(rows, rowsOf(answer), shown).map((group) => {
      const { place } = group;
      return { ...list, ...group, idOf, recordOf: (row) => place && rowAt(rows, place, shown(row)) };
    });
  });
}

/** Whether a row is in one of the tables, or refers to such a row, directly or through rows of others. `until`: tables that are not followed further. */
export function leadsTo(rows: Rows, from: ErpRow, tables: ReadonlySet<string>, until: ReadonlySet<string>): boolean {
  const seen = new Set<ErpRow>([from]);
  for (const one of seen) {
    if (tables.has(one.table.name)) return true;
    if (until.has(one.table.name)) continue;
    for (const target of rows.referredToBy(one)) seen.add(target);
  }
  return false;
}
