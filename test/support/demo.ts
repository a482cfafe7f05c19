/** The demo ERP in a separate database of any dialect, and a copy of the demo profile that connects to it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import { type Document, parseDocument } from 'yaml';
import { freshDatabase } from './database.ts';
import { type WritePath, writePaths } from './demo-engine.ts';
import { tsqlSchema, unicodeTexts } from './demo-tsql.ts';
import type { DialectName } from './kinds.ts';
import { newLogin, writersGrants } from './login.ts';
import { freshMssql } from './mssql.ts';
import { freshMysqlDatabase } from './mysql-database.ts';

/** A row with the values as the texts of the database; null stays null. */
export type TextRow = Readonly<Record<string, string | null>>;

/** How the profile protects the keys of writes. */
export type DemoClaims = 'table' | 'lock';

export interface DemoDatabase {
  readonly dialect: DialectName;
  readonly claims: DemoClaims;
  /** Runs a query directly on the database, without the engine. */
  rows(sql: string): Promise<readonly TextRow[]>;
  /** Executes statements directly on the database, as a user of the ERP does. */
  run(sql: string): Promise<void>;
}

export interface DemoProfile extends DemoDatabase {
  /** The `connection` of the profile's source. */
  readonly connection: Readonly<Record<string, string | readonly string[]>>;
  /** Absolute path of the profile. */
  readonly file: string;
  /** Absolute path of a profile with only the three writes, on the same database: it compiles much faster. */
  readonly writesFile: string;
  /** Writes a profile with only one write, on the same database. Returns its absolute path. */
  onlyFile(path: WritePath): string;
  /** Removes the database and the profile. */
  drop(): Promise<void>;
}

export { testedDialects as dialects } from './dialects.ts';

const demo = join(import.meta.dirname, '../../profiles/demo');
const fixture = (name: string) => readFileSync(join(demo, 'fixture', name), 'utf8');
const [schema, data] = [fixture('schema.sql'), fixture('data.sql')];
const scripts = [schema, data];

function textRow(row: object): TextRow {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === null ? null : String(value)]));
}

function onFile<T>(file: string, work: (database: Database.Database) => T): T {
  const database = new Database(file, { timeout: 5_000 });
  try {
    database.pragma('foreign_keys = on');
    return work(database);
  } finally {
    database.close();
  }
}

/** The kinds of ids of each write. */
const idKinds: Readonly<Record<WritePath, readonly string[]>> = {
  '/sale-draft': ['sale'],
  '/invoices/push': ['debtor', 'invoice'],
  '/payments/push': ['invoice', 'payment'],
};

/** Returns all types as the text that the server sends. */
const asText = { getTypeParser: () => (value: string | Buffer) => String(value) };

interface Home extends Omit<DemoDatabase, 'claims'> {
  readonly connection: DemoProfile['connection'];
  drop(): Promise<void>;
}

async function sqliteHome(folder: string): Promise<Home> {
  const file = join(folder, 'demo.sqlite');
  const create = ['schema.sql', 'data.sql'].map((name) => join(demo, 'fixture', name));
  onFile(file, (database) => database.transaction(() => scripts.map((script) => database.exec(script)))());
  return {
    dialect: 'sqlite',
    connection: { file, create },
    rows: async (sql) => onFile(file, (database) => database.prepare<[], object>(sql).all().map(textRow)),
    run: async (sql) => onFile(file, (database) => void database.exec(sql)),
    drop: async () => undefined,
  };
}

async function postgresHome(_folder: string, server?: string): Promise<Home> {
  const { url, run, drop } = await freshDatabase(server);
  for (const script of scripts) await run(script);
  let client: Promise<pg.Client> | undefined;
  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({ connectionString: url, types: asText });
    // One connection for all calls, opened again if its server has restarted.
    fresh.on('error', () => {
      client = undefined;
    });
    await fresh.connect();
    return fresh;
  }
  async function connected(): Promise<pg.Client> {
    client ??= connect();
    return client;
  }
  return {
    dialect: 'postgres',
    connection: { url },
    rows: async (sql) => (await (await connected()).query<object>(sql)).rows.map(textRow),
    run,
    async drop() {
      await (await client)?.end();
      await drop();
    },
  };
}

