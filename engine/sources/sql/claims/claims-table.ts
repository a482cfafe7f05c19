/** The table of write claims in the ERP's own database: its columns, and how it is made where it is missing. */
import { type Row, SourceError, type SqlSession } from '../../source.ts';
import { claimsTable, hashType, textType } from '../mssql/claims.ts';
import type { Dialect } from '../text/dialects.ts';

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

/** An answer that a claim gave until it was released. */
export interface ReleasedAnswer {
  readonly result: string;
  readonly createdAt: string;
  /** ISO 8601, UTC. */
  readonly releasedAt: string;
}

export interface Claim extends NewClaim {
  /** The answer that repeats get; null while the key is free, and until the write that has it is done. */
  readonly result: string | null;
  /** ISO 8601, UTC: when the key was released; null unless it is free. */
  readonly freeSince: string | null;
  /** Answers that it gave before, oldest first. */
  readonly released: readonly ReleasedAnswer[];
}

export const columns = {
  id: 'id',
  endpoint: 'endpoint',
  naturalKey: 'natural_key',
  payload: 'payload',
  result: 'result',
  freeSince: 'free_since',
  released: 'released',
  createdAt: 'created_at',
} as const;

/** Types of hashes and of texts that may be long. Each must tell small letters from capitals, and hold any character. */
export function typesOf(name: Dialect['name']): { readonly hash: string; readonly text: string } {
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

/** Statements that make the table. */
export function creation(table: string, { builder, name }: Dialect): readonly string[] {
  const { hash, text } = typesOf(name);
  const schema = builder.schema.createTable(table, (made) => {
    made.specificType(columns.id, `${hash} primary key`);
    made.specificType(columns.endpoint, text).notNullable();
    made.specificType(columns.naturalKey, text).notNullable();
    made.specificType(columns.payload, hash).notNullable();
    made.specificType(columns.result, text);
    made.specificType(columns.freeSince, text);
    // A list of answers as JSON text; null where there is none.
    made.specificType(columns.released, text);
    made.specificType(columns.createdAt, text).notNullable();
    // A claim must vanish with its transaction, which not every engine of MySQL sees to.
    if (name === 'mysql') made.engine('InnoDB');
  });
  const texts = schema.toSQL().map(({ sql }) => sql);
  if (name === 'postgres') return texts;
  return texts.map((sql) => sql.replace(/^create table /, 'create table if not exists '));
}

/** Where a table may be made by several processes at once: who makes it, and whether it is there. */
const looks: Readonly<Partial<Record<Dialect['name'], { readonly lock: string; readonly find: string }>>> = {
  postgres: {
    lock: 'select pg_advisory_xact_lock(hashtext($1))',
    find: 'select to_regclass($1)::text as found',
  },
  mssql: claimsTable,
};

/** Whether the table is not there. Asked first, since a login that may not create tables may still use one that was made for it. */
export async function isMissing(
  session: SqlSession,
  table: string,
  { name: dialect, quote }: Dialect,
): Promise<boolean> {
  if (dialect === 'mysql') {
    const [name = '', schema = null] = table.split('.').reverse();
    const known =
      'select 1 from information_schema.tables where table_schema = coalesce(?, database()) and table_name = ?';
    return (await session.execute({ sql: known, values: [schema, name] })).rows.length === 0;
  }
  const look = looks[dialect];
  if (!look) return true;
  const quoted = quotedTable(table, quote);
  // Two processes that create one table at once would fail in the catalogue, even with "if not exists".
  await session.execute({ sql: look.lock, values: [quoted] });
  const { rows } = await session.execute({ sql: look.find, values: [quoted] });
  return rows[0]?.found === null;
}

/** `schema.name`, each part quoted. */
export function quotedTable(table: string, quote: Dialect['quote']): string {
  return table.split('.').map(quote).join('.');
}

function isAnswer(value: unknown): value is ReleasedAnswer {
  if (typeof value !== 'object' || value === null) return false;
  return ['result', 'createdAt', 'releasedAt'].every((name) => typeof Reflect.get(value, name) === 'string');
}

/** The list that a claim keeps as JSON text. Throws `SourceError` where it is no such list. */
export function releasedOf(text: string): readonly ReleasedAnswer[] {
  const list: unknown = text === '' ? [] : JSON.parse(text);
  if (Array.isArray(list) && list.every(isAnswer)) return list;
  throw new SourceError('broken', 'A claim of a write holds a list of released answers that the engine did not write.');
}

/** A row of the table, its columns named as `columns` has them. */
export function claimOf(row: Row): Claim {
  const text = (name: keyof Claim) => String(row[name] ?? '').trimEnd();
  const orNull = (name: keyof Claim) => (row[name] === null || row[name] === undefined ? null : String(row[name]));
  return {
    id: text('id'),
    endpoint: text('endpoint'),
    naturalKey: String(row.naturalKey),
    payload: text('payload'),
    result: orNull('result'),
    freeSince: orNull('freeSince'),
    released: releasedOf(text('released')),
    createdAt: text('createdAt'),
  };
}
