/** Constants and settings inside of JSON bodies against the types of an OpenAPI document and of metadata of OData. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkProfile } from '../../../engine/index.ts';
import { contract } from '../../../src/contract/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'engine-constants-'));
afterAll(() => rmSync(folder, { recursive: true }));

const invoice = {
  type: 'object',
  required: ['kind'],
  properties: {
    id: { type: 'string' },
    kind: { type: 'integer', enum: [1, 2] },
    series: { type: 'integer' },
    total: { type: 'number' },
    day: { type: 'string', format: 'date' },
    moment: { type: 'string', format: 'date-time' },
    branch: { type: 'string', enum: ['north', 'south'], maxLength: 5 },
    note: { type: 'string', maxLength: 4 },
    open: { type: 'boolean' },
    lines: { type: 'array', items: { type: 'object', properties: { sku: { type: 'string' } } } },
  },
};
const json = (schema: object) => ({ description: '', content: { 'application/json': { schema } } });
const operation = { requestBody: json(invoice), responses: { 200: json(invoice) } };
writeFileSync(
  join(folder, 'api.json'),
  JSON.stringify({ openapi: '3.0.1', paths: { '/invoices': { post: operation, put: operation, patch: operation } } }),
);

const profile = (body: string, verb = 'post'): string => `profile: acme
contract: "1"
settings:
  branch: { env: BRANCH, default: north }
  series: { env: SERIES, type: integer, default: 7 }
  open: { env: OPEN, type: boolean, default: true }
  unset: { env: UNSET }
  token: { env: TOKEN, secret: true, default: very-secret-text }
sources: { erp: { http: "https://erp.example.com", describedBy: api.json, clock: UTC } }
endpoints:
  /invoices/push:
    find: none
    write:
      - invoice:
          ${verb}: /invoices
          json: ${body}
          fields: { erpInvoiceId: id }
`;

const findings = async (body: string, env = {}, verb?: string): Promise<readonly string[]> =>
  (await checkProfile(profile(body, verb), 'acme.yaml', contract, env, { folder })).flatMap(({ code, message }) =>
    code.startsWith('API') ? [`${code} ${message}`] : [],
  );

describe('a constant of a JSON body', () => {
  it.each([
    '{ kind: 1, series: 5, total: 1.5, day: 2026-01-31, moment: "2026-01-31T10:00:00Z", branch: south, note: abcd, open: false }',
    '{ kind: 2, series: null, moment: "2026-01-31" }',
  ])('may be what the type has: %s', async (body) => {
    expect(await findings(body)).toEqual([]);
  });

  it.each([
    ['kind: 3', 'API806 "kind" has no value "3".'],
    ['kind: "1"', 'API806 "kind" is a number (integer), not "1".'],
    ['kind: 1, series: 1.5', 'API806 "series" is a number (integer), not 1.5.'],
    ['kind: 1, total: "1.5"', 'API806 "total" is a number (number), not "1.5".'],
    ['kind: 1, day: 31.1.2026', 'API806 "day" is a date (string (date)), not "31.1.2026".'],
    ['kind: 1, moment: "10:00"', 'API806 "moment" is a date and time (string (date-time)), not "10:00".'],
    ['kind: 1, branch: west', 'API806 "branch" has no value "west".'],
    ['kind: 1, note: abcde', 'API810 "note" has at most 4 characters, and this text has 5.'],
    ['kind: 1, open: "true"', 'API806 "open" is true or false (boolean), not "true".'],
    ['kind: 1, open: 1', 'API806 "open" is true or false (boolean), and this is a number.'],
    ['kind: 1, lines: none', 'API806 "lines" is a list, and this is a text.'],
    ['kind: 1, lines: [{ sku: 5 }]', 'API806 "sku" is a text (string), and this is a number.'],
    [`kind: 1, branch: "{{ 'west' }}"`, 'API806 "branch" has no value "west".'],
  ])('%s is reported', async (body, message) => {
    expect(await findings(`{ ${body} }`)).toEqual([message]);
  });
});

describe('a setting in a JSON body', () => {
  const body = '{ kind: 1, branch: "${branch}", series: "${series}", open: "${open}" }';

  it('is compared with its value', async () => {
    expect(await findings(body)).toEqual([]);
    expect(await findings(body, { BRANCH: 'west' })).toEqual(['API806 "branch" has no value "west".']);
    expect(await findings('{ kind: "${series}", open: "${branch}" }')).toEqual([
      'API806 "kind" has no value "7".',
      'API806 "open" is true or false (boolean), not "north".',
    ]);
  });

  it('is not compared without a value, and never shown where it is a secret', async () => {
    expect(await findings('{ kind: 1, branch: "${unset}", note: "x ${token}", series: "${token}" }')).toEqual([]);
  });
});

it('a change has no required members, and a record that is put has them', async () => {
  expect(await findings('{ series: 1 }', {}, 'patch')).toEqual([]);
  for (const verb of ['post', 'put'])
    expect(await findings('{ series: 1 }', {}, verb)).toEqual(['API808 The body requires the member "kind".']);
});
