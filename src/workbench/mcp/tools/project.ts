/** The state of the profile: how each endpoint is provided, what is open, and which settings it needs. */
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { board } from '../../operations/board.ts';
import { project } from '../../operations/project.ts';
import { type BoardRow, boardSchema, type Project, projectSchema } from '../../operations/protocol/project.ts';
import { tool } from './tool.ts';

const { sources, settings, files } = projectSchema.shape;

const fileText = ({ path, kind }: Project['files'][number]): string => `file ${path}: ${kind}`;

function rowText({ path, state, reason, lacks, findings, sources }: BoardRow): string {
  const open = Object.entries(findings).flatMap(([severity, count]) => (count === 0 ? [] : [`${count} ${severity}`]));
  const missing = lacks.map(({ subject, when, reason: why }) =>
    [subject && `${subject.kind} ${subject.name}`, when && `when ${when}`, why]
      .filter((part) => part !== undefined)
      .join(' '),
  );
  const details = [reason, sources.length === 0 ? undefined : `from ${sources.join(', ')}`, ...missing, ...open];
  return `${path}: ${state}${details.some((one) => one !== undefined) ? ` (${details.filter((one) => one !== undefined).join('; ')})` : ''}`;
}

/** `profile_status` */
export const projectTool = tool({
  name: 'profile_status',
  title: 'Show the state of the profile',
  description:
    'Shows how each endpoint of the contract is provided, the number of findings, the sources, the settings and the files. Call it first.',
  input: z.object({}),
  output: z.strictObject({
    title: z.string().describe('Empty: there is no profile yet'),
    errors: z.int(),
    otherFindings: z.int(),
    ...{ sources, settings, files, endpoints: boardSchema.shape.rows },
  }),
  effect: 'reads',
  async run(workbench) {
    const nothing = { title: '', errors: 0, otherFindings: 0, sources: [], settings: [], endpoints: [] };
    if (!workbench.hasProfile()) {
      const next =
        workbench.database.length === 0
          ? 'Write profile.yaml with `write_file`; the person has not named a database for `propose`.'
          : 'Call `propose` to generate one from the database that the person has named.';
      const present = existsSync(workbench.root) ? [...workbench.files().list()] : [];
      return {
        summary: `The folder has no profile yet. ${next}`,
        data: present.map(fileText).join('\n'),
        value: { ...nothing, files: present },
      };
    }
    const workspace = workbench.open();
    const { title, file, ...state } = await project(workspace);
    const { rows, findings } = await board(workspace, workbench.records);
    const data = [
      `title: ${title}`,
      ...state.sources.map(({ name, kind }) => `source ${name}: ${kind}`),
      ...state.settings.map(
        ({ name, env, from }) => `setting ${name}${env === undefined ? '' : ` (${env})`}: value from ${from}`,
      ),
      ...state.files.map(fileText),
      '',
      ...rows.map(rowText),
    ];
    const errors = findings.filter(({ severity }) => severity === 'error').length;
    const otherFindings = findings.length - errors;
    return {
      summary: `${file} has ${errors} errors and ${otherFindings} other findings; \`check\` shows them.`,
      data: data.join('\n'),
      value: {
        ...{ title, errors, otherFindings, endpoints: rows },
        ...{ sources: state.sources, settings: state.settings, files: state.files },
      },
    };
  },
});
