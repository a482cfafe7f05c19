/**
 * `node test/bench/start.ts [--runs 7]`, after `npm run build`: the start of the service with three profiles, until it has answered a first request. Prints the medians of
 * wall time and processor time, the memory of the service and of its workers, and the number of files of code that it loads. demo has its SQLite file, and odoo its fixture
 * on a PostgreSQL server. There is no SQL Server for sage-200: its start ends with the refused connection, without the descriptions of the statements.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openOdoo } from '../profiles/odoo-environment.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { quantile } from './load.ts';
import { type Environment, type Service, startProfile } from './services.ts';

const { values: flags } = parseArgs({ options: { runs: { type: 'string' } } });
const runs = Number(flags.runs ?? 7);

/** Prints the number of loaded files to stderr when the process ends. */
const counting = `--import=data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  let files = 0;
  registerHooks({ load(url, context, next) { files += url.startsWith('node:') ? 0 : 1; return next(url, context); } });
  process.on('exit', () => process.stderr.write('Files: ' + files + String.fromCharCode(10)));
`)}`;

const sage: Environment = {
  SAGE200_DB_SERVER: '127.0.0.1',
  SAGE200_DB_PORT: '9',
  SAGE200_DB_NAME: 'SAGE',
  SAGE200_DB_PASSWORD: 'none',
  SAGE200_API_CLIENT: 'none',
  SAGE200_API_SECRET: 'none',
  SAGE200_API_SITE: '1',
  SAGE200_API_COMPANY: '1',
  SAGE200_DRAFT_CUSTOMER: '1',
  ENGINE_STORE_KEY: Buffer.alloc(32, 7).toString('base64'),
};

async function odoo(end: AsyncDisposableStack): Promise<Environment> {
  const server = await startPostgres();
  end.defer(() => server.stop());
  const { declared, fixture, double } = await openOdoo(end, server.url);
  const url = new URL(String(fixture.connections.get('db')?.url));
  return {
    ...declared.values({ url: 'https://odoo.example.com', login: 'middleware', draft_partner: '3' }).environment,
    ...double.environment,
    ODOO_DB_HOST: url.hostname,
    ODOO_DB_PORT: url.port,
    ODOO_DB_USER: decodeURIComponent(url.username),
    ODOO_DB_PASSWORD: decodeURIComponent(url.password) || 'none',
    ODOO_DB: url.pathname.slice(1),
  };
}

const folder = mkdtempSync(join(tmpdir(), 'engine-bench-'));

interface Run {
  /** Milliseconds. */
  readonly wall: number;
  readonly cpu: number;
  /** Megabytes of the process and its children. */
  readonly memory: readonly number[];
}

/** Waits for an answer to the connection test, which is a failure where the ERP cannot be reached. */
async function answered({ address, key }: Service): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', connection: 'close' };
  const response = await fetch(new URL('/health', address), { method: 'POST', headers, body: '{"schemaVersion":"1"}' });
  await response.text();
}

async function runOnce(profile: string, environment: Environment): Promise<Run> {
  const begin = performance.now();
  const service = await startProfile(profile, join(folder, `${profile}.sqlite`), environment);
  try {
    await answered(service);
    const wall = performance.now() - begin;
    const memory = (service.resident() ?? []).map((bytes) => Math.round(bytes / 2 ** 20));
    return { wall, cpu: service.cpu() ?? Number.NaN, memory };
  } finally {
    await service.stop();
  }
}

/** The number of files, in a start that is not measured. */
async function filesOf(profile: string, environment: Environment): Promise<string> {
  const service = await startProfile(profile, join(folder, `${profile}.sqlite`), environment, [counting]);
  await service.stop();
  return /Files: (\d+)/.exec(service.output())?.[1] ?? '?';
}

async function measure(profile: string, environment: Environment): Promise<void> {
  const files = await filesOf(profile, environment);
  const measured: Run[] = [];
  for (let run = 0; run < runs; run += 1) measured.push(await runOnce(profile, environment));
  const median = (of: (run: Run) => number): string =>
    quantile(
      measured.map(of).toSorted((a, b) => a - b),
      0.5,
    ).toFixed(0);
  const workers = measured[0]?.memory.slice(1) ?? [];
  const least = Math.min(...measured.map(({ wall }) => wall)).toFixed(0);
  const cells = [
    profile,
    median(({ wall }) => wall),
    least,
    median(({ cpu }) => cpu),
    median(({ memory }) => memory[0] ?? 0),
  ];
  process.stdout.write(`| ${[...cells, workers.join(' + ') || '-', files].join(' | ')} |\n`);
}

await using end = new AsyncDisposableStack();
end.defer(() => rmSync(folder, { recursive: true, force: true }));
const environments = { demo: {}, 'sage-200': sage, odoo: await odoo(end) };
process.stdout.write(
  '| profile | ms, median | least | processor ms | MB | workers, MB | files |\n|---|---|---|---|---|---|---|\n',
);
for (const [profile, environment] of Object.entries(environments)) await measure(profile, environment);
