/** Which installation an engine serves: part of every write's key, so that one company never answers for another. */
import type { ProfileInput } from './compile/compile.ts';
import { interpolate } from './profile/settings.ts';

/**
 * What stands in for the name of an installation: the tables that its settings choose. The claims of writes live in the ERP's own
 * database, so its address need not be in their keys; two replicas may spell it differently.
 */
function companyOf(input: ProfileInput): string {
  const parts = Object.values(input.profile.parts ?? {});
  const patterns = parts.flatMap((part) => {
    if (typeof part === 'string') return [];
    return Array.isArray(part) ? part.map(({ table }) => table) : [part.table];
  });
  const tables = patterns.flatMap((table) => (table === undefined ? [] : [interpolate(table, input.settings)]));
  return JSON.stringify([input.profile.profile, ...tables.sort()]);
}

/** The installation's name, or what stands in for one that has none. */
export function installationOf(name: string | undefined, input: ProfileInput): string {
  return name ?? companyOf(input);
}
