/** `engine writes` with a store of each kind: lists, resolves and releases claims. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DemoProfile } from '../../support/demo.ts';
import { sampleOf } from '../../support/depth.ts';
import { dialects } from '../service/state/stores.ts';
import { answer, minute, states } from './claims.ts';
import { erpWithDraft, type OpenedStore, openedStore } from './store-writes.ts';

let erp: DemoProfile;
let store: OpenedStore;

beforeAll(async () => {
  erp = await erpWithDraft();
});
afterAll(() => erp?.drop());

describe.each(sampleOf(dialects, 2))('engine writes with a store on %s', (dialect) => {
  beforeEach(async () => {
    store = await openedStore(erp, dialect);
  });
  afterEach(() => store.close());

  it('lists both kinds of claims, in readable sentences', async () => {
    for (const [key, state] of Object.entries(states)) await store.made(key, state);
    const { status, out, err } = await store.writes(['list']);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    const words = new Map(
      out.split('\n').map((line) => [line.split(/ {2,}/)[2], line.split(/ {2,}/).slice(3).join(' ')]),
    );
    const time = '\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z';
    for (const [key, pattern] of Object.entries({
      'IN-ERP': 'saleId \\d+, .*status draft, receivedAt .*',
      absent: `none: free since ${time}`,
      begun: `none: begun at ${time}, the next request continues`,
      writing: `none yet: the write is in progress, until ${time} at the latest`,
      interrupted: `none: interrupted at ${time}, the next request continues`,
      sending: `none yet: the write is in progress, until ${time} at the latest`,
      sent: `unknown whether the ERP executed "create": next lookup at ${time}`,
      unknown: `unknown whether the ERP executed "create": next lookup at ${time}`,
      undoing: `refused, undoing "create", next lookup at ${time}: R 17 is sold out`,
      held: 'held, needs a decision: two documents have this key',
      done: 'saleId 17, status draft, receivedAt 2026-05-01T10:00:00.000Z',
    }))
      expect(words.get(key), key).toMatch(new RegExp(`^${pattern}$`));
    const json = JSON.parse((await store.writes(['list', '--format', 'json', '--limit', '3'])).out);
    expect(json).toMatchObject({ more: true, unread: [] });
    expect(json.writes.map(({ key }: { key: string }) => key)).toEqual(['done', 'held', 'unknown']);
    expect(JSON.parse((await store.writes(['list', '--format', 'json', '--endpoint', '/payments/push'])).out)).toEqual({
      writes: [],
      more: false,
      unclaimed: [],
      unread: [],
      store: null,
    });
  });

  it('names no step where none is known: a held write that is looked up again', async () => {
    await store.made('again', { kind: 'unknown', step: '', empty: 0, lookInMs: minute });
    const { out } = await store.writes(['list']);
    expect(out).toMatch(/ again +unknown whether the ERP has the document: next lookup at /);
    expect(JSON.parse((await store.writes(['list', '--format', 'json'])).out).writes[0]).toMatchObject({
      key: 'again',
      state: 'unknown',
      step: null,
    });
  });

  it('resolves an unknown write as not written', async () => {
    await store.made('PO-1', states.unknown);
    const resolved = await store.writes(['resolve', '/sale-draft', 'PO-1', '--not-written'], 'y');
    expect(resolved).toMatchObject({ status: 0, err: '' });
    expect(resolved.out).toContain('the next request with this key writes the document');
    expect(resolved.out).toMatch(/\nResolved\.\n$/);
    // The document is not there, so neither is what its steps gave; and its sender's epoch is over.
    expect(await store.claimOf('PO-1')).toMatchObject({
      state: { kind: 'absent' },
      epoch: 2,
      steps: '{}',
      released: [],
    });
  });

  it('resolves a held write with its answer', async () => {
    await store.made('PO-1', states.held);
    const given = '{"receivedAt": "2026-05-01T12:00:00+02:00", "saleId": 17}';
    const resolved = await store.writes([
      'resolve',
      '/sale-draft',
      'PO-1',
      '--answer',
      given,
      '--yes',
      '--format',
      'json',
    ]);
    expect(resolved).toMatchObject({ status: 0, err: '' });
    expect(JSON.parse(resolved.out)).toMatchObject({
      outcome: 'resolved',
      write: { state: 'done', answer: { saleId: '17', status: 'draft', receivedAt: '2026-05-01T10:00:00.000Z' } },
    });
    expect(await store.claimOf('PO-1')).toMatchObject({ state: { kind: 'done', result: answer }, epoch: 1 });
  });

  it('has a held write looked up again, without a confirmation, because that changes nothing in the ERP', async () => {
    await store.made('PO-1', states.held);
    const asked = await store.writes(['resolve', '/sale-draft', 'PO-1', '--look']);
    expect(asked).toMatchObject({ status: 0, err: '' });
    expect(asked.out).toMatch(/\nThe running service looks the document up within seconds\. .*\n$/);
    expect(await store.claimOf('PO-1')).toMatchObject({ state: { kind: 'unknown', empty: 0 }, epoch: 1 });
    await store.made('PO-2', states.sent);
    const unneeded = await store.writes(['resolve', '/sale-draft', 'PO-2', '--look', '--format', 'json']);
    expect(JSON.parse(unneeded.out)).toMatchObject({ outcome: 'unneeded', write: { state: 'unknown' } });
    expect((await store.claimOf('PO-2')).state).toMatchObject({ kind: 'sent' });
  });

  it('releases a completed write, and keeps its answer', async () => {
    await store.made('PO-1', states.done);
    const { createdAt } = await store.claimOf('PO-1');
    expect(await store.writes(['release', '/sale-draft', 'PO-1'], 'n')).toMatchObject({ status: 1 });
    expect((await store.claimOf('PO-1')).revision).toBe(2);
    const released = await store.writes(['release', '/sale-draft', 'PO-1', '--yes', '--format', 'json']);
    expect(released).toMatchObject({ status: 0, err: '' });
    const kept = { createdAt: new Date(createdAt).toISOString(), releasedAt: expect.stringMatching(/Z$/) };
    expect(JSON.parse(released.out)).toMatchObject({
      outcome: 'released',
      write: { state: 'free', released: [{ ...kept, answer: { saleId: '17' } }] },
    });
    expect(await store.claimOf('PO-1')).toMatchObject({
      state: { kind: 'absent' },
      epoch: 2,
      steps: '{}',
      released: [{ ...kept, result: answer }],
    });
    const again = await store.writes(['release', '/sale-draft', 'PO-1', '--yes']);
    expect(again).toMatchObject({ status: 0 });
    expect(again.out).toContain('The key is already free.');
  });
});
