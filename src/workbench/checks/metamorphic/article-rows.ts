/** Rows that belong to an article and to no customer, such as its stock in a warehouse, with the requests that they must not multiply. */
import type { Answers } from '../core/answers.ts';
import type { DataRow, DataTable } from '../core/erp-data.ts';
import { leadsTo } from './documents.ts';
import { rowAt } from './places.ts';
import { plausibleRow } from './row-evidence.ts';
import type { ErpRow, Rows } from './rows.ts';
import { type FoundSubjects, shownProduct } from './subjects.ts';

/** Rows of a table that are copied, each of another article. */
const mostCopied = 2;

export interface ArticleRow {
  readonly record: ErpRow;
  /** The columns of a further row of the same article that differ. */
  readonly plausible: DataRow;
  /** The usage of the article, which is not 0. */
  readonly before: Answers;
}

/** Of each table that refers to articles with usage, and to no customer, up to two rows that may have a further one. */
export function articleRows(
  rows: Rows,
  { products, productPlace, customerPlace }: FoundSubjects,
  before: Answers,
): readonly ArticleRow[] {
  if (productPlace === undefined || customerPlace === undefined) return [];
  const customerTables = new Set([customerPlace.table.name]);
  const ofTables = new Map<DataTable, ArticleRow[]>();
  for (const product of products) {
    const used = new Map(
      [...before].filter(
        ([, { path, body, answer }]) =>
          path === '/sales-orders/usage' && body.sku === product.erpSku && Number(answer.units) > 0,
      ),
    );
    const article = used.size > 0 ? rowAt(rows, productPlace, shownProduct(product)) : undefined;
    if (article === undefined) continue;
    const taken = new Set<DataTable>();
    for (const record of rows.referringTo(article)) {
      const { table } = record;
      const ofTable = ofTables.get(table) ?? [];
      if (taken.has(table) || ofTable.length === mostCopied || leadsTo(rows, record, customerTables, new Set()))
        continue;
      const ofArticle = table.references.flatMap((one) => (one.table === article.table.name ? one.columns : []));
      const plausible = plausibleRow(rows, record, ofArticle);
      if (plausible === undefined) continue;
      taken.add(table);
      ofTables.set(table, [...ofTable, { record, plausible, before: used }]);
    }
  }
  return [...ofTables.values()].flat();
}
