/** What a case runner needs to know of a profile: databases, HTTP sources to mock, and setting values. */

import type { Contract } from '../../base/contract.ts';
import { milliseconds } from '../../base/duration.ts';
import { ownMember } from '../../base/members.ts';
import { isUndecided } from '../../compile/context/open-decisions.ts';
import { loadProfile } from '../../profile/load.ts';
import type { Bases } from '../../profile/overlay/bases.ts';
import type { WrittenEndpoint } from '../../profile/schema/endpoint.ts';
import { describedBy, isHttp, type SettingSpec, type SourceSpec } from '../../profile/schema/index.ts';
import { sinceEntries } from '../../profile/schema/since.ts';
import type { Environment } from '../../profile/settings.ts';
import { usableProfile } from '../../profile/usable-parts.ts';
import type { DatabaseKind } from '../../sources/sql/kind.ts';

export type DeclaredSource =
  | {
      readonly kind: 'sql';
      readonly name: string;
      readonly databaseKind: DatabaseKind;
      /** IANA time zone. */
      readonly clock: string;
    }
  | {
      readonly kind: 'http';
      readonly name: string;
      /** Names of query parameters that its authentication adds to requests. */
      readonly authParams: ReadonlySet<string>;
    };

interface DeclaredValues {
  /**
   * Environment variables that give the settings exactly these values, so that the machine's own variables do not
   * affect a case. Secrets get a placeholder, because only the profile's own connections use them.
   */
  readonly environment: Environment;
  /** Values of secrets: never shown. */
  readonly secrets: readonly string[];
  /** Values for settings that the profile does not declare. */
  readonly unknown: readonly string[];
  /** The names of the settings that it declares. */
  readonly names: readonly string[];
}

/** An endpoint of a profile, as far as its callers can see it. */
export interface DeclaredEndpoint {
  /** Why no version of the ERP provides it; undefined if it is provided. */
  readonly unavailable: string | undefined;
  /** It serves no request before its open questions are answered. */
  readonly hasQuestions: boolean;
  /** An unavailable list answers with an empty list. */
  readonly answersEmpty: boolean;
  /** Maximum rows of a page, if the profile sets it. */
  readonly largestPage: number | undefined;
  /**
   * How changes are detected; undefined if they are not. `day`: with day resolution at best. `overlapMs`: the longest
   * overlap.
   */
  readonly since: { readonly overlapMs: number; readonly day: boolean } | undefined;
  /** A write that sends requests to the ERP, which may compute what they do not contain. */
  readonly isWrittenByRequests: boolean;
}

export interface Deviation {
  /** Why the ERP does not follow the rule, for people. */
  readonly reason: string;
  /** JSONata condition over a document: the rule is not demanded where it is true. Undefined: for no document. */
  readonly only?: string | undefined;
  /** Name of the rule that is demanded in its place. */
  readonly instead?: string | undefined;
}

export interface Declared {
  /** What the profile calls its ERP; empty if it has no title. */
  readonly title: string;
  readonly sources: readonly DeclaredSource[];
  /** Files with the vendors' descriptions of its sources; relative ones count from the folder of the profile. */
  readonly descriptions: readonly string[];
  /** Endpoints by path. */
  readonly endpoints: ReadonlyMap<string, DeclaredEndpoint>;
  /** The time zone of `:now` and `:today`: that of the first source. */
  readonly clock: string;
  /** Rules across endpoints that the ERP does not follow, by their names. */
  readonly deviations: ReadonlyMap<string, Deviation>;
  /** Names of the facts. */
  readonly facts: readonly string[];
  /** The environment variables of settings that need a value, by the names of the settings: those without a default, but not secrets. */
  readonly needed: ReadonlyMap<string, string>;
  /** Setting values by name. */
  readonly values: (settings: Readonly<Record<string, string>>) => DeclaredValues;
}

/**
 * Undefined for a profile that does not match the grammar; opening it reports the faults. `contract`: for a caller that can work with a part of the profile, the
 * endpoints without faults are declared then.
 */
export function declaredBy(profileText: string, bases: Bases, contract?: Contract): Declared | undefined {
  const profile =
    contract === undefined
      ? loadProfile(profileText, 'profile', {}, 'check', { bases }).loaded?.profile
      : usableProfile(profileText, bases, contract);
  if (profile === undefined) return undefined;
  const { title = '', settings = {}, facts = {}, deviations = {}, sources, endpoints } = profile;
  return {
    title,
    sources: Object.entries(sources).map(([name, spec]) => declaredSource(name, spec)),
    descriptions: Object.values(sources).flatMap((spec) => (isHttp(spec) ? (describedBy(spec)?.files ?? []) : [])),
    endpoints: new Map(Object.entries(endpoints).map(([path, spec]) => [path, declaredEndpoint(spec)])),
    clock: Object.values(sources)[0]?.clock ?? 'UTC',
    deviations: new Map(
      Object.entries(deviations).map(([rule, one]) => [rule, typeof one === 'string' ? { reason: one } : one]),
    ),
    facts: Object.keys(facts),
    needed: neededSettings(settings),
    values: (values) => valuesOf(settings, values),
  };
}

const neededSettings = (declared: Readonly<Record<string, SettingSpec>>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(declared).flatMap(([name, { env, secret, default: value }]) =>
      env === undefined || secret === true || value !== undefined ? [] : [[name, env] as const],
    ),
  );

function declaredEndpoint(spec: WrittenEndpoint): DeclaredEndpoint {
  const { unavailable, answer, page, since, write = [] } = spec;
  const entries = sinceEntries(since).map(({ entry }) => entry);
  const overlaps = entries.map(({ overlap }) => (overlap === undefined ? 0 : milliseconds(overlap)));
  return {
    unavailable: typeof unavailable === 'string' ? unavailable : undefined,
    hasQuestions: isUndecided(spec),
    answersEmpty: answer === 'empty',
    largestPage: page?.max,
    since:
      entries.length === 0
        ? undefined
        : { overlapMs: Math.max(...overlaps), day: entries.some(({ as }) => as === 'date') },
    isWrittenByRequests: write.some((step) =>
      Object.values(step).some((one) => one.exec === undefined && one.call === undefined),
    ),
  };
}

function declaredSource(name: string, spec: SourceSpec): DeclaredSource {
  if (!isHttp(spec)) return { kind: 'sql', name, databaseKind: spec.sql, clock: spec.clock ?? 'UTC' };
  const { apiKey = [], session } = spec.auth ?? {};
  const keys = (Array.isArray(apiKey) ? apiKey : [apiKey]).flatMap((key) => ('query' in key ? [key.query] : []));
  const send = session?.send;
  const token = typeof send === 'object' && 'query' in send ? [send.query] : [];
  return { kind: 'http', name, authParams: new Set([...keys, ...token]) };
}

/** The placeholder for a secret without a value. */
const placeholder = 'secret-of-a-test';

function valuesOf(
  declared: Readonly<Record<string, SettingSpec>>,
  settings: Readonly<Record<string, string>>,
): DeclaredValues {
  const environment = Object.entries(declared).flatMap(([name, { env, secret }]): [string, string][] => {
    const value = ownMember(settings, name) ?? (secret === true ? placeholder : undefined);
    return env === undefined || value === undefined ? [] : [[env, value]];
  });
  return {
    environment: Object.fromEntries(environment),
    secrets: [
      placeholder,
      ...Object.entries(settings).flatMap(([name, value]) => (declared[name]?.secret === true ? [value] : [])),
    ],
    unknown: Object.keys(settings).filter((name) => !Object.hasOwn(declared, name)),
    names: Object.keys(declared),
  };
}
