/** `engine test` holds requests, and the answers of cases and doubles, against the vendor's description of a source. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contract } from '../../../src/contract/index.ts';
import { folderWith } from '../service/server/fixture.ts';
import { runHere } from './here.ts';
import {
  asked,
  bySku,
  chair,
  chairResponse,
  credit,
  folder,
  given,
  items,
  limits,
  one,
  profile,
  run,
  shopForEach,
} from './shop-http.ts';

const text = { type: 'string' };
const answer = (schema: object): object => ({ 200: { content: { 'application/json': { schema } } } });
const list = (properties: object): object => ({
  type: 'object',
  properties: { value: { type: 'array', items: { type: 'object', properties } } },
});
const description = {
  openapi: '3.0.0',
  paths: {
    '/items': {
      get: {
        parameters: ['$filter', '$top'].map((name) => ({ name, in: 'query', schema: text })),
        responses: answer(list({ id: text, number: text, name: text })),
      },
    },
    '/credits/search': {
      post: {
        requestBody: {
          content: {
            'application/json': {
              schema: { type: 'object', properties: { customer: text, open: { type: 'boolean' } } },
            },
          },
        },
        responses: answer({ type: 'object', properties: { limit: { type: 'number' }, used: { type: 'number' } } }),
      },
    },
    '/customers': { get: { responses: answer(list({ id: text, name: text })) } },
  },
};

describe('cases', () => {
  shopForEach();
  const described = (endpoints: Readonly<Record<string, string>>): void => {
    writeFileSync(join(folder, 'api.json'), JSON.stringify(description));
    given(profile(endpoints, '    describedBy: api.json\n'));
  };
  const chairs = (row: string): string =>
    one(bySku, '{ sku: A/1 }', chairResponse, `http: [{ ${asked}, answer: { json: { value: [${row}] } } }]`);

  it('pass where both are as described', async () => {
    described({ [bySku]: items });
    expect(await run(chairs(chair))).toMatchObject({ status: 0, err: '' });
  });

  it('fail with an answer that the description does not allow, and say that the case is wrong', async () => {
    described({ [bySku]: items });
    const { status, out } = await run(chairs("{ id: '7', number: A/1, name: Chair, county: Kent }"));
    expect(status).toBe(1);
    expect(out).toContain('  FAIL it\n');
    expect(out).toContain(' The case answers `value.county`, which api.json does not have (GET /items).\n');
    expect(out).not.toContain('+ actual');
  });

  it('fail with a request that the description does not allow, and say that the profile is wrong', async () => {
    described({ [credit]: limits });
    const { status, out } = await run(
      one(
        credit,
        '{ customerErpId: K1 }',
        'error: { status: 404 }',
        'http: [{ post: /credits/search, json: { customer: K1, least: 1.5, open: true }, answer: { status: 404 } }]',
      ),
    );
    expect(status).toBe(1);
    expect(out).toContain(' The profile sends `least`, which api.json does not have (POST /credits/search).\n');
    expect(out).not.toContain('The case answers');
  });

  it('are not run without the file', async () => {
    described({ [bySku]: items });
    given(profile({ [bySku]: items }, '    describedBy: other.json\n'));
    const { status, err } = await run(chairs(chair));
    expect(status).toBe(1);
    expect(err).toContain('API801');
  });
});

describe('a double', () => {
  const search = '/catalog/customers/search';
  const shop = `
profile: shop
title: A shop
contract: "1"
settings: { url: { env: SHOP_URL } }
sources: { erp: { http: "\${url}", describedBy: api.json, request: { rows: value }, probe: { get: /customers } } }
endpoints:
  ${search}: { search: { text: query, in: [erpName] }, get: /customers, fields: { erpId: id, erpName: name } }
`;
  const double = (row: object): string => `
import { createServer } from 'node:http';
export default async function start() {
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('${JSON.stringify({ value: [row] })}'));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { environment: { SHOP_URL: 'http://127.0.0.1:' + server.address().port }, close: async () => server.close() };
}
`;
  const conformance = (row: object): ReturnType<typeof runHere> => {
    const files = { 'shop.yaml': shop, 'double.mjs': double(row), 'api.json': JSON.stringify(description) };
    const small = {
      ...contract,
      endpoints: contract.endpoints.filter(({ path }) => ['/health', search].includes(path)),
    };
    const args = ['test', '--conformance', './shop.yaml', '--filter', search];
    return runHere(args, { env: {}, cwd: folderWith(files), contract: small });
  };

  it('fails the checks, once for each of its faults', async () => {
    const { status, out, err } = await conformance({ id: '1', name: 'Anna', county: 'Kent' });
    expect({ status, err }).toEqual({ status: 1, err: '' });
    expect(
      out.match(/The double answers `value\.county`, which api\.json does not have \(GET \/customers\)\./g),
    ).toHaveLength(1);
    expect(out).toMatch(/FAIL .*nothing disagrees with the description during/);
    expect((await conformance({ id: '1', name: 'Anna' })).out).not.toContain('disagrees');
  });
});
