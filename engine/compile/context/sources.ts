/** The source that a read, step or request runs on, and what the profile declares of it. */
import type { Path } from '../../base/place.ts';
import { suggestion } from '../../diagnostics/did-you-mean.ts';
import type { Reporter } from '../../diagnostics/reporter.ts';
import { type HttpSourceSpec, isHttp, type SourceSpec } from '../../profile/schema/index.ts';
import type { DatabaseKind } from '../../sources/sql/kind.ts';
import { fallbackKind } from '../../sources/sql/kinds/index.ts';
import type { ProfileContext } from './profile-context.ts';

/** `sql`: a database. `http`: an ERP that answers requests. */
export type SourceKind = 'sql' | 'http';

type Sources = Pick<ProfileContext, 'profile'>;

const isKind = (source: SourceSpec | undefined, kind: SourceKind): boolean =>
  source !== undefined && isHttp(source) === (kind === 'http');

/**
 * The source of a read without `use`: the source of the read around it (`outer`) if that has the kind, else the only source of the kind,
 * else the only source of the profile. Undefined where several are possible.
 */
export function defaultSource(
  { profile }: Sources,
  kind: SourceKind | undefined,
  outer?: string | undefined,
): string | undefined {
  const outerSource = outer === undefined ? undefined : profile.sources[outer];
  if (outerSource !== undefined && (kind === undefined || isKind(outerSource, kind))) return outer;
  const names = Object.keys(profile.sources);
  const fitting = names.filter((name) => kind === undefined || isKind(profile.sources[name], kind));
  const [first, ...more] = fitting.length === 0 ? names : fitting;
  return more.length === 0 ? first : undefined;
}

/** The source that the read at a path runs on: the one in `use`, or its default. Reports an unknown source, and a missing `use`. */
export function sourceOf(
  context: Sources & Reporter,
  use: string | undefined,
  path: Path,
  kind: SourceKind | undefined,
  outer?: string | undefined,
): string | undefined {
  const names = Object.keys(context.profile.sources);
  if (use === undefined) {
    const source = defaultSource(context, kind, outer);
    if (source !== undefined) return source;
    context.report('MAP222', {
      path,
      key: true,
      message: 'The profile has several sources, and this read does not say which one it uses.',
      hint: `Add \`use:\` with one of ${names.join(', ')}.`,
    });
    return undefined;
  }
  if (names.includes(use)) return use;
  context.report('MAP221', {
    path: [...path, 'use'],
    message: `There is no source "${use}".`,
    ...suggestion(use, names),
  });
  return undefined;
}

/** The declaration of a source that is reached over HTTP; undefined for a database. */
export function httpSource({ profile }: Sources, name: string): HttpSourceSpec | undefined {
  const source = profile.sources[name];
  return source !== undefined && isHttp(source) ? source : undefined;
}

/** Reports a read, or another use of a source at the path, that does not fit the kind of the source. True when it fits. */
export function checkSourceKind(context: Sources & Reporter, name: string, kind: SourceKind, path: Path): boolean {
  const isRequest = kind === 'http';
  if (isRequest === (httpSource(context, name) !== undefined)) return true;
  const key = String(path.findLast((segment) => typeof segment === 'string') ?? '');
  const message = isRequest
    ? `"${name}" is a database and does not accept HTTP requests.`
    : `"${name}" is reached over HTTP and does not accept SQL.`;
  const hint = isRequest
    ? `Write a \`query\`, or name a source that is reached over HTTP in \`use\`.`
    : `Write a request, such as \`get\`, or name a database in \`use\`. \`${key}\` is for databases.`;
  context.report('REQ602', { path, key: true, message, hint });
  return false;
}

/** The kind of database of a source. A fallback for sources that are unknown or reached over HTTP: these are reported elsewhere. */
export function databaseKindOf({ profile }: Sources, source: string): DatabaseKind {
  return profile.sources[source]?.sql ?? fallbackKind;
}

/** Time zone of the dates and times without a zone in a source. */
export function zoneOf({ profile }: Sources, source: string): string {
  return profile.sources[source]?.clock ?? 'UTC';
}
