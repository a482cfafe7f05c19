/** Titles and file names of cases that are made from calls. A proposed title has no value of the ERP. */

import { refusalOf } from '../../../service/server/refusal.ts';
import type { ReplayedCall } from '../../record/case-text.ts';
import { answerMembers } from '../../record/mask-call.ts';

/** Fields of a request that say little about a case. */
const usual: ReadonlySet<string> = new Set(['page', 'limit']);

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

function endOf({ endpoint, outcome }: ReplayedCall): string {
  if (!outcome.ok) {
    const { status, fields = [] } = refusalOf(outcome.problem);
    const rules = fields.slice(0, 2).map(({ field, rule }) => `${field} ${rule}`);
    return rules.length > 0 ? `refused, ${listed(rules)}` : `refused with ${status}`;
  }
  const { answer } = endpoint;
  if (answer.kind === 'write') return 'accepted';
  if (answer.kind !== 'rows') return 'answered';
  const rows: unknown = answerMembers(outcome.json)[answer.property];
  const count = Array.isArray(rows) ? rows.length : 0;
  return count === 0 ? 'nothing found' : `${count} ${count === 1 ? 'row' : 'rows'}`;
}

/** `Customer search by query: 2 rows`. */
export function proposedTitle(call: ReplayedCall): string {
  const names = Object.keys(call.request).filter((name) => !usual.has(name));
  const by =
    call.endpoint.answer.kind === 'write' || names.length === 0 || names.length > 3 ? '' : ` by ${listed(names)}`;
  return `${call.endpoint.title}${by}: ${endOf(call)}`;
}

/** Longest name of a file, without its ending. */
const longest = 60;

/** `customer-search-by-query-2-rows`. */
export function fileNameOf(title: string): string {
  const withoutAccents = title.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = withoutAccents.replaceAll(/[^a-z0-9]+/g, '-').slice(0, longest);
  return words.replaceAll(/^-+|-+$/g, '') || 'case';
}

/** The first of `name`, `name-2`, `name-3`, ... that is free. */
export function firstFree(name: string, isTaken: (name: string) => boolean, divider: string): string {
  let free = name;
  for (let number = 2; isTaken(free); number++) free = `${name}${divider}${number}`;
  return free;
}
