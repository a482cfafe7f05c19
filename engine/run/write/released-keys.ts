/** Documents of released keys: they may still exist in the ERP, but do not answer later writes with the same key. */
import type { Answer } from '../../base/contract.ts';
import { isRow } from '../../shape/encode.ts';
import type { ReleasedAnswer } from '../../sources/sql/claims/claims-table.ts';
import type { Members } from '../answer/encode-rows.ts';

type WriteAnswer = Extract<Answer, { kind: 'write' }>;

/** The identity of the document of an answer: its ids, or the whole answer if the contract has no ids. */
function documentOf(answer: WriteAnswer, members: Members): string {
  const values: unknown = JSON.parse(`{${members}}`);
  const ids = Object.keys(answer.fields).filter((name) => answer.fields[name]?.type === 'id');
  return isRow(values) && ids.length > 0 ? JSON.stringify(ids.map((name) => values[name] ?? null)) : members;
}

/**
 * A test for documents that an earlier, released claim had as its answer. Only documents in `before`, the lookup
 * before the write, count: the ERP may reuse the id of a deleted document.
 */
export function findReleased<Document>(
  answer: WriteAnswer,
  released: readonly ReleasedAnswer[],
  before: readonly Document[],
  encode: (document: Document) => Members,
): { readonly some: boolean; readonly has: (document: Document) => boolean } {
  if (released.length === 0) return { some: false, has: () => false };
  const answers = new Set(released.map(({ result }) => documentOf(answer, result)));
  const name = (document: Document): string => documentOf(answer, encode(document));
  const standing = new Set(before.map(name).filter((each) => answers.has(each)));
  return { some: standing.size > 0, has: (document) => standing.has(name(document)) };
}
