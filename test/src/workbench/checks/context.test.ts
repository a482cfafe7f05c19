/** The requests of a check: throttling, silence, refusals, and answers of endpoints that the check is not about. */
import { describe, expect, it } from 'vitest';
import { Secret } from '../../../../engine/base/secret.ts';
import type { Check } from '../../../../src/workbench/checks/core/check.ts';
import { type CheckContext, openContext } from '../../../../src/workbench/checks/core/context.ts';
import { fail, lacks, notPossible, overLimit } from '../../../../src/workbench/checks/core/outcome.ts';
import { type CheckResult, runChecks } from '../../../../src/workbench/checks/core/run-checks.ts';
import type { Answer, Caller, Exchange } from '../../../../src/workbench/checks/validation/index.ts';
import { answered, example } from './validation/answers.ts';

const path = '/debtors/list';
const settings = {
  ...{ writes: false, customer: undefined, sku: undefined, debtor: undefined, currency: 'EUR', demoSku: 'DEMO' },
  ...{ maxPages: 1, mostSamples: 1, concurrency: 1, largestPage: () => 100, banks: [], deviations: new Map() },
};
const error = (code: string): string => JSON.stringify({ schemaVersion: '1', error: 'No.', code });
const check = (run: (context: CheckContext) => Promise<unknown>): Check => ({
  ...{ id: 'test/one', path, title: 'one', clause: 'none', tag: 'read', needs: [] },
  run: async (context) => void (await run(context)),
});

interface Ran {
  readonly results: readonly CheckResult[];
  /** Paths that were called. */
  readonly sent: readonly string[];
}

/** Runs checks whose requests get these answers, one after the other, and none after the last. */
async function run(checks: readonly Check[], ...answers: readonly Answer[]): Promise<Ran> {
  const left = [...answers];
  const sent: string[] = [];
  const results: CheckResult[] = [];
  const send = async (to: string, text: string): Promise<Exchange> => {
    sent.push(to);
    const reply = left.shift() ?? { kind: 'none' as const, reason: 'it hung up', ms: 1 };
    return { sent: { method: 'POST', path: to, url: to, headers: {}, text }, reply };
  };
  const keys = { ordering: new Secret('ordering'), receivables: new Secret('receivables') };
  const caller: Caller = { baseUrl: '', keys, send, post: (to, fields) => send(to, JSON.stringify(fields)) };
  const input = { openCaller: () => caller, settings, profile: undefined, fixture: undefined, now: Date.now };
  await runChecks(openContext(input), checks, (result) => results.push(result));
  return { results, sent };
}

const rulesOf = ({ outcome }: CheckResult): readonly string[] =>
  outcome.kind === 'failed' ? outcome.findings.map(({ rule }) => rule) : [];
const throttled = (seconds: string): Answer => answered(error('INTERNAL_ERROR'), 429, { 'retry-after': seconds });
const valid = answered(example(path));
const ask = check((context) => context.ask(path, {}));

const notPossibleHere = (reason: string) => ({ kind: 'not tested', gap: { kind: 'not possible here', reason } });

describe('a request of a check', () => {
  it('is sent again when the service throttles it', async () => {
    const { results, sent } = await run([ask], throttled('0'), throttled('0'), valid);
    expect(results).toMatchObject([{ outcome: { kind: 'passed' }, notes: [expect.any(String), expect.any(String)] }]);
    expect(sent).toHaveLength(3);
  });

  it.each([
    ['for longer than a minute', [throttled('9999')], 1],
    ['without saying how long', [throttled('')], 1],
    ['again and again', Array.from({ length: 9 }, () => throttled('0')), 4],
  ])('is not sent again when the service throttles it %s', async (_how, answers, requests) => {
    const { results, sent } = await run([ask], ...answers);
    expect(sent).toHaveLength(requests);
    expect(results).toMatchObject([{ outcome: { kind: 'failed' } }]);
  });

  it('makes the check not applicable where the service does not provide the endpoint', async () => {
    const { results } = await run([ask], answered(error('INTERNAL_ERROR'), 501));
    const reason = `the service does not provide ${path} (501)`;
    expect(results).toMatchObject([{ outcome: { kind: 'not applicable', reason } }]);
  });

  it('fails the check where no answer arrives; after three such checks no other is run', async () => {
    const { results, sent } = await run([ask, ask, ask, ask]);
    expect(results.map(rulesOf)).toEqual([['no-answer'], ['no-answer'], ['no-answer'], []]);
    expect(results.at(-1)?.outcome).toEqual(notPossibleHere('the service gives no answer: it hung up'));
    expect(sent).toHaveLength(3);
  });

  it('that another endpoint answers wrongly is a failure of that endpoint, and the check is not tested', async () => {
    const { results } = await run([check((context) => context.ask('/health', {}))], answered('{}'));
    expect(results).toMatchObject([
      { check: { path }, outcome: notPossibleHere('/health gave no usable answer') },
      { check: { path: '/health' }, outcome: { kind: 'failed' } },
    ]);
  });

  it.each([
    ['no refusal at all', valid, ['invalid-field']],
    ['a refusal that does not name the field', answered(error('VALIDATION_FAILED'), 422), ['invalid-field']],
    ['a refusal in another form', answered('<h1>', 422), ['error-body', 'invalid-field']],
  ])('that must be refused fails the check with %s', async (_what, answer, rules) => {
    const refusal = { rule: 'invalid-field', status: 422, because: 'x', fields: ['page'] } as const;
    const { results } = await run([check((context) => context.refuse(path, {}, refusal))], answer);
    expect(results.map(rulesOf)).toEqual([rules]);
  });
});

