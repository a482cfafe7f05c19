import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DatabaseAccess } from '../../../../engine/sources/source.ts';
import { openSqlite, type SqliteOptions } from '../../../../engine/sources/sql/sqlite/source.ts';
import { soon, sql } from './bench.ts';

let folder = '';
let file = '';
const opened: DatabaseAccess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'engine-sqlite-'));
  file = join(folder, 'sub', 'erp.sqlite');
});
afterEach(async () => {
  for (const source of opened.splice(0)) await source.close();
  rmSync(folder, { recursive: true });
});

function script(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}
async function open(options: Partial<SqliteOptions> = {}): Promise<DatabaseAccess> {
  const source = await openSqlite({ file, ...options });
  opened.push(source);
  return source;
}

describe('creation', () => {
  it('refuses a missing file without scripts', async () => {
    await expect(open()).rejects.toMatchObject({ name: 'SourceError', kind: 'unreachable' });
    expect(existsSync(file)).toBe(false);
  });
  it('runs the scripts in order, once', async () => {
    const create = [
      script('1.sql', 'create table t (a); create table u (a);'),
      script('2.sql', 'insert into t values (1)'),
    ];
    await Promise.all([open({ create }), open({ create }), open({ create })]);
    const source = await open({ create });
    expect(await source.read(sql('select a from t'), soon())).toEqual([{ a: 1 }]);
  });
  it('leaves nothing behind when a script fails, and names it', async () => {
    const create = [script('1.sql', 'create table t (a);'), script('bad.sql', 'insert into nowhere values (1)')];
    await expect(open({ create })).rejects.toThrow('bad.sql');
    expect(readdirSync(join(folder, 'sub'))).toEqual([]);
  });
});

describe('values', () => {
  it('are returned as numbers if a double can represent them, else as text', async () => {
    const source = await open({ create: [script('1.sql', 'create table t (a integer)')] });
    const values = "select 9007199254740991 as a, 9007199254740993 as b, 1.5 as c, 'x' as d, null as e, x'00ff' as f";
    const [row] = await source.read(sql(values), soon());
    expect(row).toEqual({
      a: 9007199254740991,
      b: '9007199254740993',
      c: 1.5,
      d: 'x',
      e: null,
      f: Buffer.from([0, 255]),
    });
  });
  it('are bound with their own type', async () => {
    const source = await open({ create: [script('1.sql', 'create table t (a text)')] });
    const types = 'select typeof(?) as a, typeof(?) as b, typeof(?) as c, typeof(?) as d, typeof(?) as e, ? as f';
    const [row] = await source.read(sql(types, 1, 1.5, '1', true, null, true), soon());
    expect(row).toEqual({ a: 'integer', b: 'real', c: 'text', d: 'integer', e: 'null', f: 1 });
    await source.transaction(soon(), (session) => session.execute(sql('insert into t values (?)', 12)));
    expect(await source.read(sql('select a from t'), soon())).toEqual([{ a: '12' }]);
  });
  it('fold by Unicode', async () => {
    const source = await open({ create: [script('1.sql', 'create table t (a text)')] });
    const [row] = await source.read(
      sql("select engine_fold('ÄÖÜ ДΣΣ') as a, engine_fold(null) as b, engine_fold(12) as c"),
      soon(),
    );
    expect(row).toEqual({ a: 'äöü дσσ', b: null, c: '12' });
  });
});

describe('the lock of another process', () => {
  it('is waited for without blocking this one', async () => {
    const source = await open({ create: [script('1.sql', 'create table t (a)')], busyMs: 30_000 });
    const rival = new Database(file, { timeout: 0 });
    rival.exec('begin immediate');
    const writing = source.transaction(soon(), (session) => session.execute(sql('insert into t values (1)')));
    await sleep(200);
    rival.exec('rollback');
    rival.close();
    await writing;
    expect(await source.read(sql('select a from t'), soon())).toEqual([{ a: 1 }]);
  });
  it('that lasts too long is a conflict', async () => {
    const source = await open({ create: [script('1.sql', 'create table t (a)')], busyMs: 200 });
    const rival = new Database(file, { timeout: 0 });
    rival.exec('begin immediate');
    const writing = source.transaction(soon(), (session) => session.execute(sql('insert into t values (1)')));
    await expect(writing).rejects.toMatchObject({ kind: 'conflict', connectionLost: false });
    expect(await source.read(sql('select a from t'), soon())).toEqual([]);
    rival.exec('rollback');
    rival.close();
    await source.transaction(soon(), (session) => session.execute(sql('insert into t values (2)')));
    expect(await source.read(sql('select a from t'), soon())).toEqual([{ a: 2 }]);
  });
});

describe('durability', () => {
  it('uses WAL and foreign keys', async () => {
    const source = await open({
      create: [script('1.sql', 'create table t (a integer primary key); create table u (b integer references t)')],
    });
    const probe = new Database(file);
    expect(probe.pragma('journal_mode', { simple: true })).toBe('wal');
    probe.close();
    const orphan = source.transaction(soon(), (session) => session.execute(sql('insert into u values (7)')));
    await expect(orphan).rejects.toMatchObject({ kind: 'constraint' });
  });
});
