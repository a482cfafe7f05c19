/** The sources that a part of a profile needs. */
import { isMap, type Members, ownMember, textsIn } from '../base/members.ts';

type Kind = 'sql' | 'http';

/** Keys that hold SQL. Some of them also have other meanings: then a source counts as needed although it may not be. */
const sqlKeys: ReadonlySet<string> = new Set([
  ...['query', 'exec', 'call', 'exists', 'table', 'find'],
  ...['currency', 'opening', 'balance'],
]);
const httpKeys: ReadonlySet<string> = new Set(['get', 'post', 'put', 'patch', 'delete', 'head']);

interface SourceUses {
  /** Sources that a read, a step or a fact names. */
  readonly named: Set<string>;
  /** Kinds of statements and requests that name none: they use the only source of their kind. */
  readonly unnamed: Set<Kind>;
}

/** `use`: the source that an enclosing read names. */
function collectUses(value: unknown, use: string | undefined, uses: SourceUses): void {
  if (Array.isArray(value)) for (const item of value) collectUses(item, use, uses);
  if (!isMap(value)) return;
  const named = typeof value.use === 'string' ? value.use : use;
  if (named !== undefined) uses.named.add(named);
  for (const [key, item] of Object.entries(value)) {
    if (named === undefined && sqlKeys.has(key)) uses.unnamed.add('sql');
    // The name of a step may be the same word.
    if (named === undefined && httpKeys.has(key) && typeof item === 'string') uses.unnamed.add('http');
    collectUses(item, named, uses);
  }
}

/** Databases have a `connection`, also where the key `sql` is misspelt. Undefined for a source that may be of each kind. */
function kindOf(source: unknown): Kind | undefined {
  if (!isMap(source)) return undefined;
  return Object.hasOwn(source, 'sql') || Object.hasOwn(source, 'connection') ? 'sql' : 'http';
}

/** The kind of a source that could not be parsed, by the keys in its text; undefined where these do not say it. */
function kindInText(text: string): Kind | undefined {
  const hasKey = (keys: string): boolean =>
    new RegExp(`(?:^|[\\s{,])["']?(?:${keys})["']?\\s*:(?:\\s|$)`, 'm').test(text);
  const [isSql, isHttp] = [hasKey('sql|connection'), hasKey('http')];
  return isSql === isHttp ? undefined : isSql ? 'sql' : 'http';
}

/** What is known of a source that could not be parsed. */
export interface UnreadSource {
  readonly text: string;
  /** Whether it is the first one of the profile, whose clock is that of the profile. */
  readonly isFirst: boolean;
}

const clockInText = (text: string): string => /(?:^|[\s{,])clock\s*:\s+["']?([^\s"',}]+)/m.exec(text)?.[1] ?? 'UTC';

/** Whether a source is not a database. */
export const isHttpSource = (sources: Members, unread: ReadonlyMap<string, UnreadSource>, name: string): boolean => {
  const source = ownMember(sources, name);
  const unreadSource = unread.get(name);
  return unreadSource === undefined
    ? isMap(source) && Object.hasOwn(source, 'http') && kindOf(source) === 'http'
    : kindInText(unreadSource.text) === 'http';
};

/** As it is written; that of a source without one is UTC. */
const clockOf = (source: unknown): unknown => (isMap(source) ? source.clock : undefined) ?? 'UTC';

/**
 * Whether a source is needed, by its name. `pieces`: what the needed endpoints consist of; `unread`: sources that could not be parsed, by name. A source that
 * no statement or request can mean is not needed. All are needed if one is named that does not exist, and the first one if it gives the profile another time zone
 * than the next one.
 */
export function sourcesFor(
  pieces: unknown,
  sources: Members,
  unread: ReadonlyMap<string, UnreadSource> = new Map(),
): (name: string) => boolean {
  const uses: SourceUses = { named: new Set(), unnamed: new Set() };
  collectUses(pieces, undefined, uses);
  const { named, unnamed } = uses;
  if ([...named].some((name) => !Object.hasOwn(sources, name))) return () => true;
  const isUsed = (name: string): boolean => {
    const unreadSource = unread.get(name);
    const kind = unreadSource === undefined ? kindOf(ownMember(sources, name)) : kindInText(unreadSource.text);
    return named.has(name) || (kind === undefined ? unnamed.size > 0 : unnamed.has(kind));
  };
  const names = Object.keys(sources);
  const used = new Set(names.filter(isUsed));
  // A set is iterated with what is added meanwhile.
  for (const name of used) for (const text of textsIn(sources[name])) if (Object.hasOwn(sources, text)) used.add(text);
  const [first = ''] = names;
  const next = names.find((name) => used.has(name)) ?? first;
  if (clockOf(sources[first]) !== clockOf(sources[next])) used.add(first);
  const nextClock = clockOf(sources[names.find((name) => used.has(name)) ?? first]);
  for (const [name, { text, isFirst }] of unread) if (isFirst && clockInText(text) !== nextClock) used.add(name);
  return (name) => used.has(name) || (!Object.hasOwn(sources, name) && isUsed(name));
}
