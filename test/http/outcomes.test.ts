/** The interpretation of answers, by the profile and by their status. */

import { afterEach, describe, expect, it } from 'vitest';
import { closeAll, httpDouble, later } from '../engine/sources/http/double.ts';
import { causeOf } from '../support/cause.ts';
import type { ErpEngine } from '../support/erp.ts';
import { openSketch } from './ask.ts';

afterEach(closeAll);

interface Given {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** An engine over an ERP that gives these answers, one after the other, the last one for ever. */
async function answering(answers: readonly Given[], source: object = {}, read: object = {}) {
  let count = 0;
  const double = await httpDouble((_seen, response) => {
    const { status = 200, headers = {}, body } = answers[Math.min(count, answers.length - 1)] ?? {};
    count += 1;
    const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
    response
      .writeHead(status, { ...(text === undefined ? {} : { 'content-type': 'application/json' }), ...headers })
      .end(text);
  });
  const engine: ErpEngine = await openSketch({
    source: { http: double.url, request: { rows: 'value' }, ...source },
    endpoints: { '/all': { get: '/x', fields: { id: 'id' }, ...read } },
  });
  later(() => engine.close());
  return { engine, double };
}

const oneRow: Given = { body: { value: [{ id: 1 }] } };

describe('an outcome of the profile', () => {
  it.each([
    ['by status: there is nothing', [{ when: '$status = 404', is: 'empty' }], { status: 404, body: { error: 'none' } }],
    ['by the body of a 200', [{ when: 'code = 17', is: 'empty' }], { body: { code: 17 } }],
    [
      'by a header',
      [{ when: "$headers.`x-result` = 'none'", is: 'empty' }],
      { headers: { 'X-Result': 'none' }, body: {} },
    ],
  ])('empty, %s', async (_name, outcomes, given) => {
    const { engine } = await answering([given], { outcomes });
    expect(await engine.call('/all', {})).toEqual({ ok: true, json: '{"schemaVersion":"1","rows":[]}' });
  });

  it("refused, with the field and the ERP's text in readable form", async () => {
    const outcomes = [{ when: '$status = 400', refuse: '{{ error.message }}', field: 'customer' }];
    const message = `<b>Customer</b>\n  is &quot;blocked&quot; ${'x'.repeat(900)}`;
    const { engine } = await answering([{ status: 400, body: { error: { message } } }], { outcomes });
    const outcome = await engine.call('/all', {});
    if (outcome.ok) throw new Error('it was not refused');
    expect(outcome.problem.kind).toBe('invalid');
    expect(outcome.problem.fields?.[0]).toMatchObject({ field: 'customer', rule: 'refused' });
    expect(outcome.problem.fields?.[0]?.message).toMatch(/^Customer is "blocked" x{200,260}\.\.\.$/);
  });

  it('failed, although the status is 200: its text does not reach the caller', async () => {
    const outcomes = [{ when: '$exists(error)', fail: 'JSON-RPC: {{ error.data.name }}' }];
    const { engine } = await answering([{ body: { error: { data: { name: 'psycopg2.OperationalError' } } } }], {
      outcomes,
    });
    const outcome = await engine.call('/all', {});
    expect(outcome.ok ? '' : [outcome.problem.kind, outcome.problem.message]).toEqual([
      'broken',
      'The ERP answered with an error.',
    ]);
    expect(causeOf(outcome)).toMatch(/JSON-RPC: psycopg2.OperationalError/);
  });

  it('throttled, with a pause from the profile', async () => {
    const outcomes = [{ when: "error = 'LIMIT'", is: 'throttled', wait: 'seconds' }];
    const { engine } = await answering([{ status: 400, body: { error: 'LIMIT', seconds: 17 } }], { outcomes });
    const outcome = await engine.call('/all', {});
    expect(outcome.ok ? '' : outcome.problem.kind).toBe('throttled');
  });

  it('retry: the next answer counts', async () => {
    const outcomes = [{ when: 'locked', is: 'retry' }];
    const { engine, double } = await answering([{ status: 409, body: { locked: true } }, oneRow], { outcomes });
    expect(await engine.call('/all', {})).toMatchObject({ ok: true });
    expect(double.seen).toHaveLength(2);
  });

  it('not done yet: polled at the URL that the ERP returns', async () => {
    const outcomes = [{ when: '$status = 202', is: 'poll', wait: '0.01' }];
    const location = { Location: '/jobs/7' };
    const { engine, double } = await answering(
      [{ status: 202, headers: location }, { status: 202, headers: location }, oneRow],
      { outcomes },
    );
    expect(await engine.call('/all', {})).toMatchObject({ ok: true });
    expect(double.seen.map(({ path }) => path)).toEqual(['/x', '/jobs/7', '/jobs/7']);
  });

  it('of the read precedes that of the source, and `ok` precedes the status', async () => {
    const source = { outcomes: [{ when: '$status = 404', fail: 'not found' }] };
    const read = { outcomes: [{ when: '$status = 404', is: 'ok' }], rows: 'items' };
    const { engine } = await answering([{ status: 404, body: { items: [{ id: 4 }] } }], source, read);
    expect(await engine.call('/all', {})).toMatchObject({ ok: true, json: expect.stringContaining('"id":"4"') });
  });
});

describe('without an outcome the status counts', () => {
  it.each([
    [204, 'ok'],
    [400, 'broken'],
    [401, 'broken'],
    [403, 'broken'],
    [404, 'broken'],
    [409, 'broken'],
    [418, 'broken'],
    [429, 'throttled'],
    [500, 'broken'],
    [501, 'broken'],
    [502, 'unreachable'],
    [503, 'throttled'],
    [504, 'unreachable'],
  ])('%i is %s', async (status, kind) => {
    const { engine } = await answering([{ status, ...(status === 204 ? {} : { body: { error: 'x' } }) }]);
    const outcome = await engine.call('/all', {});
    expect(outcome.ok ? 'ok' : outcome.problem.kind).toBe(kind);
  });

  it.each([
    [200, 'broken'],
    [401, 'broken'],
    [404, 'broken'],
    [429, 'throttled'],
    [502, 'unreachable'],
    [503, 'throttled'],
  ])('%i is %s with a page in HTML, as web servers and gateways send', async (status, kind) => {
    const { engine } = await answering([
      { status, headers: { 'content-type': 'text/html' }, body: `<h1>${status}</h1>` },
    ]);
    const outcome = await engine.call('/all', {});
    expect(outcome.ok ? 'ok' : outcome.problem.kind).toBe(kind);
  });

  it('a truncated answer does not count', async () => {
    const { engine } = await answering([{ body: '{"value":[{"id":1}' }]);
    const outcome = await engine.call('/all', {});
    expect(outcome.ok ? '' : outcome.problem.kind).toBe('broken');
    expect(causeOf(outcome)).toMatch(/its 18 bytes are none/);
    expect(causeOf(outcome)).not.toContain('value');
  });

  it('the log says how a page begins that arrived instead of a packed answer', async () => {
    const body = '<b>Dolibarr</b> has detected a technical error.<br>\n\u0000\u0001';
    const { engine } = await answering([{ status: 500, headers: { 'content-encoding': 'gzip' }, body }]);
    const outcome = await engine.call('/all', {});
    expect(outcome.ok ? '' : outcome.problem.message).not.toContain('Dolibarr');
    expect(causeOf(outcome)).toBe(
      'the ERP answered 500 with something that is not JSON: The answer says that it is packed with gzip, and cannot be unpacked as that. It begins: Dolibarr has detected a technical error.',
    );
  });
});

describe('the probe', () => {
  it('reports whether the ERP is ready', async () => {
    const good = await answering([{ body: {} }], { probe: { get: '/ping', params: { v: 1 } } });
    expect(good.engine.engine.health()).toEqual({ ready: true });
    expect(good.double.seen.map(({ path }) => path)).toEqual(['/ping?v=1']);
    const bad = await answering([{ status: 500, body: {} }], { probe: { get: '/ping' } });
    expect(bad.engine.engine.health()).toEqual({ ready: false });
    expect(bad.engine.events).toContainEqual(expect.objectContaining({ event: 'source_not_ready', source: 'erp' }));
  });

  it('that is throttled does not mean that the ERP is not ready', async () => {
    const throttled = { status: 429, headers: { 'Retry-After': '60' }, body: {} };
    const { engine, double } = await answering([throttled], { probe: { get: '/ping' } });
    expect([double.seen.length, engine.engine.health()]).toEqual([1, { ready: true }]);
    expect(engine.events).not.toContainEqual(expect.objectContaining({ event: 'source_not_ready' }));
  });
});
