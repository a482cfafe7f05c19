/** Every T-SQL statement that the engine writes itself, by the name of its golden file in test/cases/tsql. */

import type { Row, SqlValue, WriteSession } from '../../../../engine/sources/source.ts';
import { createClaimAdmin } from '../../../../engine/sources/sql/claims/claim-admin.ts';
import { createClaims } from '../../../../engine/sources/sql/claims/claims.ts';
import { lackOf } from '../../../../engine/sources/sql/claims/claims-version.ts';
import * as control from '../../../../engine/sources/sql/mssql/control-statements.ts';
import { mssqlProcedureRules } from '../../../../engine/sources/sql/mssql/procedure-call.ts';
import { mssqlProcedures } from '../../../../engine/sources/sql/mssql/procedures.ts';
import { compileStatement } from '../../../../engine/sources/sql/text/statement.ts';
import { parseTemplate } from '../../../../engine/sources/sql/text/template.ts';
import type { BindArguments } from '../../../../engine/sources/sql/text/value-slots.ts';
import type { Wrap } from '../../../../engine/sources/sql/text/wrap.ts';
import { bookmarkStatements } from '../../../../src/service/state/bookmarks.ts';
import { claimStatements, optionalFields } from '../../../../src/service/state/claim-statements.ts';
import { companyStatements } from '../../../../src/service/state/company-statements.ts';
import { linkStatements } from '../../../../src/service/state/connect-links.ts';
import { lockStatements } from '../../../../src/service/state/document-locks.ts';
import { migrationTexts } from '../../../../src/service/state/migrate.ts';
import { rateStatements } from '../../../../src/service/state/rates.ts';
import { additions, migrations, versionTable } from '../../../../src/service/state/schema.ts';
import { sweepStatements } from '../../../../src/service/state/sweep.ts';
import { tokenStatements } from '../../../../src/service/state/tokens.ts';
import { versionStatements } from '../../../../src/service/state/version-marks.ts';
import { dialects, kinds } from '../../../support/kinds.ts';

/** The text of a query in its frame. */
function framed(sql: string, wrap: Wrap, call: Partial<BindArguments> = {}): string {
  const { template } = parseTemplate(sql, dialects.mssql.lexicon);
  const statement = compileStatement(template, wrap, dialects.mssql);
  return statement.bind({ value: () => 'x', isGiven: () => true, ...call }).sql;
}

/** The one claim, where it is locked for its release. */
const held = (sql: string): readonly Row[] =>
  sql.includes('UPDLOCK')
    ? [
        {
          id: 'a',
          installation: 'g',
          endpoint: 'b',
          naturalKey: 'c',
          payload: 'd',
          result: 'e',
          freeSince: null,
          createdAt: 'f',
        },
      ]
    : [];

/** Texts that the claims run, in a session that finds no table. */
async function claimTexts(table: string): Promise<Readonly<Record<string, string>>> {
  const texts: string[] = [];
  const session: WriteSession = {
    execute({ sql }) {
      texts.push(sql);
      return Promise.resolve({ rows: sql.includes('object_id') ? [{ found: null }] : held(sql), affected: 1 });
    },
    executeLast({ statement: { sql } }) {
      texts.push(sql);
    },
  };
  const claims = createClaims(table, kinds.mssql);
  const claim = { id: 'a', installation: 'f', endpoint: 'b', naturalKey: 'c', payload: 'd', createdAt: 'e' };
  await claims.create(session);
  await claims.insert(session, claim);
  await claims.read(session, 'a');
  claims.storeResult(session, 'a', 'b');
  await claims.take(session, claim);
  const admin = createClaimAdmin(table, kinds.mssql);
  await admin.list(session, { limit: 50 });
  await admin.list(session, { endpoint: 'b', since: 'e', limit: 50 }, 'f');
  await admin.release(session, 'a', 'b', () => true);
  const names = ['lock', 'find', 'create', 'insert', 'read', 'store', 'take', 'list', 'list-some', 'hold', 'release'];
  return Object.fromEntries(names.map((name, index) => [`claims-${name}`, texts[index] ?? '']));
}

/** Texts about a table that an older version made. */
async function olderTableTexts(table: string): Promise<Readonly<Record<string, string>>> {
  let look = '';
  const describe = (sql: string) => {
    look = sql;
    const columns = ['id', 'installation', 'endpoint', 'natural_key', 'payload', 'result', 'created_at'];
    return Promise.resolve({ columns, types: columns.map(() => undefined), readOnly: true });
  };
  const lack = await lackOf(table, { databaseKind: kinds.mssql, describe }, { deadline: Number.POSITIVE_INFINITY });
  return { 'claims-columns': look, 'claims-add': lack?.cure?.[0] ?? '' };
}

