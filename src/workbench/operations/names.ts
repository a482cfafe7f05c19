/** Where a name of the profile is used, and its change in all files of the profile. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { readText } from '../../service/config/environment.ts';
import type { FileEdit, FileRange } from '../language/index.ts';
import { linesOf } from '../language/text/positions.ts';
import { inFolder } from './access/folder.ts';
import { saveFile } from './files.ts';
import { placeOf, spanOf } from './places.ts';
import type { cursorSchema } from './protocol/language.ts';
import type { referencesSchema, renamedSchema, renameSchema } from './protocol/names.ts';
import type { ProfileLanguage } from './workspace/language.ts';
import type { Workspace } from './workspace/workspace.ts';

/** Characters of a line that are shown at most. */
const longestLine = 200;

/** The declaration and the uses of the name at the cursor, each with its line, and whether the name can be changed. */
export function references(
  workspace: Workspace,
  { withText }: ProfileLanguage,
  { text, at }: z.output<typeof cursorSchema>,
): z.input<typeof referencesSchema> {
  const { profileFile, folder } = workspace;
  const lines = linesOf(text);
  const service = withText(text);
  const position = lines.positionAt(at);
  const usePlaces = service.references(profileFile, position, true);
  const target = service.renamable(profileFile, position);
  const nameSpan = usePlaces
    .filter(({ file }) => file === profileFile)
    .map(({ range }) => spanOf(lines, range))
    .find(({ from, to }) => from <= at && at <= to);
  const opened = new Set(folder.list().map(({ path }) => path));
  return {
    ...(nameSpan === undefined ? {} : { name: { ...nameSpan, text: text.slice(nameSpan.from, nameSpan.to) } }),
    ...(target.ok ? {} : { fixed: target.reason }),
    places: usePlaces.map((one) => {
      const place = placeOf(workspace, one);
      return { place, isOpen: opened.has(place.file), line: lineOf(one, one.file === profileFile ? text : undefined) };
    }),
  };
}

/** `text`: of the file, where it is not that on disk. */
function lineOf({ file, range: { start } }: FileRange, text = readText(file) ?? ''): string {
  return (text.split('\n')[start.line] ?? '').trim().slice(0, longestLine);
}

function changed(text: string, edits: readonly FileEdit[]): string {
  const lines = linesOf(text);
  const spans = edits.map((edit) => ({ ...spanOf(lines, edit.range), insert: edit.text }));
  return spans
    .toSorted((one, other) => other.from - one.from)
    .reduce((before, { from, to, insert }) => before.slice(0, from) + insert + before.slice(to), text);
}

/**
 * Gives the name at the cursor another one. If only the profile has it, nothing is saved: the page changes its text. If cases have it too, all files
 * are saved, so that they agree. Rejects with `Refused` if one of them cannot be read or written.
 */
export async function rename(
  workspace: Workspace,
  { withText }: ProfileLanguage,
  { text, at, name, version }: z.output<typeof renameSchema>,
): Promise<z.input<typeof renamedSchema>> {
  const { profileFile, root, folder } = workspace;
  const lines = linesOf(text);
  const service = withText(text);
  const target = service.renamable(profileFile, lines.positionAt(at));
  if (target.ok && target.kind === 'source' && existsSync(join(root, 'fixture', target.name)))
    return {
      kind: 'refused',
      reason: `The rows of this source are in fixture/${target.name}: rename both in an editor.`,
    };
  const renamed = service.rename(profileFile, lines.positionAt(at), name);
  if (!renamed.ok) return { kind: 'refused', reason: renamed.reason };
  const profileEdits = renamed.edits.filter(({ file }) => file === profileFile);
  const edits = profileEdits.map(({ range, text: insert }) => ({ ...spanOf(lines, range), insert }));
  const others = [...Map.groupBy(renamed.edits, ({ file }) => inFolder(root, file) ?? file)]
    .filter(([path]) => path !== inFolder(root, profileFile))
    .map(([path, list]) => ({ path, count: list.length, text: changed(folder.read(path).text, list) }));
  if (others.length === 0) return { kind: 'renamed', edits, others: [] };
  const saved = await saveFile(workspace, {
    path: inFolder(root, profileFile) ?? '',
    text: changed(text, profileEdits),
    version,
  });
  if (saved.kind === 'conflict')
    return { kind: 'refused', reason: 'The profile has changed on disk. Save it first, then rename.' };
  for (const other of others) folder.write(other.path, other.text);
  return { kind: 'renamed', edits, saved: saved.version, others: others.map(({ path, count }) => ({ path, count })) };
}
