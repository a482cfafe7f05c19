import { describe, expect, it } from 'vitest';
import type { Fields } from '../../../engine/base/contract.ts';
import { contract } from '../../../src/contract/index.ts';

/** Section 1 of the contract: every capability with its app. */
const capabilities = [
  ['/health', 'both'],
  ['/catalog/customers/search', 'ordering'],
  ['/catalog/customers/addresses', 'ordering'],
  ['/catalog/products/search', 'ordering'],
  ['/catalog/products/by-sku', 'ordering'],
  ['/pricing/resolve', 'ordering'],
  ['/credit/customer', 'ordering'],
  ['/purchase-orders/list', 'ordering'],
  ['/sales-orders/list', 'ordering'],
  ['/customer-invoices/list', 'ordering'],
  ['/customer-statement/get', 'ordering'],
  ['/sales-orders/usage', 'ordering'],
  ['/sale-draft', 'ordering'],
  ['/debtors/list', 'receivables'],
  ['/invoices/list', 'receivables'],
  ['/payments/list', 'receivables'],
  ['/invoices/push', 'receivables'],
  ['/payments/push', 'receivables'],
] as const;

/** Requests as sections 4 and the rulings give them; `?` marks a field that may be left out. */
const requests: Record<string, string> = {
  '/health': '',
  '/catalog/customers/search': 'query? limit?',
  '/catalog/customers/addresses': 'customerId kind?',
  '/catalog/products/search': 'query? limit?',
  '/catalog/products/by-sku': 'sku limit?',
  '/pricing/resolve': 'customerErpId productErpId',
  '/credit/customer': 'customerErpId',
  '/purchase-orders/list': 'customerErpId? limit?',
  '/sales-orders/list': 'customerErpId? limit?',
  '/customer-invoices/list': 'customerErpId limit?',
  '/customer-statement/get': 'customerErpId asOf? periodStart? periodEnd?',
  '/sales-orders/usage': 'customerErpId sku periodStart periodEnd?',
  '/sale-draft': 'poNumber currency lines(sku qty unitPrice?)',
  '/debtors/list': 'page? limit?',
  '/invoices/list': 'page? limit? modifiedSince?',
  '/payments/list': 'page? limit?',
  '/invoices/push':
    'invoiceNumber erpDebtorId issueDate dueDate? currency status? lines(description? quantity unitPrice amount?)',
  '/payments/push': 'erpInvoiceId amount paymentDate bankAccountCode?',
};

/** Answers as section 2 gives them; `?` marks what the rulings let be absent, `|null` what may be null. */
const answers: Record<string, string> = {
  '/health': 'ok service',
  '/catalog/customers/search': 'hits: erpId erpName city?',
  '/catalog/customers/addresses': 'hits: erpLocationId erpLabel address addressKind',
  '/catalog/products/search': 'hits: erpSku erpDesc erpProductId',
  '/catalog/products/by-sku': 'hits: erpSku erpDesc erpProductId',
  '/pricing/resolve': 'systemUnitPrice|null source',
  '/credit/customer': 'creditLimit|null creditUsed|null currency',
  '/purchase-orders/list': 'orders: erpPoId poNumber customerErpId status orderDate',
  '/sales-orders/list': 'orders: erpSoId soNumber customerErpId status orderDate',
  '/customer-invoices/list':
    'invoices: erpInvoiceId invoiceNumber customerErpId issueDate dueDate currency amountTotal amountOpen status',
  '/customer-statement/get':
    'currency asOf periodStart periodEnd openingBalance closingBalance lines(date reference description debit credit balance)',
  '/sales-orders/usage': 'units',
  '/sale-draft': 'saleId saleNumber? status receivedAt',
  '/debtors/list': 'debtors+hasMore: erpDebtorId name email?',
  '/invoices/list':
    'invoices+hasMore: erpInvoiceId invoiceNumber erpDebtorId debtorName issueDate dueDate currency amountTotal ' +
    'amountOutstanding status lines(description quantity unitPrice amount)',
  '/payments/list': 'payments+hasMore: erpPaymentId erpInvoiceId amount paymentDate',
  '/invoices/push': 'erpInvoiceId',
  '/payments/push': 'erpPaymentId',
};

/** Section 8: bounds and default of `limit`. The page-by-page lists have no upper bound in the contract; default by ruling. */
const limits: Record<string, readonly [number, number | undefined, number]> = {
  '/catalog/customers/search': [1, 500, 20],
  '/catalog/products/search': [1, 500, 20],
  '/catalog/products/by-sku': [1, 100, 10],
  '/purchase-orders/list': [1, 100, 20],
  '/sales-orders/list': [1, 100, 20],
  '/customer-invoices/list': [1, 100, 50],
  '/debtors/list': [1, undefined, 100],
  '/invoices/list': [1, undefined, 100],
  '/payments/list': [1, undefined, 100],
};

function shape(fields: Fields): string {
  return Object.entries(fields)
    .map(([name, field]) => {
      const items = field.type === 'list' ? `(${shape(field.items)})` : '';
      return `${name}${items}${field.nullable ? '|null' : ''}${field.required ? '' : '?'}`;
    })
    .join(' ');
}