/** Texts of the service's own store. */
function storeTexts(): Readonly<Record<string, string>> {
  const migration = migrationTexts(kinds.mssql);
  const bookmark = bookmarkStatements(kinds.mssql);
  const sweep = sweepStatements(kinds.mssql, 1_000_000);
  const marks = versionStatements(kinds.mssql);
  const durable = claimStatements(kinds.mssql);
  const rate = rateStatements(kinds.mssql);
  const tokens = Object.entries(tokenStatements(kinds.mssql)).map(([name, make]) => [
    `store-token-${name}`,
    make({}).sql,
  ]);
  const locks = Object.entries(lockStatements(kinds.mssql)).map(([name, make]) => [
    `store-document-lock-${name}`,
    make({}).sql,
  ]);
  const links = Object.entries(linkStatements(kinds.mssql)).map(([name, make]) => [`store-link-${name}`, make({}).sql]);
  const { audit, ...ofCompanies } = companyStatements(kinds.mssql);
  const companies = Object.entries(ofCompanies).map(([name, make]) => [`store-company-${name}`, make({}).sql]);
  const some = { company: true, since: true, before: true, limit: 50 };
  const none = { company: false, since: false, before: false, limit: 50 };
  const creations = [
    ...versionTable(kinds.mssql),
    ...migrations.flatMap((migration) => migration(kinds.mssql)),
    ...additions.flatMap(({ create }) => create(kinds.mssql)),
  ];
  return {
    ...Object.fromEntries(creations.map((sql, index) => [`store-create-${index}`, sql])),
    'store-lock': migration.lock,
    'store-version': migration.find,
    'store-version-add': migration.add,
    'store-mark-find': marks.find({}).sql,
    'store-mark-insert': marks.insert({}).sql,
    'store-mark-remove': marks.remove({}).sql,
    'store-claim-insert': durable.insert({}).sql,
    'store-claim-now': durable.now({}).sql,
    'store-claim-read': durable.read({}).sql,
    'store-claim-change': durable.change([])({}).sql,
    'store-claim-change-all': durable.change(optionalFields)({}).sql,
    'store-claim-due': durable.due(20)({}).sql,
    'store-claim-list': durable.list({ endpoint: false, since: false, kinds: 0, limit: 50 })({}).sql,
    'store-claim-list-some': durable.list({ endpoint: true, since: true, kinds: 2, limit: 50 })({}).sql,
    'store-rate-read': rate.read({}).sql,
    'store-rate-insert': rate.insert({}).sql,
    'store-rate-change': rate.change({}).sql,
    'store-bookmark-find': bookmark.find({}).sql,
    'store-bookmark-update': bookmark.update({}).sql,
    'store-bookmark-insert': bookmark.insert({}).sql,
    'store-sweep-excess': sweep.excess({}).sql,
    'store-sweep-end': sweep.end({}).sql,
    'store-sweep-remove': sweep.remove({}).sql,
    ...Object.fromEntries(tokens),
    ...Object.fromEntries(locks),
    ...Object.fromEntries(links),
    ...Object.fromEntries(companies),
    'store-company-audit': audit(none)({}).sql,
    'store-company-audit-some': audit(some)({}).sql,
  };
}

/** The call of a procedure with a value, an output, a parameter that is both, and one that is left to its default. */
function called(inTransaction: boolean): string {
  const parameter = (name: string, type: string, mode: 'in' | 'inout') => ({ name, type, mode, optional: true });
  const parameters = [
    parameter('I_vSOPNUMBE', 'char(21)', 'in'),
    parameter('IO_vAmount', 'numeric(19,5)', 'inout'),
    parameter('I_vDOCID', 'char(15)', 'in'),
    parameter('O_iErrorState', 'int', 'inout'),
    parameter('oErrString', 'varchar(255)', 'inout'),
  ];
  const inputs = new Set(['I_vSOPNUMBE', 'IO_vAmount']);
  const wanted = new Set(['IO_vAmount', 'O_iErrorState']);
  const procedure = { kind: 'procedure', givesRows: false, granted: true, parameters } as const;
  return mssqlProcedureRules.call('dbo.taSopHdrIvcInsert', procedure, { inputs, wanted, inTransaction }).sql;
}

const query =
  'select c.No as erpId, c.Name as erpName, c.[Search Name] from dbo.Customer as c where c.Branch = :branch';
const search = (match: 'words' | 'prefix' | 'exact'): Wrap => ({
  search: { columns: ['erpName', 'Search Name'], match, name: 'erpName', id: 'erpId' },
  limit: true,
});
const page: Wrap = {
  order: [
    { column: 'issueDate', descending: true },
    { column: 'erpId', descending: true },
  ],
  limit: true,
  offset: true,
};
/** Pages that begin after a key. */
const walk: Wrap = {
  order: [
    { column: 'issueDate', descending: false },
    { column: 'erpId', descending: false },
  ],
  after: ['issueDate', 'erpId'],
  limit: true,
  offset: true,
};
const invoices = 'select i.Id as erpId, i.PostingDate as issueDate, i.Changed as _changed from dbo.Invoice as i';
const manyWords = Array.from({ length: 40 }, (_, index) => `w${index}`).join(' ');
const limited: Partial<BindArguments> = { limit: 20 };
const values: Readonly<Record<string, SqlValue>> = { from: '2026-01-01', to: '2026-02-01', branch: 'x' };

