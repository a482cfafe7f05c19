/** The JSON Schema for editors accepts whole profiles, and every valid overlay. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { editorJsonSchema } from '../../../../engine/tools/index.ts';
import { contract } from '../../../../src/contract/index.ts';

const validate = new Ajv({ strict: false }).compile(editorJsonSchema(contract.endpoints));
const root = join(import.meta.dirname, '../../../..');

const taken = (overlay: string): boolean => validate(parse(`extends: demo\n${overlay}`));

describe('editorJsonSchema', () => {
  it.each([
    'profiles/demo/profile.yaml',
    'examples/first-profile/shop.yaml',
    'examples/customer-variant/wexford.yaml',
    'test/support/kontor-api/profile.yaml',
  ])('takes %s', (file) => {
    validate(parse(readFileSync(join(root, file), 'utf8')));
    expect(validate.errors).toBeNull();
  });

  it.each([
    'settings: { unit: { default: pieces }, $without: [company] }',
    'sources: { erp: { limits: { connections: 3 }, absent: { $after: [""] } } }',
    'endpoints: { /sale-draft: { $without: all, unavailable: by hand } }',
    'endpoints: { /sale-draft: { write: { order: { exec: UPDATE 1 }, $before line: [{ note: { exec: INSERT 1 } }], $without: [counter] } } }',
    'endpoints: { /pricing/resolve: { first: { list price: { fields: { source: x } }, $before: [{ query: SELECT 1 }] } } }',
    'endpoints: { /sale-draft: { prepare: { lines: { attach: { item: { query: SELECT 1 } } } } } }',
    'endpoints: { /invoices/list: { attach: { lines: { fields: { description: text } } }, order: [-issueDate] } }',
  ])('takes the overlay %s', (overlay) => {
    expect(taken(overlay)).toBe(true);
  });

  it.each([
    'titel: x',
    'settings: { unit: { defualt: pieces } }',
    'endpoints: { /debtor/list: {} }',
    'endpoints: { /debtors/list: { serch: x } }',
    'endpoints: { /sale-draft: { write: { order: { exce: UPDATE 1 } } } }',
    'endpoints: { /sale-draft: { write: { $befor: [] } } }',
    'endpoints: { /sale-draft: { write: { $before: { note: { exec: x } } } } }',
    'endpoints: { /sale-draft: { write: { $before: [{ note: { exce: x } }] } } }',
    'endpoints: { /sale-draft: { $without: key } }',
    'endpoints: { /invoices/list: { order: { issueDate: 1 } } }',
  ])('refuses the overlay %s', (overlay) => {
    expect(taken(overlay)).toBe(false);
  });

  it('wants all of a profile that extends nothing', () => {
    expect(validate({ profile: 'acme' })).toBe(false);
  });
});
