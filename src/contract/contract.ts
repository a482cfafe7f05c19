/** The platform's contract, version 1, as data. Validation, types, OpenAPI and documentation are derived from it. */
import type { Contract } from '../../engine/index.ts';
import { catalog } from './endpoints/catalog.ts';
import { drafts } from './endpoints/drafts.ts';
import { ledger } from './endpoints/ledger.ts';
import { orders } from './endpoints/orders.ts';
import { pricing } from './endpoints/pricing.ts';
import { push } from './endpoints/push.ts';
import { shared } from './endpoints/shared.ts';
import { statement } from './endpoints/statement.ts';
import { minorUnits } from './fields/currencies.ts';

/** All endpoints with their literal types, in the order of the documentation. */
export const endpoints = [
  ...shared,
  ...catalog,
  ...pricing,
  ...orders,
  ...statement,
  ...drafts,
  ...ledger,
  ...push,
] as const;

/** The contract in the form that the engine takes. */
export const contract: Contract = { version: '1', endpoints, currencies: minorUnits };
