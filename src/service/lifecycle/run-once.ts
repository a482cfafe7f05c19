/** Runs one call through a new engine, with a temporary store, and the refresh tokens of the service. */
import type { Diagnostic, Endpoint } from '../../../engine/index.ts';
import type { Rehearsal } from '../../../engine/tools/index.ts';
import type { LoadedConfig } from '../config/load.ts';
import type { Host } from './host.ts';
import type { ProfileInput } from './load-profile.ts';
import { openForCall } from './open-for-call.ts';
import type { RunRecord } from './recorder.ts';

export interface Call {
  readonly host: Pick<Host, 'holdExit'>;
  readonly endpoint: Endpoint;
  readonly body: RunRecord['body'];
  readonly profile: ProfileInput;
  readonly config: LoadedConfig;
  /** How a write is rehearsed; undefined for a read. */
  readonly rehearsal: Pick<Rehearsal, 'compare' | 'procedures'> | undefined;
}

/** `elsewhere`: the errors of the profile that do not affect the call. */
export type CallResult = { readonly elsewhere: readonly Diagnostic[] } & (
  | { readonly ok: true; readonly record: RunRecord }
  /** `sources`: texts that the findings point into. */
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[]; readonly sources: ReadonlyMap<string, string> }
);

/**
 * Opens the profile's sources, runs the call and closes everything. Of the service's store it uses refresh tokens only. Faults of what the call does
 * not need do not prevent it.
 */
export async function runOnce({ host, endpoint, body, profile, config, rehearsal }: Call): Promise<CallResult> {
  const mode = rehearsal === undefined ? ({ kind: 'reads' } as const) : ({ kind: 'rehearsal', ...rehearsal } as const);
  const { opened, elsewhere } = await openForCall({ host, profile, config, mode }, endpoint.path);
  if (!opened.ok) return { ...opened, elsewhere };
  try {
    return { ok: true, record: await opened.session.run(endpoint.path, body), elsewhere };
  } finally {
    await opened.session.close();
  }
}
