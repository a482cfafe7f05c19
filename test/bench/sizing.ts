/**
 * `node test/bench/sizing.ts [--companies 100,1000] [--open 0,10,100]`, after `npm run build`: one replica with many companies of the demo profile on PostgreSQL, with a
 * common store. Prints the time until it listens, resident memory and processor time while it does nothing, then memory and connections with some companies open, and what a
 * request costs the store and the ERP. All companies have the same database. The figures of docs/sizing.md.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { freshDatabase } from '../support/database.ts';
import { demoProfile } from '../support/demo.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { type Program, startProgram } from '../support/program.ts';

const { values: flags } = parseArgs({ options: { companies: { type: 'string' }, open: { type: 'string' } } });
const numbersOf = (text: string): readonly number[] => text.split(',').map(Number);
const companyCounts = numbersOf(flags.companies ?? '100,1000,10000');
const openCounts = numbersOf(flags.open ?? '0,10,50,100,200');

const apiKeyOf = (company: number): string => `key-of-company-${String(company).padStart(5, '0')}`;
const print = (...cells: readonly (string | number)[]): void => void process.stdout.write(`| ${cells.join(' | ')} |\n`);

/** Milliseconds of processor time of a process so far: user and system, in ticks of 10 ms. */
function cpuOf({ pid }: Program): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function megabytesOf({ pid }: Program): string {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return (Number(kilobytes) / 1_024).toFixed(0);
}

async function send(program: Program, company: number, path: string, body: object): Promise<string> {
  const response = await fetch(`${program.baseUrl}/c${company}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKeyOf(company)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ schemaVersion: '1', ...body }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`);
  return text;
}

const price = { customerErpId: 'K10003', productErpId: '2' };

const folder = mkdtempSync(join(tmpdir(), 'engine-companies-'));
await using end = new AsyncDisposableStack();
end.defer(() => rmSync(folder, { recursive: true }));
const server = await startPostgres({ max_connections: 1_000 });
end.defer(() => server.stop());
const erp = await demoProfile({ dialect: 'postgres', server: server.url });
end.defer(() => erp.drop());
const store = await freshDatabase(server.url);
end.defer(() => store.drop());
const client = new pg.Client({ connectionString: server.url });
await client.connect();
end.defer(() => client.end());
const databaseOf = (url: string): string => new URL(url).pathname.slice(1);
const databases = { erp: databaseOf(String(erp.connection.url)), store: databaseOf(store.url) };

async function ask(sql: string, database: string): Promise<number> {
  const { rows } = await client.query<{ readonly number: string }>(sql, [database]);
  return Number(rows[0]?.number);
}
const connectionsTo = (database: string) =>
  ask('select count(*) as number from pg_stat_activity where datname = $1', database);
const transactionsOf = (database: string) =>
  ask('select xact_commit + xact_rollback as number from pg_stat_database where datname = $1', database);