const { catalogue } = kinds.mssql;

/** By name. */
export async function tsqlStatements(): Promise<Readonly<Record<string, string>>> {
  return {
    'session-settings': control.sessionSettings,
    'session-reader': control.readerSettings,
    'transaction-begin': control.begin,
    'transaction-begin-snapshot': control.beginSnapshot,
    'transaction-lock': control.mssqlLock('a').sql,
    'transaction-commit': control.commit,
    'transaction-rollback': control.rollback,
    'transaction-snapshot-allowed': control.snapshotAllowed,
    'describe-parameters': control.undeclaredParameters,
    'describe-columns': control.firstResultSet,
    'columns-of-table': catalogue.columnsOf({ schema: undefined, table: 'Item' }).sql,
    'columns-of-table-in-schema': catalogue.columnsOf({ schema: 'dbo', table: 'Item' }).sql,
    'unique-columns': catalogue.uniqueColumnsOf({ schema: undefined, table: 'Item' }).sql,
    'unique-columns-in-schema': catalogue.uniqueColumnsOf({ schema: 'dbo', table: 'Item' }).sql,
    'tables-of-database': catalogue.tables.sql,
    'count-own-rows': `update dbo.Item set Blocked = 1 -- all of them${control.countOwnRows}`,
    'call-in-transaction': called(true),
    'call-in-read': called(false),
    procedures: mssqlProcedures('dbo.taSopHdrIvcInsert'),
    'procedures-of-database': mssqlProcedures('[Acme ]]Ltd].dbo.[insert order]'),
    ...(await claimTexts('engine_claims')),
    ...(await olderTableTexts('engine_claims')),
    ...storeTexts(),
    'search-words': framed(query, search('words'), { ...limited, search: 'Red 5%_[a-z]!' }),
    'search-words-many': framed(query, search('words'), { ...limited, search: manyWords }),
    'search-prefix': framed(query, search('prefix'), { ...limited, search: 'AB' }),
    'search-exact': framed(query, search('exact'), { ...limited, search: 'AB' }),
    'search-nothing': framed(query, search('words'), { ...limited, search: 'a\u0000' }),
    'search-everything': framed(query, search('words'), { ...limited, search: '' }),
    'search-in-given-order': framed(
      query,
      { ...search('exact'), order: [{ column: 'erpId', descending: true }] },
      { ...limited, search: 'AB' },
    ),
    'page-of-keys': framed(invoices, page, { ...limited, offset: 40 }),
    'page-after-key': framed(invoices, walk, { ...limited, after: ['2026-01-31', 40] }),
    'page-after-key-first': framed(invoices, walk, limited),
    'page-after-key-of-changed': framed(
      invoices,
      { ...walk, since: [{ columns: ['_changed'], value: 'text' }] },
      { ...limited, since: ['2026-01-01 00:00:00'], after: ['2026-01-31', 40] },
    ),
    'page-without-order': framed(invoices, { limit: true, offset: true }, limited),
    since: framed(
      invoices,
      { ...page, since: [{ columns: ['_changed'], value: 'text' }] },
      { ...limited, since: ['2026-01-01 00:00:00'] },
    ),
    'since-of-two-columns': framed(
      invoices,
      { ...page, since: [{ columns: ['issueDate', '_changed'], value: 'integer' }] },
      { ...limited, since: ['2026-01-01', 93_000] },
    ),
    'since-of-several': framed(
      invoices,
      {
        ...page,
        since: [
          { columns: ['_changed'], value: 'text' },
          { columns: ['issueDate', 'erpId'], value: 'text' },
        ],
      },
      { ...limited, since: ['2026-01-01 00:00:00', '2026-01-01', '00:00:00'] },
    ),
    'since-of-versions': framed(
      invoices,
      { ...page, since: [{ columns: ['_changed'], value: 'binary' }] },
      { ...limited, since: ['00000000000007d1'] },
    ),
    'sum-of-entries': framed(
      'select e.PostingDate as date, e.Amount as amount from dbo.Entry as e',
      {
        select: 'sum',
        where: [
          { column: 'date', operator: '>=', value: 'from' },
          { column: 'date', operator: '<', value: 'to' },
        ],
      },
      { value: (name) => values[name] },
    ),
    'common-table-expressions': framed(
      "with open_items (id, rest) as (select id, amount - paid from dbo.Item where kind = ':x)' and branch = :branch),\n" +
        '     [select] as (select id, sum(rest) as rest from open_items group by id)\n' +
        'select id as erpId, rest from [select] -- the rest',
      { order: [{ column: 'erpId', descending: false }], limit: true },
      limited,
    ),
    'optimizer-hints': framed(
      'select a.No as erpId from dbo.Address as a where a.Town = :town order by a.No option (recompile)',
      { order: [{ column: 'erpId', descending: false }], limit: true },
      limited,
    ),
    'inner-order': framed(
      'select a.No as erpId from dbo.Address as a order by a.IsDefault desc, a.No',
      { limit: true },
      limited,
    ),
  };
}
