/** Reload of a running service: by SIGHUP and for changed files, while requests are in progress. */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseDocument } from 'yaml';
import { type DemoProfile, demoProfile } from '../../support/demo.ts';
import { isDeep } from '../../support/depth.ts';
import { type Program, startProgram } from '../../support/program.ts';
import { until } from '../server/fixture.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const key = 'a-key-of-the-reload-test';

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

interface LogLine {
  readonly event: string;
  readonly [field: string]: unknown;
}

const logOf = (service: Program): readonly LogLine[] =>
  service
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));

const countOf = (service: Program, event: string): number =>
  logOf(service).filter((line) => line.event === event).length;

/** Waits for the `count`th event with this name. */
const nth = (service: Program, event: string, count = 1): Promise<LogLine> =>
  until(() => logOf(service).filter((line) => line.event === event)[count - 1]);

async function search(service: Program): Promise<{ readonly status: number; readonly names: readonly string[] }> {
  const response = await fetch(`${service.baseUrl}/catalog/customers/search`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ schemaVersion: '1', query: 'natur', limit: 5 }),
  });
  const body: { readonly hits?: readonly { readonly erpName: string }[] } = JSON.parse(await response.text());
  return { status: response.status, names: (body.hits ?? []).map(({ erpName }) => erpName) };
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
    writeFileSync(join(dirname(demo.file), 'engine.yaml'), 'shutdownTimeout: 7s\n');
    hangUp(service);
    await nth(service, 'reloaded', 2);
    expect((await search(service)).names[0]).toBe(name);
    expect(await nth(service, 'restart_needed')).toMatchObject({ settings: ['shutdownTimeout'] });
    expect(await service.stop()).toBe(0);
  });

  it('reloads with --watch when a file changes; no request fails', async () => {
    const service = await start('--watch');
    const statuses = new Map<number, number>();
    let isOver = false;
    const send = async (): Promise<void> => {
      while (!isOver) {
        const { status } = await search(service);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        await sleep(isDeep ? 15 : 50);
      }
    };
    const callers = Array.from({ length: isDeep ? 8 : 2 }, send);
    const [name = ''] = (await search(service)).names;
    for (let turn = 1; turn <= (isDeep ? 10 : 1); turn += 1) {
      if (turn % 2 === 1) edit(plainName, capitals);
      else edit(capitals, plainName);
      await nth(service, 'reloaded', turn);
      expect((await search(service)).names[0]).toBe(turn % 2 === 1 ? name.toUpperCase() : name);
    }
    isOver = true;
    await Promise.all(callers);
    expect([...statuses.keys()]).toEqual([200]);
    expect(countOf(service, 'bug')).toBe(0);
    expect(await service.stop()).toBe(0);
  });
});
