/** Documents of released keys: they may stand in the ERP still, and are no answer to what is written under their key since. */
import type { Answer } from '../../base/contract.ts';
import { isRow } from '../../shape/encode.ts';
import type { ReleasedAnswer } from '../../sources/sql/claims/claims-table.ts';
import type { Members } from '../read/encode-answer.ts';

type WriteAnswer = Extract<Answer, { kind: 'write' }>;

/** What names the document of an answer: its ids; the whole answer where the contract gives none. */
function documentOf(answer: WriteAnswer, members: Members): string {
  const values: unknown = JSON.parse(`{${members}}`);
  const ids = Object.keys(answer.fields).filter((name) => answer.fields[name]?.type === 'id');
  return isRow(values) && ids.length > 0 ? JSON.stringify(ids.map((name) => values[name] ?? null)) : members;
}

/**
 * Those documents of `before`, found ahead of the write, that a released claim had answered with: a test for what is found from then
 * on. A released document that was not there does not count, since an ERP may give the id of a deleted document again.
 */
export function releasedAmong<Document>(
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
