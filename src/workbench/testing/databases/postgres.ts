/**
 * Test databases on PostgreSQL: each fixture is loaded once, into a template database that is copied for each case
 * file.
 */

import pg from 'pg';
import { postgresKind } from '../../../../engine/host/index.ts';
import type { FixtureFiles } from '../fixture-files/files.ts';
import {
  createFixtureDatabase,
  createInsert,
  createTransaction,
  type DatabaseClient,
  onServer,
  StatementRefused,
  textRow,
  withClient,
} from './client.ts';
import { loadFixture } from './load.ts';
import { dropRemaining, freshName, memoizeTemplates, type TestDatabaseServer } from './test-database-server.ts';

/** Values of all types as the text that the server sends. */
const textTypes = { getTypeParser: () => (value: string | Buffer) => String(value) };

/** Moves sequences behind the explicit numbers of the fixture: those of serial and identity columns, and those that a default names. */
const advanceSequences = `do $$ declare one record; most bigint; begin
  for one in
    select u.counter::regclass as counter, u.source::regclass as source, a.attname as name
    from (select d.objid as counter, d.refobjid as source, d.refobjsubid as place
          from pg_depend d where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass and d.deptype = 'i'
          union
          select d.refobjid, f.adrelid, f.adnum
          from pg_depend d join pg_attrdef f on f.oid = d.objid
          where d.classid = 'pg_attrdef'::regclass and d.refclassid = 'pg_class'::regclass) u
    join pg_class s on s.oid = u.counter and s.relkind = 'S'
    join pg_attribute a on a.attrelid = u.source and a.attnum = u.place
    where a.atttypid in ('int2'::regtype, 'int4'::regtype, 'int8'::regtype)
  loop
    execute format('select max(%I) from %s', one.name, one.source) into most;
    if most is not null and most >= 1 then
      perform setval(one.counter, greatest(most, nextval(one.counter) - 1));
    end if;
  end loop;
end $$`;

/** The role does not exist, or the login may not give an object to it. */
const roleRefusals = ['42704', '42501'];
/** Statements about owners and rights, as dumps have them. A test database belongs to the login of the run. */
const aboutRoles = /^(?:alter\b[^;]*\bowner\s+to\b|grant\b|revoke\b|alter\s+default\s+privileges\b)/i;

/** A schema of this name exists. */
const duplicateSchema = '42P06';
/** The first statement of `pg_dump -n public`. Every new database has the schema. */
const createsPublic = /^create\s+schema\s+(?:public|"public")\s*$/i;

/** What an extension adds, in the message about its absence. A dump of one schema (`-n`) does not create extensions. */
const missingExtension =
  /^(?:operator class|type|function) "?(?:\w+\.)?(?:(?<pg_trgm>gi(?:n|st)_trgm_ops)|(?<citext>citext)|(?<hstore>hstore)|(?<ltree>ltree)|(?<unaccent>unaccent)\b.*)"? does not exist/;

const isRoleRefused = (sql: string, { code, message }: pg.DatabaseError): boolean =>
  roleRefusals.includes(code ?? '') && aboutRoles.test(sql) && /\brole\b/i.test(message);

/** Values are texts as the server sends them. `execute` rejects with `StatementRefused`, whose offset is that in the SQL. */
export async function postgresClient(url: string): Promise<DatabaseClient> {
  const client = new pg.Client({ connectionString: url, types: textTypes });
  let isLost = false;
  /** Extensions that were created, or that the server does not have. */
  const tried = new Set<string>();
  client.on('error', () => {
    isLost = true;
  });
  await client.connect();
  const execute: DatabaseClient['execute'] = async (sql, values = []) => {
    try {
      return (await client.query<Readonly<Record<string, unknown>>>(sql, [...values])).rows.map(textRow);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      if (isRoleRefused(sql, error)) return [];
      if (error.code === duplicateSchema && createsPublic.test(sql)) return [];
      const { groups = {} } = missingExtension.exec(error.message) ?? {};
      const [extension] = Object.entries(groups).flatMap(([name, text]) => (text === undefined ? [] : [name]));
      if (extension !== undefined && !tried.has(extension)) {
        tried.add(extension);
        await client.query(`create extension if not exists ${extension} schema public`).catch(() => undefined);
        return execute(sql, values);
      }
      const detail = error.detail === undefined ? '' : `: ${error.detail}`;
      throw new StatementRefused(`${error.message}${detail}`, Math.max(0, Number(error.position ?? 1) - 1), error);
    }
  };
  return {
    databaseKind: postgresKind,
    execute,
    insert: createInsert(postgresKind, execute, { beforeRows: ' overriding system value' }),
    transaction: createTransaction(execute, { begin: 'begin', commit: 'commit', rollback: 'rollback' }),
    async afterScript() {
      // pg_dump empties the path, because all of its own names have a schema.
      const [row] = await execute("select current_setting('search_path') as path");
      if (row?.path === '') await execute('reset search_path');
    },
    reset: async () => void (await client.query('discard all')),
    isLost: () => isLost,
    close: () => client.end(),
  };
}

/** Differences when PostgreSQL is the stand-in for another database. */
interface StandInSetup {
  /** Connects with the other database's SQL dialect. */
  readonly connect: (url: string) => Promise<DatabaseClient>;
  /** Prepares an empty database before its fixture is loaded. */
  readonly prepare: (url: string) => Promise<void>;
  /** A statement that configures the database of this name. */
  readonly settings: (name: string) => string;
}

/** Creates databases on the PostgreSQL server at URL `server`. `end` runs on close. */
export async function postgresTestServer(
  server: string,
  end: () => Promise<void>,
  standIn?: StandInSetup,
): Promise<TestDatabaseServer> {
  const connect = standIn?.connect ?? postgresClient;
  const admin = await postgresClient(server);
  const made = new Set<string>();
  async function create(template?: string): Promise<string> {
    const name = freshName();
    made.add(name);
    await admin.execute(`create database ${name}${template === undefined ? '' : ` template ${template}`}`);
    if (standIn !== undefined) await admin.execute(standIn.settings(name));
    return name;
  }
  async function drop(name: string): Promise<void> {
    await admin.execute(`drop database if exists ${name} with (force)`);
    made.delete(name);
  }
  const template = memoizeTemplates(async (files: FixtureFiles) => {
    const name = await create();
    const url = onServer(server, name);
    await standIn?.prepare(url);
    // A database with open connections cannot be a template.
    await withClient(connect, url, (client) => loadFixture(client, files));
    await withClient(postgresClient, url, (client) => client.execute(advanceSequences));
    return name;
  });
  return {
    note: undefined,
    async make(files) {
      const name = await create(await template(files));
      const url = onServer(server, name);
      return createFixtureDatabase(
        { url },
        () => connect(url),
        () => drop(name),
      );
    },
    close: () =>
      dropRemaining(made, drop, async () => {
        await admin.close();
        await end();
      }),
  };
}
