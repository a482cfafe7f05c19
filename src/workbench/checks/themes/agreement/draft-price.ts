/** A draft line without a price has the price that /pricing/resolve answers, now and after a change of the rows that prices come from. */
import type { Check } from '../../core/check.ts';
import type { CheckContext } from '../../core/context.ts';
import type { ErpData } from '../../core/erp-data.ts';
import { demand, fail, lacks, notPossible, reasonOf } from '../../core/outcome.ts';
import { openDraftLines } from './draft-lines.ts';
import { priceChanges } from './price-changes.ts';

const base = {
  path: '/sale-draft',
  tag: 'fixture',
  clause: 'ruling: requests',
  mayDeviate: true,
  needs: [
    '/sale-draft',
    '/pricing/resolve',
    '/sales-orders/list',
    '/catalog/products/search',
    '/catalog/customers/search',
  ],
  uses: ['/credit/customer'],
} as const;

/** The rows that drafts are written into. Ends the check as not tested where they are not those of the ERP. */
function draftData(context: CheckContext): ErpData {
  if (context.profile?.endpoints.get('/sale-draft')?.isWrittenByRequests === true)
    notPossible('drafts are sent by HTTP: a line without a price has the price of the double, and not of the ERP');
  return (
    context.fixture?.data ?? notPossible('only a run over a fixture whose rows can be read shows what a draft writes')
  );
}

const draftPrice: Check = {
  ...base,
  id: 'agreement/draft-price',
  title:
    'a line without a price has the price that /pricing/resolve answers for its product and the customer of the draft',
  async run(context) {
    const { lines, mismatch } = await openDraftLines(context, draftData(context));
    const message = await mismatch();
    demand(message === undefined, 'agreement', message ?? '', 'lines');
    const customerPriced = lines.filter(({ others }) => others > 0).length;
    context.note(
      `Shown by ${lines.length} products, ${customerPriced} of them with another price for another customer.`,
    );
  },
};

const changedPrice: Check = {
  ...base,
  id: 'agreement/draft-price-changes',
  title:
    'a discount, price or special price that is changed in the rows changes a draft as it changes /pricing/resolve',
  async run(context) {
    const data = draftData(context);
    const { customer, mismatch } = await openDraftLines(context, data);
    if ((await mismatch()) !== undefined) notPossible('the prices differ already before a change: see draft-price');
    const changes = await priceChanges(context, data, customer);
    let made = 0;
    for (const { what, apply } of changes) {
      await data.undone(async () => {
        if (!(await apply())) return;
        made += 1;
        // A product that has no price now is refused.
        await reasonOf(
          mismatch().then((message) => {
            if (message !== undefined) fail('agreement', `after ${what}: ${message}`, 'lines');
          }),
        );
      });
    }
    if (made === 0) lacks('a price of its own for a customer, or a discount', '/pricing/resolve');
    context.note(`${made} rows were changed.`);
  },
};

export const draftPrices: readonly Check[] = [draftPrice, changedPrice];
