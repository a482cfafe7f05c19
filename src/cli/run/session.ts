/** One call through an engine of its own, which leaves nothing behind. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Diagnostic } from '../../../engine/diagnostics/diagnostic.ts';
import { type Endpoint, openEngine, type Rehearsal } from '../../../engine/index.ts';
import { displayPath } from '../../config/display-path.ts';
import type { LoadedConfig } from '../../config/load.ts';
import { locateBase } from '../../config/locate-base.ts';
import type { Host } from '../../service/host.ts';
import { openStore, type Store } from '../../state/store.ts';
import { createRecorder, type Recorder, type RunRecord } from './record.ts';

export interface Call {
  readonly endpoint: Endpoint;
  readonly body: RunRecord['body'];
  readonly profileFile: string;
  readonly config: LoadedConfig;
  /** How a write is rehearsed; undefined for a read. */
  readonly rehearsal: Pick<Rehearsal, 'compare' | 'procedures'> | undefined;
}

export type Ran =
  | { readonly ok: true; readonly record: RunRecord }
  /** `sources` holds the texts that the diagnostics point into. */
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[]; readonly sources: ReadonlyMap<string, string> };

/** Milliseconds that the call may take. */
const patience = 60_000;

/** Opens the profile's sources, runs the call and closes all again. */
export async function runOnce(host: Host, call: Call): Promise<Ran> {
  const folder = mkdtempSync(join(tmpdir(), 'engine-run-'));
  // Nothing of this is for the service: its pages and counters are its own.
  const address = { kind: 'file', file: join(folder, 'store.sqlite') } as const;
  const opened = await openStore({ address, emit: () => undefined, now: host.now });
  try {
    if (!opened.ok) throw new Error(opened.diagnostic.message);
    return await runWith(host, call, opened.store);
  } finally {
    if (opened.ok) await opened.store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function trialOf(recorder: Recorder, { rehearsal }: Call, now: () => number) {
  return {
    ...recorder.trial,
    connections: new Map(),
    documentTime: now,
    tables: 'left',
    ...(rehearsal === undefined ? {} : { rehearsal: { ...recorder.rehearsal, ...rehearsal } }),
  } as const;
}

async function runWith(host: Host, call: Call, { bookmarks, versions }: Store): Promise<Ran> {
  const { contract, cwd, now } = host;
  const { environment, settings } = call.config;
  const { installation, demoSku } = settings;
  const recorder = createRecorder();
  const opened = await openEngine({
    contract,
    profileFile: call.profileFile,
    profileName: displayPath(cwd, call.profileFile),
    locate: locateBase(host),
    environment,
    installation,
    demoSku,
    bookmarks,
    versions,
    now,
    emit: ({ level, message }) =>
      level === 'info' || level === 'debug' ? undefined : recorder.tell(`${level}: ${message}`),
    trial: trialOf(recorder, call, now),
  });
  if (!opened.ok) return opened;
  const { engine, sources } = opened;
  try {
    const diagnostics = (await engine.start()).filter(({ severity }) => severity === 'error');
    if (diagnostics.length > 0) return { ok: false, diagnostics, sources };
    const { path } = call.endpoint;
    const record = await recorder.record(path, call.body, () =>
      engine.call(path, call.body, { requestId: 'run', deadline: now() + patience }),
    );
    return { ok: true, record };
  } finally {
    await engine.close();
  }
}
