/** The table of write claims in the ERP's own database: how it is created, and how its rows are read. */
import { parseBody } from '../../../base/exact-number.ts';
import type { Row } from '../../source.ts';
import { claimColumns, type NewClaim } from '../claims-sql.ts';
import type { DatabaseKind } from '../kind.ts';

/** An answer that a claim gave until it was released. */
export interface ReleasedAnswer {
  readonly result: string;
  readonly createdAt: string;
  /** ISO 8601, UTC. */
  readonly releasedAt: string;
}

export interface Claim extends Omit<NewClaim, 'installation'> {
  /** Null in a row of a version of the engine that did not store it. */
  readonly installation: string | null;
  /** The answer for repetitions; null while the key is free, and until the write that has it is done. */
  readonly result: string | null;
  /** ISO 8601, UTC: when the key was released; null unless it is free. */
  readonly freeSince: string | null;
  /** Answers that it gave before, oldest first. */
  readonly released: readonly ReleasedAnswer[];
  /** What is wrong with the row, as a complete sentence; undefined for a row that the engine wrote. */
  readonly damage: string | undefined;
}

/** Statements that create the table. `table` is `name` or `schema.name`. */
export function createTableStatements(table: string, { dialect, claims }: DatabaseKind): readonly string[] {
  const { hashType, textType, storageEngine, createsOnce } = claims;
  const schema = dialect.builder.schema.createTable(table, (made) => {
    made.specificType(claimColumns.id, `${hashType} primary key`);
    // Null in rows of versions without this column, which may run beside this one during an update.
    made.specificType(claimColumns.installation, textType);
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

/** The list that a claim keeps as JSON text; undefined if it is no such list. */
export function releasedOf(text: string): readonly ReleasedAnswer[] | undefined {
  const parsed = parseBody(text === '' ? '[]' : text);
  return parsed.ok && Array.isArray(parsed.body) && parsed.body.every(isAnswer) ? parsed.body : undefined;
}

/** Whether a text has the members of a JSON object, as stored answers do. */
export function isMembers(text: string): boolean {
  const parsed = parseBody(`{${text}}`);
  return parsed.ok && typeof parsed.body === 'object';
}

function damageOf(result: string | null, released: readonly ReleasedAnswer[] | undefined): string | undefined {
  if (result !== null && !isMembers(result)) return 'Its answer is no JSON.';
  const isListed = released?.every((answer) => isMembers(answer.result));
  return isListed === true ? undefined : 'Its released answers are no list of JSON.';
}

/** A claim from a row of the table, whose columns are named by the keys of `claimColumns`. */
export function claimOf(row: Row): Claim {
  const text = (name: keyof Claim) => String(row[name] ?? '').trimEnd();
  const orNull = (name: keyof Claim) => (row[name] === null || row[name] === undefined ? null : String(row[name]));
  const result = orNull('result');
  const released = releasedOf(text('released'));
  const damage = damageOf(result, released);
  return {
    id: text('id'),
    installation: orNull('installation'),
    endpoint: text('endpoint'),
    naturalKey: String(row.naturalKey),
    payload: text('payload'),
    result,
    freeSince: orNull('freeSince'),
    released: damage === undefined ? (released ?? []) : [],
    createdAt: text('createdAt'),
    damage,
  };
}
