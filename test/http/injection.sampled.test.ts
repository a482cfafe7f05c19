/**
 * Any text of a request reaches the ERP unchanged: in every position of a request, and in the literals of every query
 * language. The double parses requests with separate code, written from the standards.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeAll, httpDouble, type Seen } from '../engine/sources/http/double.ts';
import { byDepth } from '../support/depth.ts';
import type { ErpEngine } from '../support/erp.ts';
import { seed } from '../support/seed.ts';
import { ask, openSketch } from './ask.ts';

const count = byDepth({ sample: 150, all: 1_000 });

const pieces = [
  ...[
    "'",
    '"',
    '`',
    '\\',
    "''",
    "\\'",
    '/',
    '..',
    '.',
    './',
    '%',
    '%2e%2e',
    '%00',
    '%27',
    '?',
    '#',
    '&',
    '=',
    '+',
    ';',
    ':',
    '@',
  ],
  ...[
    '{{ $settings }}',
    '{{',
    '}}',
    '${x}',
    '$',
    '\r\n',
    '\n',
    '\t',
    '\u0000',
    '\u000b',
    '\u007f',
    '\u2028',
    'é',
    'ß',
    '漢',
    '😀',
  ],
  ...[
    '\ud83d',
    '\ude00',
    '<',
    '>',
    ']]>',
    '<!--',
    '-->',
    '<a b="c">',
    '&amp;',
    '&#10;',
    '<![CDATA[',
    '(',
    ')',
    ',',
    '[',
    ']',
    '{',
    '}',
  ],
  ..." or 1 eq 1| and name eq 'x'|' OR '1'='1|'; DROP TABLE x;--|\"; x|//evil.example|http://evil.example|\\u0027|*|%25|null|true|0|1e5".split(
    '|',
  ),
  ...['a', 'b', 'Z', '7', ' ', '  ', '-', '_'],
];
const hostile = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 3 })), {
  minLength: 1,
  maxLength: 8,
});

/** Texts as the contract takes them: trimmed, without U+0000 and without halves of characters, which it refuses by itself. */
const texts = fc
  .sample(
    hostile.map((parts) => parts.join('').trim()),
    { seed, numRuns: 2 * count },
  )
  .filter((text) => text.isWellFormed() && !text.includes('\u0000'))
  .slice(0, count);

// biome-ignore lint/suspicious/noControlCharactersInRegex: it is these that are looked for
const noXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
const any = (): boolean => true;

/** Options of a query or form, apart at the signs that part them, and then decoded: RFC 3986, 3.4. */
function options(query: string): Record<string, string> {
  return Object.fromEntries(
    query.split('&').map((pair) => {
      const [name = '', value = '', ...rest] = pair.split('=');
      if (rest.length > 0) throw new Error(`two = in ${pair}`);
      return [decodeURIComponent(name), decodeURIComponent(value)];
    }),
  );
}

const queryOf = ({ path }: Seen): string => path.slice(path.indexOf('?') + 1);

/**
 * The content of a quoted literal up to the end of the text, where it must end. `sign`: the escape character before a
 * quote.
 */
function quoted(text: string, quote: string, sign: string): string {
  if (!text.startsWith(quote)) throw new Error(`no literal: ${text}`);
  let value = '';
  for (let at = 1; at < text.length; at += 1) {
    const [one = '', next = ''] = [text[at], text[at + 1]];
    if (one === sign && (sign !== quote || next === quote)) {
      value += next;
      at += 1;
    } else if (one === quote) {
      if (at !== text.length - 1) throw new Error(`something follows the literal: ${text.slice(at)}`);
      return value;
    } else value += one;
  }
  throw new Error(`the literal does not end: ${text}`);
}

