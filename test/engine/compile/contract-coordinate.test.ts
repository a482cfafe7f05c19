/** Paths of a profile, and the coordinates of the contract that they map. Expected values are read from the contract by hand. */
import { describe, expect, it } from 'vitest';
import { coordinateAt, memberCoordinate } from '../../../engine/compile/context/contract-coordinate.ts';
import { contract } from '../../../src/contract/index.ts';

describe('the part of the contract that a place is about', () => {
  it.each([
    { path: ['/invoices/list'], coordinate: '/invoices/list' },
    { path: ['/invoices/list', 'query'], coordinate: '/invoices/list -> invoices[]' },
    { path: ['/invoices/list', 'fields', 'amountTotal'], coordinate: '/invoices/list -> invoices[].amountTotal' },
    { path: ['/invoices/list', 'codes', 'status', 'PAID'], coordinate: '/invoices/list -> invoices[].status' },
    {
      path: ['/invoices/list', 'fields', 'erpInvoiceId.type'],
      coordinate: '/invoices/list -> invoices[].erpInvoiceId',
    },
    { path: ['/invoices/list', 'fields', '_work'], coordinate: '/invoices/list -> invoices[]' },
    { path: ['/invoices/list', 'attach', 'lines'], coordinate: '/invoices/list -> invoices[].lines[]' },
    { path: ['/invoices/list', 'attach', 'lines', 'query'], coordinate: '/invoices/list -> invoices[].lines[]' },
    {
      path: ['/invoices/list', 'attach', 'lines', 'fields', 'unitPrice'],
      coordinate: '/invoices/list -> invoices[].lines[].unitPrice',
    },
    { path: ['/invoices/list', 'attach', '_own', 'fields', 'amount'], coordinate: '/invoices/list -> invoices[]' },
    { path: ['/invoices/list', 'union', 1, 'fields', 'dueDate'], coordinate: '/invoices/list -> invoices[].dueDate' },
    { path: ['/pricing/resolve', 'first', 0, 'fields', 'source'], coordinate: '/pricing/resolve -> source' },
    { path: ['/pricing/resolve', 'query'], coordinate: '/pricing/resolve' },
    { path: ['/sale-draft', 'find', 'fields', 'saleNumber'], coordinate: '/sale-draft -> saleNumber' },
    { path: ['/sale-draft', 'write', 0, 'order', 'fields', 'saleId'], coordinate: '/sale-draft' },
    { path: ['/sale-draft', 'prepare', 0, 'lines', 'fields', 'price'], coordinate: '/sale-draft' },
    { path: ['/customer-statement/get', 'statement', 'currency'], coordinate: '/customer-statement/get -> currency' },
    { path: ['/customer-statement/get', 'statement', 'balance'], coordinate: '/customer-statement/get' },
    {
      path: ['/customer-statement/get', 'statement', 'entries', 'codes', 'description'],
      coordinate: '/customer-statement/get -> lines[].description',
    },
    { path: ['/debtors/list', 'unavailable'], coordinate: '/debtors/list' },
    { path: ['/debtors/lists', 'query'], coordinate: undefined },
  ])('$path is $coordinate', ({ path, coordinate }) => {
    expect(coordinateAt(contract, ['endpoints', ...path])).toBe(coordinate);
  });

  it('is none outside of the endpoints', () => {
    expect(coordinateAt(contract, ['ids', 'customer', 'exists'])).toBeUndefined();
    expect(coordinateAt(contract, [])).toBeUndefined();
  });

  it('puts an arrow before the first member', () => {
    expect(memberCoordinate('/credit/customer', 'currency')).toBe('/credit/customer -> currency');
    expect(memberCoordinate('/debtors/list -> debtors[]', 'name')).toBe('/debtors/list -> debtors[].name');
  });
});
