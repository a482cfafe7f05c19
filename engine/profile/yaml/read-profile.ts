/** Reads the file of a profile. */
import { readFile } from 'node:fs/promises';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';

type ReadProfile =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

/** `name` is the name of the file in diagnostics. */
export async function readProfile(file: string, name: string): Promise<ReadProfile> {
  try {
    return { ok: true, text: await readFile(file, 'utf8') };
  } catch (error) {
    const message = `The profile ${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    const hint = 'Use the name of a shipped profile, or the path of a file.';
    return { ok: false, diagnostic: { code: 'CFG508', severity: 'error', message, hint, place: undefined } };
  }
}
