/** The table of write claims in the ERP's own database: how it is created, and how its rows are read. */
import { type Row, SourceError } from '../../source.ts';
import { claimColumns, type NewClaim } from '../claims-sql.ts';
import type { DatabaseKind } from '../kind.ts';

/** An answer that a claim gave until it was released. */
export interface ReleasedAnswer {
  readonly result: string;
  readonly createdAt: string;
  /** ISO 8601, UTC. */
  readonly releasedAt: string;
}

export interface Claim extends NewClaim {
  /** The answer for repetitions; null while the key is free, and until the write that has it is done. */
  readonly result: string | null;
  /** ISO 8601, UTC: when the key was released; null unless it is free. */
  readonly freeSince: string | null;
  /** Answers that it gave before, oldest first. */
  readonly released: readonly ReleasedAnswer[];
}

/** Statements that create the table. `table` is `name` or `schema.name`. */
export function createTableStatements(table: string, { dialect, claims }: DatabaseKind): readonly string[] {
  const { hashType, textType, storageEngine, createsOnce } = claims;
  const schema = dialect.builder.schema.createTable(table, (made) => {
    made.specificType(claimColumns.id, `${hashType} primary key`);
    made.specificType(claimColumns.endpoint, textType).notNullable();
    made.specificType(claimColumns.naturalKey, textType).notNullable();
    made.specificType(claimColumns.payload, hashType).notNullable();
    made.specificType(claimColumns.result, textType);
    made.specificType(claimColumns.freeSince, textType);
    // A list of answers as JSON text; null where there is none.
    made.specificType(claimColumns.released, textType);
    made.specificType(claimColumns.createdAt, textType).notNullable();
    if (storageEngine !== undefined) made.engine(storageEngine);
  });
  const texts = schema.toSQL().map(({ sql }) => sql);
  return createsOnce ? texts.map((sql) => sql.replace(/^create table /, 'create table if not exists ')) : texts;
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

/** A claim from a row of the table, whose columns are named by the keys of `claimColumns`. */
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
