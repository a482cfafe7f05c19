/** A customer gives consent in a browser: from the link of the operator to an authenticated request, and renewals. */
import { describe, expect, it, vi } from 'vitest';
import { runHere } from '../../cli/here.ts';
import { keyFor } from '../lifecycle/shops.ts';
import { until } from '../server/fixture.ts';
import { browserSession } from './browser-session.ts';
import { cloud, connected, consented, customers, profileOf } from './cloud.ts';

const search = { query: 'acme' };

describe('a link', () => {
  it('leads to a stored token and a company: the waiting service works without a restart', async () => {
    const given = await cloud();
    const { vendor } = given;
    vendor.grant([
      { id: 'c-1', name: 'Harbour <b>Tools</b>' },
      { id: 'c-2', name: 'Nordwind' },
    ]);
    const service = await given.serve();
    expect((await service.call(customers, search)).status).toBe(503);
    const health = await service.call('/health', {});
    expect([health.status, await health.text()]).toEqual([503, expect.stringContaining('has to give consent')]);
    expect(service.events().map(({ event }) => event)).toContain('consent_awaited');

    const session = browserSession(given.connectUrl);
    const link = await given.link();
    const page = await session.open(link);
    expect([page.status, page.html]).toEqual([200, expect.stringContaining('Cloud Books')]);
    expect(page.html).toContain('nord');
    const received = await consented(given, session, link);
    expect([received.status, received.headers.get('location'), received.html]).toEqual([303, '/connect/continue', '']);
    const choice = await session.open('/connect/continue');
    expect(choice.html).toContain('Harbour &lt;b&gt;Tools&lt;/b&gt;');
    expect(choice.html).toContain('Nordwind');
    const done = await session.submit('/connect/continue', { choice: '1' });
    expect(done.html).toContain('<strong>Nordwind</strong> is connected with nord.');
    expect(done.html).toContain('was checked and works');

    await vi.waitUntil(async () => (await service.call(customers, search)).status === 200, { timeout: 20_000 });
    const answer = await service.call(customers, search);
    expect(await answer.text()).toContain('Customer of c-2');
    expect((await service.call('/health', {})).status).toBe(200);
    expect(vendor.sawReplay()).toBe(false);
    const events = service.events().map(({ event, company }) => [event, company]);
    expect(events).toContainEqual(['consent_stored', 'Nordwind']);
    expect(events).toContainEqual(['consent_checked', undefined]);
    expect(service.log()).not.toMatch(/canary|access-|refresh-/);
    expect(service.log()).not.toContain(link.split('/').at(-1));
  });

  it('is used up by the stored token, and by nothing before: the page is opened as often as a scanner likes', async () => {
    const given = await cloud();
    await given.serve();
    const link = await given.link();
    for (let scan = 0; scan < 5; scan += 1) {
      const scanner = browserSession(given.connectUrl);
      expect((await scanner.open(link)).status).toBe(200);
      expect(scanner.cookie()).toBe('');
    }
    const session = browserSession(given.connectUrl);
    const denied = await consented(given, session, link, { decision: 'deny' });
    expect([denied.status, denied.html]).toEqual([200, expect.stringContaining('You did not give consent.')]);
    expect(denied.html).not.toContain('0900');
    expect(denied.html).toContain(new URL(link).pathname);
    await consented(given, session, link);
    expect((await session.submit('/connect/continue', { choice: '0' })).html).toContain('is connected');
    const again = await session.open(link);
    const unknown = await session.open(link.replace(/.{43}$/, 'A'.repeat(43)));
    expect([again.status, unknown.status]).toEqual([404, 404]);
    expect(again.html).toBe(unknown.html);
    const reloaded = await session.submit('/connect/continue', { choice: '0' });
    expect(reloaded.status).toBe(400);
  });

  it('that has expired is as one that never was', async () => {
    const given = await cloud();
    const made = await runHere(['auth', 'link', '--profile', './p.yaml', '--expires', '1m', '--format', 'json'], {
      env: given.env,
      cwd: given.folder,
      now: () => Date.now() - 120_000,
    });
    const { url, source, installation } = JSON.parse(made.out);
    expect([source, installation]).toEqual(['cloud', 'nord']);
    await given.serve();
    expect((await browserSession(given.connectUrl).open(url)).status).toBe(404);
  });

  it('gives no other company than the one that the operator or an earlier consent has decided', async () => {
    const given = await cloud({ env: { CLOUD_COMPANY: 'c-1' } });
    given.vendor.grant([{ id: 'c-9', name: 'Elsewhere' }]);
    const service = await given.serve();
    const session = browserSession(given.connectUrl);
    const refused = await consented(given, session, await given.link());
    expect(refused.html).toContain('another company');
    given.vendor.grant([
      { id: 'c-9', name: 'Elsewhere' },
      { id: 'c-1', name: 'Harbour Tools' },
    ]);
    await consented(given, session, await given.link());
    const choice = await session.open('/connect/continue');
    expect(choice.html).toContain('Harbour Tools');
    expect(choice.html).not.toContain('Elsewhere');
    expect(service.events().find(({ event }) => event === 'consent_refused')?.reason).toContain('Elsewhere');
  });

  it('finds the company in the redirect, where the vendor says it there', async () => {
    const given = await cloud({ profile: profileOf({ tenantsOf: '{ settings: { company: companyId } }' }) });
    given.vendor.grant([{ id: '4711', name: '' }]);
    const service = await given.serve();
    expect((await connected(given)).html).toContain('<strong>4711</strong> is connected');
    await vi.waitUntil(async () => (await service.call(customers, search)).status === 200, { timeout: 20_000 });
    expect(await (await service.call(customers, search)).text()).toContain('Customer of 4711');
  });
});

