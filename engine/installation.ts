/** Which installation an engine serves: part of every write's key, so that one company never answers for another. */
import type { ProfileInput } from './compile/compile.ts';
import { interpolate } from './profile/settings.ts';

/** Names of settings in a pattern of table names. */
const settingsIn = (pattern: string): readonly string[] =>
  [...pattern.matchAll(/\$\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);

/**
 * What stands in for the name of an installation: the settings that its tables are named by. The claims of writes live in the ERP's own
 * database, so its address need not be in their keys; two replicas may spell it differently. Nor are the tables themselves: a profile that
 * comes to name one more has the keys that it had.
 */
function companyOf(input: ProfileInput): string {
  const parts = Object.values(input.profile.parts ?? {});
  const patterns = parts.flatMap((part) => {
    if (typeof part === 'string') return [];
    return Array.isArray(part) ? part.map(({ table }) => table) : [part.table];
  });
  const names = new Set(patterns.flatMap((table) => (table === undefined ? [] : settingsIn(table))));
  const chosen = [...names].sort().map((name) => [name, interpolate(`\${${name}}`, input.settings)]);
  return JSON.stringify([input.profile.profile, ...chosen]);
}

/** The installation's name, or what stands in for one that has none. */
export function installationOf(name: string | undefined, input: ProfileInput): string {
  return name ?? companyOf(input);
}
