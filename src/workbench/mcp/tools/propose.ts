/** A first profile from the tables of the person's database. */
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { noTable, recordNames } from '../../init/match/named-tables.ts';
import { Refused } from '../../operations/access/folder.ts';
import { projectSchema } from '../../operations/protocol/project.ts';
import { profileNameIn } from '../session/preliminary.ts';
import type { RanVerb } from '../session/run-verb.ts';
import { tool } from './tool.ts';

/** `propose` */
export const proposeTool = tool({
  name: 'propose',
  title: 'Generate a first profile',
  description:
    'Reads the database that the person has named, and writes a first profile with reasons, open questions, a masked fixture and cases. A second call with `tables` replaces a proposal that nothing has changed.',
  input: z.object({
    clock: z.string().max(60).describe('Time zone of the ERP, such as Europe/Paris. Ask the person'),
    tables: z
      .partialRecord(z.enum(recordNames), z.string().max(200))
      .default({})
      .describe(`Tables that are certain; "${noTable}": no such records`),
    sample: z.int().min(0).max(200).default(20).describe('Number of rows of each table in the fixture'),
  }),
  output: z.strictObject({ report: z.string(), files: projectSchema.shape.files }),
  effect: 'writes files',
  async run(workbench, { clock, tables, sample }) {
    const { database, root, runVerb } = workbench;
    if (database.length === 0)
      throw new Refused(
        'The person has not named a database: `engine mcp` needs --file, --url or --host for this tool.',
      );
    if (workbench.hasProfile() && !workbench.isProposal())
      throw new Refused(
        'The folder has a profile. `propose` only writes into an empty folder, or over its last proposal while no file of it has been changed.',
      );
    const words = [
      `--name=${profileNameIn(root)}`,
      `--clock=${clock}`,
      `--sample=${sample}`,
      `--out=${root}`,
      ...Object.entries(tables).map(([record, table]) => `--table=${record}=${table}`),
    ];
    const { status, out, err } = await replacing(root, () => runVerb(['init', ...database, ...words, '--yes']));
    if (status !== 0) return { summary: 'No profile was written.', data: `${out}${err}`, failed: true };
    await workbench.agreeToProposal();
    const summary =
      'The profile is written. Each proposal states its reason; `decide:` and open places `/*? ... */` mark what the data does not say. Next: `propose` again with `tables` if a table is wrong, then `open_questions` and `read_file`.';
    // The commands at the end are for a person at a terminal.
    const report = `${out}${err}`.replace(/\nNext:[\s\S]*$/, '');
    return { summary, data: report, value: { report, files: [...workbench.files().list()] } };
  },
});

/** Moves the last proposal aside while a verb writes a new one into the folder, and back if none is written. */
async function replacing(root: string, write: () => Promise<RanVerb>): Promise<RanVerb> {
  if (!existsSync(root)) return write();
  const aside = mkdtempSync(`${root}.last-`);
  const last = join(aside, 'proposal');
  renameSync(root, last);
  const result = await write();
  if (result.status !== 0) {
    rmSync(root, { recursive: true, force: true });
    renameSync(last, root);
  }
  rmSync(aside, { recursive: true, force: true });
  return result;
}
