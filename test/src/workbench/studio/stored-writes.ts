/** A store with writes in all states that need an operator, as a service leaves them. */
import { createHash, randomUUID } from 'node:crypto';
import type { NextState } from '../../../../engine/index.ts';
import { openStore } from '../../../../src/service/state/store.ts';
import { addressOf } from '../../service/state/address-of.ts';

const minute = 60_000;

interface StoredWrite {
  readonly endpoint: string;
  readonly key: string;
  readonly state: NextState;
}

/** The usual ones: two that an operator has to decide, one that the service is looking up, and one that is answered. */
const usualWrites: readonly StoredWrite[] = [
  {
    ...{ endpoint: '/sale-draft', key: 'PO-2026-0312' },
    state: { kind: 'done', result: '"saleId":"17","status":"draft","receivedAt":"2026-05-01T10:00:00.000Z"' },
  },
  {
    ...{ endpoint: '/invoices/push', key: 'INV-1041/D-7' },
    state: { kind: 'unknown', step: 'create', lookInMs: 5 * minute, empty: 1 },
  },
  {
    ...{ endpoint: '/sale-draft', key: 'PO-2026-0317' },
    state: { kind: 'held', reason: 'two documents of the ERP have this key: 8812 and 8813' },
  },
];

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Stores the writes for the installation `acme`, as the service would. */
export async function storeWrites(file: string, writes = usualWrites): Promise<void> {
  const opened = await openStore({ address: addressOf(file), emit: () => undefined, now: Date.now });
  if (!opened.ok) throw new Error(opened.diagnostic.message);
  const { claims } = opened.store;
  for (const { endpoint, key, state } of writes) {
    const id = digest(JSON.stringify(['acme', endpoint, key]));
    const payload = digest(`request of ${key}`);
    const claim = { id, installation: 'acme', endpoint, naturalKey: key, lookUp: '{}', payload, owner: randomUUID() };
    await claims.insert(claim, minute);
    await claims.change(id, 1, { state, steps: '{"create":{"id":"17"}}' });
  }
  await opened.store.close();
}
