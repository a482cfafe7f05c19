/**
 * Identifies the installation that an engine serves. It is part of the key of every write, so that one company never
 * receives the answer of another.
 */
import { createHash } from 'node:crypto';
import { Secret } from '../base/secret.ts';
import type { ProfileInput } from '../compile/compile.ts';
import { isHttp } from '../profile/schema/index.ts';
import { interpolate } from '../profile/settings.ts';

/** Names of the settings in a pattern of table names. */
const settingsIn = (pattern: string): readonly string[] =>
  [...pattern.matchAll(/\$\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);

/**
 * The substitute for the name of an installation: the settings in the names of its tables. It does not include the
 * address of the ERP: the claims are in the ERP's own database, and replicas may write the address differently. It
 * does not include the table names: the keys stay the same when a profile uses a further table.
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

/** The name of the installation, or its substitute. */
export function installationOf(name: string | undefined, input: ProfileInput): string {
  return name ?? companyOf(input);
}

/** Address, headers and query parameters of the HTTP sources, which can identify a company; without secrets. */
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
 * Identifies the installation in a store that several installations may share: the name, or a digest of the ERPs'
 * addresses, so that the live company never receives an answer of the test company.
 */
export function storeInstallationOf(name: string | undefined, input: ProfileInput): string {
  if (name !== undefined) return name;
  const whole = JSON.stringify([companyOf(input), ...addressesOf(input)]);
  return `${input.profile.profile}-${createHash('sha256').update(whole).digest('hex').slice(0, 16)}`;
}
