import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { profileJsonSchema } from '../../../engine/profile/grammar/json-schema.ts';
import { descriptionAt, examplesAt, knownKeys } from '../../../engine/profile/grammar/schema-at-path.ts';
import { outputs } from '../../../src/build/outputs.ts';

const valid = {
  profile: 'acme',
  contract: '1',
  sources: { erp: { sql: 'sqlite', connection: { file: 'acme.db' } } },
  endpoints: { '/debtors/list': { query: 'SELECT 1 AS erpDebtorId', order: ['-name'] } },
};

describe('generated files', () => {
  it.each(outputs)('$path is up to date (run `npm run build`)', async ({ path, content }) => {
    expect(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')).toBe(await content());
  });
});

describe('profileJsonSchema', () => {
  const validate = new Ajv({ strict: false }).compile(profileJsonSchema());

  it('takes a profile', () => {
    expect(validate(valid)).toBe(true);
  });

  it.each([
    ['an unknown key', { ...valid, titel: 'x' }],
    ['a missing key', { ...valid, sources: undefined }],
    ['an unknown key of an endpoint', { ...valid, endpoints: { '/debtors/list': { qeury: '' } } }],
    ['a wrong type', { ...valid, contract: 1 }],
  ])('refuses %s', (_name, profile) => {
    expect(validate(JSON.parse(JSON.stringify(profile)))).toBe(false);
  });

  it('is draft 7, and describes what editors show', () => {
    const schema = profileJsonSchema();
    expect(schema).toMatchObject({ $schema: 'http://json-schema.org/draft-07/schema#' });
    expect(knownKeys(schema, [])).toContain('endpoints');
    expect(knownKeys(schema, ['endpoints', '/any', 'first', 0])).toContain('query');
    expect(knownKeys(schema, ['sources', 'erp', 'connection'])).toEqual(expect.arrayContaining(['file', 'host']));
    expect(descriptionAt(schema, ['endpoints', '/any', 'query'])).toContain('SQL');
    expect(examplesAt(schema, ['sources', 'erp', 'limits', 'timeout'])).toContain('10s');
    expect(knownKeys(schema, ['nowhere', 'at', 'all'])).toEqual([]);
  });
});
