/** The settings of a profile, as its operator has to know them. */
import { Secret } from '../base/secret.ts';
import { loadProfile } from './load.ts';
import type { Bases } from './overlay/bases.ts';
import type { SettingSpec } from './schema/index.ts';
import { type Environment, environmentValue } from './settings.ts';

export interface DeclaredSetting {
  readonly name: string;
  /** The environment variable that gives it; undefined where the profile alone does. */
  readonly env: string | undefined;
  readonly type: NonNullable<SettingSpec['type']>;
  readonly secret: boolean;
  /** Undefined where there is none, and for a secret. */
  readonly default: SettingSpec['default'];
  readonly pattern: string | undefined;
  readonly description: string | undefined;
  /** Where its value comes from in this environment; a required one may have none. */
  readonly from: 'environment' | 'default' | 'nowhere';
}

/** In the order of the profile; undefined where its grammar does not hold, and opening it says why. */
export function declaredSettings(
  profileText: string,
  environment: Environment,
  bases: Bases,
): readonly DeclaredSetting[] | undefined {
  const { loaded } = loadProfile(profileText, 'profile', environment, 'check', bases);
  if (loaded === undefined) return undefined;
  return Object.entries(loaded.profile.settings ?? {}).map(([name, spec]) => {
    const { env, type = 'text', secret = false, pattern, description } = spec;
    const isSet = environmentValue(spec, environment) !== undefined;
    const from = isSet ? 'environment' : spec.default === undefined ? 'nowhere' : 'default';
    return { name, env, type, secret, default: secret ? undefined : spec.default, pattern, description, from };
  });
}

/** The secrets that the settings have in this environment. */
export function secretsOf(profileText: string, environment: Environment, bases: Bases): readonly Secret[] {
  const { loaded } = loadProfile(profileText, 'profile', environment, 'check', bases);
  return [...(loaded?.settings.values() ?? [])].filter((value) => value instanceof Secret);
}
