/** The answers and log events for the engine's problems. */
import { describe, expect, it } from 'vitest';

import type { Problem } from '../../../../engine/base/problem.ts';
import { expectError, fakeEngine, listen, post, raw, until } from './fixture.ts';

const search = '/catalog/products/search';
const valid = '{"schemaVersion":"1"}';

describe('problems of the engine', () => {
  const table: readonly (readonly [Problem, number, string, string | undefined])[] = [
    [{ kind: 'unprovided', message: 'this ERP profile does not provide prices' }, 501, 'INTERNAL_ERROR', undefined],
    [{ kind: 'throttled', message: 'busy', retryAfter: 6.2 }, 429, 'INTERNAL_ERROR', '7'],
    [{ kind: 'broken', message: 'broken' }, 502, 'INTERNAL_ERROR', undefined],
    [{ kind: 'unreachable', message: 'gone', retryAfter: 3 }, 503, 'INTERNAL_ERROR', '3'],
    [{ kind: 'timeout', message: 'late' }, 504, 'INTERNAL_ERROR', undefined],
    [{ kind: 'bug', message: 'TypeError: x is undefined' }, 500, 'INTERNAL_ERROR', undefined],
    [{ kind: 'invalid', message: 'no' }, 422, 'VALIDATION_FAILED', undefined],
  ];
  it.each(table)('answers %o', async (problem, status, code, retryAfter) => {
    const { port } = await listen(fakeEngine(() => ({ ok: false, problem })));
    const answer = await raw(port, post(search, valid));
    expectError(answer, status, code);
    expect(answer.headers['retry-after']).toBe(retryAfter);
    if (status >= 500) expect(JSON.parse(answer.body).error).toContain(answer.headers['x-request-id']);
    expect(answer.body).not.toContain('TypeError');
  });

  it.each(table)('gives one log line with id, endpoint and status to %o', async (problem, status) => {
    const { port, events } = await listen(fakeEngine(() => ({ ok: false, problem })));
    const answer = await raw(port, post(search, valid));
    const requestId = answer.headers['x-request-id'];
    await until(() => events.find(({ event }) => event === 'request'));
    const { kind, message } = problem;
    const level = ['broken', 'bug'].includes(kind)
      ? 'error'
      : ['invalid', 'unprovided'].includes(kind)
        ? 'info'
        : 'warn';
    expect(events.filter(({ event }) => event !== 'request')).toEqual([
      { level, event: 'call_failed', requestId, endpoint: search, status, problem: kind, message },
    ]);
  });

  it('passes the broken fields on', async () => {
    const fields = [{ field: 'lines[0].qty', message: 'must be a positive integer', rule: 'type' }];
    const { port } = await listen(
      fakeEngine(() => ({ ok: false, problem: { kind: 'invalid', message: 'no', fields } })),
    );
    expect(JSON.parse((await raw(port, post(search, valid))).body).details).toEqual({ fields });
  });

  it('keeps the reason of a bug for the log', async () => {
    const { port, events } = await listen(fakeEngine(() => Promise.reject(new Error('secret detail'))));
    const answer = await raw(port, post(search, valid));
    expectError(answer, 500, 'INTERNAL_ERROR');
    expect(answer.body).not.toContain('secret detail');
    await until(() => events.find(({ event }) => event === 'request'));
    expect(events.filter(({ event }) => event !== 'request')).toEqual([
      {
        level: 'error',
        event: 'bug',
        requestId: answer.headers['x-request-id'],
        endpoint: search,
        status: 500,
        error: new Error('secret detail'),
      },
    ]);
  });
});
