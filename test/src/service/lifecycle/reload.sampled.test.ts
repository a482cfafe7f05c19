/** Reload of a running service: by SIGHUP and for changed files, while requests are in progress. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Agent, request } from 'undici';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { type DemoProfile, demoProfile } from '../../../support/demo.ts';
import { byDepth, isDeep } from '../../../support/depth.ts';
import { type Program, startProgram } from '../../../support/program.ts';
import { until } from '../server/fixture.ts';

const key = 'a-key-of-the-reload-test';

/** As many connections as a platform has open: further requests wait for one. */
const dispatcher = new Agent({ connections: 32 });

let demo: DemoProfile;
let running: Program | undefined;

async function start(...flags: readonly string[]): Promise<Program> {
  running = await startProgram(demo.file, { ENGINE_KEY: key }, flags);
  return running;
}

beforeEach(async () => {
  demo = await demoProfile({ dialect: 'sqlite' });
});
afterEach(async () => {
  await running?.kill();
  await demo.drop();
});
afterAll(() => dispatcher.close());

interface LogLine {
  readonly event: string;
  readonly [field: string]: unknown;
}

/** The events with this name. The last line of the output may be incomplete. */
function eventsOf(service: Program, event: string): readonly LogLine[] {
  const lines = service.output().split('\n').slice(0, -1);
  return lines
    .filter((line) => line.startsWith('{') && line.includes(`"${event}"`))
    .flatMap((line) => {
      const parsed: LogLine = JSON.parse(line);
      return parsed.event === event ? [parsed] : [];
    });
}

/** Waits for the `count`th event with this name. */
const nth = (service: Program, event: string, count = 1): Promise<LogLine> =>
  until(() => eventsOf(service, event)[count - 1]);