describe('a check', () => {
  it.each([
    ['fails', () => fail('paging', 'row 2'), { kind: 'failed', findings: [{ rule: 'paging', message: 'row 2' }] }],
    [
      'lacks a datum',
      () => lacks('a second invoice', path, 'one is listed'),
      {
        kind: 'not tested',
        gap: { kind: 'missing datum', datum: { needs: 'a second invoice', path }, seen: 'one is listed' },
      },
    ],
    ['is not possible', () => notPossible('no clock'), notPossibleHere('no clock')],
    ['ends at a limit', () => overLimit('9 pages'), { kind: 'not tested', gap: { kind: 'limit', reason: '9 pages' } }],
    [
      'breaks off',
      () => Promise.reject(new Error('no table')),
      { kind: 'failed', findings: [{ rule: 'check-completed', message: 'the check broke off: no table' }] },
    ],
  ])('that %s', async (_what, end, outcome) => {
    const { results } = await run([check(async () => end())]);
    expect(results).toMatchObject([{ outcome }]);
  });

  it('of an app without a key is not tested', async () => {
    const all = [ask];
    const results: CheckResult[] = [];
    const caller: Caller = {
      ...{ baseUrl: '', keys: { ordering: new Secret('one'), receivables: undefined } },
      ...{ send: () => Promise.reject(new Error('sent')), post: () => Promise.reject(new Error('sent')) },
    };
    const input = { openCaller: () => caller, settings, profile: undefined, fixture: undefined, now: Date.now };
    await runChecks(openContext(input), all, (result) => results.push(result));
    expect(results).toMatchObject([{ outcome: notPossibleHere('no key of this app is given') }]);
  });
});

describe('a deviation that a profile declares', () => {
  const deviating = (run: () => void): Check => ({
    ...check(async () => run()),
    id: 'agreement/lines',
    mayDeviate: true,
  });

  async function runDeclared(one: Check): Promise<CheckResult | undefined> {
    const results: CheckResult[] = [];
    const keys = { ordering: new Secret('ordering'), receivables: new Secret('receivables') };
    const none = (): Promise<never> => Promise.reject(new Error('sent'));
    const openCaller = (): Caller => ({ baseUrl: '', keys, send: none, post: none });
    const declared = { ...settings, deviations: new Map([['lines', { reason: 'Lines are without tax.' }]]) };
    const input = { openCaller, settings: declared, profile: undefined, fixture: undefined, now: Date.now };
    await runChecks(openContext(input), [one], (result) => results.push(result));
    return results[0];
  }

  it('makes what breaks the rule not applicable, and shows both', async () => {
    const result = await runDeclared(deviating(() => fail('agreement', 'INV-1: 100, not 121')));
    expect(result).toMatchObject({
      outcome: { kind: 'not applicable', reason: 'a deviation is declared: Lines are without tax.' },
      notes: ['INV-1: 100, not 121'],
    });
  });

  it('is noted where no answer needs it', async () => {
    const result = await runDeclared(deviating(() => undefined));
    expect(result).toMatchObject({ outcome: { kind: 'passed' }, notes: [expect.stringContaining('"lines"')] });
  });

  it('does not excuse another check', async () => {
    const other: Check = { ...deviating(() => fail('agreement', 'INV-1')), id: 'agreement/open-amounts' };
    expect(await runDeclared(other)).toMatchObject({ outcome: { kind: 'failed' } });
    const { mayDeviate: _may, ...strict } = deviating(() => fail('agreement', 'INV-1'));
    expect(await runDeclared(strict)).toMatchObject({ outcome: { kind: 'failed' } });
  });
});