async function mysqlHome(_folder: string, server?: string): Promise<Home> {
  const { url, runStandard: run, drop } = await freshMysqlDatabase(server);
  for (const script of scripts) await run(script);
  return {
    dialect: 'mysql',
    connection: { url },
    rows: run,
    run: async (sql) => void (await run(sql)),
    drop,
  };
}

async function mssqlHome(): Promise<Home> {
  const { url, run, drop } = await freshMssql();
  for (const script of [tsqlSchema(schema), unicodeTexts(data)]) await run(script);
  return {
    dialect: 'mssql',
    connection: { url },
    rows: async (sql) => (await run(sql)).map(textRow),
    run: async (sql) => void (await run(sql)),
    drop,
  };
}

const homes: Readonly<Record<DialectName, (folder: string, server?: string) => Promise<Home>>> = {
  sqlite: sqliteHome,
  postgres: postgresHome,
  mysql: mysqlHome,
  mssql: mssqlHome,
};

/** The connection of a login that may write to the ERP's tables but not create any, on databases with logins. */
async function poorLogin(home: Home): Promise<Pick<Home, 'connection' | 'drop'>> {
  const { dialect, run } = home;
  const { url } = home.connection;
  if ((dialect !== 'postgres' && dialect !== 'mysql') || typeof url !== 'string') return home;
  const login = await newLogin(dialect, url, run);
  await run(writersGrants[dialect](new URL(url).pathname.slice(1), login.name));
  const drop = async () => {
    await login.drop();
    await home.drop();
  };
  return { connection: { url: login.url }, drop };
}

/**
 * Loads the demo fixture into a new database, and writes the demo profile with `sources` that connect to it.
 * `server`: the address of another PostgreSQL or MySQL server than that of the test run. With `claims: 'lock'` the
 * engine has no table of claims, and its login may not create one.
 */
export async function demoProfile(options: {
  readonly dialect: DialectName;
  readonly server?: string;
  readonly claims?: DemoClaims;
}): Promise<DemoProfile> {
  const { dialect, server, claims = 'table' } = options;
  const folder = mkdtempSync(join(tmpdir(), 'engine-demo-'));
  const home = await homes[dialect](folder, server);
  const { connection, drop } = claims === 'lock' ? await poorLogin(home) : home;
  const file = join(folder, 'profile.yaml');

  const text = readFileSync(join(demo, 'profile.yaml'), 'utf8');
  const write = (path: string, change: (document: Document) => void): void => {
    const document = parseDocument(text);
    document.setIn(['sources', 'erp', 'sql'], dialect);
    document.setIn(['sources', 'erp', 'connection'], connection);
    if (claims === 'lock') document.setIn(['sources', 'erp', 'claims'], 'lock');
    change(document);
    writeFileSync(path, document.toString());
  };
  const writesFile = join(folder, 'writes.yaml');
  write(file, () => undefined);
  const writeOnly = (target: string, paths: readonly WritePath[]): void =>
    write(target, (document) => {
      const { ids, endpoints } = document.toJS();
      // The profile does not have customers of the ordering app: the declaration is used for debtors.
      const kinds = new Set(paths.flatMap((path) => idKinds[path]));
      const declared = [...kinds].map((kind) => [kind, ids[kind === 'debtor' ? 'customer' : kind]]);
      document.set('ids', Object.fromEntries(declared));
      document.set('endpoints', Object.fromEntries(paths.map((path) => [path, endpoints[path]])));
    });
  writeOnly(writesFile, writePaths);
  return {
    dialect,
    claims,
    connection,
    file,
    writesFile,
    onlyFile(path) {
      const target = join(folder, `only${path.replaceAll('/', '-')}.yaml`);
      writeOnly(target, [path]);
      return target;
    },
    rows: home.rows,
    run: home.run,
    async drop() {
      await drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
