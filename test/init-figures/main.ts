/**
 * `npm run init:figures`: how much of a profile `engine init` proposes rightly, on the shipped fixtures and on public schemas.
 *
 *   --schemas DIR    folder with the public schemas: DIR/<name>/fixture/schema.sql, or DIR/<name>/metadata.xml, as `source` in
 *                    test/init-figures/expected/<name>.yaml says. Without it only the shipped ones.
 *   --only NAME      one schema
 *   --wrong          lists what is wrong, and what is undecided, with the tables chosen
 *   --markdown       prints the table of docs/init.md
 *
 * The second figures are with the tables chosen by a person who knows the ERP: those of the expectation. Each field of the read endpoints counts once. Right: proposed without a question, and from a column that the vendor's documentation or code
 * names. Undecided: with a question. Wrong: the rest. Exit status 1 where a schema cannot be loaded.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readDatabase } from '../../src/workbench/init/from-database.ts';
import { readService, type ServiceKind } from '../../src/workbench/init/from-service.ts';
import type { NamedTables } from '../../src/workbench/init/match/tables.ts';
import type { Table } from '../../src/workbench/init/model/database.ts';
import type { Proposal } from '../../src/workbench/init/propose/draft.ts';
import { propose } from '../../src/workbench/init/propose/index.ts';
import type { Fixtures } from '../../src/workbench/testing/fixture/fixture.ts';
import { openFixtures } from '../../src/workbench/testing/fixture/fixtures.ts';
import { startMariadb } from '../support/mariadb-server.ts';
import { chosenTables } from './chosen-tables.ts';
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

/** Sources of the shipped fixtures whose folder has a name. */
const shipped: Readonly<Record<string, string>> = { odoo: 'db', tryton: 'db' };

function filesOf(name: string, database: SchemaFiles['database']): SchemaFiles | undefined {
  const shippedFolder = join(root, 'profiles', name);
  if (existsSync(shippedFolder)) return { folder: shippedFolder, source: shipped[name] ?? 'erp', database };
  const folder = flags.schemas === undefined ? undefined : resolve(flags.schemas, name);
  return folder !== undefined && existsSync(folder) ? { folder, source: 'erp', database } : undefined;
}

/** The tables of an ERP, and what is proposed with the tables that a person chooses. */
interface ReadErp {
  readonly tables: readonly Table[];
  propose(named: NamedTables): readonly Proposal[];
}

async function fromDatabase(fixtures: Fixtures, files: SchemaFiles): Promise<ReadErp> {
  const { source, close } = await openSchema(fixtures, files);
  try {
    const database = await readDatabase(source, Date.now, () => undefined);
    const { tables } = database;
    if (tables.length === 0) throw new Error(`${files.folder} has no tables in the database that was loaded`);
    return { tables, propose: (named) => propose(database, named).endpoints };
  } finally {
    await close();
  }
}

function fromService(name: string, kind: ServiceKind): ReadErp | undefined {
  const file = kind === 'odata' ? 'metadata.xml' : 'openapi.yaml';
  const path = flags.schemas === undefined ? undefined : resolve(flags.schemas, name, file);
  if (path === undefined || !existsSync(path)) return undefined;
  const { tables, proposals } = readService(readFileSync(path, 'utf8'));
  return { tables, propose: (named) => proposals(named).endpoints };
}

async function erpOf(fixtures: Fixtures, name: string, { database }: Expected): Promise<ReadErp | undefined> {
  if (database === 'odata' || database === 'openapi') return fromService(name, database);
  const files = filesOf(name, database);
  return files === undefined ? undefined : fromDatabase(fixtures, files);
}

const print = (text: string): boolean => process.stdout.write(`${text}\n`);

interface Counted {
  readonly right: number;
  readonly wrong: number;
  readonly undecided: number;
  readonly first: number;
}

function counted(all: readonly Scored[]): Counted {
  const count = (verdict: Verdict): number => all.filter((one) => one.verdict === verdict).length;
  const first = all.filter(({ verdict, isFirst }) => verdict === 'undecided' && isFirst).length;
  return { right: count('right'), wrong: count('wrong'), undecided: count('undecided'), first };
}

const figuresText = ({ right, wrong, undecided, first }: Counted): string =>
  flags.markdown === true
    ? `${right}, ${wrong}, ${undecided} | ${first}`
    : `${right} right, ${wrong} wrong, ${undecided} undecided, of these ${first} named first`;

function printSchema(name: string, { schema }: Expected, all: readonly Scored[], chosen: readonly Scored[]): void {
  const [before, after] = [figuresText(counted(all)), figuresText(counted(chosen))];
  print(
    flags.markdown === true
      ? `| ${schema} | ${before} | ${after} |`
      : `${name}: ${before}; with the tables chosen: ${after}`,
  );
  if (flags.wrong !== true) return;
  for (const { field, verdict, proposed, expected, isFirst } of chosen)
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
    const erp = await erpOf(fixtures, name, expected);
    if (erp === undefined) {
      print(`${name}: not there; its expectation says which files: ${expected.source ?? ''}`);
      return;
    }
    const chosen = chosenTables(
      expected,
      erp.tables.map((table) => table.name),
    );
    const [first, second] = [erp.propose(new Map()), erp.propose(chosen)];
    printSchema(name, expected, scored(first, expected), scored(second, expected));
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
