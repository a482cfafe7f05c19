/** `engine test --conformance --live`: with the ERP of the profile's own settings, or a running service; only reads by default. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import { demoProfile } from '../../support/demo.ts';
import { type Program, startProgram } from '../../support/program.ts';
import { folderWith } from '../service/server/fixture.ts';
import { root, runHere } from './here.ts';

let folder: string;
beforeAll(() => {
  folder = folderWith({});
});

/** Tables of the demo's database with their rows. */
function rowsOf(file: string): ReadonlyMap<string, number> {
  const database = new Database(file, { readonly: true });
  const tables = database.prepare<[], { name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  const counts = tables.map(({ name }) => {
    const row = database.prepare<[], { n: number }>(`SELECT COUNT(*) AS n FROM ${name}`).get();
    return [name, row?.n ?? 0] as const;
  });
  database.close();
  return new Map(counts);
}

/** A database as the demo makes it. */
function demoDatabase(name: string): string {
  const file = join(folder, name);
  const database = new Database(file);
  for (const part of ['schema', 'data']) {
    const script = join(root, 'profiles', 'demo', 'fixture', `${part}.sql`);
    database.exec(readFileSync(script, 'utf8'));
  }
  database.close();
  return file;
}

const live = (file: string, ...more: readonly string[]) =>
  runHere(['test', '--conformance', '--live', ...more, 'demo'], {
    env: { DEMO_DATABASE: file },
    cwd: folder,
    width: 200,
  });

describe('a live run', () => {
  it('only reads, and leaves the ERP as it was, without a table of the engine', async () => {
    const file = demoDatabase('read.sqlite');
    const before = rowsOf(file);
    const { out, err, status } = await live(file, '--filter', 'agreement');
    expect(out).toMatch(/^[1-4]\d passed, 0 failed, \d not tested, 0 not applicable\.$/m);
    expect(out).not.toContain('/payments/push');
    expect(err).toContain('Only the sample draft of the connection test was sent');
    const counts = [...err.matchAll(/Running checks: (\d+) of (\d+), \/[a-z-]+\/.*?: /g)].map(([, done, total]) => [
      done,
      total,
    ]);
    expect(counts.at(-1)?.[0]).toBe(counts.at(-1)?.[1]);
    expect(new Set(counts.map(([done]) => done)).size).toBe(Number(counts.at(-1)?.[1]));
    expect(status).toBe(0);
    expect(rowsOf(file)).toEqual(before);
  });

  it('writes with --writes, and lists each document that it leaves', async () => {
    const file = demoDatabase('write.sqlite');
    const { out, err } = await live(file, '--writes', '--filter', 'writes: /invoices/push: a document that was pushed');
    expect(out).toContain('1 passed, 0 failed');
    const [, count, names = ''] = /Left in the ERP:\n {2}(\d+) invoices: (.*)\n/.exec(err) ?? [];
    const database = new Database(file, { readonly: true });
    const left = database
      .prepare<[], { doc_no: string; invoice_id: number }>(
        "SELECT doc_no, invoice_id FROM invoice WHERE doc_no LIKE 'SBX-%'",
      )
      .all();
    database.close();
    expect(left.length).toBe(Number(count));
    for (const { doc_no, invoice_id } of left) expect(names).toContain(`${doc_no} (${invoice_id})`);
  });

  it.each([
    [['test', '--live', 'demo'], '--live needs --conformance'],
    [['test', '--conformance', '--writes', 'demo'], '--url and --writes need --live'],
    [['test', '--conformance', '--live', '--set', 'a=b', 'demo'], '--set cannot be given'],
    [['test', '--conformance', '--live', '--demo-sku', 'A', 'demo'], '--demo-sku needs --url'],
  ])('refuses flags that do not fit: %j', async (args, message) => {
    const { err, status } = await runHere(args, { env: {}, cwd: folder });
    expect(err).toContain(message);
    expect(status).toBe(2);
  });
});

describe('a running service', () => {
  it('gets the sample draft with the SKU of its connection test', async () => {
    const demo = await demoProfile({ dialect: 'sqlite' });
    const env = { ENGINE_KEY: 'key-of-both-apps-1234', ENGINE_LOG_LEVEL: 'error' };
    const service = await startProgram(demo.file, { ...env, ENGINE_DEMO_SKU: 'DEMO-SKU' });
    const sample = async (...flags: readonly string[]): Promise<string> => {
      const filter = ['--filter', 'sample draft is accepted'];
      const args = ['test', '--conformance', '--live', '--url', service.baseUrl, ...flags, ...filter, 'demo'];
      const { out } = await runHere(args, { env, cwd: folder });
      expect(out).toContain('1 passed, 0 failed, 0 not tested');
      return out;
    };
    try {
      expect(await sample()).not.toContain('would not save the connection');
      expect(await sample('--demo-sku', 'PROBE 17/A')).toContain('The SKU PROBE 17/A is refused');
    } finally {
      await service.stop();
      await demo.drop();
    }
  });
});

describe('a service that refuses the key', () => {
  it('ends the run with one message', async () => {
    const demo = await demoProfile({ dialect: 'sqlite' });
    const service: Program = await startProgram(demo.file, {
      ENGINE_KEY: 'key-of-both-apps-1234',
      ENGINE_LOG_LEVEL: 'error',
    });
    try {
      const env = { DEMO_DATABASE: demoDatabase('refused.sqlite'), ENGINE_KEY: 'another-key-5678' };
      const args = ['test', '--conformance', '--live', '--url', service.baseUrl, 'demo'];
      const { out, status } = await runHere(args, { env, cwd: folder });
      expect(out.match(/FAIL/g)).toHaveLength(1);
      expect(out).toContain('/health refuses the key of its app with 401');
      expect(out).toMatch(/^0 passed, 1 failed, [1-9]\d+ not tested, 0 not applicable\.$/m);
      expect(status).toBe(1);
      const sandbox = await runHere(['sandbox', service.baseUrl], { env, cwd: folder });
      expect(sandbox.out.match(/refuses the key of its app with 401/g)).toHaveLength(1);
      expect(sandbox.out).toMatch(/checks: 0 passed, 1 failed, [1-9]\d+ not tested\./);
    } finally {
      await service.stop();
      await demo.drop();
    }
  });
});
