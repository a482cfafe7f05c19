/** The table of write claims in the ERP's own database: whoever inserts a key first does the work, in the same transaction. */
import { randomInt } from 'node:crypto';
import { SourceError, type SqlSession } from '../source.ts';
import { type Dialect, dialects } from './dialects.ts';
import { claimsTable, hashType, insertClaim, textType } from './mssqlClaims.ts';
import { bound, prepared } from './prepared.ts';

export interface NewClaim {
  /** SHA-256 in hexadecimal digits, so that no collation takes two keys for one. */
  readonly id: string;
  readonly endpoint: string;
  /** For people. */
  readonly naturalKey: string;
  /** SHA-256 of the request, in hexadecimal digits. */
  readonly payload: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

export interface Claim extends NewClaim {
  /** The answer that repeats get; null while the transaction that claimed is not finished. */
  readonly result: string | null;
}

/** All functions run in the caller's transaction, and reject with `SourceError`. */
export interface Claims {
  /** Makes the table where it is missing; safe when several processes start at once. */
  create(session: SqlSession): Promise<void>;
  /** True when the claim is the caller's. While a rival's transaction is open this waits; false when the rival committed. */
  insert(session: SqlSession, claim: NewClaim): Promise<boolean>;
  read(session: SqlSession, id: string): Promise<Claim | undefined>;
  storeResult(session: SqlSession, id: string, result: string): Promise<void>;
  /** False when there was none. */
  remove(session: SqlSession, id: string): Promise<boolean>;
}

const columns = {
  id: 'id',
  endpoint: 'endpoint',
  naturalKey: 'natural_key',
  payload: 'payload',
  result: 'result',
  createdAt: 'created_at',
} as const;

/** Types of hashes and of texts that may be long. Each must tell small letters from capitals, and hold any character. */
function typesOf(name: Dialect['name']): { readonly hash: string; readonly text: string } {
  switch (name) {
    case 'sqlite':
    case 'postgres':
      return { hash: 'char(64)', text: 'text' };
    case 'mysql':
      // Its `text` holds 64 KiB.
      return {
        hash: 'char(64) character set ascii collate ascii_bin',
        text: 'mediumtext character set utf8mb4 collate utf8mb4_bin',
      };
    case 'mssql':
      return { hash: `${hashType} collate Latin1_General_BIN2`, text: textType };
  }
}

function creation(table: string, { builder, name }: Dialect): readonly string[] {
  const { hash, text } = typesOf(name);
  const schema = builder.schema.createTable(table, (made) => {
    made.specificType(columns.id, `${hash} primary key`);
    made.specificType(columns.endpoint, text).notNullable();
    made.specificType(columns.naturalKey, text).notNullable();
    made.specificType(columns.payload, hash).notNullable();
    made.specificType(columns.result, text);
    made.specificType(columns.createdAt, text).notNullable();
    // A claim must vanish with its transaction, which not every engine of MySQL sees to.
    if (name === 'mysql') made.engine('InnoDB');
  });
  const texts = schema.toSQL().map(({ sql }) => sql);
  if (name === 'postgres') return texts;
  return texts.map((sql) => sql.replace(/^create table /, 'create table if not exists '));
}

const inserted = {
  [columns.id]: 'id',
  [columns.endpoint]: 'endpoint',
  [columns.naturalKey]: 'naturalKey',
  [columns.payload]: 'payload',
  [columns.createdAt]: 'createdAt',
} as const;

/** Inserts a claim unless it is there. A rival's open transaction is waited for. */
function insertion(table: string, quoted: string, own: Dialect) {
  const { builder, name } = own;
  const once = builder(table).insert(inserted).onConflict(columns.id);
  if (name === 'mysql') {
    // Ignoring the conflict would ignore every other error with it. A rival's row is left as it is, and leaves a mark.
    const marked = builder.raw('if(last_insert_id(?) is null, ??, ??)', ['mark', columns.id, columns.id]);
    return prepared(own, once.merge({ [columns.id]: marked }));
  }
  if (name !== 'mssql') return prepared(own, once.ignore());
  const given = Object.entries(inserted).map(([column, value]) => ({
    name: own.quote(column),
    isHash: value === 'id' || value === 'payload',
  }));
  return bound(own, insertClaim(quoted, own.quote(columns.id), given), ['id', ...Object.values(inserted), 'id']);
}

/** Where a table may be made by several processes at once: who makes it, and whether it is there. */
const looks: Readonly<Partial<Record<Dialect['name'], { readonly lock: string; readonly find: string }>>> = {
  postgres: {
    lock: 'select pg_advisory_xact_lock(hashtext($1))',
    find: 'select to_regclass($1)::text as found',
  },
  mssql: claimsTable,
};

/** Claims in `table` (`name` or `schema.name`). All SQL is built here, once. */
export function createClaims(table: string, dialect: Dialect['name']): Claims {
  const own = dialects[dialect];
  const { builder } = own;
  const byId = { [columns.id]: 'id' };
  const create = creation(table, own);
  const quoted = table.split('.').map(own.quote).join('.');
  const insert = insertion(table, quoted, own);
  const select = prepared(own, builder(table).select(columns).where(byId));
  const update = prepared(
    own,
    builder(table)
      .where(byId)
      .update({ [columns.result]: 'result' }),
  );
  const remove = prepared(own, builder(table).where(byId).delete());

  /** Asked first, since a login that may not create tables may still use one that was made for it. */
  async function missing(session: SqlSession): Promise<boolean> {
    if (dialect === 'mysql') {
      const [name = '', schema = null] = table.split('.').reverse();
      const known =
        'select 1 from information_schema.tables where table_schema = coalesce(?, database()) and table_name = ?';
      return (await session.execute({ sql: known, values: [schema, name] })).rows.length === 0;
    }
    const look = looks[dialect];
    if (!look) return true;
    // Two processes that create one table at once would fail in the catalogue, even with "if not exists".
    await session.execute({ sql: look.lock, values: [quoted] });
    const { rows } = await session.execute({ sql: look.find, values: [quoted] });
    return rows[0]?.found === null;
  }

  return {
    async create(session) {
      if (await missing(session)) for (const sql of create) await session.execute({ sql, values: [] });
    },
    async insert(session, claim) {
      const mark = randomInt(2 ** 47);
      const { affected } = await session.execute(insert({ ...claim, mark }));
      if (dialect !== 'mysql') return affected === 1;
      // A row that was found and left alone counts as affected here, too.
      const { rows } = await session.execute({ sql: 'select last_insert_id() as mark', values: [] });
      return rows[0]?.mark !== mark;
    },
    async read(session, id) {
      const { rows } = await session.execute(select({ id }));
      const row = rows[0];
      if (!row) return undefined;
      const text = (name: keyof Claim) => String(row[name] ?? '').trimEnd();
      return {
        id: text('id'),
        endpoint: text('endpoint'),
        naturalKey: String(row.naturalKey),
        payload: text('payload'),
        result: row.result === null || row.result === undefined ? null : String(row.result),
        createdAt: text('createdAt'),
      };
    },
    async storeResult(session, id, result) {
      const { affected } = await session.execute(update({ id, result }));
      if (affected !== 1) throw new SourceError('broken', 'The claim of a write disappeared while it was under way.');
    },
    async remove(session, id) {
      const { affected } = await session.execute(remove({ id }));
      return affected > 0;
    },
  };
}
