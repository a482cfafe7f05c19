/** `engine test` on databases other than SQLite: the demo on each of them, SQL Server on its stand-in, and unavailable ones. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { contract } from '../../../src/contract/index.ts';
import { tsqlSchema, unicodeTexts } from '../../support/demo-tsql.ts';
import { isDeep } from '../../support/depth.ts';
import { hasMysql } from '../../support/dialects.ts';
import type { DialectName } from '../../support/kinds.ts';
import { providedUrl } from '../../support/provided.ts';
import { folderWith } from '../service/server/fixture.ts';
import { type Ended, root, runHere } from './here.ts';

// The demo's fixture is filled for each of them, and T-SQL is translated statement by statement.
const env = {
  ENGINE_TEST_POSTGRES: providedUrl('postgresUrl'),
  ...(hasMysql ? { ENGINE_TEST_MYSQL: providedUrl('mysqlUrl') } : {}),
};

let folder: string;
beforeEach(() => {
  folder = folderWith({});
});

type Change = (text: string) => string;
const same: Change = (text) => text;

/** How the demo's scripts are written for each database. Order numbers tell capitals apart in the demo: elsewhere the collation has to say so. */
const scripts: Readonly<Record<Exclude<DialectName, 'sqlite'>, readonly [schema: Change, data: Change]>> = {
  postgres: [same, same],
  mysql: [
    (text) =>
      `SET sql_mode = 'ANSI_QUOTES,PIPES_AS_CONCAT,STRICT_ALL_TABLES';\n${text}`.replaceAll(
        /(po_ref VARCHAR\(\d+\))/g,
        '$1 COLLATE utf8mb4_bin',
      ),
    (text) => text.replaceAll('\\', '\\\\'),
  ],
  mssql: [
    (text) => tsqlSchema(text).replace(/(po_ref NVARCHAR\(\d+\))/g, '$1 COLLATE Latin1_General_100_BIN2'),
    unicodeTexts,
  ],
};

function demoOn(dialect: Exclude<DialectName, 'sqlite'>): void {
  cpSync(join(root, 'profiles', 'demo'), folder, { recursive: true });
  const [schema, data] = scripts[dialect];
  const change = (name: string, by: Change): void => {
    const file = join(folder, name);
    writeFileSync(file, by(readFileSync(file, 'utf8')));
  };
  change('fixture/schema.sql', schema);
  change('fixture/data.sql', data);
  change('profile.yaml', (text) => {
    const document = parseDocument(text);
    document.setIn(['sources', 'erp', 'sql'], dialect);
    document.setIn(['sources', 'erp', 'connection'], dialect === 'mssql' ? { server: 'nowhere' } : { host: 'nowhere' });
    document.deleteIn(['settings', 'database']);
    return document.toString();
  });
}

const notes: Readonly<Record<Exclude<DialectName, 'sqlite'>, RegExp>> = {
  postgres: /^$/,
  mysql: /^(MySQL: on MariaDB [\d.]+\.\n)?$/,
  mssql: /^SQL Server: on a stand-in \(PostgreSQL by transpilation\)\.\n$/,
};

const all = ['postgres', ...(hasMysql ? ['mysql' as const] : []), 'mssql'] as const;

describe('the cases of the demo', () => {
  it.each(isDeep ? all : (['postgres'] as const))('hold on %s', async (dialect) => {
    demoOn(dialect);
    const { status, out, err } = await runHere(['test', './profile.yaml'], { env, cwd: folder });
    expect(err).toMatch(notes[dialect]);
    expect(out).toMatch(/\n\d{2,} passed, 0 failed\.\n$/);
    expect(status).toBe(0);
  });
});

