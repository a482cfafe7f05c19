/** A first profile from the tables of the person's database. */
import { z } from 'zod';
import { Refused } from '../../operations/access/folder.ts';
import { projectSchema } from '../../operations/protocol/project.ts';
import { profileNameIn } from '../session/preliminary.ts';
import { tool } from './tool.ts';

/** `propose` */
export const proposeTool = tool({
  name: 'propose',
  title: 'Generate a first profile',
  description:
    'Reads the tables of the database that the person has named at the start, and writes a first profile into the empty folder: queries with their reasons, open questions, and unless `sample` is 0 a fixture with masked rows and first cases.',
  input: z.object({
    title: z.string().max(80).describe('Name of the ERP'),
    clock: z.string().max(60).describe('Time zone of dates and times in the ERP, such as Europe/Paris. Ask the person'),
    sample: z.int().min(0).max(200).default(20).describe('Number of rows of each table in the fixture'),
  }),
  output: z.strictObject({ report: z.string(), files: projectSchema.shape.files }),
  effect: 'writes files',
  async run(workbench, { title, clock, sample }) {
    const { database, root, runVerb } = workbench;
    if (database.length === 0)
      throw new Refused(
        'The person has not named a database: `engine mcp` needs --file, --url or --host for this tool.',
      );
    if (workbench.hasProfile())
      throw new Refused('The folder has a profile. `propose` only writes into an empty folder.');
    const words = [
      `--name=${profileNameIn(root)}`,
      `--title=${title}`,
      `--clock=${clock}`,
      `--sample=${sample}`,
      `--out=${root}`,
    ];
    const { status, out, err } = await runVerb(['init', ...database, ...words, '--yes']);
    if (status !== 0) return { summary: 'No profile was written.', data: `${out}${err}`, failed: true };
    await workbench.agree();
    const summary =
      'The profile is written. Each proposal states its reason; `decide:` and open places `/*? ... */` mark what the data does not say. Next: `open_questions`, then `read_file`.';
    // The commands at the end are for a person at a terminal.
    const report = `${out}${err}`.replace(/\nNext:[\s\S]*$/, '');
    return { summary, data: report, value: { report, files: [...workbench.files().list()] } };
  },
});
