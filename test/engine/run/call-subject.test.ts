/** What the log says of a failed call: the key of the document by the contract, and the customer. */
import { expect, it } from 'vitest';
import type { MaskedPart } from '../../../engine/base/masked-id.ts';
import { callSubject } from '../../../engine/run/call-subject.ts';
import { contract } from '../../../src/contract/index.ts';

function subject(path: string, values: Parameters<typeof callSubject>[1], masked: readonly MaskedPart[] = []) {
  const endpoint = contract.endpoints.find((each) => each.path === path);
  if (endpoint === undefined) throw new Error(`The contract has no ${path}.`);
  return callSubject(endpoint, values, new Set(masked));
}

it.each([
  ['/sale-draft', { poNumber: 'PO-7', currency: 'EUR' }, { key: 'PO-7' }],
  ['/sale-draft', { currency: 'EUR' }, undefined],
  ['/invoices/push', { invoiceNumber: 'R-1', erpDebtorId: 'C003' }, { key: '["R-1","C003"]', customer: 'C003' }],
  ['/invoices/push', { erpDebtorId: 'C003' }, { key: '[null,"C003"]', customer: 'C003' }],
  [
    '/payments/push',
    { erpInvoiceId: '4', amount: 97.5, paymentDate: '2026-04-02' },
    { key: '["4","97.5","2026-04-02",null]' },
  ],
  ['/catalog/customers/addresses', { customerId: 'C003' }, { customer: 'C003' }],
  ['/pricing/resolve', { customerErpId: 'C003', productErpId: '9' }, { customer: 'C003' }],
  ['/purchase-orders/list', { limit: 20 }, undefined],
])('%s %j', (path, values, expected) => {
  expect(subject(path, values)).toEqual(expected);
});

it('has texts of bounded length', () => {
  expect(subject('/sale-draft', { poNumber: 'x'.repeat(5_000) })?.key).toBe(`${'x'.repeat(200)}...`);
});

it('has the last characters alone of what the profile masks', () => {
  const invoice = { invoiceNumber: 'R-2026-17', erpDebtorId: 'C003' };
  expect(subject('/invoices/push', invoice, ['key', 'customer'])).toEqual({ key: '["…17","…"]', customer: '…' });
  expect(subject('/invoices/push', invoice, ['customer'])).toEqual({ key: '["R-2026-17","C003"]', customer: '…' });
  expect(subject('/sale-draft', { poNumber: 'PO-2026-0317' }, ['key'])).toEqual({ key: '…17' });
  expect(subject('/credit/customer', { customerErpId: 'C00317' }, ['customer'])).toEqual({ customer: '…17' });
});
