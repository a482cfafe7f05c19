/** The state that all calls of an engine share, with the sources that are ready. */

import { createHash } from 'node:crypto';
import type { MaskedPart } from '../base/masked-id.ts';
import { visibleSettings } from '../base/setting-values.ts';
import type { ProfileInput } from '../compile/compile.ts';
import type { DurableRuntime, Runtime } from '../run/runtime/runtime.ts';
import type { InFlight } from '../run/write/coalesce-writes.ts';
import type { Installation } from '../run/write/installation.ts';
import type { EngineOptions } from './engine-options.ts';
import type { PreparedErp } from './prepare-sources.ts';

interface RuntimeParts extends Pick<EngineOptions, 'bookmarks' | 'versions' | 'demoSku' | 'testOverrides' | 'now'> {
  readonly input: ProfileInput;
  readonly installation: Installation;
  readonly durable: DurableRuntime | undefined;
  readonly inFlight: InFlight;
}

/** What the log masks, by the profile. */
export const maskedParts = ({ profile }: ProfileInput): ReadonlySet<MaskedPart> => new Set(profile.log?.mask);

/** Returns a function that creates the runtime for each new state of the ERP. */
export function runtimeFactory(parts: RuntimeParts): (erp: Pick<PreparedErp, 'ready' | 'guards'>) => Runtime {
  const { input, installation, durable, inFlight, bookmarks, versions, demoSku, testOverrides, now } = parts;
  const settings = visibleSettings(input.settings);
  const constantParts = {
    opening: `{"schemaVersion":${JSON.stringify(input.contract.version)}`,
    durable,
    settings,
    requestSettings: input.settings,
    settingsDigest: createHash('sha256').update(JSON.stringify(settings)).digest('hex'),
    masked: maskedParts(input),
    zone: Object.values(input.profile.sources)[0]?.clock ?? 'UTC',
    installation,
    demoSku,
    bookmarks,
    versions,
    inFlight,
    documentTime: testOverrides?.documentTime ?? now,
    now,
    trace: testOverrides?.trace,
    rehearsed: testOverrides?.rehearsal?.stopped !== undefined,
  };
  return ({ ready, guards }) => ({
    ...constantParts,
    sources: ready,
    guards,
    identity: JSON.stringify([installation.key, ...[...ready.values()].map((source) => source.identity)]),
  });
}
