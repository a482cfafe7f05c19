/** Where the service of an OpenAPI document is, and which headers its requests need. */
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { generateFromService } from '../../../../src/workbench/init/from-service.ts';

const rows = {
  type: 'array',
  items: {
    type: 'object',
    properties: { id: { type: 'string' }, name: { type: 'string' }, email: { type: 'string' } },
  },
};
const tenant = { name: 'xero-tenant-id', in: 'header', required: true, schema: { type: 'string' } };
const accept = { name: 'Accept', in: 'header', required: true, schema: { type: 'string' } };
const get = {
  get: { parameters: [tenant, accept], responses: { 200: { content: { 'application/json': { schema: rows } } } } },
};
const paths = { '/Contacts': get, '/Invoices': get };

function profileOf(document: object, given: { readonly url?: string; readonly describedAt?: string } = {}) {
  const text = JSON.stringify({ openapi: '3.0.3', paths, ...document });
  const input = {
    name: 'acme',
    title: 'Acme',
    schema: 'x',
    clock: 'UTC',
    url: given.url,
    describedAt: given.describedAt,
  };
  return parse(generateFromService({ ...input, text }).files.get('profile.yaml') ?? '');
}

it('the first server is the address, and a required header is a setting', () => {
  const { settings, sources } = profileOf({
    servers: [{ url: 'https://api.example.com/v2/' }, { url: 'https://other' }],
  });
  expect(settings.api_url).toEqual({ env: 'ACME_API_URL', default: 'https://api.example.com/v2' });
  expect(settings.xero_tenant_id).toEqual({ env: 'ACME_API_XERO_TENANT_ID' });
  expect(sources.erp.http).toBe('${api_url}');
  expect(sources.erp.request).toEqual({ headers: { 'xero-tenant-id': '${xero_tenant_id}' } });
});

it('variables have their defaults; a path is below the host of the document; a given address wins', () => {
  const variables = { region: { default: 'eu' } };
  const filled = profileOf({ servers: [{ url: 'https://{region}.example.com', variables }] });
  expect(filled.settings.api_url.default).toBe('https://eu.example.com');
  expect(profileOf({ servers: [{ url: 'https://{region}.example.com' }] }).settings.api_url.default).toBeUndefined();
  const below = profileOf(
    { servers: [{ url: '/api/v1' }] },
    { describedAt: 'https://erp.example.com/docs/openapi.json' },
  );
  expect([below.settings.api_url.default, below.sources.erp.http]).toEqual([
    'https://erp.example.com',
    '${api_url}/api/v1',
  ]);
  const given = profileOf({ servers: [{ url: '/api/v1' }] }, { url: 'https://mine.example.com/x' });
  expect([given.settings.api_url.default, given.sources.erp.http]).toEqual([
    'https://mine.example.com/x',
    '${api_url}',
  ]);
  const swagger = profileOf({
    openapi: undefined,
    swagger: '2.0',
    host: 'old.example.com',
    basePath: '/v1',
    schemes: ['https'],
    paths: { '/Contacts': { get: { responses: { 200: { schema: rows } } } } },
  });
  expect(swagger.settings.api_url.default).toBe('https://old.example.com/v1');
});
