/** `engine why` finds failed requests in the log of a service. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { serveHere } from '../service/observability/admin/serve-here.ts';
import { folderWith, until } from '../service/server/fixture.ts';
import { runHere } from './here.ts';

const line = (time: string, event: string, fields: object): string =>
  `${JSON.stringify({ level: 'info', time, event, ...fields })}\n`;

const draft = {
  requestId: 'aa-1',
  service: 'nord',
  endpoint: '/sale-draft',
  key: 'PO-7',
  problem: 'invalid',
  status: 422,
};
const credit = { requestId: 'bb-2', endpoint: '/credit/customer', customer: 'C003', problem: 'timeout', status: 504 };
const invoice = {
  requestId: 'cc-3',
  endpoint: '/invoices/push',
  key: '["R-1","C003"]',
  customer: 'C003',
  problem: 'broken',
  status: 502,
};
const log = [
  'Listening on http://127.0.0.1:8080\n',
  line('2026-11-30T08:14:20.000Z', 'call_failed', { ...draft, message: 'The article X is not known.' }),
  line('2026-11-30T08:14:20.001Z', 'request', { requestId: 'aa-1', status: 422, ms: 12 }),
  line('2026-11-30T08:14:30.000Z', 'request', { requestId: 'ok-0', status: 200, ms: 12 }),
  line('2026-11-30T09:00:00.000Z', 'call_failed', { ...credit, message: 'The ERP did not answer in time.' }),
  line('2026-12-01T08:15:00.000Z', 'write_in_doubt', { requestId: 'cc-3', message: 'The connection was cut.' }),
  line('2026-12-01T08:15:01.000Z', 'call_failed', { ...invoice, message: 'The ERP is broken.\u001b[2J' }),
  line('2026-12-01T08:15:02.000Z', 'request', { requestId: 'cc-3', status: 502, ms: 99 }),
  '{"event": cut',
].join('');

const cwd = folderWith({ 'engine.log': log });
const why = (...args: readonly string[]) => runHere(['why', '--log', 'engine.log', ...args], { env: {}, cwd });
const idsOf = async (...args: readonly string[]): Promise<readonly string[]> => {
  const { out } = await why('--format', 'json', ...args);
  const { requests }: { requests: readonly { failure: { requestId: string } }[] } = JSON.parse(out);
  return requests.map(({ failure }) => failure.requestId);
};

describe('engine why', () => {
  it.each([
    [[], ['aa-1', 'bb-2', 'cc-3']],
    [
      ['--customer', 'C003'],
      ['bb-2', 'cc-3'],
    ],
    [['--key', 'PO-7'], ['aa-1']],
    [['--key', 'R-1'], ['cc-3']],
    [['--service', 'nord'], ['aa-1']],
    [['--endpoint', '/credit/customer'], ['bb-2']],
    [['--request', 'bb'], ['bb-2']],
    [
      ['--at', '08:14'],
      ['aa-1', 'cc-3'],
    ],
    [
      ['--at', '10:14+02:00'],
      ['aa-1', 'cc-3'],
    ],
    [['--at', '2026-11-30T08:14Z'], ['aa-1']],
    [['--at', '08:14', '--within', '30s'], ['aa-1']],
    [
      ['--at', '2026-11-30T08:14Z', '--within', '1h'],
      ['aa-1', 'bb-2'],
    ],
    [['--customer', 'C003', '--at', '09:01'], ['bb-2']],
    [['--limit', '1'], ['cc-3']],
    [['--key', 'PO-8'], []],
  ])('with %j shows %j', async (args, ids) => {
    expect(await idsOf(...args)).toEqual(ids);
  });

  it('shows document, customer, cause and the other events of a request, without control characters', async () => {
    const { out, status } = await why('--key', 'R-1');
    expect([status, out]).toEqual([
      0,
      [
        '2026-12-01T08:15:01.000Z  /invoices/push  502 broken',
        '  document ["R-1","C003"], customer C003',
        '  The ERP is broken. [2J',
        '  request cc-3',
        '    2026-12-01T08:15:00.000Z write_in_doubt The connection was cut.',
        '    2026-12-01T08:15:02.000Z request after 99 ms',
        '',
      ].join('\n'),
    ]);
    const none = await why('--key', 'PO-8');
    expect([none.status, none.out]).toEqual([1, expect.stringContaining('No failed request')]);
  });

  it('finds what the log masks by the whole value', async () => {
    const masked = [
      line('2026-11-30T08:14:20.000Z', 'call_failed', { ...draft, key: '…17' }),
      line('2026-11-30T08:14:21.000Z', 'call_failed', { ...invoice, key: '["…18","…"]', customer: '…' }),
      line('2026-11-30T08:14:22.000Z', 'call_failed', { ...credit, customer: '…05' }),
    ].join('');
    writeFileSync(join(cwd, 'masked.log'), masked);
    const requestIds = async (...args: readonly string[]): Promise<readonly string[]> => {
      const { out } = await runHere(['why', '--log', 'masked.log', '--format', 'json', ...args], { env: {}, cwd });
      const { requests }: { requests: readonly { failure: { requestId: string } }[] } = JSON.parse(out);
      return requests.map(({ failure }) => failure.requestId);
    };
    expect(await requestIds('--key', 'PO-2026-0317')).toEqual(['aa-1']);
    expect(await requestIds('--key', 'R-2026-18')).toEqual(['cc-3']);
    expect(await requestIds('--customer', 'C003')).toEqual(['cc-3']);
    expect(await requestIds('--customer', 'C00305')).toEqual(['bb-2']);
    expect(await requestIds('--customer', 'C00306')).toEqual([]);
  });

  it('reads standard input', async () => {
    const streams = { input: Readable.from([log]), output: new Writable() };
    const ended = await runHere(['why', '--key', 'PO-7', '--format', 'json'], { env: {}, cwd, streams });
    expect(JSON.parse(ended.out)).toMatchObject({ total: 1, requests: [{ failure: { requestId: 'aa-1' } }] });
  });

  it('refuses a time that is none, and a log that cannot be read', async () => {
    expect((await why('--at', 'noon')).status).toBe(2);
    const missing = await runHere(['why', '--log', 'none.log'], { env: {}, cwd });
    expect([missing.status, missing.err]).toEqual([2, expect.stringContaining('the log cannot be read')]);
  });

  it('finds a refused draft by its number in the log that a service wrote', async () => {
    const folder = folderWith({});
    const served = await serveHere(folder, ['--profile', 'demo'], {
      env: { DEMO_DATABASE: join(folder, 'demo.sqlite') },
    });
    const draftOf = { poNumber: 'PO-4711', currency: 'EUR', lines: [{ sku: 'none-such', qty: 1 }] };
    expect((await served.call('/sale-draft', draftOf)).status).toBe(422);
    expect((await served.call('/sale-draft', { ...draftOf, poNumber: 'PO-4712', currency: 'E' })).status).toBe(422);
    expect((await served.call('/credit/customer', { customerErpId: 'none' })).status).toBe(422);
    await until(() => served.events().filter(({ event }) => event === 'request').length === 3);
    writeFileSync(join(folder, 'engine.log'), served.log());
    const at = (...args: readonly string[]) =>
      runHere(['why', '--log', 'engine.log', '--format', 'json', ...args], { env: {}, cwd: folder });
    for (const key of ['PO-4711', 'PO-4712'])
      expect(JSON.parse((await at('--key', key)).out)).toMatchObject({
        requests: [{ failure: { event: 'call_failed', endpoint: '/sale-draft', key, status: 422 } }],
      });
    expect(JSON.parse((await at('--customer', 'none')).out)).toMatchObject({
      requests: [{ failure: { endpoint: '/credit/customer', customer: 'none' } }],
    });
  });
});
