/** The state that all calls of an engine share, with the sources that are ready. */
import type { ProfileInput } from '../compile/compile.ts';
import { visibleSettings } from '../profile/settings.ts';
import type { DurableRuntime, Runtime } from '../run/runtime/runtime.ts';
import type { InFlight } from '../run/write/coalesce-writes.ts';
import type { EngineOptions } from './engine-options.ts';
import type { PreparedErp } from './prepare-sources.ts';

export interface RuntimeParts
  extends Pick<EngineOptions, 'bookmarks' | 'versions' | 'demoSku' | 'testOverrides' | 'now'> {
  readonly input: ProfileInput;
  readonly installation: string;
  readonly durable: DurableRuntime | undefined;
  readonly inFlight: InFlight;
}

/** Returns a function that creates the runtime for each new state of the ERP. */
export function runtimeFactory(parts: RuntimeParts): (erp: Pick<PreparedErp, 'ready' | 'guards'>) => Runtime {
  const { input, installation, durable, inFlight, bookmarks, versions, demoSku, testOverrides, now } = parts;
  const shared = {
    opening: `{"schemaVersion":${JSON.stringify(input.contract.version)}`,
    durable,
    settings: visibleSettings(input.settings),
    zone: Object.values(input.profile.sources)[0]?.clock ?? 'UTC',
    installation,
    demoSku,
    bookmarks,
    versions,
    inFlight,
    documentTime: testOverrides?.documentTime ?? now,
    now,
    trace: testOverrides?.trace,
    rehearsed: testOverrides?.rehearsal !== undefined,
  };
  return ({ ready, guards }) => ({
    ...shared,
    sources: ready,
    guards,
    identity: JSON.stringify([installation, ...[...ready.values()].map((source) => source.identity)]),
  });
}
