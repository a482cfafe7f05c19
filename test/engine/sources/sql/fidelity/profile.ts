/** The table that holds the values, and the profile over it. */

import type { DialectName } from '../../../../support/kinds.ts';
import { findPath, listPath, storePath } from './contract.ts';
import { idCases } from './ids.ts';
import { kindsOf } from './kinds.ts';
import { preparation } from './others.ts';
import { blankDays } from './times.ts';

/** Statements that make the tables, one after the other. */
export function schemaFor(dialect: DialectName): readonly string[] {
  const ids = idCases.flatMap(({ columns }) => columns.map(({ name, type }) => `${name} ${type[dialect]} not null`));
  const kinds = kindsOf(dialect).map(({ name, column }) => `${name} ${column[dialect]}`);
  const indexes = idCases.map(
    ({ idKind, columns }) => `create index by_${idKind} on vals (${columns.map(({ name }) => name).join(', ')})`,
  );
  return [
    ...(dialect === 'postgres' ? [preparation.postgres] : []),
    'create table batches (batch varchar(60) not null primary key)',
    `create table vals (n integer not null primary key, batch varchar(60) not null, ${[...ids, ...kinds].join(', ')})`,
    'create index by_batch on vals (batch)',
    ...indexes,
  ];
}

function insertInto(dialect: DialectName): string {
  const kinds = kindsOf(dialect);
  const ids = idCases.flatMap(({ columns }) => columns.map(({ name }) => name));
  const slots = kinds.map(({ name, write }) => write?.(`:value.${name}`, dialect) ?? `:value.${name}`);
  const columns = ['n', 'batch', ...ids, ...kinds.map(({ name }) => name)];
  const values = [':value.row', ':batch', ...ids.map((name) => `:value.${name}`), ...slots];
  return `INSERT INTO vals (${columns.join(', ')}) VALUES (${values.join(', ')})`;
}

function selectFrom(dialect: DialectName): string {
  const ids = idCases.flatMap(({ idKind, declared, columns }) => {
    const names = 'parts' in declared ? Object.keys(declared.parts).map((part) => `"${idKind}.${part}"`) : [idKind];
    return columns.map(({ name, read }, at) => `${read?.(`v.${name}`, dialect) ?? `v.${name}`} AS ${names[at]}`);
  });
  const kinds = kindsOf(dialect).map(({ name, read }) => `${read?.(`v.${name}`, dialect) ?? `v.${name}`} AS ${name}`);
  return `SELECT v.n AS sale, ${[...ids, ...kinds].join(', ')} FROM vals v WHERE v.batch = :batch`;
}

/** Where the database is: the keys of `connection`. */
export type ConnectionKeys = Readonly<Record<string, string | readonly string[]>>;

/** The profile as JSON, which is YAML. `clock` is the time zone of the ERP. */
export function profileFor(dialect: DialectName, connection: ConnectionKeys, clock: string): string {
  const finders = idCases.map(({ idKind, declared, columns }) => {
    const names =
      'parts' in declared ? Object.keys(declared.parts).map((part) => `:${idKind}.${part}`) : [`:${idKind}`];
    const conditions = columns.map(({ name }, at) => `v.${name} = ${names[at]}`);
    return [findPath(idKind), { query: `SELECT v.n AS sale FROM vals v WHERE ${conditions.join(' AND ')}` }];
  });
  const profile = {
    profile: 'fidelity',
    title: 'Generated values',
    contract: '1',
    ids: Object.fromEntries(idCases.map(({ idKind, declared }) => [idKind, declared])),
    sources: { erp: { sql: dialect, connection, clock, absent: blankDays, limits: { timeout: '60s' } } },
    endpoints: {
      [storePath]: {
        find: { query: 'SELECT b.batch AS sale, b.batch AS "key" FROM batches b WHERE b.batch = :key' },
        prepare: [{ values: { rows: 'values' } }],
        write: [
          { head: { exec: 'INSERT INTO batches (batch) VALUES (:key)' } },
          { stored: { each: { value: '$values' }, exec: insertInto(dialect) } },
        ],
      },
      [listPath]: { query: selectFrom(dialect), order: ['sale'] },
      ...Object.fromEntries(finders),
    },
  };
  return JSON.stringify(profile, undefined, 2);
}
