/** Tables of the ERP, and masked rows. */
import { z } from 'zod';
import { Refused } from '../../operations/access/folder.ts';
import { firstRows, tables } from '../../operations/data.ts';
import { project } from '../../operations/project.ts';
import type { ShownTable } from '../../operations/protocol/data.ts';
import type { Workspace } from '../../operations/workspace/workspace.ts';
import type { Answer } from '../session/answer.ts';
import type { Workbench } from '../session/workbench.ts';
import { findingText } from './check.ts';
import { rowsText } from './rows-text.ts';
import { tool } from './tool.ts';

/** Tables whose columns are described in one answer. */
const mostDescribed = 25;
const mostNames = 500;

function tableText({ source, name, columns, primaryKey, foreignKeys }: ShownTable): string {
  return [
    `${source}: ${name}`,
    ...columns.map((column) => `  ${column.name} ${column.type}${column.required ? ' NOT NULL' : ''}`),
    ...(primaryKey.length === 0 ? [] : [`  primary key (${primaryKey.join(', ')})`]),
    ...foreignKeys.map((key) => `  (${key.columns.join(', ')}) -> ${key.table} (${key.references.join(', ')})`),
  ].join('\n');
}

/** The answer where the ERP cannot be read. `why`: what it said. */
async function unreadable({ masking }: Workbench, why: string): Promise<Answer> {
  return { summary: 'The ERP cannot be read.', data: (await masking()).message(why), failed: true };
}

/** What `read` returns for the databases of the profile, or the answer that says why it cannot be read. */
async function readErp<T>(
  workbench: Workbench,
  read: (workspace: Workspace) => Promise<T>,
): Promise<{ readonly ok: true; readonly value: T } | { readonly ok: false; readonly answer: Answer }> {
  const workspace = await workbench.connectForTables();
  const { sources } = await project(workspace);
  if (sources.length > 0 && sources.every(({ kind }) => kind === 'http'))
    throw new Refused(
      'The ERP is reached by HTTP, and has no tables here. `describe_operations` shows what the vendor describes, and `run` the requests and answers of an endpoint, masked.',
    );
  try {
    return { ok: true, value: await read(workspace) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { ok: false, answer: await unreadable(workbench, error.message) };
  }
}

const describeTables = tool({
  name: 'describe_tables',
  title: 'Describe tables of the ERP',
  description:
    'Lists the tables of the databases of the profile. Few tables are shown with columns, types and keys; of many, only the names: narrow them with `search`, or name them. Reads the catalogue only.',
  input: z.object({
    search: z.string().optional().describe('A part of the name of a table or column, in any case'),
    names: z.array(z.string()).max(mostDescribed).optional().describe('Exact names of tables'),
  }),
  effect: 'reads the ERP',
  async run(workbench, { search, names }) {
    const read = await readErp(workbench, tables);
    if (!read.ok) return read.answer;
    const { tables: all, findings } = read.value;
    if (findings.length > 0) return unreadable(workbench, findings.map(findingText).join('\n'));
    workbench.nameTables(all.flatMap(({ name, columns }) => [name, ...columns.map((column) => column.name)]));
    const part = search?.toLowerCase();
    const hits = (text: string): boolean => part === undefined || text.toLowerCase().includes(part);
    const matchingTables = all.filter(
      ({ name, columns }) =>
        (names === undefined || names.includes(name)) && (hits(name) || columns.some((column) => hits(column.name))),
    );
    const summary = `${matchingTables.length} of ${all.length} tables.`;
    if (matchingTables.length <= mostDescribed) return { summary, data: matchingTables.map(tableText).join('\n\n') };
    const listed = matchingTables.slice(0, mostNames).map(({ source, name }) => `${source}: ${name}`);
    return {
      summary: `${summary} Narrow them to ${mostDescribed} or fewer to see columns. At most ${mostNames} names are shown.`,
      data: listed.join('\n'),
    };
  },
});

const sampleRows = tool({
  name: 'sample_rows',
  title: 'Show masked rows of a table',
  description:
    'Shows the first rows of a table. Names, addresses, contacts, bank and tax numbers, secrets and unknown texts are masked; codes, dates and amounts are not. It shows which values a column has, and which mean "none".',
  input: z.object({
    source: z.string().default('erp').describe('The source in the profile'),
    table: z.string(),
    rows: z.int().min(1).max(50).default(10),
  }),
  effect: 'reads the ERP',
  async run(workbench, { source, table, rows: wanted }) {
    const read = await readErp(workbench, (workspace) => firstRows(workspace, { source, table, masked: false }));
    if (!read.ok) return read.answer;
    const { rows, error } = read.value;
    if (rows === undefined) return unreadable(workbench, error ?? '');
    const masker = await workbench.masking();
    return {
      summary: `The first rows of ${table}, masked.`,
      data: rowsText(masker.rows(rows, 'the ERP', table), wanted),
    };
  },
});

export const tableTools = [describeTables, sampleRows];
