/** An address of a customer that is copied: it is an address of no other customer, and changes nothing but the list of its own. */
import { rowsOf } from '../core/answer-differences.ts';
import { questionsAbout, takeAnswers } from '../core/answers.ts';
import type { CheckContext } from '../core/context.ts';
import type { Customer } from '../core/discovered-data.ts';
import type { Json } from '../validation/record.ts';
import { type Candidate, candidatesOf } from './candidate.ts';
import { customerIn } from './customer-neighbours.ts';
import type { FindNeighbours } from './neighbour.ts';
import { otherTexts } from './other-texts.ts';
import { type Place, shows, valuesIn } from './places.ts';
import { codeColumns } from './row-evidence.ts';
import type { ErpRow, Rows } from './rows.ts';
import { findSubjects, subjectsAround } from './subjects.ts';

const path = '/catalog/customers/addresses';
export const addressPaths = [path, '/catalog/customers/search', '/debtors/list'] as const;

/** Customers whose addresses are looked for, and others with an address like the copied one. */
const mostTried = 40;
const mostAlike = 4;
/** Texts that an address and its row have in common at least: the street, and the town or the code. */
const leastShown = 2;

interface Address {
  readonly customer: Customer;
  readonly hit: Json;
  readonly record: ErpRow;
  readonly place: Place;
}

/** The row of an address, other than that of its customer: the one with most texts of the answer. */
function addressAt({ subject: customer, family }: Candidate, hit: Json): readonly Address[] {
  const ids = valuesIn(String(hit.erpLocationId));
  const counted = family.records.flatMap((record) => {
    const { table, row } = record;
    const column = table.key.findLast((name) => ids.includes(row[name] ?? ''));
    const texts = Object.values(row).filter((value) => value !== null && shows(value, String(hit.address)));
    if (record === family.root || column === undefined || texts.length < leastShown) return [];
    return [{ customer, hit, record, place: { table, column }, shown: texts.length }];
  });
  const [first, second] = counted.toSorted((one, other) => other.shown - one.shown);
  return first === undefined || first.shown === second?.shown ? [] : [first];
}

/** An address of a customer who has several that differ in no code: a further one may contradict no rule of the ERP, such as one main address. */
function repeated(rows: Rows, addresses: readonly Address[]): Address | undefined {
  const kindOf = ({ hit, record }: Address): string =>
    JSON.stringify([hit.addressKind, record.table.name, codeColumns(rows, record).map((name) => record.row[name])]);
  const all = [...Map.groupBy(addresses, kindOf).values()];
  return all.find((ofKind) => new Set(ofKind.map(({ record }) => record)).size > 1)?.at(-1);
}

/** Customers with a row that has most texts in common with the row of the address. */
function alike(candidates: readonly Candidate[], { customer, record }: Address): readonly Customer[] {
  const { table, row } = record;
  const texts = table.columns.filter(({ name, type }) => type === 'text' && (row[name] ?? '') !== '');
  const common = (one: ErpRow): number =>
    one.table === table ? texts.filter(({ name }) => one.row[name] === row[name]).length : 0;
  const ranked = candidates
    .filter(({ subject }) => subject !== customer)
    .map(({ subject, family }) => ({ subject, common: Math.max(...family.records.map(common)) }));
  return ranked
    .toSorted((one, other) => other.common - one.common)
    .slice(0, mostAlike)
    .map(({ subject }) => subject);
}

/** The addresses of customers that are in rows of their own, by customer. */
async function locatedAddresses(
  context: CheckContext,
  candidates: readonly Candidate[],
): Promise<readonly (readonly Address[])[]> {
  const tried = candidates.slice(0, mostTried);
  const questions = tried.map(({ subject }) => ({ path, body: { customerId: subject.erpId } }) as const);
  const answers = [...(await takeAnswers(context, questions)).values()];
  const located = tried.map((one) =>
    answers
      .filter(({ body }) => body.customerId === one.subject.erpId)
      .flatMap(rowsOf)
      .flatMap((hit) => addressAt(one, hit)),
  );
  return located.filter((ofCustomer) => ofCustomer.length > 0);
}

/** An address like another one of its customer, which is copied. None where no address is in a row of its own. */
export const findAddresses: FindNeighbours = async (context, rows) => {
  const foundSubjects = await findSubjects(context, rows);
  const candidates =
    foundSubjects.customerPlace === undefined ? [] : candidatesOf(rows, foundSubjects, foundSubjects.customerPlace);
  const located = await locatedAddresses(context, candidates);
  if (located.length === 0) return [];
  const [address] = located.flatMap((ofCustomer) => repeated(rows, ofCustomer) ?? []);
  if (address === undefined)
    return {
      kind: 'missing datum',
      datum: { needs: 'a customer with two addresses of the same kind, in rows of their own', path },
      seen: '',
    };
  const { customer, hit, record, place } = address;
  const { erpId } = customer;
  const customers = [customer, ...alike(candidates, address)];
  const questions = questionsAbout(context, subjectsAround(foundSubjects, customers, [])).filter((one) =>
    addressPaths.some((addressPath) => addressPath === one.path),
  );
  return [
    {
      ...{ name: `an address of customer ${erpId}`, id: String(hit.erpLocationId), place, questions },
      family: { root: record, records: [record], sharedRows: [] },
      lists: [path],
      changes: [
        { kind: 'copied', how: ' with another label', values: otherTexts(rows, [String(hit.erpLabel)]) },
        { kind: 'copied', how: '', isEqual: true },
      ],
      tolerance: () => ({ mayGain: (question) => customerIn(question) === erpId }),
      aboutCopy: () => undefined,
    },
  ];
};