async function search(
  service: Program,
  more: object = {},
  withKey = key,
): Promise<{ readonly status: number; readonly names: readonly string[] }> {
  const { statusCode: status, body: answer } = await request(`${service.baseUrl}/catalog/customers/search`, {
    dispatcher,
    method: 'POST',
    headers: { Authorization: `Bearer ${withKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ schemaVersion: '1', query: 'natur', limit: 5, ...more }),
  });
  const body: { readonly hits?: readonly { readonly erpName: string }[] } = JSON.parse(await answer.text());
  return { status, names: (body.hits ?? []).map(({ erpName }) => erpName) };
}

const plainName = 'SELECT c.account_no AS erpId, c.name AS erpName';
const capitals = 'SELECT c.account_no AS erpId, UPPER(c.name) AS erpName';

/** Replaces the first `from` in the profile. */
function edit(from: string, to: string): void {
  const text = readFileSync(demo.file, 'utf8');
  if (!text.includes(from)) throw new Error(`The profile does not contain ${from}`);
  writeFileSync(demo.file, text.replace(from, to));
}

function connect(kind: string, connection: DemoProfile['connection']): void {
  const document = parseDocument(readFileSync(demo.file, 'utf8'));
  document.setIn(['sources', 'erp', 'sql'], kind);
  document.setIn(['sources', 'erp', 'connection'], connection);
  writeFileSync(demo.file, document.toString());
}

/** Starts `send` at a steady rate, whether or not earlier ones have ended, until `end` is called. */
function pacedLoad<T>(perSecond: number, send: () => Promise<T>) {
  const pending: Promise<T>[] = [];
  const begin = performance.now();
  const sendDue = (): void => {
    const due = ((performance.now() - begin) / 1_000) * perSecond;
    while (pending.length < due) pending.push(send());
  };
  const timer = setInterval(sendDue, 5);
  return {
    async end(): Promise<{ readonly perSecond: number; readonly results: readonly T[] }> {
      clearInterval(timer);
      const ms = performance.now() - begin;
      sendDue();
      return { perSecond: (pending.length / ms) * 1_000, results: await Promise.all(pending) };
    },
  };
}

const hangUp = (service: Program): void => void process.kill(service.pid, 'SIGHUP');

describe('a service', () => {
  it('reloads its profile on SIGHUP; a faulty one changes nothing', async () => {
    const service = await start();
    const [name = ''] = (await search(service)).names;
    expect(name).not.toBe(name.toUpperCase());

    edit(plainName, capitals);
    hangUp(service);
    expect(await nth(service, 'reloaded')).toMatchObject({ trigger: 'SIGHUP', profile: demo.file });
    expect((await search(service)).names[0]).toBe(name.toUpperCase());

    const [first = ''] = readFileSync(demo.file, 'utf8').split(capitals);
    const at = first.split('\n').length;
    edit(capitals, 'SELECT c.acount_no AS erpId, c.name AS erpName');
    hangUp(service);
    const refused = await nth(service, 'reload_failed');
    expect(refused).toMatchObject({ what: 'profile' });
    expect(refused.findings).toEqual([expect.stringMatching(`profile.yaml:${at}:\\d+ SQL\\d+ .*acount_no`)]);
    expect((await search(service)).names[0]).toBe(name.toUpperCase());

    // A profile whose ERP does not answer is as unusable as one with an error.
    edit('SELECT c.acount_no AS erpId, c.name AS erpName', plainName);
    // Nothing listens on port 1.
    connect('postgres', { url: 'postgres://kontor@127.0.0.1:1/kontor' });
    hangUp(service);
    expect(await nth(service, 'reload_failed', 2)).toMatchObject({
      reason: expect.stringContaining('The ERP cannot be reached'),
    });
    expect((await search(service)).names[0]).toBe(name.toUpperCase());

    connect('sqlite', demo.connection);
    hangUp(service);
    await nth(service, 'reloaded', 2);
    expect((await search(service)).names[0]).toBe(name);
    expect(await service.stop()).toBe(0);
  });

  it('reloads limits, level of the log and keys together with the profile, and names what needs a restart', async () => {
    const service = await start('--admin-port', '0');
    const readers = async (): Promise<number | undefined> => {
      const response = await fetch(`${String((await nth(service, 'admin_listening')).address)}/metrics`);
      const [, size] = /^engine_pool_size\{source="erp",pool="read"\} (\d+)$/m.exec(await response.text()) ?? [];
      return size === undefined ? undefined : Number(size);
    };
    const long = { note: 'x'.repeat(3_000) };
    const configure = (lines: readonly string[]): void =>
      writeFileSync(join(dirname(demo.file), 'engine.yaml'), lines.join('\n'));
    expect((await search(service, long)).status).toBe(200);
    expect(await readers()).toBe(4);

    // A faulty configuration changes none of its parts, and no part of the profile.
    const before = readFileSync(demo.file, 'utf8');
    const document = parseDocument(before);
    document.setIn(['sources', 'erp', 'limits', 'connections'], 3);
    writeFileSync(demo.file, document.toString());
    configure(['bodyLimit: 2KiB', 'requestTimeout: soon']);
    hangUp(service);
    await nth(service, 'reload_failed');
    expect((await search(service, long)).status).toBe(200);
    expect(await readers()).toBe(4);

    const otherKey = 'another-key-of-the-reload-test';
    const sha256 = createHash('sha256').update(otherKey).digest('hex');
    writeFileSync(join(dirname(demo.file), 'keys.yaml'), `[{ name: other, app: both, sha256: ${sha256} }]`);
    configure(['bodyLimit: 2KiB', 'keyFile: keys.yaml', 'logFormat: text', 'logLevel: debug', 'watch: true']);
    expect(eventsOf(service, 'statement_ran')).toEqual([]);
    hangUp(service);
    expect(await nth(service, 'restart_needed')).toMatchObject({ settings: ['watch', 'logFormat'] });
    expect((await search(service, long)).status).toBe(413);
    expect(await readers()).toBe(3);
    await until(async () => (await search(service, {}, otherKey)).status === 200);
    await nth(service, 'statement_ran');
    expect(await service.stop()).toBe(0);
  });

  it(`reloads with --watch when a file changes; of ${isDeep ? 200 : 20} requests a second none fails`, async () => {
    const service = await start('--watch');
    const [name = ''] = (await search(service)).names;
    const numbered = (turn: number) => `SELECT c.account_no AS erpId, c.name || ' #${turn}' AS erpName`;
    /** 0: the profile of the start; NaN: none of the profiles. */
    const versionOf = ([servedName]: readonly string[]): number =>
      servedName === name ? 0 : Number(servedName?.replace(`${name} #`, '') ?? Number.NaN);
    const [perSecond, turns] = byDepth({ sample: [20, 1], deep: [200, 3], all: [200, 10] });
    let served = 0;
    const load = pacedLoad(perSecond, async () => {
      const earliest = served;
      const { status, names } = await search(service);
      const version = versionOf(names);
      // A request that begins after the event is answered with the new profile, or with one that was loaded meanwhile.
      return status === 200 && version >= earliest ? version : { status, names, earliest };
    });
    for (let turn = 1; turn <= turns; turn += 1) {
      edit(turn === 1 ? plainName : numbered(turn - 1), numbered(turn));
      await nth(service, 'reloaded', turn);
      served = turn;
      expect(versionOf((await search(service)).names)).toBe(turn);
    }
    const { perSecond: reached, results } = await load.end();
    expect(results.filter((version) => typeof version !== 'number')).toEqual([]);
    expect(reached).toBeGreaterThanOrEqual(perSecond);
    expect(eventsOf(service, 'bug')).toEqual([]);
    expect(await service.stop()).toBe(0);
  });
});
