/** The text of a profile's file. */
import { readFile } from 'node:fs/promises';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';

export type ReadProfile =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

/** Reads the file; `name` is what diagnostics call it. */
export async function readProfile(file: string, name: string): Promise<ReadProfile> {
  try {
    return { ok: true, text: await readFile(file, 'utf8') };
  } catch (error) {
    const message = `The profile ${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    const hint = 'Name a shipped profile, or give the path of a file.';
    return { ok: false, diagnostic: { code: 'CFG508', severity: 'error', message, hint, place: undefined } };
  }
}
