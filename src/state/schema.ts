/** The tables of the store, and how a store gets from each version to the next. Forward only. */
import type { DialectName } from '../../engine/index.ts';

export const tables = {
  version: 'engine_store_version',
  bookmark: 'engine_bookmark',
  versionMark: 'engine_version_mark',
  claim: 'engine_claim',
  rate: 'engine_rate',
  token: 'engine_token',
} as const;

interface Types {
  /** Hexadecimal digits of a SHA-256, compared byte by byte. */
  readonly digest: string;
  /** Text of any length and characters. */
  readonly text: string;
  /** The same, compared character by character. */
  readonly exact: string;
  /** One of the engine's own words. */
  readonly word: string;
  /** What follows the parenthesis of CREATE TABLE. */
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
  /** Columns that rows are looked up or ordered by, beside the key: one list for each index. */
  readonly indexes?: readonly (readonly string[])[];
}

/**
 * Statements that make a table unless it is there. MySQL commits at each of them, so that the indexes are made with the table: a store
 * whose migration was cut off is found with the whole table or without it.
 */
function creation(dialect: DialectName, { name, columns, indexes = [] }: Table): readonly string[] {
  const { options } = types[dialect];
  const made = indexes.map((own) => ({ index: `${name}_${own.join('_')}`, on: own.join(', ') }));
  switch (dialect) {
    case 'mysql': {
      const parts = [...columns, ...made.map(({ index, on }) => `index ${index} (${on})`)];
      return [`create table if not exists ${name} (${parts.join(', ')})${options}`];
    }
    case 'sqlite':
    case 'postgres': {
      const table = `create table if not exists ${name} (${columns.join(', ')})${options}`;
      return [table, ...made.map(({ index, on }) => `create index if not exists ${index} on ${name} (${on})`)];
    }
    case 'mssql': {
      const table = `create table ${name} (${columns.join(', ')})`;
      const all = [table, ...made.map(({ index, on }) => `create index ${index} on ${name} (${on})`)];
      return [`if object_id(N'${name}', N'U') is null begin\n${all.map((sql) => `  ${sql};`).join('\n')}\nend`];
    }
  }
}

/** Makes the table that tells which migrations a store has had. */
export function versionTable(dialect: DialectName): readonly string[] {
  const columns = ['version integer not null primary key', 'applied_at char(24) not null'];
  return creation(dialect, { name: tables.version, columns });
}

/** One step: statements that may be run again where they were cut off. */
export type Migration = (dialect: DialectName) => readonly string[];

/** Version 1 makes the bookmarks: `name` is a digest, `written` in milliseconds since the epoch. */
const bookmarks: Migration = (dialect) => {
  const { digest, text } = types[dialect];
  const columns = [`name ${digest} not null primary key`, `value ${text} not null`, 'written bigint not null'];
  return creation(dialect, { name: tables.bookmark, columns, indexes: [['written']] });
};

/** Version 2 makes the marks of versions: `name` is a digest, `taken` in milliseconds since the epoch, `version` decimal or hexadecimal digits. */
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
 * Version 3 makes the durable claims. Times are in milliseconds since the epoch; `due_at` is the end of a lease or the time of the next look.
 * `natural_key` and `reason` are JSON texts, since PostgreSQL has no place for every character; so are `look_up`, `steps` and `released`, and
 * `result` between braces.
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

/** Version 4 makes the counts of requests: `name` is a digest, `log` JSON, `revision` counts the changes. */
const rates: Migration = (dialect) => {
  const { digest, text } = types[dialect];
  const columns = [`name ${digest} not null primary key`, `log ${text} not null`, 'revision bigint not null'];
  return creation(dialect, { name: tables.rate, columns });
};

/** Makes the rotating tokens: `name` is a digest, `value` encrypted, `lease` a UUID or empty, `written` in milliseconds since the epoch. */
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

/** In order: the first one makes version 1. What was released is never changed; a change is one more at the end. */
export const migrations: readonly Migration[] = [bookmarks, versionMarks, durableClaims, rates, tokens];

/** The first version that keeps durable claims. */
export const claimsVersion = migrations.indexOf(durableClaims) + 1;
