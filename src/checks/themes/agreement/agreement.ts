/** Rules across endpoints: what one answer cannot show, two can. */
import type { Theme } from '../../core/check.ts';
import { amountRules } from './amounts.ts';
import { documentRules } from './documents.ts';
import { listRules } from './lists.ts';
import { paymentRules } from './payments.ts';

export const agreements: Theme = () => [...listRules, ...amountRules];

/** The rules that write documents. */
export const writtenAgreements: Theme = () => [...paymentRules, ...documentRules];
