/**
 * `node test/bench/search-indexes.ts [rows]`: searches with and without each kind of index, on three databases: the plan and the median time, as the
 * table of docs/performance.md. 100,000 rows by default.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BoundStatement, DatabaseAccess, Row } from '../../engine/sources/source.ts';
import { openMysql } from '../../engine/sources/sql/mysql/source.ts';
import { openPostgres } from '../../engine/sources/sql/postgres/source.ts';
import { openSqlite } from '../../engine/sources/sql/sqlite/source.ts';
import type { Match } from '../../engine/sources/sql/text/search.ts';
import { compileStatement } from '../../engine/sources/sql/text/statement.ts';
import { parseTemplate } from '../../engine/sources/sql/text/template.ts';
import { onMysql } from '../../src/workbench/testing/servers/mysql-client.ts';
import { type DialectName, dialects } from '../support/kinds.ts';
import { startMariadb } from '../support/mariadb-server.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { firstWords, secondWords } from './fixture.ts';

const rows = Number(process.argv[2] ?? 100_000);
const searches = 25;
const soon = () => ({ deadline: Date.now() + 60_000 });

interface Opened {
  readonly source: DatabaseAccess;
  /** Executes a statement that changes tables or rows. */
  readonly run: (sql: string) => Promise<unknown>;
  readonly end: () => Promise<unknown>;
}

const inTransaction = (source: DatabaseAccess) => (sql: string) =>
  source.transaction(soon(), (session) => session.execute({ sql, values: [] }));

interface Database {
  readonly title: string;
  readonly dialect: DialectName;
  /** Types of the name and the code. */
  readonly types: readonly [string, string];
  /** By search: indexes, each made and dropped again. The first row has none. */
  readonly indexes: Readonly<Record<'words' | 'prefix', readonly string[]>>;
  readonly prepare: readonly string[];
  readonly analyze: string;
  readonly explain: string;
  readonly planOf: (rows: readonly Row[]) => string;
  readonly open: (folder: string) => Promise<Opened>;
}

const firstMatch = (plan: readonly Row[], pattern: RegExp): string => pattern.exec(JSON.stringify(plan))?.[0] ?? '?';

