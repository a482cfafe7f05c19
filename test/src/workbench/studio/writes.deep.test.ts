/** Writes in the studio, on the level of operations. */
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { operations } from '../../../../src/workbench/operations/protocol/operations.ts';
import { shopFolder } from './shop.ts';
import { storeWrites } from './stored-writes.ts';
import { openStudio, type StudioUnderTest } from './studio.ts';

type Shown = z.infer<typeof operations.writes.answer>['writes'][number];

let studio: StudioUnderTest;
beforeEach(async () => {
  const folder = shopFolder();
  const store = join(folder, 'store.sqlite');
  await storeWrites(store);
  studio = await openStudio(folder, { env: { ENGINE_STORE: store, ENGINE_INSTALLATION: 'acme' } });
});

const list = async (): Promise<readonly Shown[]> =>
  operations.writes.answer.parse((await studio.call('writes', {})).answer).writes;

async function writeOf(key: string): Promise<Shown> {
  const write = (await list()).find((one) => one.key === key);
  if (write === undefined) throw new Error(`There is no write ${key}.`);
  return write;
}

const decide = async ({ endpoint, id, version }: Shown, more: object): Promise<unknown> =>
  (await studio.call('decideWrite', { endpoint, id, version, ...more })).answer;

describe('writes', () => {
  it('are listed with what is known and what can be done, those in doubt first', async () => {
    expect((await list()).map(({ key, state, isOpen, actions }) => [key, state, isOpen, actions])).toEqual([
      ['PO-2026-0317', 'held', true, ['look again', 'written', 'not written']],
      ['INV-1041/D-7', 'unknown', true, ['look again', 'written', 'not written']],
      ['PO-2026-0312', 'done', false, ['release']],
    ]);
    expect((await writeOf('PO-2026-0317')).about).toBe(
      'held, needs a decision: two documents of the ERP have this key: 8812 and 8813',
    );
  });

  it('are changed only after a confirmation that names the consequence', async () => {
    const held = await writeOf('PO-2026-0317');
    expect(await decide(held, { action: 'not written', confirmed: false })).toEqual({
      kind: 'confirm',
      consequence: expect.stringContaining('the next request with this key writes the document'),
    });
    expect((await writeOf('PO-2026-0317')).state).toBe('held');
    expect(await decide(held, { action: 'not written', confirmed: true })).toEqual({
      ...{ kind: 'decided', isDone: true, message: 'Resolved.' },
    });
    expect((await writeOf('PO-2026-0317')).state).toBe('free');
  });

  it('take the answer of a document that the ERP has, if the contract allows it', async () => {
    const unknown = await writeOf('INV-1041/D-7');
    const wrong = await decide(unknown, { action: 'written', answer: { erpInvoice: '9' }, confirmed: false });
    expect(wrong).toEqual({ error: expect.stringContaining('did you mean "erpInvoiceId"') });
    const answer = { erpInvoiceId: '90017' };
    expect(await decide(unknown, { action: 'written', answer, confirmed: false })).toEqual({
      kind: 'confirm',
      consequence: expect.stringContaining('every request with this key is answered: erpInvoiceId 90017'),
    });
    await decide(unknown, { action: 'written', answer, confirmed: true });
    expect(await writeOf('INV-1041/D-7')).toMatchObject({ state: 'done', about: 'erpInvoiceId 90017' });
  });

  it('that have changed since they were shown stay as they are', async () => {
    const held = await writeOf('PO-2026-0317');
    await decide(held, { action: 'look again', confirmed: true });
    expect(await decide(held, { action: 'not written', confirmed: true })).toMatchObject({
      ...{ kind: 'decided', isDone: false },
      message: 'The write has changed since it was shown. Nothing was changed.',
    });
    expect((await writeOf('PO-2026-0317')).state).toBe('unknown');
  });

  it('of endpoints that do not write, and unknown ones, are refused', async () => {
    const held = await writeOf('PO-2026-0317');
    const request = { action: 'release', confirmed: true };
    expect(await decide({ ...held, endpoint: '/debtors/list' }, request)).toEqual({
      error: '/debtors/list is not an endpoint that writes.',
    });
    expect(await decide({ ...held, id: 'f'.repeat(64) }, request)).toEqual({
      error: 'This write does not exist any more.',
    });
  });
});
