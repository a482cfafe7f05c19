/** The lineage of a profile's fields, from the profile's file. */
import { dirname } from 'node:path';
import type { Contract, Endpoint } from '../../base/contract.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { openProfile, type ProfileFile } from '../../profile/open.ts';
import type { Environment } from '../../profile/settings.ts';
import { openSources } from '../../start/open-sources.ts';
import { lineageOf } from './lineage.ts';
import type { FieldLineage } from './origin.ts';
import { withSamples } from './sample.ts';

export interface LineageInput extends ProfileFile {
  readonly contract: Contract;
  readonly environment: Environment;
  readonly endpoint: Endpoint;
  /** Paths of fields: `['lines', 'amount']`. */
  readonly fields: readonly (readonly string[])[];
  /** Whether to read a sample of each column from the databases. */
  readonly connect: boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export type TracedLineage =
  | { readonly ok: true; readonly fields: readonly FieldLineage[] }
  /** `sources`: the texts to which diagnostics refer. */
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[]; readonly sources: ReadonlyMap<string, string> };

/** Time limit of a sample, in milliseconds. */
const callTimeoutMs = 10_000;

/** Queries the ERP only for samples, and changes nothing. */
export async function traceLineage(input: LineageInput): Promise<TracedLineage> {
  const { contract, environment, endpoint, fields, connect, now } = input;
  const { loaded, diagnostics, sources } = await openProfile(input, environment, connect ? 'start' : 'check');
  if (loaded === undefined || diagnostics.some(({ severity }) => severity === 'error'))
    return { ok: false, diagnostics, sources };
  const profile = { ...loaded, contract };
  const traced = await lineageOf(profile, endpoint, fields);
  if (!connect) return { ok: true, fields: traced };
  const opened = await openSources(profile, dirname(input.profileFile), () => undefined);
  try {
    if (opened.diagnostics.length > 0) return { ok: false, diagnostics: opened.diagnostics, sources };
    const databases = new Map([...opened.sources].flatMap(([name, one]) => (one.kind === 'sql' ? [[name, one]] : [])));
    const sampled: FieldLineage[] = [];
    for (const field of traced) {
      const from = await withSamples(field.from, databases, () => ({ deadline: now() + callTimeoutMs }));
      sampled.push({ ...field, from });
    }
    return { ok: true, fields: sampled };
  } finally {
    await Promise.all([...opened.sources.values()].map((source) => source.close()));
  }
}
