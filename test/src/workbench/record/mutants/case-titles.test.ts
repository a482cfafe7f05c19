/** Titles of recorded cases. */
import { expect, it } from 'vitest';
import { titledCalls } from '../../../../../src/workbench/record/mutants/case-titles.ts';
import type { RecordedCall } from '../../../../../src/workbench/record/session.ts';

const call: RecordedCall = {
  path: '/debtors/list',
  request: { page: 1, limit: 5 },
  ...{ statements: [], exchanges: [], hashedKey: undefined, isStopped: false, points: new Set<string>() },
  outcome: { ok: true, json: '{}' },
};

/** The titles of calls that show these changes. */
const titlesOf = (...shown: readonly (readonly string[])[]) =>
  titledCalls(shown.map((changes) => ({ call, changes }))).map(({ shows }) => shows);

it('say with which changes of the profile a case fails', () => {
  expect(titlesOf(['without the condition c.active = 1'], ['SUM made MAX', 'without the entry VOID: voided'])).toEqual([
    '/debtors/list fails without the condition c.active = 1',
    '/debtors/list fails with SUM made MAX and without the entry VOID: voided',
  ]);
  expect(titlesOf(['a made b', 'c made d', 'e made f'])).toEqual([
    '/debtors/list fails with a made b and with c made d, and with 1 more change',
  ]);
});

it('say otherwise what the endpoint did, each title once', () => {
  expect(titlesOf([], [])).toEqual([
    '/debtors/list answers a request with page, limit',
    '/debtors/list answers a request with page, limit (2)',
  ]);
});
