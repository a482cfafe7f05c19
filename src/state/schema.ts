/** The tables of the store, and how a store gets from each version to the next. Forward only. */
import type { DialectName } from '../../engine/index.ts';

export const tables = {
  version: 'engine_store_version',
  bookmark: 'engine_bookmark',
  versionMark: 'engine_version_mark',
} as const;

interface Types {
  /** Hexadecimal digits of a SHA-256, compared byte by byte. */
  readonly digest: string;
  /** Text of any length and characters. */
  readonly text: string;
  /** What follows the parenthesis of CREATE TABLE. */
  readonly options: string;
}

const types: Readonly<Record<DialectName, Types>> = {
  sqlite: { digest: 'text', text: 'text', options: ' without rowid' },
  postgres: { digest: 'char(64)', text: 'text', options: '' },
  mysql: {
    digest: 'char(64) character set ascii collate ascii_bin',
    text: 'mediumtext character set utf8mb4 collate utf8mb4_bin',
    options: ' engine = InnoDB',
  },
  mssql: { digest: 'char(64) collate Latin1_General_BIN2', text: 'nvarchar(max)', options: '' },
};

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** A column that rows are looked up or ordered by, beside the key. */
  readonly indexed?: string;
}

/**
 * Statements that make a table unless it is there. MySQL commits at each of them, so that the index is made with the table: a store
 * whose migration was cut off is found with the whole table or without it.
 */
function creation(dialect: DialectName, { name, columns, indexed }: Table): readonly string[] {
  const { options } = types[dialect];
  const index = indexed === undefined ? undefined : `${name}_${indexed}`;
  switch (dialect) {
    case 'mysql': {
      const parts = index === undefined ? columns : [...columns, `index ${index} (${indexed})`];
      return [`create table if not exists ${name} (${parts.join(', ')})${options}`];
    }
    case 'sqlite':
    case 'postgres': {
      const table = `create table if not exists ${name} (${columns.join(', ')})${options}`;
      return index === undefined ? [table] : [table, `create index if not exists ${index} on ${name} (${indexed})`];
    }
    case 'mssql': {
      const made = [`create table ${name} (${columns.join(', ')})`];
      if (index !== undefined) made.push(`create index ${index} on ${name} (${indexed})`);
      return [`if object_id(N'${name}', N'U') is null begin\n${made.map((sql) => `  ${sql};`).join('\n')}\nend`];
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
  return creation(dialect, { name: tables.bookmark, columns, indexed: 'written' });
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

/** In order: the first one makes version 1. What was released is never changed; a change is one more at the end. */
export const migrations: readonly Migration[] = [bookmarks, versionMarks];
