/** Fields of requests, and the check of a body against them. */
import type { Contract, Endpoint, Fields } from '../../engine/base/contract.ts';
import { compileRequest, parseBody, type RequestOutcome } from '../../engine/shape/request.ts';

export const currencies = new Map([
  ['EUR', 2],
  ['USD', 2],
  ['JPY', 0],
]);
const base = { description: 'a field', required: true } as const;
const optional = { description: 'a field', required: false } as const;

export function endpoint(request: Fields, paged = false): Endpoint {
  return {
    path: '/things/list',
    app: 'ordering',
    title: 'Things',
    description: 'Things.',
    request,
    answer: { kind: 'rows', property: 'things', row: {}, id: 'id', paged, brokenRow: 'fail' },
    mustExist: [],
  };
}

/** Checks a body, given as JSON text without its schemaVersion, against an endpoint of these request fields. */
export function check(request: Fields, json: string, paged = false): RequestOutcome {
  const thing = endpoint(request, paged);
  const contract: Contract = { version: '1', endpoints: [thing], currencies };
  const parsed = parseBody(json.replace('{', json === '{}' ? '{"schemaVersion":"1"' : '{"schemaVersion":"1",'));
  if (!parsed.ok) throw new Error(`no JSON: ${json}`);
  return compileRequest(contract, thing, { maxPageLimit: 500 })(parsed.body);
}

export const value = (request: Fields, json: string, paged = false) => {
  const outcome = check(request, json, paged);
  return outcome.ok ? outcome.value : outcome.fields;
};
export const faults = (request: Fields, json: string) => {
  const outcome = check(request, json);
  return outcome.ok ? 'accepted' : outcome.fields.map(({ field, message, rule }) => `${field}: ${message} (${rule})`);
};

export const text = { text: { type: 'text', ...base } } as const satisfies Fields;
export const note = { note: { type: 'text', ...optional } } as const satisfies Fields;
export const search = { query: { type: 'text', ...optional, default: '', allowEmpty: true } } as const satisfies Fields;
export const kind = { kind: { type: 'text', ...optional, oneOf: ['shipping', 'billing'] } } as const satisfies Fields;
export const filter = { customerErpId: { type: 'id', idKind: 'customer', ...optional } } as const satisfies Fields;
export const count = { count: { type: 'integer', ...base, minimum: 1 } } as const satisfies Fields;
export const limit = {
  limit: { type: 'integer', ...optional, minimum: 1, maximum: 500, default: 20 },
} as const satisfies Fields;
export const pageLimit = {
  limit: { type: 'integer', ...optional, minimum: 1, default: 100 },
} as const satisfies Fields;
export const price = { price: { type: 'decimal', ...optional } } as const satisfies Fields;
export const amount = { amount: { type: 'decimal', ...base, exclusiveMinimum: 0 } } as const satisfies Fields;
export const period = {
  from: { type: 'date', ...base, notAfter: 'to' },
  to: { type: 'date', ...optional },
} as const satisfies Fields;
export const since = { since: { type: 'instant', ...optional } } as const satisfies Fields;
export const unknownCurrency =
  'currency: must be a currency of ISO 4217 that has a smallest unit, such as EUR or JPY (currency)';
export const money = { currency: { type: 'currency', ...base } } as const satisfies Fields;
export const lines = {
  lines: { type: 'list', ...base, minItems: 1, items: { sku: { type: 'text', ...base }, qty: count.count, ...price } },
} as const satisfies Fields;