const search = '/catalog/customers/search';
const credit = '/credit/customer';
const small = { ...contract, endpoints: contract.endpoints.filter(({ path }) => [search, credit].includes(path)) };
const profile = `
profile: shop
title: A shop
contract: "1"
sources:
  erp: { sql: mssql, connection: { server: nowhere } }
endpoints:
  ${search}:
    search: { text: query, in: [erpName] }
    query: SELECT TOP 100 PERCENT [No] AS erpId, [Name] AS erpName FROM dbo.[Customer Card]
  ${credit}:
    query: SELECT CreditLimit AS creditLimit, 0 AS creditUsed, N'GBP' AS currency FROM dbo.[Customer Card] WHERE [No] = :customerErpId
`;
const cases = `cases:
  - case: the limit is told
    call: ${credit}
    request: { customerErpId: c1 }
    response: { creditLimit: 12.3, creditUsed: 0, currency: GBP }
  - case: Anna is found
    call: ${search}
    request: { query: anna }
    response: { hits: [{ erpId: C1, erpName: Anna }] }
`;

describe('on the stand-in for SQL Server', () => {
  beforeEach(() => {
    for (const name of ['fixture/data', 'cases']) mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, 'shop.yaml'), profile);
    writeFileSync(join(folder, 'cases/a.yaml'), cases);
    const schema =
      'CREATE TABLE [dbo].[Customer Card] ([No] nvarchar(10) NOT NULL, [Name] nvarchar(40), CreditLimit money)\nGO\n';
    writeFileSync(join(folder, 'fixture/schema.sql'), schema);
    writeFileSync(join(folder, 'fixture/data/dbo.Customer Card.csv'), 'No,Name,CreditLimit\nC1,Anna,12.3000\n');
  });
  const run = (args: readonly string[] = [], given: Readonly<Record<string, string>> = env): Promise<Ended> =>
    runHere(['test', './shop.yaml', ...args], { env: given, cwd: folder, contract: small });

  it('a case that it cannot run is counted apart with the reason, and fails with --strict alone', async () => {
    const { status, out } = await run();
    expect(out).toMatch(
      /ok {3}the limit is told\n {2}\?\? {3}Anna is found\n +not tested: the stand-in for SQL Server could not run "select top/,
    );
    expect(out).toMatch(/\n1 passed, 0 failed, 1 not tested\.\n$/);
    expect(status).toBe(0);
    expect(await run(['--strict'])).toMatchObject({ status: 1 });
    expect((await run(['--format', 'junit'])).out).toMatch(/skipped="1"[\s\S]*<skipped message="the stand-in/);
  });

  it('a case that runs and answers wrong fails', async () => {
    writeFileSync(join(folder, 'cases/a.yaml'), cases.replace('12.3', '12.31'));
    expect(await run(['--filter', 'limit'])).toMatchObject({
      status: 1,
      out: expect.stringContaining('FAIL the limit is told'),
    });
  });

  it('a fixture that it cannot load leaves its files not run', async () => {
    writeFileSync(join(folder, 'fixture/schema.sql'), 'CREATE TABLE a (x int)\nGO\nCREATE TABLE b (x hierarchyid)\n');
    const { status, out, err } = await run();
    expect(out).toBe('0 passed, 0 failed, 1 files not run.\n');
    expect(err).toMatch(
      /^cases\/a\.yaml is not run: the stand-in for SQL Server could not load fixture\/schema\.sql:3: /,
    );
    // No case was run, which proves nothing.
    expect(status).toBe(1);
  });

  it('if no database is available, the message says what to do', async () => {
    const away = { ENGINE_TEST_POSTGRES: 'postgres://me:geheim@127.0.0.1:1/' };
    const { status, err } = await run([], away);
    expect(err).toMatch(/^cases\/a\.yaml is not run: the server that was named cannot be used: .* Correct its address/);
    expect(err).not.toContain('geheim');
    // No case was run, which proves nothing.
    expect(status).toBe(1);
    expect(await run(['--strict'], away)).toMatchObject({ status: 1 });
  });

  it('an address that is none of a database is wrong usage, and is not shown', async () => {
    const { status, err } = await run(['--scratch', 'http://me:geheim@db/']);
    expect(err).toMatch(/--scratch is not the URL of a database server/);
    expect(err).not.toContain('geheim');
    expect(status).toBe(2);
  });
});