const databases: readonly Database[] = [
  {
    title: 'PostgreSQL',
    dialect: 'postgres',
    types: ['varchar(80)', 'varchar(20) collate "en-x-icu"'],
    indexes: {
      words: [
        '(name)',
        'using gin (name gin_trgm_ops)',
        'using gin (lower(name) gin_trgm_ops)',
        'using gin (upper(name) gin_trgm_ops)',
        'using gin (f_unaccent(name) gin_trgm_ops)',
      ],
      prefix: ['(code)', '(code varchar_pattern_ops)', '(lower(code) text_pattern_ops)'],
    },
    prepare: [
      'create extension pg_trgm',
      'create extension unaccent',
      "create function f_unaccent(text) returns text language sql immutable as $$ select public.unaccent('public.unaccent', $1) $$",
    ],
    analyze: 'analyze customer',
    explain: 'explain',
    planOf: (plan) => firstMatch(plan, /(?:Parallel )?Seq Scan|Bitmap Index Scan|Index Scan/),
    async open() {
      const server = await startPostgres();
      const source = openPostgres({ url: server.url, clock: 'UTC', timeoutMs: 60_000, connections: 1 });
      return { source, run: inTransaction(source), end: () => source.close().then(() => server.stop()) };
    },
  },
  {
    title: 'MariaDB',
    dialect: 'mysql',
    types: ['varchar(80)', 'varchar(20)'],
    indexes: { words: ['(name)'], prefix: ['(code)'] },
    prepare: [],
    analyze: 'analyze table customer',
    explain: 'explain',
    planOf: (plan) => firstMatch(plan, /(?<="type":")\w+/),
    async open() {
      const server = await startMariadb();
      await onMysql(server.url, (run) => run('create database bench'));
      const url = `${server.url.replace(/\/[^/]*$/, '')}/bench`;
      const source = openMysql({ url, clock: 'UTC', timeoutMs: 60_000, connections: 1 });
      const run = (sql: string) => onMysql(url, (execute) => execute(sql));
      return { source, run, end: () => source.close().then(() => server.stop()) };
    },
  },
  {
    title: 'SQLite',
    dialect: 'sqlite',
    types: ['text', 'text'],
    indexes: { words: ['(name)'], prefix: ['(code)', '(code collate nocase)'] },
    prepare: [],
    analyze: 'analyze',
    explain: 'explain query plan',
    planOf: (plan) => firstMatch(plan, /SCAN|SEARCH/),
    async open(folder) {
      const script = join(folder, 'empty.sql');
      writeFileSync(script, 'create table unused (id integer)');
      const source = await openSqlite({ file: join(folder, 'bench.sqlite'), create: [script], connections: 1 });
      return { source, run: inTransaction(source), end: () => source.close() };
    },
  },
];

const pick = <T>(list: readonly T[], index: number): T | undefined => list[index % list.length];
const nameOf = (n: number) =>
  `${pick(firstWords, n)} ${pick(secondWords, Math.floor(n / firstWords.length))} ${n} GmbH`;
const codeOf = (n: number) => `ART-${String(n).padStart(7, '0')}`;

/** The text of a search with few hits. */
const textOf = (by: 'words' | 'prefix', n: number): string =>
  by === 'words' ? `${n} ${(pick(firstWords, n) ?? '').toLowerCase()}` : codeOf(n).slice(0, -1).toLowerCase();

async function fill({ run }: Opened, { dialect, types: [name, code], prepare }: Database): Promise<void> {
  const quoted = (text: string): string => dialects[dialect].textLiteral(text);
  for (const sql of prepare) await run(sql);
  await run(`create table customer (id integer primary key, name ${name}, code ${code})`);
  for (let from = 1; from <= rows; from += 5_000) {
    const part = Array.from({ length: Math.min(5_000, rows - from + 1) }, (_, index) => from + index);
    const values = part.map((n) => `(${n}, ${quoted(nameOf(n))}, ${quoted(codeOf(n))})`);
    await run(`insert into customer values ${values.join(',')}`);
  }
}

/** The search as the engine sends it with the present indexes. */
async function searchBy(source: DatabaseAccess, dialect: DialectName, match: Match & ('words' | 'prefix')) {
  const query = 'select c.id as id, c.name as name, c.code as code from customer c';
  const column = match === 'words' ? 'name' : 'code';
  const forms = await source.searchForms?.(query, { columns: [column], match }, soon());
  const { template } = parseTemplate(query, dialects[dialect].lexicon);
  const wrap = { search: { columns: [column], match, forms, name: 'name', id: 'id' }, limit: true } as const;
  const statement = compileStatement(template, wrap, dialects[dialect], ['id', 'name', 'code']);
  return (n: number): BoundStatement =>
    statement.bind({ value: () => undefined, isGiven: () => false, search: textOf(match, n), limit: 20 });
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

async function measure(source: DatabaseAccess, database: Database, match: 'words' | 'prefix', index: string) {
  const bind = await searchBy(source, database.dialect, match);
  const times: number[] = [];
  let hits = 0;
  for (let n = 0; n < searches + 5; n += 1) {
    const bound = bind(10 + ((n * 7_919) % (rows - 10)));
    const started = performance.now();
    hits += (await source.read(bound, soon())).length;
    if (n >= 5) times.push(performance.now() - started);
  }
  const bound = bind(4_711);
  const plan = await source.read({ ...bound, sql: `${database.explain} ${bound.sql}` }, soon());
  const cells = [database.title, match, index, database.planOf(plan), median(times).toFixed(2), String(hits)];
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}

async function run(database: Database): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'engine-bench-'));
  const opened = await database.open(folder);
  const { source, run: change, end } = opened;
  try {
    await fill(opened, database);
    for (const match of ['words', 'prefix'] as const) {
      await change(database.analyze);
      await measure(source, database, match, 'none');
      for (const index of database.indexes[match]) {
        await change(`create index bench on customer ${index}`);
        await change(database.analyze);
        await measure(source, database, match, `\`${index}\``);
        await change(database.dialect === 'mysql' ? 'drop index bench on customer' : 'drop index bench');
      }
    }
  } finally {
    await end();
    rmSync(folder, { recursive: true });
  }
}

process.stdout.write('| database | search | index | plan | ms | hits |\n|---|---|---|---|---|---|\n');
for (const database of databases) await run(database);
