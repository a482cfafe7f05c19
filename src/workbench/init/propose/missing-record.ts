/** Endpoints of records that the ERP does not have. */
import { contract } from '../../../contract/index.ts';
import type { Entity } from '../match/table-criteria.ts';
import type { NamedTables } from '../match/tables.ts';
import type { Proposal } from './draft.ts';

/** The record without which an endpoint has no answer, and how the reason names it. */
const requiredRecords: Readonly<Record<string, readonly [Entity, string]>> = {
  '/purchase-orders/list': ['purchaseOrder', 'purchase orders of customers'],
  '/sales-orders/list': ['salesOrder', 'sales orders'],
  '/sales-orders/usage': ['salesOrder', 'sales orders'],
  '/customer-invoices/list': ['invoice', 'invoices'],
  '/invoices/list': ['invoice', 'invoices'],
  '/payments/list': ['payment', 'payments'],
};

/** An endpoint that is only a question becomes unavailable where a person has said that the ERP has no such records. */
export function withoutMissingRecord(proposal: Proposal, named: NamedTables): Proposal {
  const { path, parts, keys } = proposal;
  const [record, title] = requiredRecords[path] ?? [];
  if (record === undefined || named.get(record) !== null || parts.length > 0 || keys.length > 0) return proposal;
  const isList = contract.endpoints.find((one) => one.path === path)?.answer.kind === 'rows';
  const lines = [`unavailable: this ERP has no ${title}`, ...(isList ? ['answer: empty'] : [])];
  return { ...proposal, questions: new Map(), keys: lines };
}
