import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { answerExample, requestExample } from '../../../engine/shape/example.ts';
import { answerSchema, errorSchema, requestSchema } from '../../../engine/shape/json-schema.ts';
import { compileRequest } from '../../../engine/shape/request.ts';
import { contract, errorAnswers, errorCodes, errorExample } from '../../../src/contract/index.ts';

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
addFormats.default(ajv);

function accepts(schema: object, value: unknown): boolean {
  return ajv.compile(schema)(value);
}

function at(path: string) {
  const endpoint = contract.endpoints.find((candidate) => candidate.path === path);
  if (endpoint === undefined) throw new Error(`no ${path}`);
  return endpoint;
}

describe('schemas of the contract', () => {
  for (const endpoint of contract.endpoints) {
    it(`${endpoint.path}: the examples are valid, by the schemas and by the service's own check`, () => {
      const request = requestExample(contract, endpoint);
      expect(accepts(requestSchema(contract, endpoint), request)).toBe(true);
      expect(accepts(answerSchema(contract, endpoint), answerExample(contract, endpoint))).toBe(true);
      expect(compileRequest(contract, endpoint, { maxPageLimit: 500 })(request)).toMatchObject({ ok: true });
    });

    it(`${endpoint.path}: schemaVersion is required; unknown fields are allowed in a request, but not in an answer`, () => {
      const request = requestExample(contract, endpoint);
      const answer = answerExample(contract, endpoint);
      const schemas = [requestSchema(contract, endpoint), answerSchema(contract, endpoint)] as const;
      expect(accepts(schemas[0], { ...request, novel: 1 })).toBe(true);
      expect(accepts(schemas[1], { ...answer, novel: 1 })).toBe(false);
      expect(accepts(schemas[0], { ...request, schemaVersion: 1 })).toBe(false);
      expect(accepts(schemas[1], { ...answer, schemaVersion: undefined })).toBe(false);
    });
  }

  it('null means "missing" in optional request fields only', () => {
    const schema = requestSchema(contract, at('/catalog/customers/addresses'));
    expect(accepts(schema, { schemaVersion: '1', customerId: 'C', kind: null })).toBe(true);
    expect(accepts(schema, { schemaVersion: '1', customerId: null })).toBe(false);
  });

  it('an answer may hold null where the contract says so', () => {
    const price = answerSchema(contract, at('/pricing/resolve'));
    expect(accepts(price, { schemaVersion: '1', systemUnitPrice: null, source: 'none' })).toBe(true);
    expect(accepts(price, { schemaVersion: '1', systemUnitPrice: 1, source: null })).toBe(false);
    const orders = answerSchema(contract, at('/sales-orders/list'));
    expect(accepts(orders, { schemaVersion: '1', orders: [{ erpSoId: null }] })).toBe(false);
  });

  it('an answer row without a required field, or with a day that does not exist, is not valid', () => {
    const schema = answerSchema(contract, at('/payments/list'));
    const row = { erpPaymentId: 'a', erpInvoiceId: 'b', amount: 1, paymentDate: '2026-02-28' };
    const page = (payment: object) => ({ schemaVersion: '1', payments: [payment], hasMore: false });
    expect(accepts(schema, page(row))).toBe(true);
    expect(accepts(schema, page({ ...row, paymentDate: '2026-02-30' }))).toBe(false);
    expect(accepts(schema, page({ ...row, amount: '1' }))).toBe(false);
    expect(accepts(schema, page({ ...row, erpPaymentId: undefined }))).toBe(false);
    expect(accepts(schema, { schemaVersion: '1', payments: [row] })).toBe(false);
  });

  it('error bodies: every example is valid, other codes are not', () => {
    const schema = errorSchema(contract, errorCodes);
    for (const answer of errorAnswers) expect(accepts(schema, errorExample(contract, answer)), answer.code).toBe(true);
    expect(accepts(schema, { schemaVersion: '1', error: 'x', code: 'THROTTLED' })).toBe(false);
    expect(accepts(schema, { schemaVersion: '1', code: 'BAD_REQUEST' })).toBe(false);
  });
});
