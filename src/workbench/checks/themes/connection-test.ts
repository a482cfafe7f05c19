/** The connection test that the platform runs when a connection is saved: health, and a sample draft. */

import type { Check, Theme } from '../core/check.ts';
import type { CheckContext } from '../core/context.ts';
import { demand, demandEqual, notApplicable, notPossible, shownValue } from '../core/outcome.ts';
import { recordsAdded } from '../core/records-added.ts';
import { bearer } from '../validation/caller.ts';
import { refusedFields } from '../validation/errors.ts';

/** Fixed, as the platform's own: a service may keep its first answer to it. */
const samplePoNumber = 'CONNECTION-TEST';

const sampleOf = ({ settings }: CheckContext, poNumber: string, qty = 1) => ({
  poNumber,
  currency: settings.currency ?? 'EUR',
  lines: [{ sku: settings.demoSku, qty, unitPrice: 1 }],
});

const checks: readonly Check[] = [
  {
    id: 'connection test/health',
    path: '/health',
    title: 'answers the key of each app, and is ready',
    clause: 'contract 4, /health',
    tag: 'read',
    needs: ['/health'],
    async run(context) {
      const { keys, baseUrl } = context.caller;
      if (isUnencrypted(baseUrl)) context.note('The platform accepts only https in production (contract 1).');
      for (const [app, key] of Object.entries({ ordering: keys.ordering, receivables: keys.receivables })) {
        if (key === undefined) continue;
        const authorization = bearer(key, `the key of the ${app} app`);
        const { ok } = await context.ask('/health', {}, { authorization });
        demand(ok, 'field-value', 'must be true; a service that is not ready answers 503', 'ok');
      }
    },
  },
  {
    id: 'connection test/sample-draft',
    path: '/sale-draft',
    title: 'the sample draft is accepted, and a repeat gives the same sale; or it is refused by its line',
    clause: 'contract 1',
    tag: 'read',
    needs: ['/sale-draft'],
    async run(context) {
      const sample = sampleOf(context, samplePoNumber);
      const answer = await context.post('/sale-draft', sample);
      if (answer.status === 422) {
        const isNamed = refusedFields(answer).some((field) => field.startsWith('lines'));
        demand(isNamed, 'connection-test', 'the refusal must name the line of the demo SKU', 'details.fields');
        context.note(`The SKU ${context.settings.demoSku} is refused: the platform would not save the connection.`);
        return;
      }
      demand(answer.status === 200, 'connection-test', `the status must be 200 or 422, and is ${answer.status}`);
      const first = await context.ask('/sale-draft', sample);
      const again = await context.ask('/sale-draft', sample);
      demandEqual(again.saleId, first.saleId, 'repeat', 'the saleId of a repeat');
    },
  },
  {
    id: 'connection test/sample-draft-has-no-effect',
    path: '/sale-draft',
    title: 'the sample of the connection test always gets the same answer, and does not reach the ERP',
    clause: 'contract 1, ruling: writes',
    tag: 'fixture',
    needs: ['/sale-draft'],
    async run(context) {
      const { fixture } = context;
      if (fixture === undefined) notApplicable('the ERP of this service cannot be observed');
      const before = fixture.statementCount();
      let first: unknown;
      const added = await recordsAdded(context, async () => {
        first = await context.ask('/sale-draft', sampleOf(context, context.fresh('CD')));
        const second = await context.ask('/sale-draft', sampleOf(context, context.fresh('CD')));
        demandEqual(second, first, 'repeat', 'the answer to a second sample');
      });
      demandEqual(fixture.statementCount() - before, 0, 'no-effect', 'statements that the samples sent to the ERP');
      const refused = await context.refusedFields('/sale-draft', sampleOf(context, 'x', 0), 'invalid-field');
      demandEqual(refused, ['lines[0].qty'], 'invalid-field', 'the fields refused of a wrong sample');
      if (added === undefined)
        notPossible(`the records of this ERP cannot be counted; the answer was ${shownValue(first)}`);
      demandEqual(added, {}, 'no-effect', 'records that the samples added to the ERP');
    },
  },
];

/** Whether requests go to another machine unencrypted. */
function isUnencrypted(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === 'http:' && !/^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(hostname);
}

/** Checks that /health answers both apps, and that the sample draft of the connection test is answered without an order. */
export const connectionTest: Theme = () => checks;
