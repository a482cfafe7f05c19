/** The store of the service is full, damaged, away, silent or read-only: writes into an SQL ERP do not need it. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import type { Random } from '../../conformance/random.ts';
import { freshDatabase } from '../../support/database.ts';
import { freshMysqlDatabase } from '../../support/mysql-database.ts';
import { anyDocument, judge, send, toSend } from '../oracle.ts';
import { startProxy } from '../proxy.ts';
import { type Replica, startReplica } from '../replicas.ts';
import { type Bench, databaseNames, type Ground, type Row } from '../row.ts';
import { makePayable, openStage, type Stage } from '../stage.ts';
import { createTally, type Tally } from '../tally.ts';

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
async function serverStore(ground: Ground, stage: Stage): Promise<StoreUnderTest> {
  const { database, server } = ground;
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
    await client.query('set transaction read write');
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

/** A page of a sync leaves a bookmark in the store; it is answered without, too. */
async function turnPages(replica: Replica, random: Random, tally: Tally): Promise<void> {
  const limit = 5 + random.below(400);
  for (const page of [1, 2]) {
    const { status, text } = await replica.post('/invoices/list', { page, limit });
    if (status !== 200) tally.violated(`page ${page} of the invoices was answered ${status} ${text}`);
  }
}

async function open(ground: Ground): Promise<Bench> {
  const stage = await openStage(ground);
  const store = ground.database === 'sqlite' ? fileStore(stage.folder) : await serverStore(ground, stage);
  const environment = { ENGINE_STORE: store.address };
  const replica = await startReplica({ profile: stage.erp.file, environment, plant: ground.plant });
  stage.atEnd(() => replica.kill());
  const payable = await makePayable(replica);
  let unique = 0;
  return {
    full: 200,
    async run(number, random) {
      const tally = createTally();
      const harm = store.harms[number % store.harms.length];
      if (harm === undefined) throw new Error('There is no such harm.');
      const writeNow = async () => {
        const all = Array.from({ length: 5 }, () => {
          unique += 1;
          return toSend(anyDocument(random, `STORE-${unique}`, unique, payable));
        });
        for (const sent of all) {
          if (!(await send(replica, sent, tally))) tally.violated(`a write was not acknowledged: ${harm.kind}`);
        }
        return all;
      };
      await turnPages(replica, random, tally);
      const mend = await harm.strike(replica);
      tally.injected(harm.kind);
      const since = Date.now();
      const amid = await writeNow();
      await turnPages(replica, random, tally);
      await mend();
      tally.recovered(Date.now() - since);
      const after = await writeNow();
      await turnPages(replica, random, tally);
      await judge(stage.erp, [...amid, ...after], tally);
      return tally.result();
    },
    faults: stage.faults,
    close: stage.close,
  };
}

export const store: Row = {
  name: 'store',
  proves:
    'Writes into an SQL ERP and pages of a sync are answered while the store is full, damaged, away, silent or read-only.',
  volume: '200 times on each database, whose kind of store is harmed in each way that it can be',
  databases: databaseNames,
  quick: 6,
  sample: 3,
  open,
};
