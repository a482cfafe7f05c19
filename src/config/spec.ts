/** Kinds of settings: how each is written, and how its text is read. */
import { resolve } from 'node:path';
import { Secret } from '../../engine/index.ts';
import { type StoreAddress, storeAddress } from './store-address.ts';
import { storeKeyBytes } from './store-key.ts';

export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly wanted: string };

/** What is the same for a setting wherever it is given. */
interface Common {
  /** Long option of the command line, without value: `--port`. */
  readonly flag?: string;
  /** Environment variable. With `_FILE` appended it names a file that holds the value. */
  readonly env: string;
  readonly description: string;
}

export interface Spec<T> extends Common {
  /** What stands for the value in help and documentation. */
  readonly kind: string;
  /** As a person would write it; undefined: the setting has none. */
  readonly default: string | undefined;
  /** True where the value may hold a password: messages never quote it. */
  readonly secret?: boolean;
  /** Text settings take no YAML number, whose digits YAML may change (`007`). */
  readonly textual: boolean;
  /** `folder`: where the text is written; relative paths count from there. */
  readonly parse: (text: string, folder: string) => Parsed<T>;
}

const fine = <T>(value: T): Parsed<T> => ({ ok: true, value });

/** Any text that is not empty. */
export function text(common: Common & { readonly kind?: string }): Spec<string> {
  const parse = (given: string): Parsed<string> =>
    given.trim() === '' ? { ok: false, wanted: 'a text that is not empty' } : fine(given.trim());
  return { kind: 'text', ...common, default: undefined, textual: true, parse };
}

/** A path to a file; the value is absolute. */
export function path(common: Common): Spec<string> {
  const { parse, ...spec } = text({ ...common, kind: 'file' });
  return {
    ...spec,
    parse: (given, folder) => {
      const parsed = parse(given, folder);
      return parsed.ok ? fine(resolve(folder, parsed.value)) : parsed;
    },
  };
}

/** A file, or the URL of a database; the default is a file in the working directory. */
export function store(fallback: string, common: Common): Spec<StoreAddress> {
  const parse = (given: string, folder: string): Parsed<StoreAddress> => {
    const address = given.trim() === '' ? undefined : storeAddress(given.trim(), folder);
    const wanted =
      'a file, or an address such as postgres://user:password@host/database (also mysql:// and mssql://), special characters of its parts encoded (%40 for @)';
    return address === undefined ? { ok: false, wanted } : fine(address);
  };
  return { ...common, kind: 'file or URL', default: fallback, secret: true, textual: true, parse };
}

/** A key of 32 bytes to encrypt with. */
export function storeKey(common: Common): Spec<Secret> {
  const wanted = 'a key of 32 bytes in base64 or hexadecimal digits: openssl rand -base64 32';
  const parse = (given: string): Parsed<Secret> =>
    storeKeyBytes(given.trim()) === undefined ? { ok: false, wanted } : fine(new Secret(given.trim()));
  return { ...common, kind: 'key', default: undefined, secret: true, textual: true, parse };
}

/** A text with a default. */
export function textOr(fallback: string, common: Common): Spec<string> {
  return { ...text(common), default: fallback };
}

/** A whole number within bounds. */
export function integer(fallback: number, min: number, max: number, common: Common): Spec<number> {
  const parse = (given: string): Parsed<number> => {
    const value = /^\d{1,15}$/.test(given) ? Number(given) : Number.NaN;
    return value >= min && value <= max ? fine(value) : { ok: false, wanted: `a whole number from ${min} to ${max}` };
  };
  return { ...common, kind: 'number', default: String(fallback), textual: false, parse };
}

const milliseconds: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** A time from 1 ms to 24 h, written with its unit; in milliseconds. */
export function duration(fallback: string, common: Common): Spec<number> {
  const parse = (given: string): Parsed<number> => {
    const [, digits, unit] = /^(\d{1,9}) ?(ms|s|m|h)$/.exec(given) ?? [];
    const value = Number(digits) * (milliseconds[unit ?? ''] ?? Number.NaN);
    return value >= 1 && value <= 86_400_000
      ? fine(value)
      : { ok: false, wanted: 'a time with its unit, such as 500ms, 30s or 2m' };
  };
  return { ...common, kind: 'time', default: fallback, textual: false, parse };
}

const byteUnits: Readonly<Record<string, number>> = { '': 1, B: 1, KiB: 1024, MiB: 1024 ** 2 };

/** A size from 1 KiB to 64 MiB; in bytes. */
export function size(fallback: string, common: Common): Spec<number> {
  const parse = (given: string): Parsed<number> => {
    const [, digits, unit] = /^(\d{1,9}) ?(B|KiB|MiB|)$/.exec(given) ?? [];
    const value = Number(digits) * (byteUnits[unit ?? '-'] ?? Number.NaN);
    return value >= 1024 && value <= 64 * 1024 ** 2
      ? fine(value)
      : { ok: false, wanted: 'a size from 1KiB to 64MiB, such as 512KiB' };
  };
  return { ...common, kind: 'size', default: fallback, textual: false, parse };
}

/** Yes or no. */
export function flag(common: Common): Spec<boolean> {
  const parse = (given: string): Parsed<boolean> => {
    const word = given.toLowerCase();
    if (['true', 'yes', '1'].includes(word)) return fine(true);
    return ['false', 'no', '0'].includes(word) ? fine(false) : { ok: false, wanted: 'true or false' };
  };
  return { ...common, kind: 'true or false', default: 'false', textual: false, parse };
}

/** One of a few words. */
export function choice<const T extends string>(words: readonly T[], fallback: T, common: Common): Spec<T> {
  const parse = (given: string): Parsed<T> => {
    const word = words.find((each) => each === given.toLowerCase());
    return word === undefined ? { ok: false, wanted: `one of ${words.join(', ')}` } : fine(word);
  };
  return { ...common, kind: words.join('|'), default: fallback, textual: true, parse };
}
