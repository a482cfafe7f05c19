/** Whether an answer is what a case expects. */

import { parseBody } from '../exact-number.ts';
import type { Problem } from '../problem.ts';
import { type Difference, differences } from './compare.ts';
import type { Case } from './schema.ts';

/** What came: an answer's JSON text, or a problem with the status that it is sent with. */
export type Came =
  | { readonly ok: true; readonly json: string }
  | { readonly ok: false; readonly status: number; readonly problem: Problem };

const withoutVersion = (answer: unknown): unknown => {
  if (typeof answer !== 'object' || answer === null) return answer;
  return Object.fromEntries(Object.entries(answer).filter(([name]) => name !== 'schemaVersion'));
};

function judgeRefusal(error: NonNullable<Case['error']>, came: Came & { readonly ok: false }): readonly Difference[] {
  const { status, problem } = came;
  const found: Difference[] = [];
  if (status !== error.status)
    found.push({ at: 'status', expected: error.status, actual: `${status} ${problem.message}` });
  if (error.message !== undefined && !problem.message.includes(error.message))
    found.push({ at: 'message', expected: error.message, actual: problem.message });
  for (const [field, wanted] of Object.entries(error.fields ?? {})) {
    const own = (problem.fields ?? []).filter((fault) => fault.field === field);
    if (own.some(({ rule, message }) => rule === wanted || message.includes(wanted))) continue;
    const actual = own.length === 0 ? undefined : own.map(({ rule, message }) => `${rule}: ${message}`).join('; ');
    found.push({ at: `fields ${field}`, expected: wanted, actual });
  }
  return found;
}

/** All differences; none where the case holds. */
export function judge(one: Pick<Case, 'error' | 'response' | 'part'>, came: Came): readonly Difference[] {
  const { error, response, part } = one;
  if (error !== undefined) {
    if (!came.ok) return judgeRefusal(error, came);
    return [{ at: 'status', expected: error.status, actual: `200 ${came.json}` }];
  }
  if (!came.ok) {
    const fields = (came.problem.fields ?? []).map(({ field, message }) => `${field} ${message}`);
    return [{ at: 'status', expected: 200, actual: [`${came.status} ${came.problem.message}`, ...fields].join('; ') }];
  }
  const parsed = parseBody(came.json);
  if (!parsed.ok) return [{ at: '', expected: response ?? part, actual: came.json }];
  const extent = response === undefined ? 'part' : 'whole';
  return differences(response ?? part, withoutVersion(parsed.body), extent);
}
