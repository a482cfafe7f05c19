/**
 * Identifies the installation that an engine serves. It is part of the key of every write, so that one company never
 * receives the answer of another.
 */
import { createHash } from 'node:crypto';
import { textsIn } from '../base/members.ts';
import { Secret } from '../base/secret.ts';
import { interpolate } from '../base/setting-values.ts';
import type { ProfileInput } from '../compile/compile.ts';
import { isHttp, type PartSpec, type Profile } from '../profile/schema/index.ts';
import { variantsOf } from '../profile/schema/settings.ts';
import type { SettingValues } from '../profile/settings.ts';
import type { Installation } from '../run/write/installation.ts';

/** The names that a pattern finds in texts: its first group. */
const namesIn = (texts: readonly string[], pattern: RegExp): readonly string[] =>
  texts.flatMap((text) => [...text.matchAll(pattern)].flatMap(([, name]) => name ?? []));

/** Settings in the names of tables. */
function tableSettings({ parts = {} }: Profile): readonly string[] {
  const patterns = Object.values(parts).flatMap((part) => {
    if (typeof part === 'string') return [];
    const variants = variantsOf(part) ?? [];
    return [...variants.map(({ table }) => table), ...(Array.isArray(part) ? [] : [part.table])];
  });
  return namesIn(
    patterns.flatMap((table) => table ?? []),
    /\$\{(\w+)\}/g,
  );
}

/** Texts of a lookup, with those of the parts that it uses. */
function withParts(texts: readonly string[], parts: ReadonlyMap<string, PartSpec>): readonly string[] {
  const used = namesIn(texts, /\{(\w+)[(}]/g).filter((name) => parts.has(name));
  if (used.length === 0) return texts;
  const rest = new Map([...parts].filter(([name]) => !used.includes(name)));
  return [...texts, ...withParts(textsIn(used.map((name) => parts.get(name))), rest)];
}

/**
 * Settings in the lookups (`find`) of writes. A lookup that is restricted to a company by a setting makes a key an
 * identifier within that company only.
 */
function lookupSettings({ endpoints, parts = {} }: Profile): readonly string[] {
  const lookups = textsIn(Object.values(endpoints).map(({ find }) => find));
  return namesIn(withParts(lookups, new Map(Object.entries(parts))), /\bsettings\.(\w+)/g);
}

/** The values of settings by name, in the order of the names. */
function valuesOf(names: readonly string[], settings: SettingValues): readonly (readonly [string, string])[] {
  return [...new Set(names)].sort().map((name) => {
    const value = settings.get(name);
    return [
      name,
      typeof value === 'object' && !(value instanceof Secret)
        ? JSON.stringify(value)
        : interpolate(`\${${name}}`, settings),
    ];
  });
}

/**
 * Identifies the owner of an ERP's tokens: the name, or the profile with the settings in its table names. It does not
 * depend on other settings, because a person has to give consent again when it changes.
 */
export function tokenInstallationOf(name: string | undefined, { profile, settings }: ProfileInput): string {
  return name ?? JSON.stringify([profile.profile, ...valuesOf(tableSettings(profile), settings)]);
}

/**
 * Identifies an installation in the ERP's own database. The substitute for a name does not include the address of the
 * ERP: the claims are in the ERP's database, and replicas may write the address differently. It does not include the
 * table names: the keys stay the same when a profile uses a further table.
 */
export function installationOf(name: string | undefined, { profile, settings }: ProfileInput): Installation {
  const chosen = valuesOf([...tableSettings(profile), ...lookupSettings(profile)], settings);
  const shown = chosen
    .filter(([setting]) => !(settings.get(setting) instanceof Secret))
    .map(([setting, value]) => ` ${setting}=${JSON.stringify(value)}`);
  return {
    key: name ?? JSON.stringify([profile.profile, ...chosen]),
    label: `${name ?? profile.profile}${shown.join('')}`,
  };
}

/** Settings in the common request of HTTP sources, and in the addresses to which writes are sent. */
function requestSettings({ sources, endpoints }: Profile): readonly string[] {
  const common = Object.values(sources)
    .filter(isHttp)
    .map(({ request }) => request);
  const steps = Object.values(endpoints).flatMap(({ write = [] }) => write.flatMap((step) => Object.values(step)));
  const addresses = steps.map(({ post, put, patch, delete: removal }) => [post, put, patch, removal]);
  return namesIn(textsIn([common, addresses]), /\bsettings\.(\w+)/g);
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
 * addresses and of the settings in requests, so that one company never receives an answer of another.
 */
export function storeInstallationOf(name: string | undefined, input: ProfileInput): string {
  if (name !== undefined) return name;
  const { profile, settings } = input;
  const requests = valuesOf(requestSettings(profile), settings);
  const whole = JSON.stringify([installationOf(undefined, input).key, ...requests, ...addressesOf(input)]);
  return `${input.profile.profile}-${createHash('sha256').update(whole).digest('hex').slice(0, 16)}`;
}
