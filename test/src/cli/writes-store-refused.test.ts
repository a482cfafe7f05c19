/** `engine writes` with a store: refused resolutions, wrong usage, and a store that is missing or cannot be read. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DemoProfile } from '../../support/demo.ts';
import { folderWith } from '../service/server/fixture.ts';
import { freshPlace, type Place } from '../service/state/stores.ts';
import { held, idOf, states, unknown } from './claims.ts';
import { runHere } from './here.ts';
import { erpWithDraft, type OpenedStore, openedStore, writesWith } from './store-writes.ts';

let erp: DemoProfile;
let store: OpenedStore;

beforeAll(async () => {
  erp = await erpWithDraft();
});
afterAll(() => erp?.drop());

describe('engine writes with a store', () => {
  beforeEach(async () => {
    store = await openedStore(erp, 'sqlite');
  });
  afterEach(() => store.close());

  it('shows one as JSON', async () => {
    await store.made('PO-1', unknown);
    const { state, createdAt, payload } = await store.claimOf('PO-1');
    const shown = await store.writes(['show', '/sale-draft', 'PO-1', '--format', 'json']);
    expect(shown).toMatchObject({ status: 0, err: '' });
    expect(JSON.parse(shown.out)).toEqual({
      outcome: 'found',
      message: '',
      write: {
        claim: idOf('PO-1'),
        source: null,
        installation: 'test',
        endpoint: '/sale-draft',
        key: 'PO-1',
        payload,
        createdAt: new Date(createdAt).toISOString(),
        state: 'unknown',
        answer: null,
        since: null,
        until: null,
        step: 'create',
        lookAt: state.kind === 'unknown' ? new Date(state.lookAt).toISOString() : '',
        reason: null,
        released: [],
      },
    });
    const byId = await store.writes(['show', '/sale-draft', idOf('PO-1'), '--format', 'json']);
    expect(byId.out).toBe(shown.out);
    const absent = await store.writes(['show', '/sale-draft', 'po-1', '--format', 'json']);
    expect(absent).toMatchObject({ status: 1, err: '' });
    expect(JSON.parse(absent.out)).toMatchObject({ outcome: 'absent', write: null });
  });

  it('does not resolve a write that has changed since it was shown', async () => {
    await store.made('PO-1', unknown);
    const meanwhile = async (): Promise<string> => {
      expect(await store.claims.change(idOf('PO-1'), 2, { state: { ...held } })).toBe(true);
      return 'y';
    };
    const ended = await store.writes(['resolve', '/sale-draft', 'PO-1', '--not-written'], meanwhile);
    expect(ended.status).toBe(1);
    expect(ended.err).toContain('The write has changed since it was shown');
    expect((await store.claimOf('PO-1')).state).toEqual(held);
  });

  it('says why it does not resolve or release, and changes nothing', async () => {
    await store.made('PO-1', states.writing);
    const before = await store.claimOf('PO-1');
    const refused = await store.writes(['resolve', '/sale-draft', 'PO-1', '--not-written', '--yes']);
    expect(refused.status).toBe(1);
    expect(refused.err).toMatch(/A request is at work on it, until .*\nNothing was changed\.\n$/);
    const kept = await store.writes(['release', '/sale-draft', 'PO-1', '--yes', '--format', 'json']);
    expect(kept).toMatchObject({ status: 1, err: '' });
    expect(JSON.parse(kept.out)).toMatchObject({ outcome: 'refused', write: { key: 'PO-1' } });
    expect(await store.claimOf('PO-1')).toEqual({ ...before, unchangedMs: expect.any(Number) });
  });

  it('does not resolve a claim in the database of the ERP', async () => {
    const refused = await store.writes(['resolve', '/sale-draft', 'IN-ERP', '--not-written', '--yes']);
    expect(refused.status).toBe(1);
    expect(refused.err).toContain('To free the key, release it.');
  });

  it('refuses an answer that breaks the contract before anything is opened', async () => {
    const given = '{"saleID":"1","receivedAt":"2026-05-01T10:00:00Z"}';
    const refused = await store.writes(['resolve', '/sale-draft', 'PO-1', '--answer', given, '--yes']);
    expect(refused).toMatchObject({ status: 2, out: '' });
    expect(refused.err).toContain('did you mean "saleId"?');
  });

  it.each([
    [[], /--not-written, --answer '{\.\.\.}' and --look/],
    [['--not-written', '--answer', '{}'], /--not-written, --answer/],
    [['--look', '--not-written', '--yes'], /--not-written, --answer/],
    [['--not-written'], /add --yes/],
    [['--not-written', '--format', 'json'], /asks no questions; add --yes/],
  ])('resolve with %j is wrong usage', async (args, message) => {
    const refused = await store.writes(['resolve', '/sale-draft', 'PO-1', ...args]);
    expect(refused).toMatchObject({ status: 2, out: '' });
    expect(refused.err).toMatch(message);
  });
});

describe('engine writes without a store', () => {
  let place: Place;
  beforeEach(async () => {
    place = await freshPlace('sqlite');
  });
  afterEach(() => place.drop());

  it('gives one JSON document where the configuration is at fault, too', async () => {
    const ended = await runHere(['writes', 'list', '--format', 'json', '--profile', './none.yaml'], {
      env: {},
      cwd: folderWith({}),
    });
    expect(ended).toMatchObject({ status: 1, err: '' });
    expect(JSON.parse(ended.out)).toMatchObject({ errors: 1, diagnostics: [{ code: 'CFG508' }] });
  });

  it('makes no store where there is none', async () => {
    const { status, err } = await writesWith(erp, place.text)(['list']);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(existsSync(place.text)).toBe(false);
  });

  it('shows the writes in the ERP where the store cannot be read, says so, and is no success', async () => {
    const writes = writesWith(erp, join(place.text, '..'));
    const listed = await writes(['list']);
    expect(listed.status).toBe(1);
    expect(listed.err).toContain('CFG514');
    expect(listed.out).toContain('IN-ERP');
    const json = JSON.parse((await writes(['list', '--format', 'json'])).out);
    expect(json).toMatchObject({ unread: [{ place: 'the store' }], writes: [{ key: 'IN-ERP', source: 'erp' }] });
  });

  it('does not say that there is no write where the store, which may have it, cannot be read', async () => {
    const writes = writesWith(erp, join(place.text, '..'));
    for (const verb of [['show'], ['release', '--yes'], ['resolve', '--not-written', '--yes']]) {
      const [name = '', ...flags] = verb;
      const ended = await writes([name, '/sale-draft', 'PO-1', ...flags, '--format', 'json']);
      expect(ended.status).toBe(1);
      expect(JSON.parse(ended.out)).toMatchObject({ outcome: 'failed', write: null });
      expect((await writes([name, '/sale-draft', 'PO-1', ...flags])).err).toContain(
        'Without the store it is not known whether',
      );
    }
    expect((await writes(['show', '/sale-draft', 'IN-ERP'])).status).toBe(0);
  });
});
