/** Tables of the ERP, and masked rows. */
import { z } from 'zod';
import { Refused } from '../../studio/access/folder.ts';
import { firstRows, tables } from '../../studio/operations/data.ts';
import type { ShownTable } from '../../studio/protocol/data.ts';
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
    const { tables: all, findings } = await tables(await workbench.connect());
    if (findings.length > 0) throw new Refused(findings.map(({ message, hint }) => `${message} ${hint}`).join(' '));
    const part = search?.toLowerCase();
    const hits = (text: string): boolean => part === undefined || text.toLowerCase().includes(part);
    const found = all.filter(
      ({ name, columns }) =>
        (names === undefined || names.includes(name)) && (hits(name) || columns.some((column) => hits(column.name))),
    );
    const summary = `${found.length} of ${all.length} tables.`;
    if (found.length <= mostDescribed) return { summary, data: found.map(tableText).join('\n\n') };
    const listed = found.slice(0, mostNames).map(({ source, name }) => `${source}: ${name}`);
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
    const workspace = await workbench.connect();
    const { rows, error } = await firstRows(workspace, { source, table, masked: false });
    if (rows === undefined) throw new Refused(error ?? 'The rows cannot be read.');
    workbench.masker.begin({ keep: [], conceal: await workbench.conceal() });
    return {
      summary: `The first rows of ${table}, masked.`,
      data: rowsText(workbench.masker.rows(rows, table), wanted),
    };
  },
});

export const tableTools = [describeTables, sampleRows];
