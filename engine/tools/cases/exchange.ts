/** Compares the HTTP requests that a case expects with the sent ones. */
import { XMLParser } from 'fast-xml-parser';
import { toDecimalText } from '../../base/decimal.ts';
import { ExactNumber, jsonText, parseBody } from '../../base/exact-number.ts';
import { verbs } from '../../profile/schema/http.ts';
import { type Difference, differences } from './compare.ts';
import type { ExchangeSpec } from './exchange-schema.ts';

type Members = Readonly<Record<string, unknown>>;

/** One request and the mock ERP's reaction; numbers are exact. */
export interface Exchange {
  /** Undefined if the profile has one HTTP source. */
  readonly use: string | undefined;
  readonly method: string;
  /** Path below the base address, or an absolute URL. */
  readonly target: string;
  readonly params: Members;
  /** Names in lower case. */
  readonly headers: Members;
  readonly body: ExpectedBody | undefined;
  /** The query and body may contain more. */
  readonly part: boolean;
  readonly atOnce: boolean;
  readonly reaction: Reaction;
}

type ExpectedBody = { readonly kind: 'json' | 'form' | 'xml' | 'text'; readonly value: unknown };

type Reaction =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }
  | { readonly kind: 'refused' | 'reset' | 'timeout' };

/** A received request. */
export interface SentRequest {
  readonly method: string;
  /** Absolute URL. */
  readonly url: URL;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const headerText = (value: unknown): string => (value instanceof ExactNumber ? value.text : String(value));

function answerOf({ status = 200, headers = {}, json, text }: NonNullable<ExchangeSpec['answer']>): Reaction {
  const type = json === undefined ? {} : { 'content-type': 'application/json' };
  const headerEntries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), headerText(value)]);
  const body = json === undefined ? (text ?? '') : jsonText(json);
  return { kind: 'answer', status, headers: { ...type, ...Object.fromEntries(headerEntries) }, body };
}

/** `spec` must match the grammar. */
export function exchangeOf(spec: ExchangeSpec): Exchange {
  const verb = verbs.find((one) => spec[one] !== undefined) ?? 'get';
  const kind = (['json', 'form', 'xml', 'text'] as const).find((one) => spec[one] !== undefined);
  const { fails, answer = {} } = spec;
  return {
    use: spec.use,
    method: verb.toUpperCase(),
    target: spec[verb] ?? '/',
    params: spec.params ?? {},
    headers: Object.fromEntries(Object.entries(spec.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value])),
    body: kind === undefined ? undefined : { kind, value: spec[kind] },
    part: spec.part === true,
    atOnce: spec.atOnce === true,
    reaction: fails === undefined ? answerOf(answer) : { kind: fails },
  };
}

/** The URL of an exchange for a source with this base address, with its query. */
export function exchangeUrl({ target }: Exchange, base: string): URL {
  return new URL(target.startsWith('/') ? `${base.replace(/\/+$/, '')}${target}` : target);
}

/** The decoded segments of a path, so that an encoded slash does not separate segments. */
const parts = (url: URL): string =>
  url.pathname
    .split('/')
    .map((part) => encodeURIComponent(decodedPart(part)))
    .join('/');

/** The decoded part of a URL. With a percent sign that is no escape it stays as it is. */
export function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Whether the request has the method and path of the exchange, whatever it carries. */
export function isAddressed(exchange: Exchange, base: string, { method, url }: SentRequest): boolean {
  const expectedUrl = exchangeUrl(exchange, base);
  return method === exchange.method && url.origin === expectedUrl.origin && parts(url) === parts(expectedUrl);
}

/** Values by name; a list if a name is repeated. */
function byName(given: URLSearchParams): Members {
  return Object.fromEntries(
    [...new Set(given.keys())].map((name) => {
      const all = given.getAll(name);
      return [name, all.length === 1 ? all[0] : all];
    }),
  );
}

/** Converts texts of a query, form or XML to numbers where a number is expected. */
function likened(expected: unknown, actual: unknown): unknown {
  if (Array.isArray(expected)) {
    const items: readonly unknown[] = Array.isArray(actual) ? actual : actual === undefined ? [] : [actual];
    return items.map((item, index) => likened(expected[index], item));
  }
  if (typeof actual === 'object' && actual !== null && !Array.isArray(actual)) {
    const expectedMembers: Members = typeof expected === 'object' && expected !== null ? { ...expected } : {};
    return Object.fromEntries(
      Object.entries(actual).map(([name, item]) => [name, likened(expectedMembers[name], item)]),
    );
  }
  if (typeof actual !== 'string') return actual;
  if (typeof expected === 'boolean' && actual === String(expected)) return expected;
  const isNumber = typeof expected === 'number' || expected instanceof ExactNumber;
  return isNumber && toDecimalText(actual) !== undefined ? new ExactNumber(actual) : actual;
}

const xml = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  htmlEntities: true,
  ignoreDeclaration: true,
});

/** The sent body in the form of the expected one; the text if its form differs. */
function bodyAs({ kind, value }: ExpectedBody, text: string): unknown {
  switch (kind) {
    case 'json': {
      const read = parseBody(text);
      return read.ok ? read.body : text;
    }
    case 'form':
      return likened(value, byName(new URLSearchParams(text)));
    case 'xml':
      try {
        return likened(value, xml.parse(text, true));
      } catch {
        return text;
      }
    case 'text':
      return text;
  }
}

/** Whether a request with this body has the body of the exchange. An exchange without a body accepts all. */
export function acceptsBody({ body, part }: Exchange, text: string): boolean {
  if (body === undefined) return true;
  return differences(body.value, bodyAs(body, text), part ? 'part' : 'whole').length === 0;
}

/**
 * All differences of a request with the method and path of the exchange. `ignored`: query parameters added by `auth`.
 */
export function requestDifferences(
  exchange: Exchange,
  base: string,
  sent: SentRequest,
  at: string,
  ignored: ReadonlySet<string> = new Set(),
): readonly Difference[] {
  const { params, headers, body } = exchange;
  const extent = exchange.part ? 'part' : 'whole';
  const expectedMembers: Members = { ...byName(exchangeUrl(exchange, base).searchParams), ...params };
  const query = Object.fromEntries(
    Object.entries(byName(sent.url.searchParams)).filter(
      ([name]) => Object.hasOwn(expectedMembers, name) || !ignored.has(name),
    ),
  );
  const inHeaders = Object.entries(headers)
    .filter(([name, value]) => sent.headers[name] !== headerText(value))
    .map(([name, value]) => ({ at: `${at}.headers.${name}`, expected: headerText(value), actual: sent.headers[name] }));
  const inBody =
    body !== undefined
      ? differences(body.value, bodyAs(body, sent.body), extent, `${at}.${body.kind}`)
      : sent.body === '' || exchange.part
        ? []
        : [{ at: `${at}.body`, expected: undefined, actual: sent.body }];
  return [
    ...differences(expectedMembers, likened(expectedMembers, query), extent, `${at}.params`),
    ...inHeaders,
    ...inBody,
  ];
}
