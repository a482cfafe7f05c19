/** `survivors.yaml` next to a profile: mutants that nothing detects, each with the reason. */
import { parse } from 'yaml';
import { z } from 'zod';

const survivors = z.strictObject({
  survivors: z.array(
    z.strictObject({ mutant: z.string().min(1), reason: z.string().min(1), equivalent: z.literal(true).optional() }),
  ),
});

/** Why nothing detects a mutant. */
export interface Survival {
  readonly reason: string;
  /** Whether no data and no request can show a difference. Such a mutant does not count for the score. */
  readonly isEquivalent: boolean;
}

type ReadSurvivors =
  | { readonly ok: true; readonly reasons: ReadonlyMap<string, Survival> }
  /** A clause without a full stop. */
  | { readonly ok: false; readonly reason: string };

/** Reads the text of `survivors.yaml`; undefined: there is no such file. */
export function readSurvivors(text: string | undefined): ReadSurvivors {
  if (text === undefined) return { ok: true, reasons: new Map() };
  try {
    const read = survivors.safeParse(parse(text));
    if (!read.success) return { ok: false, reason: z.prettifyError(read.error) };
    const reasons = read.data.survivors.map(
      ({ mutant, reason, equivalent = false }) => [mutant, { reason, isEquivalent: equivalent }] as const,
    );
    return { ok: true, reasons: new Map(reasons) };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
}
