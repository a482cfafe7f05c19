/** Drafts from purchase orders, and their repeats. Contract 4, /sale-draft. Writes into the ERP. */
import type { Probe } from '../probe.ts';
import type { Session } from '../session.ts';
import { spread } from './search.ts';

const path = '/sale-draft';
/** Products that are tried until one can be ordered. */
const tried = 20;

export async function drafts(session: Session): Promise<void> {
  const { settings, known } = session;
  const { currency } = settings;
  const order = (sku: string, poNumber = session.fresh('SBX-')) => ({
    ...{ poNumber, currency },
    lines: [{ sku, qty: 1, unitPrice: 1.25 }],
  });
  const listed = async (probe: Probe): Promise<readonly string[]> =>
    (await probe.ask('/sales-orders/list', { limit: 100 })).orders.map(({ erpSoId }) => erpSoId);
  let orderable: string | undefined;
  await session.check(path, 'a purchase order becomes a draft', async (probe) => {
    const skus =
      settings.sku === undefined ? spread(known.products, tried).map(({ erpSku }) => erpSku) : [settings.sku];
    for (const sku of skus) {
      const { status } = await probe.send(path, order(sku));
      if (status === 501) probe.skip(`The service does not provide ${path} (501).`);
      if (status === 200) orderable = sku;
      if (status === 200) return;
      if (!probe.hold(status === 422, 'status', '', `an order of ${sku} is answered with ${status}`)) return;
    }
    probe.skip('No product that is known can be ordered: name one with --sku.');
  });
  const sku = (probe: Probe): string => orderable ?? probe.skip('No draft could be made.');
  await session.check(path, 'a repeat answers the same draft, whatever its lines say', async (probe) => {
    const body = order(sku(probe));
    const first = await probe.ask(path, body);
    const more = { ...body, lines: [...body.lines, { sku: sku(probe), qty: 7, unitPrice: 99.99 }] };
    for (const repeat of [body, more]) {
      const again = await probe.ask(path, repeat);
      for (const field of ['saleId', 'saleNumber', 'receivedAt'] as const)
        probe.hold(again[field] === first[field], 'repeat', field, `is ${again[field]}, and was ${first[field]}`);
    }
  });
  await session.check(path, 'another number is another draft', async (probe) => {
    const first = await probe.ask(path, order(sku(probe)));
    const second = await probe.ask(path, order(sku(probe)));
    probe.hold(first.saleId !== second.saleId, 'new-key', 'saleId', `both are ${first.saleId}`);
  });
  await session.check(path, 'the same request five times at once makes one draft', async (probe) => {
    const before = new Set(await listed(probe));
    const body = order(sku(probe));
    const sent = await Promise.all([1, 2, 3, 4, 5].map(() => probe.ask(path, body)));
    const ids = new Set(sent.map(({ saleId }) => saleId));
    probe.hold(ids.size === 1, 'repeat', 'saleId', `${ids.size} drafts: ${[...ids].join(', ')}`);
    const added = (await listed(probe)).filter((id) => !before.has(id));
    const one = added.length <= 1 || ids.size > 1;
    probe.hold(one, 'repeat', 'saleId', `${added.length} new sales orders are listed: ${added.join(', ')}`);
  });
  await session.check(path, 'an unknown SKU is refused, and its line named', async (probe) => {
    const lines = [...order(sku(probe)).lines, { sku: 'NO-SUCH-SKU-7F3A', qty: 1, unitPrice: 1 }];
    const wanted = {
      rule: 'unknown-id',
      statuses: [422],
      because: 'an unknown SKU',
      fields: ['lines[1].sku'],
    } as const;
    await probe.refuse(path, { ...order(sku(probe)), lines }, wanted);
  });
}
