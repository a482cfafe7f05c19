import type { Endpoint, Fields } from '../../../engine/index.ts';
import { id, limit, oneOf, optional, searchText, text, textOr, textOrEmpty } from '../fields/fields.ts';

const kinds = ['shipping', 'billing'] as const;

const customerHit = {
  erpId: id('customer', 'Identifier of the customer: customerId and customerErpId of later calls.', 'C-1001'),
  erpName: text('Name of the customer.', 'Müller & Söhne GmbH'),
  city: optional(text('City of the customer, if the ERP has one.', 'Hamburg')),
} as const satisfies Fields;

const addressHit = {
  erpLocationId: id('location', 'Identifier of the location.', 'C-1001-2'),
  erpLabel: textOr('erpLocationId', 'Label of the location; its identifier if it has none.', 'Warehouse North'),
  address: { ...textOrEmpty('The whole address on one line.', 'Hafenstraße 4, 20457 Hamburg, DE'), oneLine: true },
  addressKind: oneOf(kinds, 'What the address is for.', 'shipping'),
} as const satisfies Fields;

const productHit = {
  erpSku: text('Stock keeping unit.', 'HX-10'),
  // Without a description the contract asks for "the id": the identifier of the row, as for the label of an address.
  erpDesc: textOr('erpProductId', 'Description or name; the identifier if it has none.', 'Hex bolt M8 x 40'),
  erpProductId: id('product', 'Identifier of the product: productErpId of pricing.', '4711'),
} as const satisfies Fields;

/** Searches for customers, their addresses, and products. */
export const catalog = [
  {
    path: '/catalog/customers/search',
    app: 'ordering',
    title: 'Customer search',
    description: 'Active customers whose name contains every word of the text, better matches first.',
    request: {
      query: searchText('Words to find in the name; empty finds all customers.', 'müller'),
      limit: limit(500, 20),
    },
    answer: {
      kind: 'rows',
      property: 'hits',
      row: customerHit,
      id: 'erpId',
      name: 'erpName',
      paged: false,
      brokenRow: 'drop',
    },
    mustExist: [],
  },
  {
    path: '/catalog/customers/addresses',
    app: 'ordering',
    title: 'Customer addresses',
    description: 'The addresses of a customer.',
    request: {
      customerId: id('customer', 'erpId of a customer hit.', 'C-1001'),
      kind: optional(oneOf(kinds, 'Only addresses of this kind; all kinds by default.', 'shipping')),
    },
    answer: { kind: 'rows', property: 'hits', row: addressHit, id: 'erpLocationId', paged: false, brokenRow: 'drop' },
    mustExist: [],
  },
  {
    path: '/catalog/products/search',
    app: 'ordering',
    title: 'Product search by text',
    description: 'Products whose name or description contains every word of the text, better matches first.',
    request: {
      query: searchText('Words to find in name and description; empty finds all products.', 'hex bolt'),
      limit: limit(500, 20),
    },
    answer: {
      kind: 'rows',
      property: 'hits',
      row: productHit,
      id: 'erpProductId',
      name: 'erpDesc',
      paged: false,
      brokenRow: 'drop',
    },
    mustExist: [],
  },
  {
    path: '/catalog/products/by-sku',
    app: 'ordering',
    title: 'Product search by SKU',
    description: 'Products whose SKU is the given one, then those whose SKU begins with it.',
    request: { sku: text('A complete SKU, or its beginning.', 'HX-1'), limit: limit(100, 10) },
    answer: {
      kind: 'rows',
      property: 'hits',
      row: productHit,
      id: 'erpProductId',
      name: 'erpSku',
      paged: false,
      brokenRow: 'drop',
    },
    mustExist: [],
  },
] as const satisfies readonly Endpoint[];
