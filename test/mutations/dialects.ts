/** Mistakes in a small profile for each database, checked without a server. */

import type { DialectName } from '../support/kinds.ts';
import type { Mutation } from './mutation.ts';

const addresses: Readonly<Record<DialectName, string>> = {
  sqlite: '{ file: acme.sqlite }',
  postgres: '{ host: db, database: acme, ssl: true }',
  mysql: '{ host: db, database: acme }',
  mssql: '{ server: db, database: acme, encrypt: true }',
};

/** A profile with a fact, a part, a search and a list. */
export const smallProfile = (dialect: DialectName): string => `profile: acme
contract: "1"
facts:
  v9: { query: SELECT 1 FROM version WHERE major >= 9, else: This is not Acme 9. }
parts:
  active: c.blocked = 0
sources:
  erp: { sql: ${dialect}, connection: ${addresses[dialect]} }
endpoints:
  /catalog/customers/search:
    search: { text: query, in: [erpName] }
    query: |
      SELECT c.code AS erpId, c.name AS erpName, COALESCE(c.town, '') AS city
      FROM customer c
      WHERE {active}
  /debtors/list:
    page: { key: [erpDebtorId] }
    absent: { email: Acme keeps no addresses of e-mail }
    query: SELECT c.code AS erpDebtorId, c.name AS name FROM customer c WHERE c.kind IN (1, 2)
`;

interface DialectMutation extends Mutation {
  readonly dialect: DialectName;
}

const list = 'SELECT c.code AS erpDebtorId, c.name AS name FROM customer c WHERE c.kind IN (1, 2)';

export const dialectMutations: readonly DialectMutation[] = [
  {
    dialect: 'sqlite',
    name: 'typo in the query of a fact',
    from: 'SELECT 1 FROM version WHERE',
    to: 'SELECT 1 FORM version WHERE',
    code: 'SQL405',
    at: 'FORM',
    says: '"FROM"',
  },
  {
    dialect: 'postgres',
    name: 'typo in the query of a fact',
    from: 'WHERE major >= 9',
    to: 'WHERE major >>= AND 9',
    code: 'SQL405',
    at: 'AND',
    says: 'Correct the statement',
  },
  {
    dialect: 'postgres',
    name: 'backticks',
    from: 'FROM customer c\n',
    to: 'FROM `customer` c\n',
    code: 'SQL412',
    at: '`customer',
    says: 'double quotes',
  },
  {
    dialect: 'postgres',
    name: 'brackets around a name',
    from: 'c.name AS erpName',
    to: 'c.[name] AS erpName',
    code: 'SQL412',
    at: '[name]',
    says: 'double quotes',
  },
  {
    dialect: 'postgres',
    name: 'TOP',
    from: list,
    to: 'SELECT TOP 10 c.code AS erpDebtorId, c.name AS name FROM customer c',
    code: 'SQL412',
    at: 'TOP 10',
    says: 'LIMIT',
  },
  {
    dialect: 'postgres',
    name: 'lock in a read',
    from: list,
    to: `${list} FOR UPDATE`,
    code: 'SQL407',
    at: 'FOR UPDATE',
    says: 'step of `prepare`',
  },
  {
    dialect: 'postgres',
    name: 'typo in GROUP BY',
    from: list,
    to: `${list} GRUOP BY c.code`,
    code: 'SQL405',
    at: 'GRUOP',
    says: '"GROUP"',
  },
  {
    dialect: 'postgres',
    name: 'a word of a driver for a truth value',
    from: 'ssl: true',
    to: 'ssl: require',
    code: 'MAP107',
    at: 'require',
    says: 'true or false',
  },
  {
    dialect: 'mysql',
    name: 'texts joined by ||',
    from: 'c.name AS erpName',
    to: "c.name || '!' AS erpName",
    code: 'SQL412',
    at: '||',
    says: 'CONCAT',
    severity: 'warning',
  },
  {
    dialect: 'mysql',
    name: 'cast of PostgreSQL',
    from: 'c.code AS erpDebtorId',
    to: 'c.code::text AS erpDebtorId',
    code: 'SQL412',
    at: '::text',
    says: 'CAST',
  },
  {
    dialect: 'mysql',
    name: 'comma missing',
    from: 'c.code AS erpId, c.name',
    to: 'c.code AS erpId c.name',
    code: 'SQL413',
    at: 'c.name AS',
    says: 'comma',
    severity: 'warning',
  },
  {
    dialect: 'mssql',
    name: 'LIMIT',
    from: list,
    to: `${list} LIMIT 10`,
    code: 'SQL412',
    at: 'LIMIT',
    says: 'TOP',
  },
  {
    dialect: 'mssql',
    name: 'function of SQLite',
    from: 'COALESCE(c.town',
    to: 'IFNULL(c.town',
    code: 'SQL412',
    at: 'IFNULL',
    says: 'COALESCE',
  },
  {
    dialect: 'mssql',
    name: 'typo in SELECT',
    from: list,
    to: list.replace('SELECT', 'SELCT'),
    code: 'SQL405',
    at: 'SELCT',
    says: '"SELECT"',
  },
  {
    dialect: 'mssql',
    name: 'statement that changes without INTO',
    from: list,
    to: 'DELETE customer OUTPUT deleted.code AS erpDebtorId, deleted.name AS name',
    code: 'SQL407',
    at: 'DELETE',
    says: 'under `write`',
  },
  {
    dialect: 'mssql',
    name: 'fact that writes',
    from: 'SELECT 1 FROM version WHERE major >= 9',
    to: 'DELETE FROM version WHERE major >= 9',
    code: 'SQL407',
    at: 'DELETE',
    says: 'under `write`',
  },
];
