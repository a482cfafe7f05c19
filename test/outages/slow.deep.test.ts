/** Callers and queries that take too long, over real HTTP: abandoned statements end on the server, and the pool keeps its connections. */
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Program, startProgram } from '../support/program.ts';
import { loadKey, post } from './load.ts';
import { type SleepyErp, sleepyDialects, sleepyErp } from './sleepy.ts';

const search = '/catalog/customers/search';
/** Less than the thirty seconds after which the server itself ends a statement of the patient service. */
const patience = { timeout: 20_000 };
const hit = '{"schemaVersion":"1","hits":[{"erpId":"1","erpName":"Ada"}]}';

/** Sends a request and destroys its connection when it is time. */
async function abandon(baseUrl: string, path: string, body: object, time: Promise<unknown>): Promise<void> {
  const sent = request(`${baseUrl}${path}`, {
    method: 'POST',
    agent: false,
    headers: { authorization: `Bearer ${loadKey.ENGINE_KEY}`, 'content-type': 'application/json' },
  });
  const closed = new Promise((resolve) => sent.once('close', resolve));
  sent.on('error', () => undefined);
  sent.end(JSON.stringify({ schemaVersion: '1', ...body }));
  await time;
  sent.destroy();
  await closed;
}

describe.for(sleepyDialects)('a slow %s', (dialect) => {
  let erp: SleepyErp;
  /** One whose statements may take three seconds, and its requests ten; and one that waits. */
  let hasty: Program;
  let patient: Program;

  beforeAll(async () => {
    erp = await sleepyErp(dialect);
    const start = (timeout: string, environment = {}) =>
      startProgram(erp.profile(timeout), { ...loadKey, ...environment }, [
        '--installation',
        'test',
        '--log-level',
        'error',
      ]);
    hasty = await start('3s', { ENGINE_REQUEST_TIMEOUT: '10s' });
    patient = await start('30s');
  });
  afterAll(async () => {
    await erp.takes(0);
    expect(await hasty.stop()).toBe(0);
    expect(await patient.stop()).toBe(0);
    await erp.drop();
  });

  /** Nothing runs and no transaction is open; then as many searches as there are connections succeed, several times. */
  async function isWhole({ baseUrl }: Program): Promise<void> {
    await expect.poll(() => erp.busy(), patience).toEqual([]);
    await erp.takes(0);
    for (let round = 0; round < 3; round += 1) {
      const ten = await Promise.all(Array.from({ length: 10 }, () => post(baseUrl, search, { query: '' })));
      expect(ten.map(({ text }) => text)).toEqual(ten.map(() => hit));
    }
    await expect.poll(() => erp.busy(), patience).toEqual([]);
  }

  it('times out 200 searches at once and leaves no query behind', async () => {
    await erp.takes(100);
    const late = await Promise.all(Array.from({ length: 200 }, () => post(hasty.baseUrl, search, { query: '' })));
    // On a busy machine a connection may not be made in the time that it has.
    expect(late.filter(({ status, retryAfter }) => status !== 504 && !(status === 503 && retryAfter !== null))).toEqual(
      [],
    );
    expect(late.filter(({ status }) => status === 504).length).toBeGreaterThan(100);
    await isWhole(hasty);
  });

  it('gives up 200 searches whose callers went away', async () => {
    await erp.takes(100);
    const running = expect.poll(async () => (await erp.busy()).length).toBe(10);
    const gone = Array.from({ length: 200 }, () => abandon(patient.baseUrl, search, { query: '' }, running));
    await Promise.all(gone);
    await isWhole(patient);
  });

  it('ends a write whose caller went away as if nothing had been', async () => {
    await erp.takes(8);
    const body = { poNumber: 'LEFT-1', currency: 'EUR', lines: [{ sku: 'A', qty: 1 }] };
    const running = expect.poll(async () => (await erp.busy()).length, patience).toBeGreaterThan(0);
    await abandon(patient.baseUrl, '/sale-draft', body, running);
    expect(await erp.orders('LEFT-1')).toEqual([]);
    await expect.poll(() => erp.orders('LEFT-1')).toHaveLength(1);
    const [order] = await erp.orders('LEFT-1');
    const repeat = await post(patient.baseUrl, '/sale-draft', body);
    expect(JSON.parse(repeat.text)).toMatchObject({ saleId: String(order?.id), status: 'draft' });
    await isWhole(patient);
  });
});
