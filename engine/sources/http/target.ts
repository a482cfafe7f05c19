/** Targets of requests. No target can leave the source's origin or go above its base path. */
import { SourceError } from '../source.ts';

/** Control characters, spaces, and the backslash, which URL parsers treat as a slash. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unfit = /[\u0000-\u0020\u007f\\]/;
const absolute = /^[a-z][a-z0-9+.-]*:/i;
/** `.` and `..` between slashes, also percent-encoded: the URL standard resolves both forms. */
const dots = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i;

const refusal = (message: string): SourceError => new SourceError('broken', message, { effect: 'none' });

/** The base of a source. Throws `SourceError` unless it is a plain `http(s)://host/path`. */
export function baseOf(text: string): URL {
  if (!URL.canParse(text)) throw new SourceError('unreachable', "The source's address is not a URL.");
  const base = new URL(text);
  if (base.protocol !== 'http:' && base.protocol !== 'https:') {
    throw new SourceError('unreachable', "The source's address does not begin with http:// or https://.");
  }
  if (base.username !== '' || base.password !== '' || base.search !== '' || base.hash !== '') {
    throw new SourceError('unreachable', "The source's address holds more than a host and a path.", {
      cure: 'Give user and password under `auth`, and what every request carries under `request`.',
    });
  }
  return base;
}

/** The URL of an absolute target with any origin. Throws `SourceError` if it cannot be requested. */
export function absoluteUrl(target: string): URL {
  const isPlain = !unfit.test(target) && /^https?:\/\/[^/]/i.test(target);
  const url = isPlain ? URL.parse(target) : null;
  if (url === null) throw refusal('A request was to go to an address that is no plain http(s) URL.');
  if (url.username !== '' || url.password !== '') {
    throw refusal('A request was to go to an address that holds a user or a password.');
  }
  // Setting a part of a URL parses all of it again.
  if (target.includes('#')) url.hash = '';
  return url;
}

/** An absolute target; refused if its origin differs from the base's. */
function within(base: URL, target: string): URL {
  const url = absoluteUrl(target);
  if (url.origin !== base.origin) {
    throw refusal(`A request was to leave the ERP's origin: it was for ${url.host}, and the source is ${base.host}.`);
  }
  return url;
}

/**
 * The URL of a target: a path with query below `base`, or an absolute URL with the base's origin. The returned URL is
 * sent unchanged, so that nothing can interpret it differently than it was checked. Throws `SourceError`, with no
 * effect.
 */
export function resolveTarget(base: URL, target: string): URL {
  if (absolute.test(target)) return within(base, target);
  const [path = '', query] = splitQuery(target);
  if (unfit.test(target) || target.includes('#') || path.startsWith('//') || dots.test(path)) {
    throw refusal("A request was to go to a path that could lead away from the source's base.");
  }
  const joint = path === '' || path.startsWith('/') ? '' : '/';
  const start = path === '' ? base.pathname : base.pathname.replace(/\/$/, '');
  return within(base, `${base.origin}${start}${joint}${path}${query}`);
}

function splitQuery(target: string): readonly [string, string] {
  const at = target.indexOf('?');
  return at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at)];
}

/**
 * The URL of a `Location`, relative to the answering URL (RFC 9110, 10.2.2); undefined if it leaves the origin or is
 * invalid.
 */
export function redirectTarget(from: URL, location: string): URL | undefined {
  if (unfit.test(location) || !URL.canParse(location, from.href)) return undefined;
  const url = new URL(location, from.href);
  url.hash = '';
  return url.origin === from.origin && url.username === '' && url.password === '' ? url : undefined;
}

/** The names of query parameters. Their values, which can be long lists of ids, are not decoded. */
function parameterNames(search: string): readonly string[] {
  const pairs = search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '');
  return pairs.map((pair) => {
    const at = pair.indexOf('=');
    const name = at < 0 ? pair : pair.slice(0, at);
    return /[%+]/.test(name) ? ([...new URLSearchParams(name).keys()][0] ?? '') : name;
  });
}

/** A URL for the log: path and names of query parameters, without values. */
export function shownTarget(url: URL): string {
  const names = parameterNames(url.search);
  return names.length === 0 ? url.pathname : `${url.pathname}?${names.join('&')}`;
}
