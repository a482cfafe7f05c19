/** The state of the profile: how each endpoint is provided, what is open, and which settings it needs. */
import { z } from 'zod';
import { board } from '../../operations/board.ts';
import { project } from '../../operations/project.ts';
import type { BoardRow } from '../../operations/protocol/project.ts';
import { tool } from './tool.ts';

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
    'Shows how each endpoint of the contract is provided (provided, computed, partial, unavailable, missing), the number of findings, the sources, the settings and the files. Call it first.',
  input: z.object({}),
  effect: 'reads',
  async run(workbench) {
    if (!workbench.hasProfile()) {
      const next =
        workbench.database.length === 0
          ? 'Write profile.yaml with `write_file`; the person has not named a database for `propose`.'
          : 'Call `propose` to generate one from the database that the person has named.';
      return { summary: `The folder has no profile yet. ${next}` };
    }
    const workspace = workbench.open();
    const { title, file, sources, settings, files } = await project(workspace);
    const { rows, findings } = await board(workspace, workbench.records);
    const data = [
      `title: ${title}`,
      ...sources.map(({ name, kind }) => `source ${name}: ${kind}`),
      ...settings.map(
        ({ name, env, from }) => `setting ${name}${env === undefined ? '' : ` (${env})`}: value from ${from}`,
      ),
      ...files.map(({ path, kind }) => `file ${path}: ${kind}`),
      '',
      ...rows.map(rowText),
    ];
    const errors = findings.filter(({ severity }) => severity === 'error').length;
    const summary = `${file} has ${errors} errors and ${findings.length - errors} other findings; \`check\` shows them.`;
    return { summary, data: data.join('\n') };
  },
});
