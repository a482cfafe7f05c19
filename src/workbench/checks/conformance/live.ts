/** Runs the contract checks against a real ERP: through a service that is started for the run, or through one that is running. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CheckSettings } from '../core/settings.ts';
import { type Caller, createCaller, type PlatformKeys } from '../validation/caller.ts';
import { type ConformanceResult, type ConformanceRun, demoSku, recordedBy, runWanted } from './run.ts';
import { openServiceUnderTest } from './service-under-test.ts';

/** A running service, with the keys of the platform. */
export interface RunningService {
  readonly baseUrl: string;
  readonly keys: PlatformKeys;
  /** SKU of the connection test's sample draft, as in the settings of the service. */
  readonly demoSku: string;
}

export interface LiveRun extends Omit<ConformanceRun, 'fixtures' | 'folders'> {
  /** Documents may be created in the ERP. */
  readonly writes: boolean;
  /** Undefined: a service is started over the profile's own connections. */
  readonly running: RunningService | undefined;
}

/** The run does not own the ERP: it looks at few records. */
const limits = { maxPages: 200, mostSamples: 5, concurrency: 5 } as const;

const settingsFor = ({ declared, banks, writes, running }: LiveRun): CheckSettings => ({
  ...{ ...limits, writes, banks, deviations: declared.deviations, demoSku: running?.demoSku ?? demoSku },
  ...{ customer: undefined, sku: undefined, debtor: undefined, currency: undefined },
  largestPage: (path) => declared.endpoints.get(path)?.largestPage ?? 500,
});

/** Runs what needs only HTTP: reads, and with `writes` documents whose numbers contain SBX-. */
export async function runLive(run: LiveRun): Promise<ConformanceResult> {
  const wanted: LiveRun['wanted'] = (check) =>
    (check.tag === 'read' || (run.writes && check.tag === 'write')) && run.wanted(check);
  const runOver = (openCaller: () => Caller, recorded: Parameters<typeof runWanted>[0]['recorded']) =>
    runWanted({ ...run, wanted, openCaller, recorded, settings: settingsFor(run), fixture: undefined });
  const { running } = run;
  if (running !== undefined)
    return runOver(
      () => createCaller(running),
      () => ({ statements: [], logged: [] }),
    );
  const folder = mkdtempSync(join(tmpdir(), 'engine-live-'));
  try {
    const store = { kind: 'file', file: join(folder, 'store.sqlite') } as const;
    const live = { writes: run.writes };
    const opened = await openServiceUnderTest({
      ...run,
      connections: new Map(),
      connectors: undefined,
      store,
      live,
      demoSku,
    });
    if (!opened.ok) return { kind: 'refused', diagnostics: opened.diagnostics, sources: opened.sources };
    const { service } = opened;
    try {
      return await runOver(
        () => createCaller({ baseUrl: service.baseUrl(), keys: service.keys }),
        () => recordedBy(service),
      );
    } finally {
      await service.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
