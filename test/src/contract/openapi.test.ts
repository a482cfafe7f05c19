import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { contract, openApi } from '../../../src/contract/index.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
const document: Json = JSON.parse(JSON.stringify(openApi(contract)));

/** The value at a JSON pointer; fails where there is none. */
function at(pointer: string): Json {
  return pointer
    .split('/')
    .slice(1)
    .reduce<Json>((value, token) => {
      const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
      const next = value !== null && typeof value === 'object' && !Array.isArray(value) ? value[key] : undefined;
      if (next === undefined) throw new Error(`nothing at ${pointer} (${key})`);
      return next;
    }, document);
}

function keys(pointer: string): string[] {
  const value = at(pointer);
  return value !== null && typeof value === 'object' ? Object.keys(value) : [];
}

function references(value: Json): string[] {
  if (value === null || typeof value !== 'object') return [];
  if (Array.isArray(value)) return value.flatMap(references);
  return Object.entries(value).flatMap(([key, inner]) => (key === '$ref' ? [String(inner)] : references(inner)));
}

const escaped = (path: string) => path.replaceAll('/', '~1');

describe('the OpenAPI document', () => {
  it('is 3.1 with a title, a version, and the bearer key on every operation', () => {
    expect(at('/openapi')).toMatch(/^3\.1\./);
    expect(at('/info/title')).not.toBe('');
    expect(at('/info/version')).toBe('1');
    expect(at('/security')).toEqual([{ key: [] }]);
    expect(at('/components/securitySchemes/key')).toMatchObject({ type: 'http', scheme: 'bearer' });
  });

  it('has 18 paths with POST alone, each operation with a unique id and a declared tag', () => {
    expect(keys('/paths')).toHaveLength(18);
    const ids = keys('/paths').map((path) => {
      expect(keys(`/paths/${escaped(path)}`)).toEqual(['post']);
      expect(['shared', 'ordering', 'receivables']).toContain(at(`/paths/${escaped(path)}/post/tags`)?.toString());
      return at(`/paths/${escaped(path)}/post/operationId`);
    });
    expect(new Set(ids).size).toBe(18);
  });

  it('has no reference that leads nowhere', () => {
    const foundReferences = references(document);
    expect(foundReferences.length).toBeGreaterThan(18);
    for (const reference of foundReferences) expect(at(reference.slice(1))).toBeDefined();
  });

  it('declares only schemas that compile, and examples that fit them', () => {
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
    addFormats.default(ajv);
    for (const path of keys('/paths')) {
      const operation = `/paths/${escaped(path)}/post`;
      for (const body of [`${operation}/requestBody`, `${operation}/responses/200`]) {
        const schema = at(`${body}/content/application~1json/schema`);
        if (schema === null || typeof schema !== 'object') throw new Error(`no schema at ${body}`);
        expect(ajv.compile(schema)(at(`${body}/content/application~1json/example`)), body).toBe(true);
      }
      expect(at(`${operation}/requestBody/required`)).toBe(true);
    }
  });

  it('gives each operation the failures of the rulings', () => {
    const common = ['200', '400', '401', '405', '413', '415', '422', '500', '503'];
    expect(keys('/paths/~1health/post/responses')).toEqual(common);
    for (const path of keys('/paths').filter((candidate) => candidate !== '/health')) {
      const expected = [...common, '403', '429', '501', '502', '504'].sort();
      expect(keys(`/paths/${escaped(path)}/post/responses`), path).toEqual(expected);
    }
  });

  it('pairs status and code as the rulings do, with the headers that belong to them', () => {
    const codes = Object.fromEntries(
      keys('/components/responses').map((name) => [
        name,
        at(`/components/responses/${name}/content/application~1json/example/code`),
      ]),
    );
    expect(codes).toEqual({
      Status400: 'INVALID_JSON',
      Status401: 'UNAUTHORIZED',
      Status403: 'FORBIDDEN',
      Status404: 'BAD_REQUEST',
      Status405: 'BAD_REQUEST',
      Status413: 'BAD_REQUEST',
      Status415: 'BAD_REQUEST',
      Status422: 'VALIDATION_FAILED',
      Status429: 'INTERNAL_ERROR',
      Status500: 'INTERNAL_ERROR',
      Status501: 'INTERNAL_ERROR',
      Status502: 'INTERNAL_ERROR',
      Status503: 'INTERNAL_ERROR',
      Status504: 'INTERNAL_ERROR',
    });
    expect(at('/components/responses/Status429/headers/Retry-After/schema/type')).toBe('integer');
    expect(at('/components/responses/Status503/headers/Retry-After/schema/type')).toBe('integer');
    expect(at('/components/responses/Status401/headers/WWW-Authenticate/example')).toBe('Bearer');
    expect(at('/components/responses/Status405/headers/Allow/example')).toBe('POST');
  });
});