describe.each([
  ['that are open from the start', ''],
  ['that are opened by requests', 'idleTime: 10m\n'],
])('of several companies %s', (_name, top) => {
  it('each gets its own consent: the others wait, and nothing is started again', async () => {
    const entry = (name: string): string => `  ${name}: { path: /${name}, envFile: ${name}.env }\n`;
    const given = await cloud({
      env: { ENGINE_INSTALLATION: '', ENGINE_KEY: '' },
      files: {
        'engine.yaml': `profile: ./p.yaml\n${top}services:\n${entry('nord')}${entry('ost')}`,
        'nord.env': `ENGINE_KEY=${keyFor('nord')}\n`,
        'ost.env': `ENGINE_KEY=${keyFor('ost')}\n`,
      },
    });
    const service = await given.serve([]);
    const ask = async (name: string): Promise<readonly [number, string]> => {
      const reply = await fetch(`${service.url}/${name}${customers}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${keyFor(name)}`, 'content-type': 'application/json' },
        body: JSON.stringify({ schemaVersion: '1', ...search }),
      });
      return [reply.status, await reply.text()];
    };
    expect(await ask('ost')).toEqual([503, expect.stringContaining('has not given consent')]);
    for (const [name, company] of [
      ['ost', 'c-7'],
      ['nord', 'c-8'],
    ] as const) {
      given.vendor.grant([{ id: company, name: company }]);
      const session = browserSession(given.connectUrl);
      await consented(given, session, await given.link(['--service', name]));
      expect((await session.submit('/connect/continue', { choice: '0' })).html).toContain(`is connected with ${name}.`);
      await vi.waitUntil(async () => (await ask(name))[0] === 200, { timeout: 20_000 });
      expect((await ask(name))[1]).toContain(`Customer of ${company}`);
      if (name === 'ost') expect((await ask('nord'))[0]).toBe(503);
    }
    expect(service.events().map(({ event }) => event)).not.toContain('reload_failed');
    given.vendor.revoke();
    await ask('ost');
    const needed = await until(() => service.events().findLast(({ event }) => event === 'consent_needed'));
    expect(needed).toMatchObject({
      service: 'ost',
      message: expect.stringContaining('engine auth link cloud --service ost.'),
    });
  });

  it('each shows that it needs one, also before its first request', async () => {
    const key = 'key-of-nord-0123456789';
    const given = await cloud({
      env: { ENGINE_INSTALLATION: '', ENGINE_KEY: '' },
      files: {
        'engine.yaml': `profile: ./p.yaml\n${top}services:\n  nord: { path: /nord, envFile: nord.env }\n`,
        'nord.env': `ENGINE_KEY=${key}\n`,
      },
    });
    const service = await given.serve([]);
    const health = async (): Promise<number> => {
      const reply = await fetch(`${service.url}/nord/health`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: '{"schemaVersion":"1"}',
      });
      const body = await reply.text();
      if (reply.status !== 200) expect(body).toContain('The customer has to give consent to the ERP once more');
      return reply.status;
    };
    await vi.waitUntil(async () => (await health()) === 503, { timeout: 20_000 });
    const ready = await fetch(`${service.adminUrl}/ready/nord`);
    expect([ready.status, await ready.text()]).toEqual([503, expect.stringContaining('has not given consent yet')]);
    expect(await (await fetch(`${service.adminUrl}/metrics`)).text()).toContain(
      'engine_consent_needed{service="nord"} 1',
    );
    given.vendor.grant([{ id: 'c-7', name: 'Seven' }]);
    const session = browserSession(given.connectUrl);
    await consented(given, session, await given.link(['--service', 'nord']));
    await session.submit('/connect/continue', { choice: '0' });
    await vi.waitUntil(async () => (await health()) === 200, { timeout: 20_000 });
  });
});

