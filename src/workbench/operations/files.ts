/** Reads and saves texts of the profile's folder. */
import type { z } from 'zod';
import { readDocument, showProfile } from '../../../engine/tools/index.ts';
import type { OpenedFile, overlaySchema, savedFileSchema } from './protocol/files.ts';
import type { Workspace } from './workspace/workspace.ts';

type Saved = z.output<typeof savedFileSchema>;
type FolderAccess = Pick<Workspace, 'folder' | 'conceal'>;

/** A text with a secret is shown without it, and cannot be saved from the page: saving would destroy the secret. */
export async function readFile({ folder, conceal }: FolderAccess, path: string): Promise<OpenedFile> {
  const { text, version } = folder.read(path);
  const shown = (await conceal())(text);
  if (shown === text) return { text, version };
  const readOnly = 'The file contains the value of a secret setting, which is hidden here. Move it to the environment.';
  return { text: shown, version, readOnly };
}

/** `version`: of the text that the page has changed; null: the file does not exist yet. */
export async function saveFile(
  { folder, conceal }: FolderAccess,
  { path, text, version }: { readonly path: string; readonly text: string; readonly version: string | null },
): Promise<Saved> {
  const hide = await conceal();
  const current = folder.has(path) ? folder.read(path) : undefined;
  const isHidden = current !== undefined && hide(current.text) !== current.text;
  if ((current?.version ?? null) !== version || isHidden) {
    return { kind: 'conflict', text: hide(current?.text ?? ''), version: current?.version ?? '' };
  }
  return { kind: 'saved', version: folder.write(path, text) };
}

/** The profile merged with its bases, with the origin of each line. */
export async function overlay(workspace: Workspace): Promise<z.output<typeof overlaySchema>> {
  const { profileName: name } = workspace;
  const { text, bases } = await workspace.read();
  const { document, diagnostics } = readDocument(text, name, bases);
  const findings = workspace.findings(diagnostics, new Map([[name, text], ...bases.texts]));
  if (document === undefined) return { lines: [], findings };
  const lines = showProfile(document).map((line) => ({
    text: line.text,
    ...(line.origin === undefined ? {} : { origin: line.origin }),
  }));
  return { lines, findings };
}
