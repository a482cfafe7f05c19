/**
 * Three replicas with a common store are replaced one after the other by another version of the program, under load, and back. The earlier version is built
 * from the history of the repository.
 */
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../src/workbench/testing/servers/local-server.ts';
import { invoice } from '../engine/run/write/documents.ts';
import { ledgerFaults } from '../engine/run/write/ledger.ts';
import { runHere } from '../src/cli/here.ts';
import { until } from '../src/service/server/fixture.ts';
import { freshPlace } from '../src/service/state/stores.ts';
import { randomFrom } from '../src/workbench/checks/conformance/random.ts';
import { isAll } from '../support/depth.ts';
import { startProgram } from '../support/program.ts';
import { seed } from '../support/seed.ts';
import { type Load, startLoad, type Target } from './load.ts';
import { key, openStage, requestsOf, writeFaults } from './stage.ts';
import { buildVersion, commitIn, commitOfDayBefore, hasSetting } from './versions.ts';

const replicas = [0, 1, 2];

interface Previous {
  readonly commit: string | undefined;
  /** Columns of the table of claims that the new version has added: CFG511 prints their statements. */
  readonly columns: readonly string[];
  /** Both versions find the bookmarks of each other. */
  readonly sharesBookmarks: boolean;
}

/** The last version before the claims in a database and the names of bookmarks got the installation and the settings. */
const beforeInstallations = 'c17685df^';

const dayBefore = commitOfDayBefore();

const previousVersions: readonly (readonly [string, Previous])[] = [
  [
    dayBefore === undefined ? 'in use, because the checkout has no history of a day' : 'of a day before',
    { commit: dayBefore, columns: [], sharesBookmarks: true },
  ],
  ...(isAll && commitIn(beforeInstallations) !== undefined
    ? ([
        [
          'before claims had an installation',
          { commit: beforeInstallations, columns: ['installation'], sharesBookmarks: false },
        ],
      ] as const)
    : []),
];

it.each(previousVersions)('replicas are replaced by the version %s, and back', async (_when, previous) => {
  const { commit, columns, sharesBookmarks } = previous;
  // Without history the replicas are restarted with this version.
  const old = commit === undefined ? undefined : await buildVersion(commit);
  /** A version without `shutdownDelay` is taken out of the load balancing first, as an operator does it by hand. */
  const drains = old === undefined || hasSetting(old, 'shutdownDelay');
  const stage = await openStage();
  const place = await freshPlace('postgres');
  onTestFinished(place.drop);
  const files = { old: stage.configure(old), new: stage.configure(undefined) };
  let output = '';

  async function start(version: 'old' | 'new'): Promise<Target> {
    const adminPort = await freePort();
    const isOld = version === 'old';
    const delay: Record<string, string> = isOld && !drains ? {} : { ENGINE_SHUTDOWN_DELAY: '1s' };
    const environment = { ENGINE_KEY: '', ENGINE_STORE: place.text, ENGINE_REPLICAS: '3', ...delay };
    const program = await startProgram(files[version], environment, ['--admin-port', String(adminPort)], [], {
      version: isOld ? old : undefined,
    });
    onTestFinished(program.kill);
    const adminUrl = `http://127.0.0.1:${adminPort}`;
    await until(async () => (await fetch(`${adminUrl}/ready`)).ok);
    return { program, adminUrl, version };
  }

  async function replace(load: Load, target: Target, version: 'old' | 'new'): Promise<Target> {
    if (target.version === 'old' && !drains) load.remove(target);
    // It has answered what it was sent before.
    await sleep(target.version === 'old' && !drains ? 3_000 : 500);
    expect(await target.program.stop()).toBe(0);
    load.remove(target);
    output += target.program.output();
    const next = await start(version);
    load.add(next);
    await sleep(500);
    return next;
  }

  const all: Target[] = [];
  for (const _ of replicas) all.push(await start('old'));
  if (columns.length > 0) {
    const checked = await runHere(['check', '--connect', './demo.yaml'], { env: {}, cwd: dirname(files.new) });
    const [, cure = ''] = /Run: (alter .*;)/.exec(checked.out + checked.err) ?? [];
    for (const column of columns) expect(cure).toContain(column);
    // While the old version runs.
    await stage.demo.run(cure);
  }
  const [first] = all;
  if (first === undefined) throw new Error('There is no replica.');
  const call = async (path: string, body: object): Promise<string> =>
    (
      await fetch(`${first.program.baseUrl}/sql${path}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}-sql`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ schemaVersion: '1', ...body }),
      })
    ).text();
  const price = await call('/pricing/resolve', { customerErpId: 'K10000', productErpId: '1' });
  const lines = [{ description: 'Ship', quantity: 1, unitPrice: 99_999_999, amount: 99_999_999 }];
  const pushed: { readonly erpInvoiceId: string } = JSON.parse(
    await call('/invoices/push', invoice('PAYABLE', { lines }).body),
  );
  const before = {
    '/debtors/list': (await stage.demo.rows('select account_no as id from customer')).map(({ id }) => id ?? ''),
    '/invoices/list': (
      await stage.demo.rows("select e.invoice_id as id from account_entry e where e.kind in ('INVOICE', 'CREDIT')")
    ).map(({ id }) => id ?? ''),
  };

  const random = randomFrom(seed);
  const load = startLoad(all, requestsOf(price, pushed.erpInvoiceId), random.below);
  for (const version of ['new', 'old'] as const)
    for (const place of replicas) {
      const target = all[place];
      if (target !== undefined) all[place] = await replace(load, target, version);
    }
  await load.stop();
  for (const { program } of all) {
    expect(await program.stop()).toBe(0);
    output += program.output();
  }

  expect(load.failures).toEqual([]);
  expect(await writeFaults(stage, load.written)).toEqual([]);
  expect(await ledgerFaults(stage.demo)).toEqual([]);
  // Each list was read by pages, of both versions, with each of its rows once.
  for (const { service, path, ids } of load.chains) {
    const rows = service === 'web' || path === '/debtors/list' ? before['/debtors/list'] : before['/invoices/list'];
    const seen = new Set(ids);
    expect([service, path, ids.length - seen.size, rows.filter((id) => !seen.has(id))]).toEqual([service, path, 0, []]);
  }
  const crossed = (versions: Iterable<string>): boolean => new Set(versions).size === 2 || old === undefined;
  expect(load.chains.filter(({ versions }) => crossed(versions)).length).toBeGreaterThan(2);
  expect(load.written.filter(({ versions }) => crossed(versions)).length).toBeGreaterThan(2);
  expect(load.written.length).toBeGreaterThan(50);
  const counted = output.split('\n').filter((line) => line.includes('page_without_bookmark'));
  if (sharesBookmarks) expect(counted).toEqual([]);
  else expect(counted.length).toBeGreaterThan(0);
  expect(output.split('\n').filter((line) => /"level":"(error|fatal)"/.test(line))).toEqual([]);
});
