/** Files of the profile's folder: the profile, its cases and its fixture. */
import { z } from 'zod';
import { Refused } from '../../operations/access/folder.ts';
import { readFile, saveFile } from '../../operations/files.ts';
import type { Answer } from '../session/answer.ts';
import type { Workbench } from '../session/workbench.ts';
import { refuseUnsafe } from './safe-files.ts';
import { tool } from './tool.ts';

const path = z
  .string()
  .describe('Relative to the folder: profile.yaml, cases/prices.yaml, fixture/schema.sql, fixture/data.sql, README.md');

/** Characters of a file in one answer. */
const mostRead = 20_000;

/** Whole lines from a line on, counted from 1. `next`: the line that follows them. */
function linesFrom(text: string, line: number): { readonly text: string; readonly next?: number } {
  const lines = text.split('\n').slice(line - 1);
  let [count, length] = [0, 0];
  for (const one of lines) {
    length += one.length + 1;
    if (count > 0 && length > mostRead) break;
    count += 1;
  }
  const part = { text: lines.slice(0, count).join('\n') };
  return count === lines.length ? part : { ...part, next: line + count };
}

const readOne = tool({
  name: 'read_file',
  title: 'Read a file of the profile',
  description:
    'Returns the text of the profile, of a file of cases or of the fixture, and its version, which `write_file` needs. `profile_status` lists the files.',
  input: z.object({ path, line: z.int().min(1).default(1).describe('First line; long files are read in parts') }),
  output: z.strictObject({
    path: z.string(),
    version: z.string(),
    next: z.int().optional().describe('The line of the next part'),
    text: z.string(),
  }),
  effect: 'reads',
  async run(workbench, { path: name, line }) {
    const { text, version, readOnly } = await readFile(access(workbench), name);
    const note = readOnly === undefined ? '' : ` ${readOnly} It cannot be written from here.`;
    const part = linesFrom(text, line);
    const more = part.next === undefined ? '' : ` The file is long: go on with \`line\` ${part.next}.`;
    return {
      summary: `${name}, version ${version}.${note}${more}`,
      data: part.text,
      value: { path: name, version, ...part },
    };
  },
});

/** The folder, which may not have a profile yet. */
const access = (workbench: Workbench): Parameters<typeof readFile>[0] => ({
  folder: workbench.files(),
  conceal: workbench.conceal,
});

const written = z.strictObject({ path: z.string(), version: z.string() });

async function write(
  workbench: Workbench,
  name: string,
  text: string,
  version: string | null,
): Promise<Answer<z.output<typeof written>>> {
  refuseUnsafe(workbench, name, text);
  const saved = await saveFile(access(workbench), { path: name, text, version });
  if (saved.kind === 'saved')
    return {
      summary: `${name} is written, version ${saved.version}.`,
      value: { path: name, version: saved.version },
    };
  const summary = `${name} is not written: it has version ${saved.version}, or contains a secret. Read it again, and apply your change to that text.`;
  return { summary, data: saved.text, failed: true };
}

const writeFile = tool({
  name: 'write_file',
  title: 'Write a file of the profile',
  description:
    "Creates or replaces a file of the profile's folder. `version` is that of the text that you have read, or null for a new file.",
  input: z.object({ path, text: z.string().max(400_000), version: z.string().nullable() }),
  output: written,
  effect: 'writes files',
  run: (workbench, { path: name, text, version }) => write(workbench, name, text, version),
});

const editFile = tool({
  name: 'edit_file',
  title: 'Change a part of a file',
  description:
    "Replaces a piece of a file of the profile's folder. `before` has to occur exactly once, with its indentation.",
  input: z.object({ path, before: z.string().min(1), after: z.string().max(400_000) }),
  output: written,
  effect: 'writes files',
  async run(workbench, { path: name, before, after }) {
    const { text, version } = workbench.files().read(name);
    const parts = text.split(before);
    if (parts.length !== 2)
      throw new Refused(
        `\`before\` occurs ${parts.length - 1} times in ${name}. Give a longer piece that occurs once.`,
      );
    return write(workbench, name, parts.join(after), version);
  },
});

export const fileTools = [readOne, writeFile, editFile];
