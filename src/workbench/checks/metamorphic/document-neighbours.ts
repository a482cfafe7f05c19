/** Invoices and orders that are removed, copied, and copied as those of another customer or company. */
import type { Tolerance } from '../core/answer-differences.ts';
import { type Question, questionsAbout, rowsAt } from '../core/answers.ts';
import type { CheckContext } from '../core/context.ts';
import type { Customer } from '../core/discovered-data.ts';
import { spread } from '../core/sample.ts';
import type { Json } from '../validation/record.ts';
import { type Candidate, comparableFirst, furtherCandidates, rankedCandidates } from './candidate.ts';
import { largerAmounts } from './clone.ts';
import { customerIn, noCustomers, ownerOf } from './customer-neighbours.ts';
import { type DocumentData, isAlone, otherCompany, otherCustomer } from './document-owners.ts';
import { type Documents, findDocuments } from './documents.ts';
import type { Change, FindNeighbours, Neighbour } from './neighbour.ts';
import type { ErpRow } from './rows.ts';
import { findSubjects, subjectsAround } from './subjects.ts';
import { namesByText, namesRelative, unknownReference } from './undeclared-references.ts';

export const documentPaths = [
  '/credit/customer',
  '/purchase-orders/list',
  '/sales-orders/list',
  '/customer-invoices/list',
  '/customer-statement/get',
  '/sales-orders/usage',
  '/invoices/list',
  '/payments/list',
] as const;

/** Documents of a list whose rows are looked at. */
const mostLooked = 60;
/** Further documents of a list that are removed. */
const mostRemoved = 1;

const isSum = ({ path }: Question): boolean =>
  path === '/credit/customer' || path === '/customer-statement/get' || path === '/sales-orders/usage';

/**
 * What may differ: the document itself, an invoice with its payments, and the sums and documents of other kinds of its customers. `id`: the document
 * that is removed or new. `gaining`: the customer whose lists have the new one.
 */
function toleranceOf(
  { path, lists }: Documents,
  { id, owners, gaining }: { readonly id: string; readonly owners: readonly unknown[]; readonly gaining?: unknown },
): Tolerance {
  const [, idField = ''] = rowsAt[path] ?? [];
  const isOwn = ({ path: asked }: Question, row: Json): boolean =>
    lists.includes(asked) || asked === '/payments/list' ? row[idField] === id : owners.includes(ownerOf(row));
  return {
    isIgnored: (question) => isSum(question) && owners.includes(customerIn(question)),
    mayGain: (question, row) =>
      gaining !== undefined && isOwn(question, row) && [undefined, gaining].includes(customerIn(question)),
    mayChange: isOwn,
  };
}

function neighboursIn(context: CheckContext, data: DocumentData, documents: Documents): readonly Neighbour[] {
  const { rows, foundSubjects } = data;
  const { noun, path, lists, place } = documents;
  if (place === undefined) return [];
  // A customer with a single document is none of its rows.
  const scope = { isLeftOut: ({ table }: ErpRow): boolean => table === data.customerPlace.table };
  const ranked = rankedCandidates(rows, spread(documents.rows, mostLooked), documents.recordOf, () => scope);
  const alone = ranked.filter(({ family }) => isAlone(data, family));
  // Others may follow from one that names a relative: the lines of the next progress invoice are less by a credit note for the last one.
  const independent = alone.filter(({ family }) => !namesRelative(rows, family) && !namesByText(rows, family));
  const candidates = comparableFirst(rows, independent.length > 0 ? independent : alone);
  const [first] = candidates;
  if (first === undefined) {
    context.note(`No row of ${path} was removed or copied: each ${noun} shares rows with other documents.`);
    return [];
  }

  const neighbour = (
    { subject, family }: Candidate<Json>,
    changes: readonly Change[],
    tolerance: (document: string | undefined) => Tolerance,
    others: readonly Customer[] = [],
  ): Neighbour => {
    const id = documents.idOf(subject);
    const owner = foundSubjects.customers.filter(({ erpId }) => erpId === ownerOf(subject));
    const all = questionsAbout(context, subjectsAround(foundSubjects, [...owner, ...others], []));
    return {
      ...{ name: `${noun} ${id} of customer ${String(ownerOf(subject))}`, id, place, family, lists, changes },
      questions: all.filter((one) => documentPaths.some((documentPath) => documentPath === one.path)),
      tolerance: (_before, copy) => tolerance(copy),
      aboutCopy: () => undefined,
    };
  };

  const neighbourOf = (one: Candidate<Json>, changes: readonly Change[]): Neighbour => {
    const owner = ownerOf(one.subject);
    return neighbour(one, changes, (copy) =>
      copy === undefined
        ? toleranceOf(documents, { id: documents.idOf(one.subject), owners: [owner] })
        : toleranceOf(documents, { id: copy, owners: [owner], gaining: owner }),
    );
  };
  const values = (record: ErpRow) => largerAmounts(rows, record);
  const moved = (one: Candidate<Json>): readonly Neighbour[] => {
    const exchange = otherCustomer(data, documents, one.subject, one.family);
    if (exchange === undefined) return [];
    const { erpId } = exchange.customer;
    const how = ` with amounts times 3, as one of customer ${erpId}`;
    const replacing = new Map([[exchange.owner, exchange.other.row]]);
    const owners = [ownerOf(one.subject), erpId];
    const tolerance = (copy = ''): Tolerance => toleranceOf(documents, { id: copy, owners, gaining: erpId });
    return [neighbour(one, [{ kind: 'copied', how, values, replacing }], tolerance, [exchange.customer])];
  };
  const ofCompany = (one: Candidate<Json>): readonly Neighbour[] => {
    const exchange = otherCompany(data, documents, one.family);
    if (exchange === undefined) return [];
    const replacing = new Map([[exchange.owner, exchange.other.row]]);
    return [neighbour(one, [{ kind: 'copied', how: ' as one of another company', values, replacing }], () => ({}))];
  };
  return [
    neighbourOf(first, [{ kind: 'removed' }, { kind: 'copied', how: '', isEqual: true }]),
    // Others may follow from one that a column names without a foreign key, too.
    ...furtherCandidates(rows, candidates, mostRemoved)
      .filter(({ family }) => unknownReference(rows, family) === undefined)
      .map((one) => neighbourOf(one, [{ kind: 'removed' }])),
    ...candidates.values().flatMap(moved).take(1),
    ...ofCompany(first),
  ];
}

/** A document of each kind that is removed and copied, and one that is copied as that of another customer or company. */
export const findDocumentNeighbours: FindNeighbours = async (context, rows) => {
  const foundSubjects = await findSubjects(context, rows);
  const { customerPlace } = foundSubjects;
  if (customerPlace === undefined) return noCustomers;
  const all = await findDocuments(context, rows);
  const neighbours = all.flatMap((one) => neighboursIn(context, { rows, foundSubjects, customerPlace, all }, one));
  if (neighbours.length > 0) return neighbours;
  const needs = 'an invoice or order that shares no rows with other documents';
  return { kind: 'missing datum', datum: { needs, path: '/invoices/list' }, seen: '' };
};
