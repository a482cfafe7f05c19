/** Hides the credentials of a request in answers that repeat them, as error pages and debugging proxies do. */
import type { Conceal, HttpRequest } from '../http-source.ts';

/** Shorter texts occur in ordinary words. */
const shortest = 4;
const shown = '[secret]';

const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);

/** The forms of a secret: plain, in a URL, in a form, in JSON, and in JSON inside JSON. */
function formsOf(secret: string): readonly string[] {
  const form = new URLSearchParams([['', secret]]).toString().slice(1);
  return [secret, encodeURIComponent(secret), form, escaped(secret), escaped(escaped(secret))];
}

/**
 * Returns a function that hides secrets in texts. The secrets are read at its first use, because most answers are
 * never shown.
 */
export function concealer(secrets: () => readonly string[]): Conceal {
  let forms: readonly string[] | undefined;
  return (text) => {
    const long = (): readonly string[] => secrets().filter((secret) => secret.length >= shortest);
    // A longer secret may contain a shorter one.
    forms ??= [...new Set(long().flatMap(formsOf))].sort((a, b) => b.length - a.length);
    return forms.reduce((rest, form) => rest.replaceAll(form, shown), text);
  };
}

/** The value of a header without its scheme; for cookies, each value. */
function partsOf(name: string, value: string): readonly string[] {
  if (name === 'cookie') return value.split('; ').map((pair) => pair.slice(pair.indexOf('=') + 1));
  return [value.slice(value.indexOf(' ') + 1)];
}

/** What an authentication has added to a request: header values, cookies, query values. Targets are absolute. */
export function credentialsIn(plain: HttpRequest, authorized: HttpRequest): readonly string[] {
  const before = new Set(new URL(plain.target).searchParams.values());
  const query = [...new URL(authorized.target).searchParams.values()].filter((value) => !before.has(value));
  const headers = Object.entries(authorized.headers).filter(([name, value]) => plain.headers[name] !== value);
  return [...query, ...headers.flatMap(([name, value]) => partsOf(name, value))];
}
