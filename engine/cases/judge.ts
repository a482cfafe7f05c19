/** Whether an answer is what a case expects. */

import { parseBody } from '../exact-number.ts';
import type { Problem } from '../problem.ts';
import { type Difference, differences, likeExpected } from './compare.ts';
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

/** What is expected and what came, side by side. Numbers of an answer keep their digits. */
export interface Beside {
  readonly key: 'response' | 'part' | 'error';
  readonly expected: unknown;
  readonly actual: unknown;
}

/** A refusal in the words of a case: its status, and of the rest what the case speaks of. */
function refusalLike(error: Case['error'], { status, problem }: Came & { readonly ok: false }): unknown {
  const fields = Object.keys(error?.fields ?? {}).flatMap((name) => {
    const fault = problem.fields?.find(({ field }) => field === name);
    const wanted = error?.fields?.[name] ?? '';
    const isMeant = fault !== undefined && (fault.rule === wanted || fault.message.includes(wanted));
    return fault === undefined ? [] : [[name, isMeant ? wanted : fault.message] as const];
  });
  const holds = error?.message !== undefined && problem.message.includes(error.message);
  const message = holds ? error.message : problem.message;
  return {
    status,
    ...(error === undefined || error.message !== undefined ? { message } : {}),
    ...(fields.length > 0 ? { fields: Object.fromEntries(fields) } : {}),
  };
}

/** What a case expects beside what came. Undefined where one is an answer and the other a refusal, or refusals have different statuses. */
export function answerBeside(one: Pick<Case, 'error' | 'response' | 'part'>, came: Came): Beside | undefined {
  const { error, response, part } = one;
  if (error !== undefined) {
    if (came.ok || came.status !== error.status) return undefined;
    return { key: 'error', expected: error, actual: refusalLike(error, came) };
  }
  const parsed = came.ok ? parseBody(came.json) : undefined;
  if (parsed?.ok !== true) return undefined;
  const key = response === undefined ? 'part' : 'response';
  const expected = response ?? part;
  const actual = likeExpected(expected, withoutVersion(parsed.body), key === 'part' ? 'part' : 'whole');
  return { key, expected, actual };
}
