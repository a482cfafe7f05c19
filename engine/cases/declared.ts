/** What a profile declares that a run of its cases has to bring: databases, and values of settings. */
import { loadProfile } from '../profile/load.ts';
import type { Environment } from '../profile/settings.ts';
import type { DialectName } from '../sources/source.ts';

export interface DeclaredSource {
  readonly name: string;
  readonly sql: DialectName;
}

export interface Declared {
  readonly sources: readonly DeclaredSource[];
  /**
   * Environment variables that give the settings these values, and no others: what the machine has set must not decide a case. Secrets get
   * something, since only the profile's own connections use them.
   */
  readonly environment: Environment;
  /** Settings that were given and are not declared. */
  readonly unknown: readonly string[];
}

/** Of a profile whose grammar does not hold there is nothing: opening it says why. `settings`: values by name. */
export function declaredBy(profileText: string, settings: Readonly<Record<string, string>>): Declared {
  const { loaded } = loadProfile(profileText, 'profile', {}, 'check');
  if (loaded === undefined) return { sources: [], environment: {}, unknown: [] };
  const declared = loaded.profile.settings ?? {};
  const environment = Object.entries(declared).flatMap(([name, { env, secret }]): [string, string][] => {
    const value = settings[name] ?? (secret === true ? 'secret-of-a-test' : undefined);
    return env === undefined || value === undefined ? [] : [[env, value]];
  });
  return {
    sources: Object.entries(loaded.profile.sources).flatMap(([name, { sql }]) =>
      sql === undefined ? [] : [{ name, sql }],
    ),
    environment: Object.fromEntries(environment),
    unknown: Object.keys(settings).filter((name) => !Object.hasOwn(declared, name)),
  };
}
