/** Which installation an engine serves: part of every write's key, so that one company never answers for another. */
import { createHash } from 'node:crypto';
import { Secret } from '../base/secret.ts';
import type { ProfileInput } from '../compile/compile.ts';
import { isHttp } from '../profile/schema/index.ts';
import { interpolate } from '../profile/settings.ts';

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

/** Addresses of the ERPs that are reached by HTTP, and what every request to one carries: a company is named in either. Without secrets. */
function addressesOf({ profile, settings }: ProfileInput): readonly string[] {
  const visible = new Map([...settings].filter(([, value]) => !(value instanceof Secret)));
  return Object.values(profile.sources)
    .filter(isHttp)
    .map(({ http, request }) => {
      const address = interpolate(http, visible);
      const carried = interpolate(JSON.stringify([request?.headers ?? {}, request?.params ?? {}]), visible);
      return JSON.stringify([URL.canParse(address) ? new URL(address).href.replace(/\/$/, '') : address, carried]);
    })
    .sort();
}

/**
 * The same for claims in a store that installations may share: the name, or a digest of where the ERPs are, so that a switch from the test
 * company to the live one never answers with the other one's documents.
 */
export function storeInstallationOf(name: string | undefined, input: ProfileInput): string {
  if (name !== undefined) return name;
  const whole = JSON.stringify([companyOf(input), ...addressesOf(input)]);
  return `${input.profile.profile}-${createHash('sha256').update(whole).digest('hex').slice(0, 16)}`;
}
