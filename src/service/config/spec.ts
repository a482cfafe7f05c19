/** The types of settings: how each is documented, and how its text is parsed. */
import { resolve } from 'node:path';
import { Secret } from '../../../engine/index.ts';
import { type StoreAddress, storeAddress } from './store-address.ts';
import { storeKeyBytes } from './store-key.ts';

type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly expected: string };

/** What every setting has. */
interface Common {
  /** Long flag of the command line: `--port`. */
  readonly flag?: string;
  /** Environment variable. With `_FILE` appended, the variable with the path of a file that contains the value. */
  readonly env: string;
  readonly description: string;
}

export interface Spec<T> extends Common {
  /** Type of the value, for help and documentation. */
  readonly kind: string;
  /** As a user would write it; undefined if there is no default. */
  readonly default: string | undefined;
  /** True if the value may contain a password: messages never quote it. */
  readonly secret?: boolean;
  /** True if a YAML number is refused as the value, because YAML may change its digits (`007`). */
  readonly textual: boolean;
  /** `folder` is the base of relative paths. */
  readonly parse: (text: string, folder: string) => Parsed<T>;
}

const parsed = <T>(value: T): Parsed<T> => ({ ok: true, value });
const unparsed = (expected: string): Parsed<never> => ({ ok: false, expected });

/** A text that is not blank. */
export function text(common: Common & { readonly kind?: string }): Spec<string> {
  const parse = (given: string): Parsed<string> =>
    given.trim() === '' ? unparsed('a text that is not empty') : parsed(given.trim());
  return { kind: 'text', ...common, default: undefined, textual: true, parse };
}

/** The path of a file; the value is absolute. */
export function path(common: Common): Spec<string> {
  const { parse, ...spec } = text({ ...common, kind: 'file' });
  return {
    ...spec,
    parse: (given, folder) => {
      const file = parse(given, folder);
      return file.ok ? parsed(resolve(folder, file.value)) : file;
    },
  };
}

/** The path of a file, or the URL of a database. */
export function store(fallback: string, common: Common): Spec<StoreAddress> {
  const parse = (given: string, folder: string): Parsed<StoreAddress> => {
    const address = given.trim() === '' ? undefined : storeAddress(given.trim(), folder);
    const expected =
      'a file, or a URL such as postgres://user:password@host/database (also mysql:// and mssql://), with special characters percent-encoded (%40 for @)';
    return address === undefined ? unparsed(expected) : parsed(address);
  };
  return { ...common, kind: 'file or URL', default: fallback, secret: true, textual: true, parse };
}

/** An encryption key of 32 bytes. */
export function storeKey(common: Common): Spec<Secret> {
  const expected = 'a key of 32 bytes in base64 or hexadecimal digits: openssl rand -base64 32';
  const parse = (given: string): Parsed<Secret> =>
    storeKeyBytes(given.trim()) === undefined ? unparsed(expected) : parsed(new Secret(given.trim()));
  return { ...common, kind: 'key', default: undefined, secret: true, textual: true, parse };
}

/** The base URL of a listener as browsers see it, without a slash at the end: https, or http on this machine. */
export function baseUrl(common: Common): Spec<string> {
  const expected = 'a base URL without a path, such as https://connect.example.com (http:// only for this machine)';
  const parse = (given: string): Parsed<string> => {
    const url = URL.canParse(given.trim()) ? new URL(given.trim()) : undefined;
    if (url === undefined || !['/', ''].includes(url.pathname) || url.search !== '' || url.hash !== '')
      return unparsed(expected);
    const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackName.test(url.hostname));
    return isSafe && url.username === '' && url.password === '' ? parsed(url.origin) : unparsed(expected);
  };
  return { ...common, kind: 'URL', default: undefined, textual: true, parse };
}

const isLoopbackName = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** A text with a default. */
export function textOr(fallback: string, common: Common): Spec<string> {
  return { ...text(common), default: fallback };
}

/** A whole number from `min` to `max`, without a default. */
export function optionalInteger(min: number, max: number, common: Common): Spec<number> {
  const parse = (given: string): Parsed<number> => {
    const value = /^\d{1,15}$/.test(given) ? Number(given) : Number.NaN;
    return value >= min && value <= max ? parsed(value) : unparsed(`a whole number from ${min} to ${max}`);
  };
  return { ...common, kind: 'number', default: undefined, textual: false, parse };
}

/** A whole number from `min` to `max`. */
export function integer(fallback: number, min: number, max: number, common: Common): Spec<number> {
  return { ...optionalInteger(min, max, common), default: String(fallback) };
}

const milliseconds: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** A duration from 1 ms to 24 h, written with its unit, without a default; the value is in milliseconds. */
export function optionalDuration(common: Common): Spec<number> {
  const parse = (given: string): Parsed<number> => {
    const [, digits, unit] = /^(\d{1,9}) ?(ms|s|m|h)$/.exec(given) ?? [];
    const value = Number(digits) * (milliseconds[unit ?? ''] ?? Number.NaN);
    return value >= 1 && value <= 86_400_000
      ? parsed(value)
      : unparsed('a duration with its unit, such as 500ms, 30s or 2m');
  };
  return { ...common, kind: 'time', default: undefined, textual: false, parse };
}

/** The same with a default. */
export function duration(fallback: string, common: Common): Spec<number> {
  return { ...optionalDuration(common), default: fallback };
}

const byteUnits: Readonly<Record<string, number>> = { '': 1, B: 1, KiB: 1024, MiB: 1024 ** 2 };

/** A size from 1 KiB to `most` MiB; the value is in bytes. */
export function size(fallback: string, common: Common, most = 64): Spec<number> {
  const parse = (given: string): Parsed<number> => {
    const [, digits, unit] = /^(\d{1,9}) ?(B|KiB|MiB|)$/.exec(given) ?? [];
    const value = Number(digits) * (byteUnits[unit ?? '-'] ?? Number.NaN);
    return value >= 1024 && value <= most * 1024 ** 2
      ? parsed(value)
      : unparsed(`a size from 1KiB to ${most}MiB, such as 512KiB`);
  };
  return { ...common, kind: 'size', default: fallback, textual: false, parse };
}

/** A boolean. */
export function flag(common: Common): Spec<boolean> {
  const parse = (given: string): Parsed<boolean> => {
    const word = given.toLowerCase();
    if (['true', 'yes', '1'].includes(word)) return parsed(true);
    return ['false', 'no', '0'].includes(word) ? parsed(false) : unparsed('true or false');
  };
  return { ...common, kind: 'true or false', default: 'false', textual: false, parse };
}

/** One of a list of words, in any case. */
export function choice<const T extends string>(words: readonly T[], fallback: T, common: Common): Spec<T> {
  const parse = (given: string): Parsed<T> => {
    const word = words.find((each) => each === given.toLowerCase());
    return word === undefined ? unparsed(`one of ${words.join(', ')}`) : parsed(word);
  };
  return { ...common, kind: words.join('|'), default: fallback, textual: true, parse };
}
