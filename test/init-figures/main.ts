/**
 * `npm run init:figures`: how much of a profile `engine init` proposes rightly, on the shipped fixtures and on public schemas.
 *
 *   --schemas DIR    folder with the public schemas: DIR/<name>/fixture/schema.sql, or DIR/<name>/metadata.xml, as `source` in
 *                    test/init-figures/expected/<name>.yaml says. Without it only the shipped ones.
 *   --only NAME      one schema
 *   --wrong          lists what is wrong, and what is undecided
 *   --markdown       prints the table of docs/init.md
 *
 * Each field of the read endpoints counts once. Right: proposed without a question, and from a column that the vendor's documentation or code
 * names. Undecided: with a question. Wrong: the rest. Exit status 1 where a schema cannot be loaded.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { profileConnection } from '../../src/workbench/init/connection.ts';
import { generateFromDatabase } from '../../src/workbench/init/from-database.ts';
import { generateFromService, type ServiceKind } from '../../src/workbench/init/from-service.ts';
import type { Proposal } from '../../src/workbench/init/propose/draft.ts';
import type { Fixtures } from '../../src/workbench/testing/fixture/fixture.ts';
import { openFixtures } from '../../src/workbench/testing/fixture/fixtures.ts';
import { startMariadb } from '../support/mariadb-server.ts';
import { openSchema, type SchemaFiles } from './databases.ts';
import { type Expected, readExpected } from './expected.ts';
import { type Scored, scored, type Verdict } from './score.ts';

const { values: flags } = parseArgs({
  options: {
    schemas: { type: 'string' },
    only: { type: 'string' },
    wrong: { type: 'boolean' },
    markdown: { type: 'boolean' },
  },
});

const here = import.meta.dirname;
const root = join(here, '../..');
const texts = { title: 'Figures', schema: 's', clock: 'UTC', key: 'k', sample: 0 };

/** Sources of the shipped fixtures whose folder has a name. */
const shipped: Readonly<Record<string, string>> = { odoo: 'db', tryton: 'db' };

function filesOf(name: string, database: SchemaFiles['database']): SchemaFiles | undefined {
  const shippedFolder = join(root, 'profiles', name);
  if (existsSync(shippedFolder)) return { folder: shippedFolder, source: shipped[name] ?? 'erp', database };
  const folder = flags.schemas === undefined ? undefined : resolve(flags.schemas, name);
  return folder !== undefined && existsSync(folder) ? { folder, source: 'erp', database } : undefined;
}

async function fromDatabase(fixtures: Fixtures, files: SchemaFiles): Promise<readonly Proposal[]> {
  const { source, close } = await openSchema(fixtures, files);
  try {
    const way = profileConnection('figures', source.databaseKind, {}, () => undefined);
    const input = { ...texts, name: 'figures', profileConnection: way, now: Date.now, progress: () => undefined };
    const { database, proposals } = await generateFromDatabase(source, input);
    if (database.tables.length === 0) throw new Error(`${files.folder} has no tables in the database that was loaded`);
    return proposals.endpoints;
  } finally {
    await close();
  }
}

function fromService(name: string, kind: ServiceKind): readonly Proposal[] | undefined {
  const file = kind === 'odata' ? 'metadata.xml' : 'openapi.yaml';
  const path = flags.schemas === undefined ? undefined : resolve(flags.schemas, name, file);
  if (path === undefined || !existsSync(path)) return undefined;
  const input = { ...texts, name: 'figures', url: undefined, text: readFileSync(path, 'utf8') };
  return generateFromService(input).proposals.endpoints;
}

async function proposalsOf(
  fixtures: Fixtures,
  name: string,
  { database }: Expected,
): Promise<readonly Proposal[] | undefined> {
  if (database === 'odata' || database === 'openapi') return fromService(name, database);
  const files = filesOf(name, database);
  return files === undefined ? undefined : fromDatabase(fixtures, files);
}

const print = (text: string): boolean => process.stdout.write(`${text}\n`);

function printSchema(name: string, { schema }: Expected, all: readonly Scored[]): void {
  const count = (verdict: Verdict): number => all.filter((one) => one.verdict === verdict).length;
  const first = all.filter(({ verdict, isFirst }) => verdict === 'undecided' && isFirst).length;
  const share = (number: number): string => `${Math.round((100 * number) / Math.max(all.length, 1))} %`;
  const cells = (['right', 'wrong', 'undecided'] as const).map(
    (verdict) => `${count(verdict)} (${share(count(verdict))})`,
  );
  if (flags.markdown === true) print(`| ${schema} | ${all.length} | ${cells.join(' | ')} | ${first} |`);
  else
    print(
      `${name}: ${all.length} fields: right ${cells[0]}, wrong ${cells[1]}, undecided ${cells[2]}, of these named first ${first}`,
    );
  if (flags.wrong !== true) return;
  for (const { field, verdict, proposed, expected, isFirst } of all)
    if (verdict !== 'right' && !isFirst)
      print(`  ${verdict}: ${field}: ${proposed ?? 'nothing'}; right is ${expected.join(' or ') || 'nothing'}`);
}

const names = readdirSync(join(here, 'expected'))
  .map((file) => file.replace(/\.yaml$/, ''))
  .filter((name) => flags.only === undefined || name === flags.only);
const needsMysql = names.some((name) => readExpected(join(here, 'expected', `${name}.yaml`)).database === 'mysql');
const mariadb = needsMysql ? await startMariadb() : undefined;
const fixtures = openFixtures(mariadb === undefined ? {} : { mysql: mariadb.url });
async function figuresOf(name: string): Promise<void> {
  try {
    const expected = readExpected(join(here, 'expected', `${name}.yaml`));
    const proposals = await proposalsOf(fixtures, name, expected);
    if (proposals === undefined)
      print(`${name}: not there; its expectation says which files: ${expected.source ?? ''}`);
    else printSchema(name, expected, scored(proposals, expected));
  } catch (error) {
    print(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}

try {
  for (const name of names) await figuresOf(name);
} finally {
  await fixtures.close();
  await mariadb?.stop();
}
