/** Fixtures that several runs share: for runs that only read. */
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { StoreAddress } from '../../service/config/store-address.ts';
import type { Fixtures, MadeFixture } from '../testing/fixture/fixture.ts';

/** A store in addition to the fixture's: one process holds a store at a time. It is removed together with the fixture's folder. */
const separate = (store: StoreAddress): StoreAddress =>
  store.kind === 'file' ? { ...store, file: join(dirname(store.file), `${randomUUID()}.sqlite`) } : store;

/** Creates each fixture once. `close` drops them; `drop` of one does nothing. */
export function shareFixtures(fixtures: Fixtures): Fixtures {
  const made = new Map<string, Promise<MadeFixture>>();
  return {
    ...fixtures,
    async make(folders, sources, own) {
      const key = JSON.stringify([folders, own, sources.map(({ name }) => name)]);
      const pending = made.get(key) ?? fixtures.make(folders, sources, own);
      made.set(key, pending);
      const one = await pending;
      if (one.kind !== 'made') return one;
      const { fixture } = one;
      return { ...one, fixture: { ...fixture, store: separate(fixture.store), drop: async () => undefined } };
    },
    async close() {
      for (const pending of made.values()) {
        const one = await pending;
        if (one.kind === 'made') await one.fixture.drop();
      }
    },
  };
}
