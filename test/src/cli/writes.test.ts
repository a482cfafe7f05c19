/** `engine writes`: how writes are shown to an operator, and the release of a key. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { draft, idOf, payment, type WriteRequest } from '../../engine/run/write/documents.ts';
import { type DemoProfile, demoProfile } from '../../support/demo.ts';
import { openDemo, writePaths } from '../../support/demo-engine.ts';
import { folderWith } from '../service/server/fixture.ts';
import { type Ended, runHere } from './here.ts';

// SQLite works in processes of its own, which take their time on a busy machine.
const payload = expect.stringMatching(/^[0-9a-f]{64}$/);

describe('engine writes', () => {
  let profile: DemoProfile;
  let saleId: string;
  const cwd = folderWith({});

  beforeAll(async () => {
    profile = await demoProfile({ dialect: 'sqlite' });
    await write(draft('PO-1'));
    await write(draft('PO-2'));
    await write(payment('20469', '1.25'));
    saleId = await write(draft('PO-1')); // a repeat
  });
  afterAll(() => profile?.drop());

  /** Sends one request; gives the id of its answer. */
  async function write(request: WriteRequest): Promise<string> {
    const engine = await openDemo(profile.writesFile, { only: writePaths });
    try {
      const outcome = await engine.call(request.path, request.body);
      if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem));
      return idOf(request, outcome.json) ?? '';
    } finally {
      await engine.close();
    }
  }

  const writes = (args: readonly string[], answer?: string): Promise<Ended> =>
    runHere(['writes', ...args, '--profile', profile.file, '--installation', 'test'], {
      env: {},
      cwd,
      ask: answer === undefined ? undefined : () => Promise.resolve(answer),
    });

  it('lists writes, newest first', async () => {
    const { status, out, err } = await writes(['list']);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^\S+Z {2}\/payments\/push {2}20469\/1\.25\/2026-05-04\/MAIN {2}erpPaymentId \d+$/),
      expect.stringMatching(/^\S+Z {2}\/sale-draft {5}PO-2 .*saleId \d+/),
      expect.stringMatching(new RegExp(`^\\S+Z {2}/sale-draft {5}PO-1 .*saleId ${saleId},`)),
    ]);
  });

  it('lists some, and says that there are more', async () => {
    const { out } = await writes(['list', '--endpoint', '/sale-draft', '--limit', '1']);
    expect(out).toMatch(/^.*PO-2.*\nThere are more\. Increase --limit to show them\.\n$/);
    const [{ createdAt }] = JSON.parse((await writes(['list', '--format', 'json'])).out).writes;
    expect((await writes(['list', '--since', createdAt])).out.trimEnd().split('\n')).toHaveLength(1);
    expect((await writes(['list', '--since', '2000-01-01T12:00+01:00'])).out.trimEnd().split('\n')).toHaveLength(3);
    expect((await writes(['list', '--since', '2999-01-01'])).out).toBe('Nothing was written.\n');
  });

  it('gives JSON', async () => {
    const { out } = await writes(['show', '/sale-draft', 'PO-1', '--format', 'json']);
    expect(JSON.parse(out)).toEqual({
      outcome: 'found',
      message: '',
      write: {
        claim: expect.stringMatching(/^[0-9a-f]{64}$/),
        source: 'erp',
        installation: 'test',
        endpoint: '/sale-draft',
        key: 'PO-1',
        payload,
        createdAt: expect.stringMatching(/Z$/),
        state: 'done',
        answer: expect.objectContaining({ saleId, status: 'draft' }),
        since: null,
        until: null,
        step: null,
        lookAt: null,
        reason: null,
        released: [],
      },
    });
    const [newest] = JSON.parse((await writes(['list', '--format', 'json'])).out).writes;
    expect(newest).toMatchObject({ endpoint: '/payments/push', claim: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  it('says that nothing was written under a key', async () => {
    const shown = await writes(['show', '/sale-draft', 'po-1']);
    expect(shown).toMatchObject({ status: 1, out: '' });
    expect(shown.err).toMatch(/^Nothing was written to \/sale-draft under the key po-1/);
    expect(await writes(['release', '/sale-draft', 'po-1', '--yes'])).toMatchObject({ status: 1, out: '' });
  });

  it.each([
    [['show', '/sale-drafts', 'x'], /not an endpoint that writes; these are: \/sale-draft/],
    [['release', '/sale-draft', 'PO-2'], /add --yes/],
    [['release', '/sale-draft', 'PO-2', '--format', 'json'], /--format json asks no questions/],
    [['list', '--since', 'yesterday'], /a day or a time in UTC/],
    [['list', '--limit', '0'], /whole number from 1/],
    [['list', '--endpoint', '/health'], /not an endpoint that writes/],
  ])('%j is wrong usage', async (args, message) => {
    const { status, out, err } = await writes(args);
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toMatch(message);
  });

  it('prints the error of the database', async () => {
    const empty = await demoProfile({ dialect: 'sqlite' });
    const list = () => runHere(['writes', 'list', '--profile', empty.file], { env: {}, cwd });
    const missing = await list();
    await empty.run('CREATE TABLE engine_claims (id char(64) primary key, endpoint text, natural_key text)');
    const older = await list();
    await empty.drop();
    expect([missing, older]).toMatchObject([
      { status: 1, out: '' },
      { status: 1, out: '' },
    ]);
    expect(missing.err).toMatch(/there is no table of keys yet\. It is created when the service starts/);
    expect(older.err).toMatch(/no such column: .*\n.*If it exists, `engine check --connect` reports what it lacks/);
  });

  it('says where no claims are kept, and what to do instead', async () => {
    const locked = await demoProfile({ dialect: 'sqlite', claims: 'lock' });
    const told =
      /^The source erp has no claims \(`claims: lock`\).*delete its document in the ERP, or change its reference/;
    const run = (args: readonly string[]) => runHere(['writes', ...args, '--profile', locked.file], { env: {}, cwd });
    for (const args of [['list'], ['show', '/sale-draft', 'PO-1'], ['release', '/sale-draft', 'PO-1', '--yes']])
      expect(await run(args)).toEqual({ status: 1, out: '', err: expect.stringMatching(told) });
    const listed = await run(['list', '--format', 'json']);
    expect(listed).toMatchObject({ status: 1, err: '' });
    expect(JSON.parse(listed.out)).toEqual({ writes: [], more: false, unclaimed: ['erp'], unread: [], store: null });
    const shown = await run(['show', '/sale-draft', 'PO-1', '--format', 'json']);
    expect(JSON.parse(shown.out)).toEqual({ outcome: 'absent', message: expect.stringMatching(told), write: null });
    await locked.drop();
  });

  it('releases a key after a confirmation, and prints its previous answer', async () => {
    for (const answer of ['', 'n', 'yesterday']) {
      const refused = await writes(['release', '/sale-draft', 'PO-1'], answer);
      expect(refused.status).toBe(1);
      expect(refused.out).toMatch(/Nothing was changed\.\n$/);
    }
    expect(await write(draft('PO-1'))).toBe(saleId);
    const { status, out } = await writes(['release', '/sale-draft', 'PO-1'], 'y');
    expect(status).toBe(0);
    expect(out).toContain(`answer    saleId ${saleId}, `);
    expect(out).toContain('the next request with this key writes a second document');
    expect(out).toMatch(/\nReleased\.\n$/);
    expect((await writes(['list'])).out).toMatch(/PO-1 .*none: free since .*\(released 1 before\)/);
    const again = await writes(['release', '/sale-draft', 'PO-1', '--yes']);
    expect(again).toMatchObject({ status: 0 });
    expect(again.out).toMatch(/The key is already free/);
    expect(await write(draft('PO-1'))).not.toBe(saleId);
    const shown = (await writes(['show', '/sale-draft', 'PO-1'])).out;
    expect(shown).toMatch(new RegExp(`released {2}\\S+Z, written \\S+Z, answered saleId ${saleId},`));
  });

  it('lists a key that a terminal does not show with its claim, which finds it', async () => {
    await write(draft('A\nB'));
    const [, claim = ''] = /A\ufffdB \(claim ([0-9a-f]{64})\)/.exec((await writes(['list', '--limit', '1'])).out) ?? [];
    const shown = await writes(['show', '/sale-draft', claim, '--format', 'json']);
    expect(JSON.parse(shown.out)).toMatchObject({ outcome: 'found', write: { key: 'A\nB' } });
  });
});
