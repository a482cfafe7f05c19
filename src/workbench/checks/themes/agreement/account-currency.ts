/** A customer has one account: its statement and its credit are in the same currency. */
import type { Check } from '../../core/check.ts';
import { fail } from '../../core/outcome.ts';
import { agreement } from './compare.ts';

export const accountCurrency: Check = agreement({
  name: 'account-currency',
  path: '/customer-statement/get',
  title: 'a statement is in the currency of the account, as the credit of the customer is',
  needs: ['/credit/customer', '/catalog/customers/search'],
  wants: 'a customer with an account',
  async judge(ledger) {
    const customers = await ledger.customers();
    for (const customer of customers) {
      const { currency } = await ledger.statementOf(customer);
      const { currency: ofCredit } = await ledger.creditOf(customer);
      const message = `the statement of customer ${customer} is in ${currency}, and its credit in ${ofCredit}`;
      if (currency !== ofCredit) fail('agreement', message, 'currency');
    }
    return customers.length > 0;
  },
});
