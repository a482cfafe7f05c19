/** Runs one call through a new engine, with a temporary store. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Diagnostic } from '../../engine/diagnostics/diagnostic.ts';
import { type Endpoint, type EngineInput, openEngine } from '../../engine/index.ts';
import type { Rehearsal } from '../../engine/tools/index.ts';
import type { LoadedConfig } from '../config/load.ts';
import type { ProfileInput } from './load-profile.ts';
import { type OpenedInstallation, openInstallation } from './open-installation.ts';
import { createRecorder, type Recorder, type RunRecord } from './recorder.ts';

export interface Call {
  readonly endpoint: Endpoint;
  readonly body: RunRecord['body'];
  readonly profile: ProfileInput;
  readonly config: LoadedConfig;
  /** How a write is rehearsed; undefined for a read. */
  readonly rehearsal: Pick<Rehearsal, 'compare' | 'procedures'> | undefined;
}

export type CallResult =
  | { readonly ok: true; readonly record: RunRecord }
  /** `sources`: texts that the findings point into. */
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[]; readonly sources: ReadonlyMap<string, string> };

/** Time-out of the call, in milliseconds. */
const timeoutMs = 60_000;

/** Opens the profile's sources, runs the call and closes everything. Uses no data of the service's store. */
export async function runOnce(call: Call): Promise<CallResult> {
  const folder = mkdtempSync(join(tmpdir(), 'engine-run-'));
  try {
    const recorder = createRecorder();
    const opened = await openRecorded(call, recorder, join(folder, 'store.sqlite'));
    if (!opened.ok) {
      const [storeFinding] = opened.storeFindings;
      if (storeFinding !== undefined) throw new Error(storeFinding.message);
      return { ok: false, diagnostics: opened.profileFindings, sources: opened.sources };
    }
    try {
      return await runRecorded(call, recorder, opened);
    } finally {
      await opened.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function openRecorded(call: Call, recorder: Recorder, storeFile: string): Promise<OpenedInstallation> {
  const { profile, config } = call;
  const { demoSku } = config.settings;
  return openInstallation({
    openEngine,
    store: { address: { kind: 'file', file: storeFile } },
    engine: { ...profile, demoSku, testOverrides: overridesOf(recorder, call) },
    ports: ({ bookmarks, versions }) => ({ bookmarks, versions }),
    emit: (event) => {
      if ((event.level === 'warn' || event.level === 'error') && 'message' in event)
        recorder.addLogLine(`${event.level}: ${event.message}`);
    },
    now: profile.now,
  });
}

function overridesOf(recorder: Recorder, { profile, rehearsal }: Call): EngineInput['testOverrides'] {
  return {
    ...recorder.testOverrides,
    connections: new Map(),
    documentTime: profile.now,
    tables: 'leave',
    ...(rehearsal === undefined ? {} : { rehearsal: { ...recorder.rehearsal, ...rehearsal } }),
  };
}

async function runRecorded(
  { endpoint: { path }, body, profile }: Call,
  recorder: Recorder,
  { engine, sources }: Extract<OpenedInstallation, { readonly ok: true }>,
): Promise<CallResult> {
  const diagnostics = (await engine.start()).filter(({ severity }) => severity === 'error');
  if (diagnostics.length > 0) return { ok: false, diagnostics, sources };
  const deadline = profile.now() + timeoutMs;
  const record = await recorder.record(path, body, () => engine.call(path, body, { requestId: 'run', deadline }));
  return { ok: true, record };
}
