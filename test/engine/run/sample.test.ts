/** The log event that names the setting for the connection test, if the setting is missing. */
import { expect, it } from 'vitest';
import type { FieldFault } from '../../../engine/base/problem.ts';
import { sampleHint } from '../../../engine/run/write/sample-draft.ts';
import { contract } from '../../../src/contract/index.ts';

const draft = contract.endpoints.find(({ path }) => path === '/sale-draft');
const request = { poNumber: 'P', currency: 'EUR', lines: [{ sku: 'DEMO-1', qty: 1 }] };
const hint = (message: string, fields: readonly FieldFault[], demo?: string): string | undefined =>
  draft && sampleHint(draft.answer, request, demo, { kind: 'invalid', message, fields });
const fault = (field: string): FieldFault => ({ field, message: 'is refused', rule: 'refused' });

it('names the article if the article was refused', () => {
  const text = 'If this was the platform\'s connection test, set demoSku (ENGINE_DEMO_SKU) to "DEMO-1".';
  expect(hint('Unknown or inactive SKU DEMO-1', [])).toBe(text);
  expect(hint('The request is not valid.', [fault('lines[0].sku')])).toBe(text);
  expect(hint('Refused.', [{ ...fault('lines'), message: 'DEMO-1 is not sold' }])).toBe(text);
});

it('is silent where anything else was refused, or the article is named already', () => {
  expect(hint('poNumber must not be longer than 35 characters', [fault('poNumber')])).toBeUndefined();
  expect(hint('The request is not valid.', [fault('lines[0].qty')])).toBeUndefined();
  expect(hint('Unknown or inactive SKU DEMO-1', [], 'DEMO-2')).toBeUndefined();
});
