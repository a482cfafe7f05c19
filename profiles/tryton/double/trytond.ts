/** Real trytond on a scratch database of a PostgreSQL server: a company with documents of all kinds, which Tryton itself has made. */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { runScript, startScript } from './python.ts';

/** The user of the profile, as fill.py creates it. */
export const login = 'middleware';
export const password = 'Mw-secret-2026';

const modules = ['account_credit_limit', 'sale_credit_limit', 'sale_price_list', 'account_statement', 'purchase'];

/** Runs `work` on a connection to a database. */
async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The address of another database on the same server. */
function onServer(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/** The configuration of trytond for a server, in a folder of its own. */
export interface TrytonConfig {
  readonly folder: string;
  readonly file: string;
}

function writeConfig(server: string, port: number): TrytonConfig {
  const folder = mkdtempSync(join(tmpdir(), 'engine-tryton-'));
  const file = join(folder, 'trytond.conf');
  const uri = new URL(server);
  uri.pathname = '/';
  const sections = [
    ['database', `uri = ${uri.href.replace(/^postgres:/, 'postgresql:')}`],
    ['web', `listen = 127.0.0.1:${port}`],
    ['session', 'authentications = password'],
    ['queue', 'worker = False'],
  ];
  writeFileSync(file, sections.map(([name, line]) => `[${name}]\n${line}\n`).join('\n'));
  writeFileSync(join(folder, 'password'), 'admin');
  return { folder, file };
}

/** Runs `work` with a configuration of trytond, which is removed afterwards. */
async function configured(server: string, work: (config: TrytonConfig) => Promise<unknown>): Promise<void> {
  const config = writeConfig(server, 0);
  try {
    await work(config);
  } finally {
    rmSync(config.folder, { recursive: true, force: true });
  }
}

/** Creates the tables of all modules in an empty database. */
const createTables = (server: string, database: string): Promise<void> =>
  configured(server, ({ folder, file }) => {
    const options = ['-c', file, '-d', database, '--email', 'admin@example.com', '--activate-dependencies'];
    const environment = { TRYTONPASSFILE: join(folder, 'password') };
    return runScript('serve.py', ['/usr/bin/trytond-admin', ...options, '-u', 'ir', 'res', ...modules], {
      environment,
    });
  });

/** Fills a database with tables through Tryton's own client library. */
const fill = (server: string, database: string): Promise<void> =>
  configured(server, ({ file }) => runScript('fill.py', [file, database, login, password]));

interface Template {
  readonly name: string;
  /** The database that it is a copy of at first. */
  readonly from: string;
  readonly make: (database: string) => Promise<void>;
}

/** Creates a database unless the server has it. It has its name only when it is complete. */
async function provide(client: pg.Client, { name, from, make }: Template): Promise<string> {
  const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
  if (rowCount !== 0) return name;
  const draft = `${name}_draft`;
  await client.query(`DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`);
  await client.query(`CREATE DATABASE ${draft} TEMPLATE ${from}`);
  await make(draft);
  await client.query(`ALTER DATABASE ${draft} RENAME TO ${name}`);
  return name;
}

/**
 * The name of the filled database on a server. The first run that needs it creates it, with about a minute of work, and parallel runs wait for it. It
 * stays on the server, and has another name when fill.py changes.
 */
function templateOn(server: string): Promise<string> {
  const digest = createHash('sha256')
    .update(readFileSync(join(import.meta.dirname, 'fill.py')))
    .digest('hex');
  return connected(server, async (client) => {
    await client.query("SELECT pg_advisory_lock(hashtext('tryton'))");
    const make = (database: string): Promise<void> => createTables(server, database);
    const from = await provide(client, { name: 'tryton_tables', from: 'template1', make });
    const name = `tryton_${digest.slice(0, 12)}`;
    return provide(client, { name, from, make: (database) => fill(server, database) });
  });
}

/** Replaces a database, or creates it, with a copy of the filled one. Connections to it are closed. */
export async function fillWithTryton(server: string, database: string): Promise<void> {
  const template = await templateOn(server);
  await connected(server, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(database)} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(database)} TEMPLATE ${template}`);
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

export interface Trytond {
  /** Base address, without the database. */
  readonly url: string;
  readonly version: string;
  readonly config: TrytonConfig;
  /** What trytond has logged: warnings and errors. */
  log(): string;
  close(): Promise<void>;
}

async function versionOf(url: string): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id: 0, method: 'common.server.version', params: [] }),
  });
  const body: unknown = await response.json();
  if (typeof body === 'object' && body !== null && 'result' in body) return String(body.result);
  throw new Error(`trytond does not say its version: ${JSON.stringify(body)}`);
}

/** Starts trytond for the databases of a server. Rejects with its log if it does not answer within a minute. */
export async function startTrytond(server: string, database: string): Promise<Trytond> {
  const port = await freePort();
  const config = writeConfig(server, port);
  const child = startScript('serve.py', ['/usr/bin/trytond', '-c', config.file, '-d', database]);
  let logged = '';
  const note = (text: Buffer): void => {
    logged = (logged + text.toString('utf8')).slice(-100_000);
  };
  child.stderr.on('data', note);
  child.stdout.on('data', note);
  const ended = once(child, 'close');
  const close = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    rmSync(config.folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  let reason: unknown;
  for (const until = Date.now() + 60_000; Date.now() < until && child.exitCode === null; ) {
    try {
      return { url, version: await versionOf(url), config, log: () => logged, close };
    } catch (error) {
      reason = error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  await close();
  throw new Error(`trytond does not answer at ${url}. ${logged.slice(-1500)}`, { cause: reason });
}

export interface Tryton extends Trytond {
  readonly database: string;
  /** Values of the environment variables that the settings of the profile name. */
  readonly environment: Readonly<Record<string, string>>;
}

/** What fill.py has made that settings name by id. */
async function settingsIn(url: string): Promise<Readonly<Record<string, string>>> {
  const ids: Readonly<Record<string, string>> = {
    TRYTON_COMPANY: 'SELECT id FROM company_company ORDER BY id LIMIT 1',
    TRYTON_DRAFT_PARTY: "SELECT id FROM party_party WHERE name = 'Webshop'",
    TRYTON_REVENUE_ACCOUNT: "SELECT id FROM account_account WHERE name = 'Main Revenue' ORDER BY id LIMIT 1",
  };
  return connected(url, async (client) => {
    const found: Record<string, string> = {};
    for (const [name, sql] of Object.entries(ids)) {
      const { rows } = await client.query<{ readonly id: number }>(sql);
      found[name] = String(rows[0]?.id);
    }
    return found;
  });
}

/** A filled database of its own with trytond over it. `database`: one to replace; without it, a new one, which is dropped at the end. */
export async function startTryton(server: string, database?: string): Promise<Tryton> {
  const name = database ?? `engine_test_tryton_${randomBytes(6).toString('hex')}`;
  await fillWithTryton(server, name);
  const trytond = await startTrytond(server, name);
  const { hostname, port, username, password: secret } = new URL(server);
  const environment = {
    ...{
      TRYTON_URL: trytond.url,
      TRYTON_DB: name,
      TRYTON_DB_HOST: hostname,
      TRYTON_DB_PORT: port,
      TRYTON_DB_USER: username,
    },
    ...{ TRYTON_DB_PASSWORD: secret || 'not-asked-for', TRYTON_LOGIN: login, TRYTON_PASSWORD: password },
    ...{ TRYTON_TIME_ZONE: 'Europe/Berlin', TRYTON_LANGUAGE: 'de', TRYTON_PAYMENT_METHOD: 'Bank' },
    ...(await settingsIn(onServer(server, name))),
  };
  return {
    ...trytond,
    ...{ database: name, environment },
    async close() {
      await trytond.close();
      if (database !== undefined) return;
      await connected(server, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
    },
  };
}