describe('a consent', () => {
  it('that is revoked shows in health, status, metrics and events, and is renewed by a link without a restart', async () => {
    const given = await cloud({ env: { CLOUD_COMPANY: 'c-1' } });
    const { vendor } = given;
    const service = await given.serve();
    await until(() => service.events().find(({ event }) => event === 'consent_needed'));
    const metric = async () => /^engine_consent_needed(?:\{.*\})? (\d)/m.exec(await read('/metrics'))?.[1];
    const read = async (path: string) => (await fetch(`${service.adminUrl}${path}`)).text();
    expect(await metric()).toBe('1');
    await connected(given);
    await vi.waitUntil(async () => (await service.call('/health', {})).status === 200, { timeout: 20_000 });
    expect((await service.call(customers, search)).status).toBe(200);
    expect(await metric()).toBe('0');

    vendor.revoke();
    expect((await service.call(customers, search)).status).toBe(502);
    const health = await service.call('/health', {});
    expect([health.status, await health.text()]).toEqual([503, expect.stringContaining('has to give consent')]);
    expect(JSON.parse(await read('/status'))).toMatchObject({
      consentNeeded: true,
      sources: [
        { name: 'cloud', ready: false, consentNeeded: true, reason: expect.stringContaining('engine auth link') },
      ],
    });
    expect(await read('/ready')).toContain('engine auth link');
    expect(await metric()).toBe('1');
    const needed = service.events().filter(({ event }) => event === 'consent_needed');
    expect(needed.at(-1)?.message).toContain('engine auth link cloud');
    const before = vendor.seen.filter(({ target }) => target === '/token').length;
    for (let call = 0; call < 20; call += 1) await service.call(customers, search);
    expect(vendor.seen.filter(({ target }) => target === '/token').length).toBe(before);

    await connected(given);
    await vi.waitUntil(async () => (await service.call('/health', {})).status === 200, { timeout: 20_000 });
    expect((await service.call(customers, search)).status).toBe(200);
    expect(service.events().filter(({ event }) => event === 'consent_given')).toHaveLength(2);
  });

  it('gives commands the company, too', async () => {
    const given = await cloud();
    await given.serve();
    await connected(given);
    const run = ['run', customers, '--profile', './p.yaml', '--set', 'query='];
    const ran = await runHere(run, { env: given.env, cwd: given.folder });
    expect([ran.status, ran.out]).toEqual([0, expect.stringContaining('Customer of c-1')]);
    // A command without a line about consents: its profile is opened in the same way.
    const shown = await runHere(['lineage', customers, '--profile', './p.yaml'], { env: given.env, cwd: given.folder });
    expect([shown.status, shown.err]).toEqual([0, expect.not.stringContaining('MAP207')]);
    const without = await runHere(run, { env: { ...given.env, ENGINE_INSTALLATION: 'ost' }, cwd: given.folder });
    expect([without.status, without.err]).toEqual([1, expect.stringContaining('MAP207')]);
  });
});
