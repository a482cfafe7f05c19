/** What a setting is, without its value: a compilation that does not depend on the value serves every company of a profile. */
import { ownMember } from '../../base/members.ts';
import type { ProfileContext } from './profile-context.ts';

export type SettingKind = 'value' | 'map' | 'secret';

export type SettingContext = Pick<ProfileContext, 'writtenProfile' | 'settings'>;

/** Undefined for a setting that is not declared, or has no value. */
export function settingKind({ writtenProfile, settings }: SettingContext, name: string): SettingKind | undefined {
  const spec = ownMember(writtenProfile.settings, name);
  if (spec === undefined || !settings.has(name)) return undefined;
  return spec.secret === true ? 'secret' : spec.type === 'map' ? 'map' : 'value';
}

/** The settings that have a value, in the order of the profile. */
export function settingKinds(context: SettingContext): ReadonlyMap<string, SettingKind> {
  return new Map(
    Object.keys(context.writtenProfile.settings ?? {}).flatMap((name) => {
      const kind = settingKind(context, name);
      return kind === undefined ? [] : [[name, kind] as const];
    }),
  );
}
