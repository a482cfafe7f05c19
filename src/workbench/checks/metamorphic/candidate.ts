/** The customers, and other records, whose rows are changed. */
import type { Customer } from '../core/discovered-data.ts';
import { type Family, type FamilyScope, familyOf } from './family.ts';
import { ownRowOfTexts, type Place, rowAt } from './places.ts';
import { type ErpRow, isCodeColumn, type Rows } from './rows.ts';
import { type FoundSubjects, shownCustomer } from './subjects.ts';
import { unknownKeyReference, unknownReference } from './undeclared-references.ts';

/** Rows of a record that are copied at most. */
export const mostRows = 160;
/** Records whose rows are counted. */
const mostCandidates = 60;
/** Candidates of which one is looked for whose copy is like it. */
const mostComparable = 20;

export interface Candidate<T = Customer> {
  readonly subject: T;
  readonly family: Family;
}

/** Subjects with few enough rows, those with rows in most tables first, then those that share none with another subject. */
export function rankedCandidates<T>(
  rows: Rows,
  subjects: readonly T[],
  rowOf: (subject: T) => ErpRow | undefined,
  scopeOf: (subject: T, row: ErpRow) => Omit<FamilyScope, 'most'> = () => ({}),
): readonly Candidate<T>[] {
  const all = subjects.slice(0, mostCandidates).flatMap((subject): readonly Candidate<T>[] => {
    const row = rowOf(subject);
    const family = row && familyOf(rows, row, { most: mostRows, ...scopeOf(subject, row) });
    return family === undefined ? [] : [{ subject, family }];
  });
  const rank = ({ family: { records, sharedRows } }: Candidate<T>): number =>
    new Set(records.map(({ table }) => table.name)).size * 1_000 - sharedRows.length * 100 - records.length;
  return all.toSorted((one, other) => rank(other) - rank(one));
}

/** The customers as candidates, ranked. `place`: the table and column that have their ids. */
export const candidatesOf = (
  rows: Rows,
  { customers, productPlace }: FoundSubjects,
  place: Place,
): readonly Candidate[] =>
  rankedCandidates(
    rows,
    customers,
    (customer) => rowAt(rows, place, shownCustomer(customer)),
    (customer, row) => ({
      owned: ownRowOfTexts(rows, place, row, shownCustomer(customer)),
      // A product that one customer has bought is a product for all.
      isLeftOut: ({ table }) => table === productPlace?.table,
    }),
  );

/** Whether a database takes a copy of each row: not where a unique column refers to a row of which there is no copy. */
function canBeCopied(rows: Rows, { records }: Family): boolean {
  const family = new Set(records);
  return records.every((record) =>
    record.table.references.every((reference) => {
      const [name, ...more] = reference.columns;
      const isUnique = record.table.uniqueKeys.some((key) => key.length === 1 && key[0] === name);
      return more.length > 0 || !isUnique || rows.targetsOf(record, reference).every((target) => family.has(target));
    }),
  );
}

/**
 * The candidates, first one that the database takes a copy of, if possible one whose copy must be answered like it: no other column may refer to its
 * rows, and it shares none.
 */
export function comparableFirst<T>(rows: Rows, candidates: readonly Candidate<T>[]): readonly Candidate<T>[] {
  const copied = candidates.slice(0, mostComparable).filter(({ family }) => canBeCopied(rows, family));
  const whole = copied.filter(
    ({ family }) => family.sharedRows.length === 0 && unknownKeyReference(rows, family) === undefined,
  );
  const first = whole.find(({ family }) => unknownReference(rows, family) === undefined) ?? whole[0] ?? copied[0];
  return first === undefined ? candidates : [first, ...candidates.filter((one) => one !== first)];
}

/** The codes in the rows of a family, such as a status of an order. */
function codesIn<T>(rows: Rows, { family }: Candidate<T>): readonly string[] {
  return [...Map.groupBy(family.records, ({ table }) => table)].flatMap(([table, records]) => {
    const codes = table.columns.filter(({ name }) => isCodeColumn(rows, table, name));
    return records.flatMap(({ row }) => codes.map(({ name }) => `${table.name} ${name} ${row[name]}`));
  });
}

/**
 * Up to `most` further candidates, each with the most codes that those before lack: the orders of one customer may all be drafts that nothing counts. None
 * shares rows with another customer: what would be left of these is no state of the ERP.
 */
export function furtherCandidates<T>(
  rows: Rows,
  candidates: readonly Candidate<T>[],
  most: number,
): readonly Candidate<T>[] {
  const [first, ...others] = candidates;
  const seen = new Set(first && codesIn(rows, first));
  const whole = others.filter(({ family }) => family.sharedRows.length === 0);
  const codes = new Map(whole.map((one) => [one, new Set(codesIn(rows, one))] as const));
  const further: Candidate<T>[] = [];
  while (further.length < most) {
    const lacking = [...codes].map(
      ([one, productCodes]) => [one, [...productCodes].filter((code) => !seen.has(code))] as const,
    );
    const [next] = lacking.toSorted(([, one], [, other]) => other.length - one.length);
    if (next === undefined || next[1].length === 0) break;
    further.push(next[0]);
    for (const code of next[1]) seen.add(code);
  }
  return further;
}
