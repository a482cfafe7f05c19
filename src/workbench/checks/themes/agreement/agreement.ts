/** Rules across endpoints: they compare answers with each other. */
import type { Theme } from '../../core/check.ts';
import { accountCurrency } from './account-currency.ts';
import { amountRules } from './amounts.ts';
import { balanceRules } from './balances.ts';
import { documentRules } from './documents.ts';
import { draftPrices } from './draft-price.ts';
import { linePriceRule } from './line-prices.ts';
import { listedDrafts } from './listed-drafts.ts';
import { listRules } from './lists.ts';
import { paymentRules } from './payments.ts';
import { shownRules } from './shown.ts';
import { stateRules } from './states.ts';

/** The rules that only read: lists, states, amounts, balances, shown values and prices of lines. */
export const agreements: Theme = () => [
  ...listRules,
  ...stateRules,
  ...amountRules,
  ...balanceRules,
  accountCurrency,
  ...shownRules,
  linePriceRule,
];

/** The rules that write documents. */
export const writtenAgreements: Theme = () => [...paymentRules, ...documentRules, listedDrafts, ...draftPrices];
