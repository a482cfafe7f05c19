/** Resolves clocks that are settings before a profile is compiled, because the plan depends on them. */

import { interpolate } from '../base/setting-values.ts';
import type { Profile } from './schema/index.ts';
import type { ChangeTracked } from './schema/since.ts';
import type { SettingValues } from './settings.ts';

/** The clocks of sources and of `since`, in the order of the profile. */
export function clocksOf({ sources, endpoints }: Profile): readonly unknown[] {
  const sinceClocks = ({ since }: ChangeTracked): readonly unknown[] => [since ?? []].flat().map(({ clock }) => clock);
  return [
    ...Object.values(sources).map(({ clock }) => clock),
    ...Object.values(endpoints).flatMap((endpoint) =>
      [endpoint, ...(endpoint.first ?? []), ...(endpoint.union ?? [])].flatMap(sinceClocks),
    ),
  ];
}

/** The profile with the clocks of its sources and of `since` resolved. A clock whose setting has no value, which is reported, is removed. */
export function resolveClocks(profile: Profile, settings: SettingValues): Profile {
  const resolve = <T extends { readonly clock?: string | undefined }>(item: T): T => {
    if (item.clock === undefined) return item;
    const setting = /^\$\{(\w+)\}$/.exec(item.clock)?.[1];
    const isDeclared = setting !== undefined && Object.hasOwn(profile.settings ?? {}, setting);
    const hasNoValue = isDeclared && !settings.has(setting);
    return { ...item, clock: hasNoValue ? undefined : interpolate(item.clock, settings) };
  };
  const resolveSince = <T extends ChangeTracked>(item: T): T => {
    if (item.since === undefined) return item;
    return { ...item, since: Array.isArray(item.since) ? item.since.map(resolve) : resolve(item.since) };
  };
  const sources = Object.entries(profile.sources).map(([name, source]) => [name, resolve(source)] as const);
  const endpoints = Object.entries(profile.endpoints).map(([path, endpoint]) => {
    const { first, union } = endpoint;
    const reads = {
      ...(first === undefined ? {} : { first: first.map(resolveSince) }),
      ...(union === undefined ? {} : { union: union.map(resolveSince) }),
    };
    return [path, { ...resolveSince(endpoint), ...reads }] as const;
  });
  return { ...profile, sources: Object.fromEntries(sources), endpoints: Object.fromEntries(endpoints) };
}
