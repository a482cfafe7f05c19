/** A draft is no accepted order yet, and /sales-orders/list does not show it as one. */
import type { Check } from '../../core/check.ts';
import { demand, notApplicable } from '../../core/outcome.ts';

/** States of orders that were accepted. */
const acceptedState =
  /^(open|confirmed|active|authori[sz]ed|approved|released|accepted|in[ _]progress|processing|(part(ly|ially)?[ _]?)?(delivered|shipped|invoiced))$/i;

export const listedDrafts: Check = {
  id: 'agreement/listed-drafts',
  path: '/sale-draft',
  title: 'a draft is in /sales-orders/list as a draft, or not at all',
  clause: 'contract 2, draft sale result',
  tag: 'write',
  mayDeviate: true,
  needs: ['/sale-draft', '/sales-orders/list', '/catalog/products/search'],
  async run(context) {
    const list = async () => (await context.ask('/sales-orders/list', { limit: 100 })).orders;
    const before = new Set((await list()).map(({ erpSoId }) => erpSoId));
    const { saleId, saleNumber } = await context.ask('/sale-draft', await context.discovered.draft());
    const draft = (await list()).find(
      ({ erpSoId, soNumber }) => !before.has(erpSoId) && (erpSoId === saleId || soNumber === saleNumber),
    );
    if (draft === undefined) return notApplicable('drafts are not listed');
    const message = `the draft ${saleNumber ?? saleId} is listed with the status "${draft.status}": it was written as an accepted order`;
    demand(!acceptedState.test(draft.status), 'agreement', message, 'status');
  },
};
