/** The settings of a profile, for its operator. */
import { Secret } from '../base/secret.ts';
import { secretsIn } from '../diagnostics/secrets/mask-values.ts';
import { loadProfile } from './load.ts';
import type { Bases } from './overlay/bases.ts';
import type { SettingSpec } from './schema/index.ts';
import { type Environment, environmentValue } from './settings.ts';

export interface DeclaredSetting {
  readonly name: string;
  /** Its environment variable; undefined if the value comes only from the profile. */
  readonly env: string | undefined;
  readonly type: NonNullable<SettingSpec['type']>;
  readonly secret: boolean;
  /** Undefined if there is none, and always for a secret. Asterisks for what looks like a secret. */
  readonly default: SettingSpec['default'];
  readonly pattern: string | undefined;
  readonly description: string | undefined;
  /** The origin of its value in this environment. */
  readonly from: 'environment' | 'default' | 'nowhere';
}

/** The default as it may be shown. */
function shownDefault(name: string, spec: SettingSpec): SettingSpec['default'] {
  if (spec.secret === true || spec.default === undefined) return undefined;
  return secretsIn(spec, ['settings', name]).length === 0 ? spec.default : '********';
}

/** The settings in the order of the profile; undefined if the profile is invalid, which `openProfile` reports. */
export function declaredSettings(
  profileText: string,
  environment: Environment,
  bases: Bases,
): readonly DeclaredSetting[] | undefined {
  const { loaded } = loadProfile(profileText, 'profile', environment, 'check', { bases });
  if (loaded === undefined) return undefined;
  return Object.entries(loaded.profile.settings ?? {}).map(([name, spec]) => {
    const { env, type = 'text', secret = false, pattern, description } = spec;
    const isSet = environmentValue(spec, environment) !== undefined;
    const from = isSet ? 'environment' : spec.default === undefined ? 'nowhere' : 'default';
    const byDefault = shownDefault(name, spec);
    return { name, env, type, secret, default: byDefault, pattern, description, from };
  });
}

/** The secret values of the settings in this environment. */
export function secretsOf(profileText: string, environment: Environment, bases: Bases): readonly Secret[] {
  const { loaded } = loadProfile(profileText, 'profile', environment, 'check', { bases });
  return [...(loaded?.settings.values() ?? [])].filter((value) => value instanceof Secret);
}
