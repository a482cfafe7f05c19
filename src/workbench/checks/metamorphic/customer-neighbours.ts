/** Customers that are removed and copied. */
import { rowsOf } from '../core/answer-differences.ts';
import { type Answers, type Question, questionsAbout } from '../core/answers.ts';
import type { Gap } from '../core/gap.ts';
import type { Json } from '../validation/record.ts';
import { type Candidate, candidatesOf, comparableFirst, furtherCandidates, mostRows } from './candidate.ts';
import { largerAmounts } from './clone.ts';
import { familyOf } from './family.ts';
import type { Change, FindNeighbours, Neighbour } from './neighbour.ts';
import type { ErpRow, Rows } from './rows.ts';
import { findSubjects, productsOf, subjectsAround } from './subjects.ts';

/** Further customers that are removed. */
const mostRemoved = 3;

/** The customer that a request is about. */
export const customerIn = ({ body }: Question): unknown => body.customerErpId ?? body.customerId;
/** The customer that a row of a list is about. */
export const ownerOf = (row: Json): unknown => row.customerErpId ?? row.erpDebtorId ?? row.erpId;

/** The ids of the invoices of a customer, for payments, which name no customer. */
function invoicesOf(answers: Answers, customer: string): ReadonlySet<unknown> {
  const rows = [...answers.values()].filter(({ path }) => path === '/invoices/list').flatMap(rowsOf);
  return new Set(rows.flatMap((row) => (row.erpDebtorId === customer ? [row.erpInvoiceId] : [])));
}

export const noCustomers: Gap = {
  kind: 'not possible here',
  reason: 'no column of a table has the ids of the customers that the search finds',
};

/** The customer without the row that it owns, where it owns one: the copy is a second account of the same company. */
function sharedOwner(rows: Rows, { subject, family: { root, records } }: Candidate): readonly Candidate[] {
  const refers = new Set(rows.referredToBy(root));
  if (!records.some((one) => refers.has(one))) return [];
  const family = familyOf(rows, root, { most: mostRows, isLeftOut: (one) => refers.has(one) });
  return family === undefined ? [] : [{ subject, family }];
}

/** A customer that is removed and copied, and further ones that are removed. */
export const findCustomers: FindNeighbours = async (context, rows) => {
  const foundSubjects = await findSubjects(context, rows);
  const { customerPlace: place } = foundSubjects;
  if (place === undefined) return noCustomers;
  const candidates = comparableFirst(rows, candidatesOf(rows, foundSubjects, place));
  const [candidate] = candidates;
  if (candidate === undefined)
    return {
      kind: 'missing datum',
      datum: { needs: `a customer to whom at most ${mostRows} rows belong`, path: '/catalog/customers/search' },
      seen: 'each customer that was looked at has more',
    };
  const neighbour = ({ subject, family }: Candidate, changes: readonly Change[]): Neighbour => {
    const { erpId: id } = subject;
    const special = productsOf(rows, foundSubjects, family.records);
    return {
      ...{ name: `customer ${id}`, id, place, family, changes },
      lists: ['/catalog/customers/search', '/debtors/list'],
      questions: questionsAbout(context, subjectsAround(foundSubjects, [subject], special)),
      tolerance(before, copy) {
        // Lists of all customers have the rows of the copy.
        if (copy !== undefined) return { mayGain: (question) => customerIn(question) === undefined };
        const invoices = invoicesOf(before, id);
        return {
          isIgnored: (question) => customerIn(question) === id,
          mayGain: (question) => customerIn(question) === undefined,
          mayChange: (_question, row) => ownerOf(row) === id || invoices.has(row.erpInvoiceId),
        };
      },
      aboutCopy(question, copy) {
        if (customerIn(question) !== id) return undefined;
        const { path, body } = question;
        return { path, body: { ...body, ...('customerId' in body ? { customerId: copy } : { customerErpId: copy }) } };
      },
    };
  };
  const larger = { kind: 'copied', values: (record: ErpRow) => largerAmounts(rows, record) } as const;
  return [
    neighbour(candidate, [
      { kind: 'removed' },
      { ...larger, how: ' with amounts times 3' },
      { kind: 'copied', how: '', isEqual: true },
    ]),
    ...sharedOwner(rows, candidate).map((one) =>
      neighbour(one, [{ ...larger, how: ', for the same owner', isShared: true }]),
    ),
    ...furtherCandidates(rows, candidates, mostRemoved).map((one) => neighbour(one, [{ kind: 'removed' }])),
  ];
};
