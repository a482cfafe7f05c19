/** The tables of the store and their migrations. There are no down migrations. */
import type { DialectName } from '../../engine/index.ts';

export const tables = {
  version: 'engine_store_version',
  bookmark: 'engine_bookmark',
  versionMark: 'engine_version_mark',
  claim: 'engine_claim',
  rate: 'engine_rate',
  token: 'engine_token',
} as const;

/** Column types of a kind of database. */
interface Types {
  /** A SHA-256 in hexadecimal digits, compared byte by byte. */
  readonly digest: string;
  /** Text of any length and characters. */
  readonly text: string;
  /** The same with a binary collation. */
  readonly exact: string;
  /** A short keyword of the engine. */
  readonly word: string;
  /** The end of CREATE TABLE, after the parenthesis. */
  readonly options: string;
}

const types: Readonly<Record<DialectName, Types>> = {
  sqlite: { digest: 'text', text: 'text', exact: 'text', word: 'text', options: ' without rowid' },
  postgres: { digest: 'char(64)', text: 'text', exact: 'text', word: 'varchar(10)', options: '' },
  mysql: {
    digest: 'char(64) character set ascii collate ascii_bin',
    text: 'mediumtext character set utf8mb4 collate utf8mb4_bin',
    exact: 'mediumtext character set utf8mb4 collate utf8mb4_bin',
    word: 'varchar(10) character set ascii collate ascii_bin',
    options: ' engine = InnoDB',
  },
  mssql: {
    digest: 'char(64) collate Latin1_General_BIN2',
    text: 'nvarchar(max)',
    exact: 'nvarchar(max) collate Latin1_General_BIN2',
    word: 'varchar(10) collate Latin1_General_BIN2',
    options: '',
  },
};

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** The columns of each index except the primary key. */
  readonly indexes?: readonly (readonly string[])[];
}

/**
 * Statements that create a table with its indexes if it does not exist. MySQL commits after each statement, so there one statement creates
 * both: after an interrupted migration the table is complete or missing.
 */
function creation(dialect: DialectName, { name, columns, indexes = [] }: Table): readonly string[] {
  const { options } = types[dialect];
  const named = indexes.map((own) => ({ index: `${name}_${own.join('_')}`, on: own.join(', ') }));
  switch (dialect) {
    case 'mysql': {
      const parts = [...columns, ...named.map(({ index, on }) => `index ${index} (${on})`)];
      return [`create table if not exists ${name} (${parts.join(', ')})${options}`];
    }
    case 'sqlite':
    case 'postgres': {
      const table = `create table if not exists ${name} (${columns.join(', ')})${options}`;
      return [table, ...named.map(({ index, on }) => `create index if not exists ${index} on ${name} (${on})`)];
    }
    case 'mssql': {
      const table = `create table ${name} (${columns.join(', ')})`;
      const all = [table, ...named.map(({ index, on }) => `create index ${index} on ${name} (${on})`)];
      return [`if object_id(N'${name}', N'U') is null begin\n${all.map((sql) => `  ${sql};`).join('\n')}\nend`];
    }
  }
}

/** Creates the table of the applied migrations. */
export function versionTable(dialect: DialectName): readonly string[] {
  const columns = ['version integer not null primary key', 'applied_at char(24) not null'];
  return creation(dialect, { name: tables.version, columns });
}

/** One step. Its statements can be run again after an interruption. */
export type Migration = (dialect: DialectName) => readonly string[];

/** Version 1, bookmarks: `name` is a digest, `written` in milliseconds since the epoch. */
const bookmarks: Migration = (dialect) => {
  const { digest, text } = types[dialect];
  const columns = [`name ${digest} not null primary key`, `value ${text} not null`, 'written bigint not null'];
  return creation(dialect, { name: tables.bookmark, columns, indexes: [['written']] });
};

/** Version 2, version marks: `name` is a digest, `taken` in milliseconds since the epoch, `version` decimal or hexadecimal digits. */
const versionMarks: Migration = (dialect) => {
  const { digest } = types[dialect];
  const columns = [
    `name ${digest} not null`,
    'taken bigint not null',
    'version varchar(40) not null',
    'primary key (name, taken)',
  ];
  return creation(dialect, { name: tables.versionMark, columns });
};

/**
 * Version 3, durable claims. Times are in milliseconds since the epoch; `due_at` is the end of a lease or the time of the next look-up.
 * `natural_key` and `reason` are JSON texts, because PostgreSQL cannot store the character U+0000. `look_up`, `steps` and `released` are JSON
 * too; `result` is JSON without its outer braces.
 */
const durableClaims: Migration = (dialect) => {
  const { digest, exact, word } = types[dialect];
  const columns = [
    `id ${digest} not null primary key`,
    `installation ${exact} not null`,
    `endpoint ${exact} not null`,
    `natural_key ${exact} not null`,
    `look_up ${exact} not null`,
    `payload ${digest} not null`,
    `owner ${exact} not null`,
    `kind ${word} not null`,
    `step ${exact}`,
    'due_at bigint',
    'empty_looks integer',
    `reason ${exact}`,
    `result ${exact}`,
    'epoch integer not null',
    'revision bigint not null',
    `steps ${exact} not null`,
    `released ${exact} not null`,
    'created_at bigint not null',
    'changed_at bigint not null',
  ];
  return creation(dialect, { name: tables.claim, columns, indexes: [['kind', 'due_at'], ['created_at']] });
};

/** Version 4, rate limits: `name` is a digest, `log` JSON, `revision` is incremented by each change. */
const rates: Migration = (dialect) => {
  const { digest, text } = types[dialect];
  const columns = [`name ${digest} not null primary key`, `log ${text} not null`, 'revision bigint not null'];
  return creation(dialect, { name: tables.rate, columns });
};

/** Version 5, rotating tokens: `name` is a digest, `value` encrypted, `lease` a UUID or empty, `written` in milliseconds since the epoch. */
const tokens: Migration = (dialect) => {
  const { digest, text } = types[dialect];
  const columns = [
    `name ${digest} not null primary key`,
    `value ${text} not null`,
    'lease varchar(36) not null',
    'written bigint not null',
  ];
  return creation(dialect, { name: tables.token, columns });
};

/** In order; the first one makes version 1. Never change a released migration: append a new one. */
export const migrations: readonly Migration[] = [bookmarks, versionMarks, durableClaims, rates, tokens];

/** The first version with durable claims. */
export const claimsVersion = migrations.indexOf(durableClaims) + 1;
