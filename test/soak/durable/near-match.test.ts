/** An ERP for which `po-1` and `PO-1` are equal, as for databases with a case-insensitive collation. */
import { expect, it } from 'vitest';
import { openSetup } from '../setup.ts';
import { openWorld } from './world.ts';

it('holds a key that the ERP has in another spelling alone, and neither adopts that document nor writes one', async ({
  onTestFinished,
}) => {
  const setup = await openSetup('sqlite', 'brief');
  const { erp, next, close } = await openWorld(setup);
  onTestFinished(close);
  const first = await next().write({ key: 'PO-1', amount: 1 });
  expect(first).toMatchObject({ status: 200, text: '{"id":"D-1"}' });
  for (const _ of [1, 2]) expect(await next().write({ key: 'po-1', amount: 1 })).toMatchObject({ status: 502 });
  expect(erp.ledger.all()).toEqual([{ id: 'D-1', key: 'PO-1', posted: 1 }]);
  expect(await next().write({ key: 'PO-1', amount: 1 })).toEqual(first);
});
