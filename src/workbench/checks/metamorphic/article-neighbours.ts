/** Articles that are removed and copied, with their texts, prices and stock, and without the lines of documents. */
import { questionsAbout } from '../core/answers.ts';
import type { CheckContext } from '../core/context.ts';
import type { Product } from '../core/discovered-data.ts';
import { spread } from '../core/sample.ts';
import { type Candidate, comparableFirst, mostRows, rankedCandidates } from './candidate.ts';
import { largerAmounts } from './clone.ts';
import { findDocuments, leadsTo } from './documents.ts';
import type { Change, FindNeighbours, Neighbour } from './neighbour.ts';
import { otherTexts } from './other-texts.ts';
import { rowAt } from './places.ts';
import type { ErpRow } from './rows.ts';
import { customersOf, findSubjects, shownProduct } from './subjects.ts';

/** Articles whose rows are looked at. */
const mostLooked = 60;
/** Articles with rows in most tables, and others, whose answers are compared; customers of each kind whose prices are. */
const mostProducts = 5;
const mostCustomers = 2;

export const articlePaths = [
  '/catalog/products/search',
  '/catalog/products/by-sku',
  '/pricing/resolve',
  '/sales-orders/usage',
] as const;

/** Whether a copied article has all rows that its price depends on: not where the ERP answers it by a request, and some tables are not changed. */
async function isPricedByRows({ fixture, note }: CheckContext): Promise<boolean> {
  if (fixture === undefined || (await fixture.data?.isPartial()) !== true) return true;
  const sources = await fixture.sourcesOf('/pricing/resolve', 'systemUnitPrice');
  const request = sources.find(({ column }) => column === undefined);
  if (request !== undefined)
    note(`The price of a copy was not compared: ${request.text} may depend on tables that the profile does not name.`);
  return request === undefined;
}

/** An article that is copied, and one that no document names, which is removed. */
export const findArticles: FindNeighbours = async (context, rows) => {
  const foundSubjects = await findSubjects(context, rows);
  const documents = await findDocuments(context, rows);
  const isPriced = await isPricedByRows(context);
  const { productPlace: place, customerPlace } = foundSubjects;
  const tables = new Set(documents.flatMap((one) => one.place?.table.name ?? []));
  if (place === undefined)
    return {
      kind: 'not possible here',
      reason: 'no column of a table has the ids of the products that the search finds',
    };
  const masters = new Set([place.table.name, ...(customerPlace === undefined ? [] : [customerPlace.table.name])]);
  const isOfDocument = (record: ErpRow): boolean => leadsTo(rows, record, tables, masters);
  const rowOf = (product: Product): ErpRow | undefined => rowAt(rows, place, shownProduct(product));
  const candidates = comparableFirst(
    rows,
    rankedCandidates(rows, spread(foundSubjects.products, mostLooked), rowOf, () => ({ isLeftOut: isOfDocument })),
  );
  const [first] = candidates;
  if (first === undefined)
    return {
      kind: 'missing datum',
      datum: { needs: `a product to which at most ${mostRows} rows belong`, path: '/catalog/products/search' },
      seen: 'each product that was looked at has more',
    };
  const neighbour = ({ subject, family }: Candidate<Product>, changes: readonly Change[]): Neighbour => {
    const { erpProductId: id, erpSku: sku } = subject;
    const { named, sharing } = customersOf(rows, foundSubjects, family.records);
    const customers = [named, sharing, foundSubjects.customers].flatMap((some) => spread(some, mostCustomers));
    const products = [subject, ...candidates.slice(0, mostProducts).map((one) => one.subject)];
    products.push(...spread(foundSubjects.products, mostProducts));
    const prices = customers.flatMap(({ erpId }) => products.map(({ erpProductId }) => [erpId, erpProductId] as const));
    const usages = customers.flatMap(({ erpId }) => products.map(({ erpSku }) => [erpId, erpSku] as const));
    const all = questionsAbout(context, { customers: [], products, prices, usages });
    return {
      ...{ name: `article ${sku}`, id, number: sku, place, family, changes },
      lists: ['/catalog/products/search', '/catalog/products/by-sku'],
      questions: all.filter(({ path }) => articlePaths.some((one) => one === path)),
      tolerance: (_before, copy) => ({
        isIgnored: ({ path, body }) =>
          copy === undefined && (body.productErpId === id || (path === '/sales-orders/usage' && body.sku === sku)),
        mayGain: (_question, row) => row.erpProductId === copy,
        mayChange: (_question, row) => copy === undefined && row.erpProductId === id,
      }),
      aboutCopy({ path, body }, copy, { originals }) {
        if (body.productErpId === id) return isPriced ? { path, body: { ...body, productErpId: copy } } : undefined;
        const other = [...originals].find(([, old]) => old === sku);
        const isBySku = path === '/catalog/products/by-sku' && body.sku === sku;
        return isBySku && other !== undefined ? { path, body: { ...body, sku: other[0] } } : undefined;
      },
    };
  };
  const isWhole = ({ family: { records, sharedRows } }: Candidate<Product>): boolean => {
    const familyRows = new Set(records);
    return (
      sharedRows.length === 0 && records.every((one) => rows.referringTo(one).every((other) => familyRows.has(other)))
    );
  };
  const unsold = candidates.find(isWhole);
  const texts = otherTexts(rows, [first.subject.erpDesc]);
  return [
    neighbour(first, [
      { kind: 'copied', how: ' with larger amounts', values: (record) => largerAmounts(rows, record, 'column') },
      { kind: 'copied', how: ' with another text', values: texts },
      { kind: 'copied', how: '', isEqual: true },
    ]),
    ...(unsold === undefined ? [] : [neighbour(unsold, [{ kind: 'removed' }])]),
  ];
};
