/** What can be used of a profile with faults: each endpoint with what it needs. */
import type { Contract } from '../base/contract.ts';
import { isMap } from '../base/members.ts';
import { type LoadedProfile, loadProfile } from './load.ts';
import { idKindsOf } from './open.ts';
import type { Bases } from './overlay/bases.ts';
import { parsePartially } from './yaml/parse-partial.ts';

/** The whole profile if it has no faults; otherwise the endpoints without faults, each as a profile. */
export function usableParts(text: string, bases: Bases, contract: Contract): readonly LoadedProfile[] {
  const { loaded: whole } = loadProfile(text, 'profile', {}, 'check', { bases });
  if (whole !== undefined) return [whole];
  const parsed = parsePartially(text, 'profile');
  return contract.endpoints.flatMap(({ path }) => {
    const only = new Set([path]);
    const options = { bases, parse: () => parsed, only, ids: idKindsOf(contract, only) };
    const { loaded } = loadProfile(text, 'profile', {}, 'check', options);
    return loaded !== undefined && Object.hasOwn(loaded.profile.endpoints, path) ? [loaded] : [];
  });
}

/** The endpoints without faults with all that they need, as one profile; undefined if there is none. */
export function usableProfile(text: string, bases: Bases, contract: Contract): LoadedProfile['profile'] | undefined {
  const profiles = usableParts(text, bases, contract).map(({ profile }) => profile);
  const [first] = profiles;
  if (first === undefined || profiles.length === 1) return first;
  const { document } = parsePartially(text, 'profile');
  const written = isMap(document?.value) && isMap(document.value.sources) ? Object.keys(document.value.sources) : [];
  const joined = <T>(section: (profile: LoadedProfile['profile']) => Readonly<Record<string, T>> | undefined) =>
    Object.fromEntries(profiles.flatMap((profile) => Object.entries(section(profile) ?? {})));
  const sources = Object.entries(joined(({ sources: own }) => own));
  const place = ([name]: readonly [string, unknown]): number => written.indexOf(name);
  return {
    ...first,
    settings: joined((profile) => profile.settings),
    facts: joined((profile) => profile.facts),
    // The clock of the profile is that of the first source.
    sources: Object.fromEntries(sources.toSorted((one, other) => place(one) - place(other))),
    endpoints: joined((profile) => profile.endpoints),
  };
}
