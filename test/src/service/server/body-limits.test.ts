/** Bodies that are small in bytes and expensive to process: raw requests, as an attacker with a valid key sends them. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, it } from 'vitest';
import { compileRequest } from '../../../../engine/index.ts';
import { contract } from '../../../../src/contract/index.ts';
import { expectError, fakeEngine, listen, post, raw, receivablesKey } from './fixture.ts';

const mebibyte = 1024 ** 2;

/** An engine that checks requests as the real one does. */
function checkingEngine() {
  const endpoint = contract.endpoints.find(({ path }) => path === '/sale-draft');
  if (endpoint === undefined) throw new Error('no such endpoint');
  const check = compileRequest(contract, endpoint, { maxPageLimit: 500 });
  return fakeEngine(({ body }) => {
    const { ok, ...outcome } = check(body);
    const fields = 'fields' in outcome ? outcome.fields : [];
    return ok ? { ok, json: '{}' } : { ok, problem: { kind: 'invalid', message: 'not valid', fields } };
  });
}

const draft = (lines: string) => `{"schemaVersion":"1","poNumber":"PO-1","currency":"EUR","lines":[${lines}]}`;
const items = (count: number, item: string) => Array.from({ length: count }, () => item).join();

it.each([
  ['200,000 empty lines', draft(items(200_000, '{}')), 413, 'BAD_REQUEST', 0],
  ['200,000 lists in an unknown field', `{"schemaVersion":"1","x":[${items(200_000, '[]')}]}`, 413, 'BAD_REQUEST', 0],
  ['5,001 empty lines', draft(items(5_001, '{}')), 422, 'VALIDATION_FAILED', 1],
  ['5,000 empty lines', draft(items(5_000, '{}')), 422, 'VALIDATION_FAILED', 1_000],
  ['200,000 brackets', '['.repeat(200_000), 400, 'INVALID_JSON', 0],
  ['200,000 objects inside each other', '{"a":'.repeat(200_000), 400, 'INVALID_JSON', 0],
  ['a number of 800,000 digits', `{"schemaVersion":"1","x":1${'0'.repeat(800_000)}1}`, 422, 'VALIDATION_FAILED', 3],
])('%s: refused', async (_what, body, status, code, faults) => {
  const { port } = await listen(checkingEngine(), { bodyLimit: mebibyte });
  const answer = await raw(port, post('/sale-draft', body));
  expectError(answer, status, code);
  expect(JSON.parse(answer.body).details?.fields ?? []).toHaveLength(faults);
});

it('accepts 5,000 lines', async () => {
  const { port } = await listen(checkingEngine(), { bodyLimit: mebibyte });
  const answer = await raw(
    port,
    post('/sale-draft', draft(items(5_000, '{"sku":"BOLT-M8-40","qty":40,"unitPrice":12.5}'))),
  );
  expect(answer.status).toBe(200);
});

it('eight bodies of 200,000 lines leave the loop to others', async () => {
  const { port } = await listen(checkingEngine(), { bodyLimit: mebibyte });
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const request = post('/sale-draft', draft(items(200_000, '{}')));
  const answers = await Promise.all(Array.from({ length: 8 }, () => raw(port, request)));
  const health = await raw(
    port,
    post('/health', '{"schemaVersion":"1"}', { Authorization: `Bearer ${receivablesKey}` }),
  );
  delay.disable();
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([413]));
  expect(health.status).toBe(200);
  // 36 s before there was a limit; a few milliseconds with it. The bound is that of a busy machine.
  expect(delay.max / 1e6).toBeLessThan(1_000);
});