describe('the 18 endpoints', () => {
  it('are those of the contract, each with its app, none twice', () => {
    const listed = contract.endpoints.map(({ path, app }) => `${path} ${app}`).sort();
    expect(listed).toEqual(capabilities.map(([path, app]) => `${path} ${app}`).sort());
    expect(listed).toHaveLength(18);
  });

  it('speak version 1', () => {
    expect(contract.version).toBe('1');
  });

  for (const endpoint of contract.endpoints) {
    it(`${endpoint.path}: request fields and which of them may be left out`, () => {
      expect(shape(endpoint.request)).toBe(requests[endpoint.path]);
    });

    it(`${endpoint.path}: answer fields and which of them may be absent or null`, () => {
      const { answer } = endpoint;
      const written =
        answer.kind === 'rows'
          ? `${answer.property}${answer.paged ? '+hasMore' : ''}: ${shape(answer.row)}`
          : shape(answer.fields);
      expect(written).toBe(answers[endpoint.path]);
    });

    it(`${endpoint.path}: bounds and default of limit`, () => {
      const limit = endpoint.request.limit;
      const bounds = limits[endpoint.path];
      if (bounds === undefined) return expect(limit).toBeUndefined();
      if (limit?.type !== 'integer') return expect.fail('limit is no integer');
      expect([limit.minimum, limit.maximum, limit.default]).toEqual(bounds);
    });
  }
});

describe('what the rulings add', () => {
  const at = (path: string) => {
    const endpoint = contract.endpoints.find((candidate) => candidate.path === path);
    if (endpoint === undefined) throw new Error(`no ${path}`);
    return endpoint;
  };

  it('drops broken rows of search hits alone', () => {
    const dropping = contract.endpoints.filter(({ answer }) => answer.kind === 'rows' && answer.brokenRow === 'drop');
    expect(dropping.map(({ path }) => path).sort()).toEqual([
      '/catalog/customers/addresses',
      '/catalog/customers/search',
      '/catalog/products/by-sku',
      '/catalog/products/search',
    ]);
  });

  it('refuses unknown ids of credit, statement and writes', () => {
    const refusing = contract.endpoints.filter(({ mustExist }) => mustExist.length > 0);
    expect(Object.fromEntries(refusing.map(({ path, mustExist }) => [path, mustExist]))).toEqual({
      '/credit/customer': ['customerErpId'],
      '/customer-statement/get': ['customerErpId'],
      '/invoices/push': ['erpDebtorId'],
      '/payments/push': ['erpInvoiceId'],
    });
  });

  it('keys writes by the natural key', () => {
    const keys = contract.endpoints.flatMap(({ path, answer }) =>
      answer.kind === 'write' ? [[path, answer.key]] : [],
    );
    expect(Object.fromEntries(keys)).toEqual({
      '/sale-draft': ['poNumber'],
      '/invoices/push': ['invoiceNumber', 'erpDebtorId'],
      '/payments/push': ['erpInvoiceId', 'amount', 'paymentDate', 'bankAccountCode'],
    });
  });

  it('answers the unknown with a null price from no source and with no units', () => {
    expect(at('/pricing/resolve').answer).toMatchObject({ empty: { systemUnitPrice: null, source: 'none' } });
    expect(at('/sales-orders/usage').answer).toMatchObject({ empty: { units: 0 } });
    expect(at('/credit/customer').answer).not.toHaveProperty('empty');
  });

  it('names row fields that exist as identifier, name, fallback and order', () => {
    for (const { path, answer, request, mustExist } of contract.endpoints) {
      for (const name of mustExist) expect(request, path).toHaveProperty(name);
      if (answer.kind === 'write') for (const name of answer.key) expect(request, path).toHaveProperty(name);
      if (answer.kind !== 'rows') continue;
      expect(answer.row[answer.id]?.type, path).toBe('id');
      if (answer.name !== undefined) expect(answer.row, path).toHaveProperty(answer.name);
      for (const field of Object.values(answer.row)) {
        if ('fallback' in field && field.fallback !== undefined && 'field' in field.fallback) {
          expect(answer.row[field.fallback.field]?.required, path).toBe(true);
        }
      }
    }
  });

  it('lets a missing due date be the issue date, and a missing label or description the id', () => {
    const row = (path: string) => {
      const { answer } = at(path);
      return answer.kind === 'rows' ? answer.row : {};
    };
    expect(row('/invoices/list').dueDate).toMatchObject({ fallback: { field: 'issueDate' } });
    expect(row('/customer-invoices/list').dueDate).toMatchObject({ fallback: { field: 'issueDate' } });
    expect(row('/catalog/customers/addresses').erpLabel).toMatchObject({ fallback: { field: 'erpLocationId' } });
    expect(row('/catalog/products/search').erpDesc).toMatchObject({ fallback: { field: 'erpProductId' } });
    expect(row('/catalog/customers/addresses').address).toMatchObject({ fallback: { value: '' } });
  });

  it('gives every field a description, and every value an example', () => {
    const walk = (fields: Fields, path: string): void => {
      for (const [name, field] of Object.entries(fields)) {
        expect(field.description.length, `${path} ${name}`).toBeGreaterThan(5);
        if (field.type === 'list') walk(field.items, `${path} ${name}`);
        else expect(field.example, `${path} ${name}`).toBeDefined();
      }
    };
    for (const { path, request, answer } of contract.endpoints) {
      walk(request, path);
      walk(answer.kind === 'rows' ? answer.row : answer.fields, path);
    }
  });
});
