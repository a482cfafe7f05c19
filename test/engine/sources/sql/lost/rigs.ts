/** Sources with one reading and one writing connection, and the means to break these, on a database of each kind. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import type { BoundStatement, DatabaseAccess, Row } from '../../../../../engine/sources/source.ts';
import { openMssql } from '../../../../../engine/sources/sql/mssql/source.ts';
import { openMysql } from '../../../../../engine/sources/sql/mysql/source.ts';
import { openPostgres } from '../../../../../engine/sources/sql/postgres/source.ts';
import { openSqlite } from '../../../../../engine/sources/sql/sqlite/source.ts';
import { freshDatabase } from '../../../../support/database.ts';
import { freshMysqlDatabase } from '../../../../support/mysql-database.ts';
import { watchOrders } from '../../../../support/sqlite-workers.ts';
import { drop, hang, rows, types } from '../../../../support/tds/index.ts';
import { startTdsDouble } from '../../../../support/tds/server.ts';
import { sql } from '../bench.ts';
import { type CommitFault, commitProxy } from './commit-proxy.ts';

type Execute = (statement: BoundStatement) => Promise<readonly Row[]>;

export interface Rig {
  readonly source: DatabaseAccess;
  /** The id of the connection that `execute` runs statements on, as the server or the system counts them. */
  connectionOf(execute: Execute): Promise<string>;
  /** A statement that runs for longer than any test. */
  readonly slow: BoundStatement;
  /** Whether the connection runs that statement now. */
  isSlow(id: string): Promise<boolean>;
  readonly insert: BoundStatement;
  /** Ends a connection from outside. */
  kill(id: string): Promise<void>;
  failNextCommit(fault: CommitFault): void;
  /** Rows that were inserted, as another connection sees them; always 0 where the database is played. */
  count(): Promise<number>;
  end(): Promise<void>;
}

export interface RigKind {
  /** The faults that can be made, each with the number of rows that are there afterwards. */
  readonly faults: readonly (readonly [CommitFault, number])[];
  open(): Promise<Rig>;
}

const idIn = async (execute: Execute, statement: BoundStatement) => String((await execute(statement))[0]?.id);
const timeoutMs = 60_000;

export const onPostgres: RigKind = {
  faults: [
    ['before', 0],
    ['after', 1],
    ['silent', 1],
  ],
  async open() {
    const database = await freshDatabase();
    await database.run('create table t (a integer)');
    const proxy = await commitProxy(database.url);
    const admin = new pg.Client({ connectionString: database.url });
    await admin.connect();
    const source = openPostgres({ url: proxy.url, clock: 'UTC', timeoutMs, connections: 1 });
    return {
      source,
      connectionOf: (execute) => idIn(execute, sql('select pg_backend_pid() as id')),
      slow: sql('select pg_sleep(60)'),
      async isSlow(id) {
        const active = "select 1 from pg_stat_activity where pid = $1 and state = 'active' and query like '%pg_sleep%'";
        return (await admin.query(active, [Number(id)])).rows.length > 0;
      },
      insert: sql('insert into t values (1)'),
      kill: async (id) => void (await admin.query('select pg_terminate_backend($1)', [Number(id)])),
      failNextCommit: proxy.failNextCommit,
      count: async () => Number((await admin.query('select count(*) as n from t')).rows[0]?.n),
      async end() {
        await source.close();
        proxy.close();
        await admin.end();
        await database.drop();
      },
    };
  },
};

export const onMysql: RigKind = {
  faults: [
    ['before', 0],
    ['after', 1],
    ['silent', 1],
  ],
  async open() {
    const database = await freshMysqlDatabase();
    await database.run('create table t (a integer)');
    const proxy = await commitProxy(database.url);
    const source = openMysql({ url: proxy.url, clock: 'UTC', timeoutMs, connections: 1 });
    return {
      source,
      connectionOf: (execute) => idIn(execute, sql('select connection_id() as id')),
      slow: sql('select sleep(60)'),
      async isSlow(id) {
        const active = `select 1 from information_schema.processlist where id = ${id} and info like '%sleep%'`;
        return (await database.run(active)).length > 0;
      },
      insert: sql('insert into t values (1)'),
      kill: async (id) => void (await database.run(`kill ${id}`)),
      failNextCommit: proxy.failNextCommit,
      count: async () => Number((await database.run('select count(*) as n from t'))[0]?.n),
      async end() {
        await source.close();
        proxy.close();
        await database.drop();
      },
    };
  },
};

/** SQL Server, played by the double of its protocol: it counts its connections. */
export const onTdsDouble: RigKind = {
  faults: [
    ['before', 0],
    ['silent', 0],
  ],
  async open() {
    let fault: CommitFault | undefined;
    const double = await startTdsDouble({
      answer({ sql: text }, { number }) {
        if (text.includes('@@spid')) return rows([{ name: 'id', type: types.int }], [number]);
        if (text.includes('waitfor')) return hang;
        if (fault === undefined || !text.includes('commit transaction')) return undefined;
        const answer = fault === 'silent' ? hang : drop;
        fault = undefined;
        return answer;
      },
    });
    const address = { server: '127.0.0.1', port: double.port, database: 'erp', user: 'engine', password: 'x' };
    const source = openMssql({ ...address, encrypt: false, timeoutMs, connections: 1 });
    return {
      source,
      connectionOf: (execute) => idIn(execute, sql('select @@spid as id')),
      slow: sql("waitfor delay '00:01:00'"),
      isSlow: async (id) =>
        double.heard.some(({ session, request }) => String(session) === id && request.sql.includes('waitfor')),
      insert: sql('insert into t values (1)'),
      kill: async () => double.cut(),
      failNextCommit(next) {
        fault = next;
      },
      count: async () => 0,
      async end() {
        await source.close();
        await double.close();
      },
    };
  },
};

/** A connection of SQLite is a process. One that is stopped before its commit has not committed. */
export const onSqlite: RigKind = {
  faults: [
    ['before', 0],
    ['silent', 0],
  ],
  async open() {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'engine-sqlite-')));
    const file = join(folder, 'erp.sqlite');
    const made = new Database(file);
    made.exec('create table t (a integer)');
    made.close();
    const slow = sql('with recursive c(i) as (select 1 union all select i + 1 from c) select count(*) from c');
    const slowWorkers = new Set<string>();
    let last = '';
    let fault: CommitFault | undefined;
    const unwatch = watchOrders(({ worker, sql: text, when }) => {
      if (text === slow.sql && when === 'sent') slowWorkers.add(String(worker.pid));
      if (text.includes('marker')) last = String(worker.pid);
      if (fault === undefined || text !== 'COMMIT' || when !== 'before') return;
      worker.kill(fault === 'silent' ? 'SIGSTOP' : 'SIGKILL');
      fault = undefined;
    });
    const source = await openSqlite({ file, connections: 1 });
    return {
      source,
      async connectionOf(execute) {
        await execute(sql('select 1 as marker'));
        return last;
      },
      slow,
      isSlow: async (id) => slowWorkers.has(id),
      insert: sql('insert into t values (1)'),
      kill: async (id) => void process.kill(Number(id), 'SIGKILL'),
      failNextCommit(next) {
        fault = next;
      },
      async count() {
        const database = new Database(file, { readonly: true });
        try {
          return Number(database.prepare('select count(*) from t').pluck().get());
        } finally {
          database.close();
        }
      },
      async end() {
        await source.close();
        unwatch();
        rmSync(folder, { recursive: true });
      },
    };
  },
};
