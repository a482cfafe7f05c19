/** Decides whether an answer matches a case. */

import { parseBody } from '../../base/exact-number.ts';
import type { Problem } from '../../base/problem.ts';
import { type Difference, differences, likeExpected } from './compare.ts';
import type { Case } from './schema.ts';

/** The actual result: an answer's JSON text, or a problem with its status. */
export type ActualResult =
  | { readonly ok: true; readonly json: string }
  | { readonly ok: false; readonly status: number; readonly problem: Problem };

const withoutVersion = (answer: unknown): unknown => {
  if (typeof answer !== 'object' || answer === null) return answer;
  return Object.fromEntries(Object.entries(answer).filter(([name]) => name !== 'schemaVersion'));
};

function judgeRefusal(
  error: NonNullable<Case['error']>,
  result: ActualResult & { readonly ok: false },
): readonly Difference[] {
  const { status, problem } = result;
  const differences: Difference[] = [];
  if (status !== error.status)
    differences.push({ at: 'status', expected: error.status, actual: `${status} ${problem.message}` });
  if (error.message !== undefined && !problem.message.includes(error.message))
    differences.push({ at: 'message', expected: error.message, actual: problem.message });
  for (const [field, wanted] of Object.entries(error.fields ?? {})) {
    const fieldFaults = (problem.fields ?? []).filter((fault) => fault.field === field);
    if (fieldFaults.some(({ rule, message }) => rule === wanted || message.includes(wanted))) continue;
    const actual =
      fieldFaults.length === 0 ? undefined : fieldFaults.map(({ rule, message }) => `${rule}: ${message}`).join('; ');
    differences.push({ at: `fields ${field}`, expected: wanted, actual });
  }
  return differences;
}

/** All differences; empty if the case passes. */
export function judge(one: Pick<Case, 'error' | 'response' | 'part'>, result: ActualResult): readonly Difference[] {
  const { error, response, part } = one;
  if (error !== undefined) {
    if (!result.ok) return judgeRefusal(error, result);
    return [{ at: 'status', expected: error.status, actual: `200 ${result.json}` }];
  }
  if (!result.ok) {
    const fields = (result.problem.fields ?? []).map(({ field, message }) => `${field} ${message}`);
    return [
      { at: 'status', expected: 200, actual: [`${result.status} ${result.problem.message}`, ...fields].join('; ') },
    ];
  }
  const parsed = parseBody(result.json);
  if (!parsed.ok) return [{ at: '', expected: response ?? part, actual: result.json }];
  const extent = response === undefined ? 'part' : 'whole';
  return differences(response ?? part, withoutVersion(parsed.body), extent);
}

/** What a case expects of an answer. */
export interface Expectation {
  readonly key: 'response' | 'part' | 'error';
  readonly value: unknown;
}

/**
 * The expected and the actual value for a diff: equal parts are identical, and parts that the case does not mention
 * are omitted.
 */
export interface AlignedAnswers {
  readonly expected: Expectation;
  readonly actual: Expectation;
  /** One is an answer and the other a refusal, or their statuses differ. */
  readonly otherStatus: boolean;
}

function expectationOf({ error, response, part }: Pick<Case, 'error' | 'response' | 'part'>): Expectation {
  if (error !== undefined) return { key: 'error', value: error };
  return response === undefined ? { key: 'part', value: part } : { key: 'response', value: response };
}

/** A refusal in the terms of a case: its status, and the members that the case mentions, or its message. */
function refusalLike(error: Case['error'], { status, problem }: ActualResult & { readonly ok: false }): Expectation {
  const fields = Object.entries(error?.fields ?? {}).flatMap(([name, wanted]) => {
    const faults = (problem.fields ?? []).filter(({ field }) => field === name);
    const isMeant = faults.some(({ rule, message }) => rule === wanted || message.includes(wanted));
    const [first] = faults;
    return first === undefined ? [] : [[name, isMeant ? wanted : first.message] as const];
  });
  const isMeant = error?.message !== undefined && problem.message.includes(error.message);
  const hasMessage = error?.message !== undefined || fields.length === 0;
  return {
    key: 'error',
    value: {
      status,
      ...(hasMessage ? { message: isMeant ? error.message : problem.message } : {}),
      ...(fields.length > 0 ? { fields: Object.fromEntries(fields) } : {}),
    },
  };
}

/** Aligns the expected with the actual value. */
export function alignAnswers(one: Pick<Case, 'error' | 'response' | 'part'>, result: ActualResult): AlignedAnswers {
  const expected = expectationOf(one);
  if (!result.ok) {
    const otherStatus = one.error?.status !== result.status;
    const { key, value } = refusalLike(otherStatus ? undefined : one.error, result);
    return { expected, actual: { key, value: likeExpected(expected.value, value, 'whole') }, otherStatus };
  }
  const parsed = parseBody(result.json);
  const answer = parsed.ok ? withoutVersion(parsed.body) : result.json;
  if (expected.key === 'error') return { expected, actual: { key: 'response', value: answer }, otherStatus: true };
  const value = likeExpected(expected.value, answer, expected.key === 'part' ? 'part' : 'whole');
  return { expected, actual: { key: expected.key, value }, otherStatus: false };
}
