/** The answers about a copied record are those about its original, but for ids and numbers. */
import { isDeepStrictEqual } from 'node:util';
import { type Difference, isFull, rowsOf } from '../core/answer-differences.ts';
import { type Answers, type Question, questionText, rowsAt, takeAnswers } from '../core/answers.ts';
import type { CheckContext } from '../core/context.ts';
import { isRecord } from '../validation/record.ts';
import type { Clone } from './clone.ts';
import type { Neighbour } from './neighbour.ts';
import type { Rows } from './rows.ts';
import { unknownReference } from './undeclared-references.ts';

const idFields = new Set(Object.values(rowsAt).map(([, id]) => id));
const numberFields = new Set([
  'invoiceNumber',
  'soNumber',
  'poNumber',
  'reference',
  'customerErpId',
  'erpDebtorId',
  'erpSku',
]);

const isInWord = (character: string | undefined): boolean => /[\p{L}\d]/u.test(character ?? '');

/** A text with another number. A part of a longer one is kept: 95 in 20095. */
const replaced = (text: string, now: string, old: string): string =>
  text.replaceAll(now, (match, at: number) =>
    isInWord(text[at - 1]) || isInWord(text[at + match.length]) ? match : old,
  );

/** An answer without ids and numbers, its rows in an order that does not depend on them. */
function withoutIds(value: unknown, originals: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) {
    const rows = value.map((one) => withoutIds(one, originals));
    return rows.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
  }
  if (typeof value === 'string') return [...originals].reduce((text, [now, old]) => replaced(text, now, old), value);
  if (!isRecord(value)) return value;
  // The service answers the id of a record as its label where the ERP has no label.
  const ids = new Set<unknown>([...idFields].map((name) => value[name]).filter((id) => id !== undefined));
  const members = Object.entries(value).filter(
    ([name, one]) => !idFields.has(name) && !numberFields.has(name) && !ids.has(one),
  );
  // Running balances depend on the order of entries of one day, which is that of their ids.
  return Object.fromEntries(
    members.filter(([name]) => name !== 'balance').map(([name, one]) => [name, withoutIds(one, originals)]),
  );
}

/** The ids of all records in the answers. */
export const idsIn = (answers: Answers): ReadonlySet<string> =>
  new Set([...answers.values()].flatMap((one) => rowsOf(one).map((row) => String(row[rowsAt[one.path]?.[1] ?? '']))));

/** A copied record, with the answers before and after. */
export interface Copied {
  readonly context: CheckContext;
  readonly rows: Rows;
  readonly neighbour: Neighbour;
  readonly before: Answers;
  /** Of the copy. */
  readonly id: string;
  readonly clone: Clone;
}

type Pair = readonly [ofOriginal: Question, ofCopy: Question];

/** Rejects where the copy has ids of its original: then an id is in a column that is not known to be one, and the copy proves nothing. */
export async function demandOwnIds({ context, neighbour, before, id, clone }: Copied): Promise<void> {
  const { name, questions, lists } = neighbour;
  if (id === neighbour.id) throw new Error(`a copy of ${name} has the id of its original`);
  const pairs = questions.flatMap((question): readonly Pair[] => {
    const ofCopy = lists.includes(question.path) ? undefined : neighbour.aboutCopy(question, id, clone);
    return rowsAt[question.path] === undefined || ofCopy === undefined ? [] : [[question, ofCopy]];
  });
  const answers = await takeAnswers(
    context,
    pairs.map(([, ofCopy]) => ofCopy),
  );
  for (const [question, ofCopy] of pairs) {
    const idField = rowsAt[question.path]?.[1] ?? '';
    const ids = (all: Answers, one: Question): readonly unknown[] => {
      const answer = all.get(questionText(one));
      return answer === undefined ? [] : rowsOf(answer).map((row) => row[idField]);
    };
    const originalIds = new Set(ids(before, question));
    const repeatedId = ids(answers, ofCopy).find((one) => originalIds.has(one));
    if (repeatedId !== undefined)
      throw new Error(`a copy of ${name} has ${idField} ${String(repeatedId)} of its original in ${question.path}`);
  }
}

/**
 * The answers about the copy that differ from those about the original. None, with a note, where rows may be missing in the copy, or the service
 * does not find it. `after`: the answers to all questions while the copy is there.
 */
export async function ownDifferences(copied: Copied, after: Answers): Promise<readonly Difference[]> {
  const { context, rows, neighbour, before, id, clone } = copied;
  const { name, family, lists, questions } = neighbour;
  const notCompared = (reason: string): readonly [] => {
    context.note(`The answers about a copy of ${name} were not compared with those about the original: ${reason}.`);
    return [];
  };
  const [sharedRow] = family.sharedRows;
  if (sharedRow !== undefined) return notCompared(`a row of ${sharedRow.table.name} belongs to another record, too`);
  const unknown = unknownReference(rows, family);
  if (unknown !== undefined) return notCompared(`${unknown} may refer to its rows, and no foreign key says so`);
  const pairs = questions.flatMap((question): readonly Pair[] => {
    const ofCopy = neighbour.aboutCopy(question, id, clone) ?? (lists.includes(question.path) ? question : undefined);
    return ofCopy === undefined ? [] : [[question, ofCopy]];
  });
  const further = pairs.flatMap(([, ofCopy]) => (after.has(questionText(ofCopy)) ? [] : [ofCopy]));
  const answers = new Map([...after, ...(await takeAnswers(context, further))]);
  let isFound = false;
  const differing = pairs.flatMap(([question, ofCopy]): readonly Difference[] => {
    const [old, now] = [before.get(questionText(question)), answers.get(questionText(ofCopy))];
    if (old?.status !== 200 || now === undefined) return [];
    const differing = (member: string, one: unknown, other: unknown): readonly Difference[] =>
      isDeepStrictEqual(one, other) ? [] : [{ question: ofCopy, member, before: one, after: other }];
    if (now.status !== 200) return differing('status', old.status, now.status);
    // A record without a name may be answered with its id.
    const texts = (value: unknown): unknown => withoutIds(value, new Map([...clone.originals, [id, neighbour.id]]));
    if (!lists.includes(question.path))
      return differing('the answer without ids and numbers', texts(old.answer), texts(now.answer));
    const idField = rowsAt[question.path]?.[1] ?? '';
    const row = rowsOf(old).find((one) => one[idField] === neighbour.id);
    const other = rowsOf(now).find((one) => one[idField] === id);
    isFound ||= other !== undefined;
    if (row === undefined || (other === undefined && isFull(ofCopy, rowsOf(now)))) return [];
    return other === undefined
      ? differing(`rows of ${idField} ${id}`, 1, 0)
      : differing(`${idField} ${id} without ids and numbers`, texts(row), texts(other));
  });
  return isFound ? differing : notCompared('the service does not find the copy');
}
