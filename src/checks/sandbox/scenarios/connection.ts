/** The connection test when a connection is saved: health, and for the ordering app a sample draft. Contract 1. */

import { isLoopback } from '../../../server/listen.ts';
import { bearer } from '../../validation/caller.ts';
import { refusedFields } from '../../validation/errors.ts';
import type { Session } from '../session.ts';

/** Fixed, as the platform's own: a service may keep what it answered to it. */
export const samplePoNumber = 'CONNECTION-TEST';

export async function connection(session: Session): Promise<void> {
  const { keys } = session.caller;
  for (const [app, key] of [
    ['ordering', keys.ordering],
    ['receivables', keys.receivables],
  ] as const) {
    if (key === undefined) continue;
    await session.check('/health', `health answers the key of the ${app} app`, async (probe) => {
      const { ok } = await probe.ask('/health', {}, { authorization: bearer(key, `the key of the ${app} app`) });
      if (isOpen(session.caller.baseUrl)) probe.note('The platform accepts https alone in production (contract 1).');
      probe.hold(ok, 'field-value', 'ok', 'must be true; a service that is not ready answers 503');
    });
  }
  await session.check('/sale-draft', 'the sample draft is accepted, or clearly refused', async (probe) => {
    const { demoSku, currency } = session.settings;
    const sample = { poNumber: samplePoNumber, currency, lines: [{ sku: demoSku, qty: 1, unitPrice: 1 }] };
    const first = await probe.send('/sale-draft', sample);
    if (first.status === 501) probe.skip('The service does not provide /sale-draft (501).');
    if (first.status === 422) {
      const named = refusedFields(first).some((field) => field.startsWith('lines'));
      probe.hold(named, 'connection-test', 'details.fields', 'the refusal must name the line of the demo SKU');
      probe.note(`The SKU ${demoSku} is refused, so that the platform would not save the connection.`);
      return;
    }
    if (!probe.hold(first.status === 200, 'connection-test', '', `must be 200 or 422, and is ${first.status}`)) return;
    const [{ saleId }, again] = [await probe.ask('/sale-draft', sample), await probe.ask('/sale-draft', sample)];
    probe.hold(again.saleId === saleId, 'repeat', 'saleId', `a repeat answers ${again.saleId}, not ${saleId}`);
  });
}

/** Whether requests go to another machine unencrypted. */
function isOpen(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === 'http:' && !isLoopback(hostname.replace(/^\[|\]$/g, ''));
}
