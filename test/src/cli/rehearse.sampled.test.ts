/** `engine run --rehearse`: a write runs completely, is shown, and is rolled back. */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { contract } from '../../../src/contract/index.ts';
import { draft, invoice } from '../../engine/run/write/documents.ts';
import { type DemoProfile, demoProfile, dialects, type TextRow } from '../../support/demo.ts';
import { openDemo, writePaths } from '../../support/demo-engine.ts';
import { sampleOf } from '../../support/depth.ts';
import type { DialectName } from '../../support/kinds.ts';
import { until } from '../service/server/fixture.ts';
import { type Ended, root, runHere } from './here.ts';
import { endOf, run } from './process.ts';

const tables = [
  ...readFileSync(join(root, 'profiles', 'demo', 'fixture', 'schema.sql'), 'utf8').matchAll(/CREATE TABLE (\w+)/g),
].map(([, name]) => name ?? '');

/** Every row of every table, as text. */
async function allRows(demo: DemoProfile, more: readonly string[] = []): Promise<ReadonlyMap<string, string>> {
  const rowsByTable = new Map<string, string>();
  for (const table of [...tables, ...more]) {
    const rows: readonly TextRow[] = await demo.rows(`SELECT * FROM ${table}`);
    rowsByTable.set(
      table,
      rows
        .map((row) => JSON.stringify(row))
        .sort()
        .join('\n'),
    );
  }
  return rowsByTable;
}

/** What keeps a statement busy for seconds, and how it is seen at work. */
const slow: Readonly<Record<DialectName, { readonly condition: string; readonly working?: string }>> = {
  sqlite: {
    condition:
      '(WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 300000000) SELECT max(x) FROM c) > 0',
  },
  postgres: {
    condition: "pg_sleep(8)::text = ''",
    working: "SELECT 1 AS n FROM pg_stat_activity WHERE query LIKE '%pg_sleep(8)%' AND pid <> pg_backend_pid()",
  },
  mysql: {
    condition: 'SLEEP(8) = 0',
    working: "SELECT 1 AS n FROM information_schema.processlist WHERE info LIKE '%SLEEP(8)%' AND id <> connection_id()",
  },
  mssql: { condition: '1 = 1' },
};

function isLocked({ connection }: DemoProfile): boolean {
  const database = new Database(String(connection.file), { timeout: 0 });
  try {
    database.exec('BEGIN IMMEDIATE; ROLLBACK');
    return false;
  } catch {
    return true;
  } finally {
    database.close();
  }
}

describe.each(sampleOf(dialects, 2))('a rehearsal on %s', (dialect) => {
  let demo: DemoProfile;
  let folder: string;
  beforeAll(async () => {
    demo = await demoProfile({ dialect });
    folder = dirname(demo.file);
  });
  afterAll(() => demo.drop());

  const writes = {
    ...contract,
    endpoints: contract.endpoints.filter(({ path }) => writePaths.some((one) => one === path)),
  };
  function rehearse(path: string, body: object, ...more: readonly string[]): Promise<Ended> {
    writeFileSync(join(folder, 'body.json'), JSON.stringify(body));
    const args = ['run', path, '--profile', './writes.yaml', '--body', 'body.json', '--rehearse', ...more];
    return runHere(args, { env: {}, cwd: folder, contract: writes });
  }

  it('shows answer and row differences, and leaves no row and no table', async () => {
    const before = await allRows(demo);
    const { body } = draft('REH-1');
    const { status, out, err } = await rehearse('/sale-draft', body, '--format', 'json');
    expect({ status, err }).toEqual({ status: 0, err: '' });
    const { answer, changes } = JSON.parse(out);
    expect(answer).toMatchObject({ saleId: '80001', saleNumber: 'SO-80001', status: 'draft' });
    const byTable = new Map<string, Record<string, unknown>>(changes.map((one: { table: string }) => [one.table, one]));
    expect([...byTable.keys()]).toEqual(['number_range', 'sales_order', 'sales_order_line']);
    expect(byTable.get('number_range')).toMatchObject({
      key: ['code'],
      inserted: [],
      deleted: [],
      updated: [{ before: { code: 'ORDER', next_no: 80001 }, after: { code: 'ORDER', next_no: 80002 } }],
    });
    expect(byTable.get('sales_order')).toMatchObject({ updated: [], inserted: [{ po_ref: 'REH-1', currency: 'EUR' }] });
    expect(byTable.get('sales_order_line')).toMatchObject({
      key: ['order_id', 'line_no'],
      inserted: [{ line_no: 1 }, { line_no: 2 }, { line_no: 3 }],
    });
    expect(await allRows(demo)).toEqual(before);
    await expect(demo.rows('SELECT * FROM engine_claims')).rejects.toThrow();
  });

  it('prints a refusal as the service answers it', async () => {
    const before = await allRows(demo);
    const { status, out, err } = await rehearse('/sale-draft', draft('REH-2', { currency: 'USD' }).body);
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(err).toContain('Kontor does not know the currency USD');
    expect(await allRows(demo)).toEqual(before);
  });

  it('compares the named tables, and reports those that do not exist', async () => {
    const { err } = await rehearse(
      '/invoices/push',
      invoice('REH-3').body,
      '--compare',
      'item',
      '--compare',
      'nowhere',
    );
    expect(err).toContain('erp, item: no difference');
    expect(err).toContain('erp, nowhere:\n  (the catalogue knows no table of this name)');
    expect(err).toMatch(/Rolled back: .*stay used/);
  });

  it('leaves nothing when its process is killed', async () => {
    const before = await allRows(demo);
    const document = parseDocument(readFileSync(demo.file, 'utf8'));
    const { condition, working } = slow[dialect];
    document.addIn(['endpoints', '/sale-draft', 'write'], {
      hold: { exec: `UPDATE number_range SET next_no = next_no + 1 WHERE code = 'ORDER' AND ${condition}` },
    });
    writeFileSync(join(folder, 'slow.yaml'), document.toString());
    writeFileSync(join(folder, 'body.json'), JSON.stringify(draft('REH-4').body));
    const entry = join(root, 'dist', 'src', 'entry.js');
    const args = ['run', '/sale-draft', '--profile', './slow.yaml', '--body', 'body.json', '--rehearse'];
    const process = run(entry, args, {}, folder);
    await until(async () => {
      if (process.ended !== undefined) throw new Error(process.err);
      const isWorking = working === undefined ? isLocked(demo) : (await demo.rows(working)).length > 0;
      return isWorking || undefined;
    });
    process.child.kill('SIGKILL');
    await endOf(process);
    // A server ends the transaction when it notices that its client is gone.
    if (working === undefined) await until(() => !isLocked(demo) || undefined);
    else while ((await demo.rows(working)).length > 0) await sleep(100);
    expect(await allRows(demo)).toEqual(before);
  });

  it('shows the stored answer of the key, and leaves the claims unchanged', async () => {
    const { body } = draft('REH-5');
    const engine = await openDemo(demo.onlyFile('/sale-draft'), { only: ['/sale-draft'] });
    const first = await engine.call('/sale-draft', body);
    await engine.close();
    const before = await allRows(demo, ['engine_claims']);
    expect(before.get('engine_claims')).toContain('REH-5');
    const again = await rehearse('/sale-draft', body);
    expect(first).toEqual({ ok: true, json: again.out.trim() });
    expect((await rehearse('/sale-draft', draft('REH-6').body)).status).toBe(0);
    expect(await allRows(demo, ['engine_claims'])).toEqual(before);
  });
});
