/** The faults of the store of a service. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import { freshDatabase } from '../support/database.ts';
import { freshMysqlDatabase } from '../support/mysql-database.ts';
import { startProxy } from './proxy.ts';
import type { Replica } from './replicas.ts';
import type { SoakSetup } from './row.ts';
import type { Stage } from './stage.ts';

/** What happens to a store; the result mends it, for a replica that may have to be started anew. */
interface Harm {
  readonly kind: string;
  readonly strike: (replica: Replica) => Promise<() => Promise<void>>;
}

interface StoreUnderTest {
  /** As the setting has it. */
  readonly address: string;
  readonly harms: readonly Harm[];
}

/** A file; limits of the process stand for a full disk. */
function fileStore(folder: string): StoreUnderTest {
  const file = join(folder, 'harmed.sqlite');
  const limit = (replica: Replica, size: string): void => {
    execFileSync('prlimit', ['--pid', String(replica.pid), `--fsize=${size}:unlimited`]);
  };
  const full = async (replica: Replica) => {
    limit(replica, '0');
    return async () => limit(replica, 'unlimited');
  };
  const locked = async () => {
    const holder = new Database(file, { timeout: 5_000 });
    holder.exec('BEGIN IMMEDIATE');
    return async () => void holder.close();
  };
  const damaged = async (replica: Replica) => {
    const sound = readFileSync(file);
    const spoilt = Buffer.from(sound);
    spoilt.fill(0x5a, 0, Math.min(spoilt.length, 8_192));
    writeFileSync(file, spoilt);
    return async () => {
      await replica.kill();
      writeFileSync(file, sound);
      await replica.restart();
    };
  };
  return {
    address: file,
    harms: [
      { kind: 'store full', strike: full },
      { kind: 'store locked', strike: locked },
      { kind: 'store damaged', strike: damaged },
    ],
  };
}

/** A database on the ERP's server, by a way of its own. */
async function serverStore(setup: SoakSetup, stage: Stage): Promise<StoreUnderTest> {
  const { database, server } = setup;
  const store = await (database === 'postgres' ? freshDatabase(server?.url) : freshMysqlDatabase(server?.url));
  stage.atEnd(() => store.drop());
  const proxy = await startProxy(store.url);
  stage.atEnd(() => proxy.stop());
  const heal = async (): Promise<void> => {
    proxy.setRule(undefined);
    proxy.cutAll();
  };
  const away = async () => {
    proxy.setRule(() => ({ kind: 'cut', after: 0 }));
    proxy.cutAll();
    return heal;
  };
  const silent = async () => {
    proxy.setRule(() => ({ kind: 'hold' }));
    return heal;
  };
  const setReadOnly = async (value: 'on' | 'off'): Promise<void> => {
    const client = new pg.Client({ connectionString: store.url });
    await client.connect();
    const name = new URL(store.url).pathname.slice(1);
    await client.query(`begin read write; alter database ${name} set default_transaction_read_only = ${value}; commit`);
    await client.end();
    proxy.cutAll();
  };
  const readOnly = async () => {
    await setReadOnly('on');
    return () => setReadOnly('off');
  };
  const harms: Harm[] = [
    { kind: 'store away', strike: away },
    { kind: 'store silent', strike: silent },
  ];
  if (database === 'postgres') harms.push({ kind: 'store read-only', strike: readOnly });
  return { address: proxy.url, harms };
}

/** The kind of store that goes with the ERP's database. */
export const storeUnderTest = (setup: SoakSetup, stage: Stage): Promise<StoreUnderTest> =>
  setup.database === 'sqlite' ? Promise.resolve(fileStore(stage.folder)) : serverStore(setup, stage);
