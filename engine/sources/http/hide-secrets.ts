/** Answers that repeat the credentials of their request, as error pages and debugging proxies do: their texts are shown without them. */
import type { Conceal, HttpRequest } from '../http-source.ts';

/** Shorter ones are in every other word. */
const shortest = 4;
const shown = '[secret]';

const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);

/** A secret as it is, in a URL, in a form, and in JSON that may itself stand in JSON. */
function formsOf(secret: string): readonly string[] {
  const form = new URLSearchParams([['', secret]]).toString().slice(1);
  return [secret, encodeURIComponent(secret), form, escaped(secret), escaped(escaped(secret))];
}

/** Takes secrets out of texts. They are asked for with the first text: most answers are shown to nobody. */
export function concealer(secrets: () => readonly string[]): Conceal {
  let forms: readonly string[] | undefined;
  return (text) => {
    const long = (): readonly string[] => secrets().filter((secret) => secret.length >= shortest);
    // A longer one may hold a shorter one.
    forms ??= [...new Set(long().flatMap(formsOf))].sort((a, b) => b.length - a.length);
    return forms.reduce((rest, form) => rest.replaceAll(form, shown), text);
  };
}

/** The value of a header, without its scheme; of cookies, each value. */
function partsOf(name: string, value: string): readonly string[] {
  if (name === 'cookie') return value.split('; ').map((pair) => pair.slice(pair.indexOf('=') + 1));
  return [value.slice(value.indexOf(' ') + 1)];
}

/** What an authentication has added to a request: header values, cookies, values of the query. Targets are absolute. */
export function credentialsIn(plain: HttpRequest, authorized: HttpRequest): readonly string[] {
  const before = new Set(new URL(plain.target).searchParams.values());
  const query = [...new URL(authorized.target).searchParams.values()].filter((value) => !before.has(value));
  const headers = Object.entries(authorized.headers).filter(([name, value]) => plain.headers[name] !== value);
  return [...query, ...headers.flatMap(([name, value]) => partsOf(name, value))];
}
