/** Whether services without an open engine need the consent of their customers: the store says which tokens there are. */
import { contentOf, type FileContent } from '../config/file-contents.ts';
import type { LoadedConfig } from '../config/load.ts';
import type { OpenerParts } from './engine-opener.ts';
import { profileInput } from './load-profile.ts';
import { repeatRounds } from './repeated-rounds.ts';
import type { ReloadedService } from './watch-for-reload.ts';

/** Time between two looks into the store, in milliseconds. */
const intervalMs = 5_000;

/** A profile whose text has none of these has no source with a refresh token. */
const mayHaveToken = /\brefreshToken\b|\bextends\b/;

/** Looks at once, then again and again. The returned function ends that. `services`: those of each moment. */
export function watchClosedConsents(parts: OpenerParts, services: () => readonly ReloadedService[]): () => void {
  const { store, observability } = parts;
  const namesOf = tokenNames(parts);
  return repeatRounds({ intervalMs, isImmediate: true, emit: observability.emit }, async () => {
    let written: Awaited<ReturnType<typeof store.tokenTimes>>;
    for (const { config, engineInUse } of services()) {
      if (!engineInUse.isIdle() || config.isSuspended) continue;
      const names = await namesOf(config);
      if (names.length === 0) continue;
      written ??= await store.tokenTimes();
      if (written === undefined) return;
      const times = names.map(written).filter((time) => time !== undefined);
      engineInUse.seeTokens(times.length < names.length ? undefined : Math.max(...times));
    }
  });
}

/** A function that finds the names of the tokens of a service; none if its profile has no refresh token, or has errors. */
function tokenNames({ host, compilations }: OpenerParts): (config: LoadedConfig) => Promise<readonly string[]> {
  const byConfig = new WeakMap<LoadedConfig, readonly string[]>();
  /** Profiles without any. */
  const without = new WeakSet<FileContent>();
  return async (config) => {
    const { profileFile } = config;
    const earlier = byConfig.get(config);
    if (earlier !== undefined || profileFile === undefined) return earlier ?? [];
    const content = contentOf(profileFile);
    if (without.has(content) || !mayHaveToken.test(content.text ?? '')) return [];
    // A service without such a profile does not load it.
    const { readTokenNames } = await import('../../../engine/tools/index.ts');
    const result = await readTokenNames(profileInput(host, config, profileFile), 'check', compilations.load);
    const names = result.ok ? [...new Set(result.names.values())] : [];
    if (result.ok && names.length === 0) without.add(content);
    byConfig.set(config, names);
    return names;
  };
}
