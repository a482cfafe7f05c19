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

const listFiles = tool({
  name: 'list_files',
  title: 'List the files of the profile',
  description: 'Lists the profile, its cases and its fixture. Other files cannot be read or written.',
  input: z.object({}),
  effect: 'reads',
  async run(workbench) {
    const files = workbench.files().list();
    const lines = files.map(({ path: name, kind }) => `${name} (${kind})`);
    return { summary: `${files.length} files.`, data: lines.join('\n') };
  },
});

const readOne = tool({
  name: 'read_file',
  title: 'Read a file of the profile',
  description: 'Returns the text of a file and its version. `write_file` needs the version to replace the file.',
  input: z.object({ path }),
  effect: 'reads',
  async run(workbench, { path: name }) {
    const { text, version, readOnly } = await readFile(access(workbench), name);
    const note = readOnly === undefined ? '' : ` ${readOnly} It cannot be written from here.`;
    return { summary: `${name}, version ${version}.${note}`, data: text };
  },
});

/** The folder, which may not have a profile yet. */
const access = (workbench: Workbench): Parameters<typeof readFile>[0] => ({
  folder: workbench.files(),
  conceal: workbench.conceal,
});

async function write(workbench: Workbench, name: string, text: string, version: string | null): Promise<Answer> {
  refuseUnsafe(workbench, name, text);
  const saved = await saveFile(access(workbench), { path: name, text, version });
  if (saved.kind === 'saved') return { summary: `${name} is written, version ${saved.version}.` };
  const summary = `${name} is not written: it has version ${saved.version}, or contains a secret. Read it again, and apply your change to that text.`;
  return { summary, data: saved.text, failed: true };
}

const writeFile = tool({
  name: 'write_file',
  title: 'Write a file of the profile',
  description:
    "Creates or replaces a file of the profile's folder. `version` is that of the text that you have read; null creates a new file. Then call `check`.",
  input: z.object({ path, text: z.string().max(400_000), version: z.string().nullable() }),
  effect: 'writes files',
  run: (workbench, { path: name, text, version }) => write(workbench, name, text, version),
});

const editFile = tool({
  name: 'edit_file',
  title: 'Change a part of a file',
  description:
    "Replaces a piece of a file of the profile's folder. `before` has to occur exactly once, with its indentation. Then call `check`.",
  input: z.object({ path, before: z.string().min(1), after: z.string().max(400_000) }),
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

export const fileTools = [listFiles, readOne, writeFile, editFile];
