/** Tables and views of the ERP, and masked rows. */
import { z } from 'zod';
import { Refused } from '../../operations/access/folder.ts';
import { firstRows, tables, UnknownName } from '../../operations/data.ts';
import { project } from '../../operations/project.ts';
import { rowsSchema } from '../../operations/protocol/call.ts';
import { type ShownTable, tablesSchema } from '../../operations/protocol/data.ts';
import type { Workspace } from '../../operations/workspace/workspace.ts';
import type { FailedAnswer } from '../session/answer.ts';
import type { Workbench } from '../session/workbench.ts';
import { findingText } from './check.ts';
import { pageInput, pageOf, pageOutput } from './paging.ts';
import { limitedRows, rowsText } from './rows-text.ts';
import { tool } from './tool.ts';

/** Tables whose columns are described in one answer. */
const mostDescribed = 25;

function tableText({ source, name, isView, columns, primaryKey, foreignKeys }: ShownTable): string {
  return [
    `${source}: ${name}${isView ? ' (view)' : ''}`,
    ...columns.map((column) => `  ${column.name} ${column.type}${column.required ? ' NOT NULL' : ''}`),
    ...(primaryKey.length === 0 ? [] : [`  primary key (${primaryKey.join(', ')})`]),
    ...foreignKeys.map((key) => `  (${key.columns.join(', ')}) -> ${key.table} (${key.references.join(', ')})`),
  ].join('\n');
}

/** The answer where the ERP cannot be read. `why`: what it said. */
async function unreadable({ masking }: Workbench, why: string): Promise<FailedAnswer> {
  return { summary: 'The ERP cannot be read.', data: (await masking()).message(why), failed: true };
}

/** What `read` returns for the databases of the profile, or the answer that says why it cannot be read. */
async function readErp<T>(
  workbench: Workbench,
  read: (workspace: Workspace) => Promise<T>,
): Promise<{ readonly ok: true; readonly value: T } | { readonly ok: false; readonly answer: FailedAnswer }> {
  const workspace = await workbench.connectForTables();
  const { sources } = await project(workspace);
  if (sources.length > 0 && sources.every(({ kind }) => kind === 'http'))
    throw new Refused(
      'The ERP is reached by HTTP, and has no tables here. `describe_operations` shows what the vendor describes, and `run` the requests and answers of an endpoint, masked.',
    );
  try {
    return { ok: true, value: await read(workspace) };
  } catch (error) {
    if (!(error instanceof Refused) || error instanceof UnknownName) throw error;
    return { ok: false, answer: await unreadable(workbench, error.message) };
  }
}

const describeTables = tool({
  name: 'describe_tables',
  title: 'Describe tables of the ERP',
  description:
    'Tables and views of the databases: few with columns, types and keys, many by name. Narrow them with `search`.',
  input: z.object({
    search: z.string().optional().describe('Part of a name of a table or column, any case'),
    names: z.array(z.string()).max(mostDescribed).optional().describe('Exact names of tables'),
    page: pageInput,
  }),
  output: pageOutput.extend({
    tables: tablesSchema.shape.tables,
    names: z.array(z.strictObject({ source: z.string(), name: z.string() })),
  }),
  effect: 'reads the ERP',
  async run(workbench, { search, names, page }) {
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
    const counts = { matching: matchingTables.length, all: all.length, page };
    const summary = `${counts.matching} of ${counts.all} tables and views.`;
    if (matchingTables.length <= mostDescribed)
      return {
        summary,
        data: matchingTables.map(tableText).join('\n\n'),
        value: { ...counts, pages: 0, tables: matchingTables, names: [] },
      };
    const { items, pages } = pageOf(matchingTables, page);
    return {
      summary: `${summary} Page ${page} of ${pages}. Narrow them to ${mostDescribed} or fewer to see columns.`,
      data: items.map(({ source, name }) => `${source}: ${name}`).join('\n'),
      value: { ...counts, pages, tables: [], names: items.map(({ source, name }) => ({ source, name })) },
    };
  },
});

const sampleRows = tool({
  name: 'sample_rows',
  title: 'Show masked rows of a table',
  description:
    'The first rows of a table or view, with personal data masked; codes, dates and amounts are real. Look here for the value that means "none".',
  input: z.object({
    source: z.string().default('erp').describe('The source in the profile'),
    table: z.string(),
    rows: z.int().min(1).max(50).default(10),
  }),
  output: rowsSchema,
  effect: 'reads the ERP',
  async run(workbench, { source, table, rows: wanted }) {
    const read = await readErp(workbench, (workspace) => firstRows(workspace, { source, table, masked: false }));
    if (!read.ok) return read.answer;
    const { rows, error } = read.value;
    if (rows === undefined) return unreadable(workbench, error ?? '');
    const masker = await workbench.masking();
    const shown = limitedRows(masker.rows(rows, 'the ERP', table), wanted);
    return { summary: `The first rows of ${table}, masked.`, data: rowsText(shown), value: shown };
  },
});

export const tableTools = [describeTables, sampleRows];