const references: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
function xmlText(text: string): string {
  if (/[<>]/.test(text)) throw new Error(`markup in ${text}`);
  // A reader turns line ends into one sign, and in attributes blanks, too: XML 1.0, 2.11 and 3.3.3.
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(
      /&(#?\w+);/g,
      (all, name: string) =>
        references[name] ?? (name.startsWith('#') ? String.fromCharCode(Number(name.slice(1))) : all),
    );
}

interface Position {
  readonly name: string;
  /** Keys of the read. */
  readonly read: object;
  readonly literals?: string;
  /** The value, as an ERP would read it. */
  readonly value: (seen: Seen) => unknown;
  /** Texts that can stand in this position. */
  readonly fits: (text: string) => boolean;
}

const filter = (
  literals: string,
  option: string,
  value: (text: string) => unknown,
  fits: Position['fits'] = any,
): Position => ({
  name: `a literal of ${literals}`,
  literals,
  read: { get: '/x', params: { [option]: ['name eq {{ query }}'] } },
  value: (seen) => value((options(queryOf(seen))[option] ?? '').slice('name eq '.length)),
  fits,
});

const positions: readonly Position[] = [
  {
    name: 'a part of the path',
    read: { get: '/x/{{ query }}/y' },
    value: ({ path }) => {
      const [empty, x, value = '', y, ...rest] = path.split('/');
      return empty === '' && x === 'x' && y === 'y' && rest.length === 0 ? decodeURIComponent(value) : path;
    },
    fits: (text) => !['', '.', '..'].includes(text),
  },
  {
    name: 'a key of OData in the path',
    literals: 'odata',
    read: { get: '/Items({{ query }})/y' },
    value: ({ path }) => quoted(decodeURIComponent(/^\/Items\(([^/]*)\)\/y$/.exec(path)?.[1] ?? ''), "'", "'"),
    fits: any,
  },
  {
    name: 'an option of the query',
    read: { get: '/x', params: { q: '{{ query }}', other: 1 } },
    value: (seen) => (options(queryOf(seen)).other === '1' ? options(queryOf(seen)).q : seen.path),
    fits: any,
  },
  filter('odata', '$filter', (text) => quoted(text, "'", "'")),
  filter('odata-v2', '$filter', (text) => quoted(text, "'", "'")),
  filter('suiteql', 'q', (text) => quoted(text, "'", "'")),
  filter('qbo', 'query', (text) => quoted(text, "'", '\\')),
  filter(
    'xero',
    'where',
    (text) => quoted(text, '"', '\\'),
    (text) => !/["\\]/.test(text),
  ),
  {
    name: 'a filter of Frappe, JSON in the query',
    literals: 'frappe',
    read: { get: '/x', params: { filters: [['name', '=', '{{ query }}']] } },
    value: (seen) => JSON.parse(options(queryOf(seen)).filters ?? '')[0][2],
    fits: any,
  },
  {
    name: 'a header',
    read: { get: '/x', headers: { 'X-Value': '{{ query }}' } },
    value: ({ headers }) => headers['x-value'],
    fits: (text) => /^[\t\x20-\x7e]*$/.test(text),
  },
  {
    name: 'a body in JSON',
    read: { post: '/x', json: { a: ['{{ query }}'], b: 'x {{ query }} y' } },
    value: ({ body }) => {
      const { a, b } = JSON.parse(body);
      return b === `x ${a[0]} y` ? a[0] : body;
    },
    fits: any,
  },
  {
    name: 'a statement in SuiteQL in a body',
    literals: 'suiteql',
    read: { post: '/x', json: { q: 'SELECT 1 WHERE name = {{ query }}' } },
    value: ({ body }) => quoted(JSON.parse(body).q.slice('SELECT 1 WHERE name = '.length), "'", "'"),
    fits: any,
  },
  {
    name: 'a statement in a batch of QuickBooks Online',
    literals: 'qbo',
    read: { post: '/x', json: { Batch: [{ Query: 'select * from X where Name = {{ query }}' }] } },
    value: ({ body }) =>
      quoted(JSON.parse(body).Batch[0].Query.slice('select * from X where Name = '.length), "'", '\\'),
    fits: any,
  },
  {
    name: 'a form',
    read: { post: '/x', form: { a: '{{ query }}', b: 'x' } },
    value: ({ body }) => (options(body).b === 'x' ? options(body).a : body),
    fits: any,
  },
  {
    name: 'a text and an attribute in XML',
    read: { post: '/x', xml: { doc: { '@id': '{{ query }}', text: { '#text': '{{ query }}' } } } },
    value: ({ body }) => {
      const [, attribute = '', content = ''] =
        /^<\?xml[^?]*\?><doc id="([^"]*)"><text>([^<]*)<\/text><\/doc>$/.exec(body) ?? [];
      return xmlText(attribute) === xmlText(content) ? xmlText(content) : body;
    },
    fits: (text) => !noXml.test(text),
  },
];

describe(`${count} hostile texts (seed ${seed})`, () => {
  let latest: Seen | undefined;
  let url = '';
  beforeAll(async () => {
    const double = await httpDouble((seen, response) => {
      latest = seen;
      response.setHeader('content-type', 'application/json').end('[{"id":"1"}]');
    });
    url = double.url;
  });
  afterAll(closeAll);

  it('are as many as expected', () => {
    expect(texts).toHaveLength(count);
  });

  it.each(positions.map((position) => [position.name, position] as const))(
    'stay data in %s',
    { timeout: 120_000 },
    async (_name, { read, literals, value, fits }) => {
      const source = { http: url, ...(literals === undefined ? {} : { literals }) };
      const engine: ErpEngine = await openSketch({ source, endpoints: { '/all': { ...read, fields: { id: 'id' } } } });
      try {
        let sent = 0;
        for (const text of texts) {
          latest = undefined;
          const { rows } = await ask(engine, '/all', { query: text });
          if (!fits(text)) {
            expect([text, latest, rows]).toEqual([text, undefined, []]);
            continue;
          }
          sent += 1;
          expect([text, rows.length]).toEqual([text, 1]);
          if (latest !== undefined) expect(value(latest)).toBe(text);
        }
        expect(sent).toBeGreaterThan(100);
      } finally {
        await engine.close();
      }
    },
  );
});
