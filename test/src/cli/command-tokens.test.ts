/** Commands that call an ERP with refresh tokens: they use the tokens of the service, also while it runs, and lose none. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openLanguageService } from '../../../src/workbench/lsp/open-service.ts';
import { startProgram } from '../../support/program.ts';
import { until } from '../service/server/fixture.ts';
import { testHost } from '../service/state/host.ts';
import { type Ended, root } from './here.ts';
import { endOf, run } from './process.ts';
import { type RotatingErp, rotatingErp, search, setToken } from './rotating-erp.ts';

let given: RotatingErp | undefined;
afterEach(() => given?.erp.close());

async function begin(options: Parameters<typeof rotatingErp>[0] & { readonly token?: string } = {}) {
  const started = await rotatingErp(options);
  given = started;
  const { token = 'r1' } = options;
  if (token !== '') expect((await started.engine(setToken, {}, token)).status).toBe(0);
  return started;
}

const hit = '"erpId":"C1"';

describe('the tokens of the service', () => {
  it('are used and replaced by commands, one renewal for all of them', async () => {
    const { engine, renewals, stored, revoke } = await begin();
    const first = await engine(search);
    expect([first.status, first.out]).toEqual([0, expect.stringContaining(hit)]);
    expect(await stored()).toEqual({ refresh: 'r2', lease: '' });
    expect((await engine(['check', '--connect', './p.yaml'])).status).toBe(0);
    expect((await engine(['drift', '--lock', './p.yaml'])).out).toContain('written');
    expect((await engine(['drift', './p.yaml'])).status).toBe(0);
    const recorded = await engine(['record', '--profile', './p.yaml', '--review']);
    expect([recorded.status, recorded.out]).toEqual([0, expect.stringMatching(/[1-9]\d* calls recorded/)]);
    expect(renewals()).toBe(1);
    revoke();
    expect((await engine(search)).status).toBe(0);
    expect(renewals()).toBe(2);
    expect(JSON.stringify([first, recorded])).not.toMatch(/canary|r2|a2/);
  });

  it('are renewed by a check where there is no valid one: a refused login is a finding', async () => {
    const { engine, renewals } = await begin();
    expect((await engine(['check', '--connect', './p.yaml'])).status).toBe(0);
    expect(renewals()).toBe(1);
    await engine(setToken, {}, 'r1');
    const { status, err } = await engine(['check', '--connect', './p.yaml']);
    expect([status, err]).toEqual([1, expect.stringContaining('The login to the ERP of the source "exact" fails')]);
    expect(err).toContain('invalid_grant');
    expect(err).toContain('engine auth set exact');
  });

  it('are used by an editor that connects', async () => {
    const { cwd, env, renewals } = await begin();
    const { service } = openLanguageService({ ...testHost(cwd), env }, [cwd], {
      ...{ connect: true, failed: () => undefined },
    });
    expect(await service.checkWithDatabases(join(cwd, 'p.yaml'))).toEqual([]);
    expect(renewals()).toBe(1);
  });

  it('are shared with a running service: both renew, each token is used once', async () => {
    const { cwd, env, engine, renewals, revoke, stored } = await begin();
    const key = randomBytes(16).toString('hex');
    const service = await startProgram(join(cwd, 'p.yaml'), { ...env, ENGINE_KEY: key });
    const ask = async (): Promise<string> => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ schemaVersion: '1', query: '' });
      const url = `${service.baseUrl}/catalog/customers/search`;
      return (await fetch(url, { method: 'POST', headers, body })).text();
    };
    try {
      expect(await ask()).toContain(hit);
      expect((await engine(search)).out).toContain(hit);
      expect(renewals()).toBe(1);
      revoke();
      expect((await engine(search)).out).toContain(hit);
      expect(await ask()).toContain(hit);
      expect(renewals()).toBe(2);
      revoke();
      const all = await Promise.all([ask(), engine(search), ask(), engine(search), engine(search)]);
      for (const one of all) expect(typeof one === 'string' ? one : one.out).toContain(hit);
      expect(renewals()).toBe(3);
      expect(await stored()).toEqual({ refresh: 'r4', lease: '' });
      // A first token is stored while the service runs.
      expect((await engine(setToken, {}, 'r4')).status).toBe(0);
      expect((await engine(search)).out).toContain(hit);
      expect(renewals()).toBe(4);
    } finally {
      await service.stop();
    }
  });
});

describe('without them', () => {
  const commands = [
    search,
    ['check', '--connect', './p.yaml'],
    ['drift', '--lock', './p.yaml'],
    ['record', '--profile', './p.yaml', '--review'],
  ];

  it.each(commands)('%s %s says what to do, and sends nothing', async (...command) => {
    const { engine, erp, env } = await begin({ token: '' });
    const { ENGINE_STORE_KEY: _, ...keyless } = env;
    const said = async (others: Readonly<Record<string, string>>) => {
      const { status, err } = await engine(command, others);
      expect([status, err]).toEqual([1, expect.stringContaining('engine auth set exact')]);
      return err;
    };
    expect(await said({ ...keyless, ENGINE_STORE_KEY: '' })).toContain('CFG516');
    expect(await said({})).toMatch(/CFG523.*There is no store with refresh tokens at .*s\.sqlite/);
    expect((await engine(setToken, {}, 'r1')).status).toBe(0);
    expect(await said({ ENGINE_INSTALLATION: 'other' })).toContain('has no refresh token for the source "exact"');
    const wrong = await engine(command, { ENGINE_STORE_KEY: randomBytes(32).toString('hex') });
    expect([wrong.status, wrong.err]).toEqual([1, expect.stringContaining('encrypted with another key')]);
    const malformed = await engine(command, { ENGINE_STORE_KEY: 'canary-key' });
    expect([malformed.status, malformed.err]).toEqual([1, expect.stringContaining('a key of 32 bytes')]);
    expect(erp.seen).toEqual([]);
  });
});

describe('a command that ends while it renews a token', () => {
  const entry = join(root, 'src/entry.ts');

  /** A command in a process, which waits for the answer of the token endpoint; the ERP has replaced the token. */
  async function renewing(options: { readonly forgives?: boolean } = {}) {
    const started = await begin(options);
    const answer = started.hold();
    const command = run(entry, search, started.env, started.cwd);
    await until(() => started.asked() === 1);
    return { ...started, answer, command };
  }

  /** Runs the next command on a clock that moves on as long as the lease of the killed one is there. */
  async function nextCommand({ engine, stored }: Pick<RotatingErp, 'engine' | 'stored'>): Promise<Ended> {
    const { lease, refresh } = await stored();
    expect([refresh, lease]).toEqual(['r1', expect.stringMatching(/^.{36}$/)]);
    const clock = performance.now.bind(performance);
    let shift = 0;
    const spy = vi.spyOn(performance, 'now').mockImplementation(() => clock() + shift);
    onTestFinished(() => spy.mockRestore());
    const ended = engine(search);
    await until(async () => {
      if ((await stored()).lease !== lease) return true;
      shift += 10_000;
      return false;
    });
    expect(shift).toBeGreaterThanOrEqual(60_000);
    return ended;
  }

  it.each(['SIGINT', 'SIGTERM'] as const)('by %s stores the new one first', async (signal) => {
    const { answer, command, stored, engine, renewals } = await renewing();
    command.child.kill(signal);
    await until(() => command.err.includes('The command ends when the new one is stored'));
    expect(command.ended).toBeUndefined();
    answer();
    expect(await endOf(command)).toEqual({ status: null, signal });
    expect(await stored()).toEqual({ refresh: 'r2', lease: '' });
    expect((await engine(search)).out).toContain(hit);
    expect(renewals()).toBe(1);
  });

  it('by SIGKILL leaves the lease, which the next command releases after a minute', async () => {
    const { answer, command, ...started } = await renewing({ forgives: true });
    command.child.kill('SIGKILL');
    await endOf(command);
    answer();
    expect((await nextCommand(started)).out).toContain(hit);
    expect(await started.stored()).toEqual({ refresh: 'r2', lease: '' });
    expect(started.renewals()).toBe(1);
  });

  it('by SIGKILL has lost the token of an ERP that forgives nothing: the next command says how to store another', async () => {
    const { answer, command, ...started } = await renewing();
    command.child.kill('SIGKILL');
    await endOf(command);
    answer();
    const { status, err } = await nextCommand(started);
    expect([status, err]).toEqual([1, expect.stringContaining('engine auth set exact')]);
    expect(err).toContain('invalid_grant');
  });
});
