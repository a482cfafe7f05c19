/** `survivors.yaml` beside a profile: mutants that nothing detects, each with the reason. */
import { parse } from 'yaml';
import { z } from 'zod';

const survivors = z.strictObject({
  survivors: z.array(z.strictObject({ mutant: z.string().min(1), reason: z.string().min(1) })),
});

export type ReadSurvivors =
  | { readonly ok: true; readonly reasons: ReadonlyMap<string, string> }
  /** A clause without a full stop. */
  | { readonly ok: false; readonly reason: string };

/** Reads the text of `survivors.yaml`; undefined: there is no such file. */
export function readSurvivors(text: string | undefined): ReadSurvivors {
  if (text === undefined) return { ok: true, reasons: new Map() };
  try {
    const read = survivors.safeParse(parse(text));
    if (!read.success) return { ok: false, reason: z.prettifyError(read.error) };
    return { ok: true, reasons: new Map(read.data.survivors.map(({ mutant, reason }) => [mutant, reason])) };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
}
