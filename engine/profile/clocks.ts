/** Clocks that are settings are filled in before a profile is compiled, since what is compiled depends on them. */
import type { Profile } from './schema/index.ts';
import type { Changed } from './schema/since.ts';
import { interpolate, type SettingValues } from './settings.ts';

/** The profile with the clocks of its sources, and of its `since`. One without a value here was reported, and is as if nothing was said. */
export function withClocks(profile: Profile, settings: SettingValues): Profile {
  const filled = <T extends { readonly clock?: string | undefined }>(item: T): T => {
    if (item.clock === undefined) return item;
    const named = /^\$\{(\w+)\}$/.exec(item.clock)?.[1];
    const isUntold = named !== undefined && !settings.has(named) && Object.hasOwn(profile.settings ?? {}, named);
    return { ...item, clock: isUntold ? undefined : interpolate(item.clock, settings) };
  };
  const dated = <T extends Changed>(item: T): T => {
    if (item.since === undefined) return item;
    return { ...item, since: Array.isArray(item.since) ? item.since.map(filled) : filled(item.since) };
  };
  const sources = Object.entries(profile.sources).map(([name, source]) => [name, filled(source)] as const);
  const endpoints = Object.entries(profile.endpoints).map(([path, endpoint]) => {
    const { first, union } = endpoint;
    const reads = {
      ...(first === undefined ? {} : { first: first.map(dated) }),
      ...(union === undefined ? {} : { union: union.map(dated) }),
    };
    return [path, { ...dated(endpoint), ...reads }] as const;
  });
  return { ...profile, sources: Object.fromEntries(sources), endpoints: Object.fromEntries(endpoints) };
}