/** Statements in the ERP so far, by the engine's counter. */
async function statementsOf(admin: string): Promise<number> {
  const text = await (await fetch(`${admin}/metrics`)).text();
  const counts = [...text.matchAll(/^engine_source_results_total\{[^}]*\} (\d+)$/gm)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

/** An engine.yaml with this number of companies. */
function configure(count: number): string {
  const place = join(folder, String(count));
  mkdirSync(join(place, 'companies'), { recursive: true });
  writeFileSync(join(place, 'demo.yaml'), readFileSync(erp.file, 'utf8'));
  for (let company = 1; company <= count; company += 1) {
    const sha256 = createHash('sha256').update(apiKeyOf(company)).digest('hex');
    const entry = `path: /c${company}\nkeys: [{ name: platform, app: both, sha256: ${sha256} }]\n`;
    writeFileSync(join(place, `companies/c${company}.yaml`), entry);
  }
  const file = join(place, 'engine.yaml');
  writeFileSync(
    file,
    'profile: ./demo.yaml\nservicesFolder: companies\nwatch: true\nidleTime: 1h\nopenServices: 1000\nreplicas: 3\nadminPort: 0\n',
  );
  return file;
}

const idleMs = 10_000;

/** Waits until the counters of PostgreSQL are complete: a connection that is idle reports them after ten seconds. */
const settled = () => sleep(12_000);

/** Transactions a second in the store while nothing is requested. */
async function storeRate(): Promise<number> {
  await settled();
  const began = performance.now();
  const before = await transactionsOf(databases.store);
  await sleep(20_000);
  return ((await transactionsOf(databases.store)) - before) / ((performance.now() - began) / 1_000);
}

async function measureRequests(program: Program, admin: string): Promise<void> {
  const count = 100;
  let number = 0;
  const kinds: readonly (readonly [string, string, () => object])[] = [
    ['price', '/pricing/resolve', () => price],
    ['customer search', '/catalog/customers/search', () => ({ query: 'natur', limit: 20 })],
    ['page of invoices', '/invoices/list', () => ({ page: 1, limit: 100 })],
    ['second page of invoices', '/invoices/list', () => ({ page: 2, limit: 2 })],
    [
      'draft order',
      '/sale-draft',
      () => {
        number += 1;
        const lines = [{ sku: 'HX-10/A2', qty: 3, unitPrice: 1.15 }];
        return { poNumber: `sizing ${number}`, currency: 'EUR', lines };
      },
    ],
  ];
  const idleRate = await storeRate();
  process.stdout.write(`The store without requests: ${idleRate.toFixed(2)} transactions a second.\n`);
  print('request', 'transactions of the store', 'statements in the ERP', 'processor ms of the replica');
  print('---', '---', '---', '---');
  for (const [name, path, body] of kinds) {
    for (let turn = 0; turn < 20; turn += 1) await send(program, 1, path, body());
    await settled();
    const began = performance.now();
    const before = [await transactionsOf(databases.store), await statementsOf(admin), cpuOf(program)];
    for (let turn = 0; turn < count; turn += 1) await send(program, 1, path, body());
    const cpu = cpuOf(program);
    await settled();
    const idle = (idleRate * (performance.now() - began)) / 1_000;
    const after = [(await transactionsOf(databases.store)) - idle, await statementsOf(admin), cpu];
    print(name, ...after.map((value, index) => ((value - (before[index] ?? 0)) / count).toFixed(2)));
  }
}

for (const count of companyCounts) {
  const file = configure(count);
  const began = performance.now();
  const program = await startProgram(file, { ENGINE_STORE: store.url, ENGINE_LOG_LEVEL: 'info' });
  try {
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    const startCpu = (cpuOf(program) / 1_000).toFixed(1);
    await sleep(5_000);
    const idleFrom = cpuOf(program);
    await sleep(idleMs);
    const load = ((cpuOf(program) - idleFrom) / idleMs) * 100;
    process.stdout.write(
      `\n${count} companies: listens after ${seconds} s, ${startCpu} s of processor time; without requests ${load.toFixed(0)} % of a core\n`,
    );
    print('open companies', 'MB', 'connections to the ERPs', 'connections to the store', 'ms of a first request');
    print('---', '---', '---', '---', '---');
    let opened = 0;
    for (const open of openCounts.filter((number) => number <= count)) {
      const times: number[] = [];
      for (; opened < open; opened += 1) {
        const from = performance.now();
        await send(program, opened + 1, '/pricing/resolve', price);
        times.push(performance.now() - from);
        for (let turn = 0; turn < 4; turn += 1) await send(program, opened + 1, '/pricing/resolve', price);
      }
      await sleep(4_000);
      const median = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
      const connections = [await connectionsTo(databases.erp), await connectionsTo(databases.store)];
      print(open, megabytesOf(program), ...connections, median?.toFixed(0) ?? '-');
    }
    const admin = /"event":"admin_listening","address":"([^"]+)"/.exec(program.output())?.[1];
    if (count === companyCounts[0] && admin !== undefined) await measureRequests(program, admin);
  } finally {
    await program.stop();
  }
}
