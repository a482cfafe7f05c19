/** The connection to a store whose database is slow: slow operations fail, all others continue. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { EngineEvent } from '../../../../engine/index.ts';
import type { ServiceEvent } from '../../../../src/service/events/events.ts';
import type { StoreDatabase } from '../../../../src/service/state/database.ts';
import { createDurableClaims } from '../../../../src/service/state/durable-claims.ts';
import { openServerDatabase } from '../../../../src/service/state/server-database.ts';
import { openAccess } from '../../../../src/service/state/store-access.ts';
import type { DialectName } from '../../../support/kinds.ts';
import { addressOf } from './address-of.ts';
import { digest } from './claim-bench.ts';
import { gateTo } from './gate.ts';
import { freshPlace, type Place, servers } from './stores.ts';

/** Statements that the server works on for three seconds. */
const sleeps: Readonly<Record<DialectName, string>> = {
  sqlite: '',
  postgres: 'select pg_sleep(3)',
  mysql: 'select sleep(3)',
  mssql: "waitfor delay '0:0:03'",
};

describe.each(servers)('a store on %s', (dialect) => {
  let place: Place;
  afterEach(() => place.drop());

  it('with one use that runs out of time is not away for the others, not even while it is looked at', async () => {
    place = await freshPlace(dialect);
    const storeDatabase = await place.open();
    const events: (ServiceEvent | EngineEvent)[] = [];
    let looks = 0;
    const database: StoreDatabase = {
      ...storeDatabase,
      read: (statement, call) => {
        if (statement.sql.includes('engine_store_version')) looks += 1;
        return storeDatabase.read(statement, call);
      },
    };
    const access = await openAccess({ database, emit: (event) => events.push(event), now: Date.now, retryMs: 60_000 });
    try {
      const atStart = looks;
      await expect(access.read({ sql: sleeps[dialect], values: [] }, 200)).rejects.toMatchObject({ kind: 'timeout' });
      const { read } = createDurableClaims(access, { isSole: false });
      expect(await read(digest('a'))).toMatchObject({ claim: undefined });
      await expect.poll(() => looks).toBe(atStart + 1);
    } finally {
      // Waits for the end of the look.
      await access.close();
    }
    expect(events).toEqual([]);
  });

  it('that falls silent in the middle is away as soon as a look runs out of time as well', async () => {
    place = await freshPlace(dialect);
    const gate = await gateTo(place.text);
    const address = addressOf(gate.url);
    if (address.kind === 'file') throw new Error('This is no server.');
    const emit = vi.fn<(event: ServiceEvent | EngineEvent) => void>();
    const database = await openServerDatabase(address);
    const access = await openAccess({ database, emit, now: Date.now, retryMs: 60_000 });
    try {
      // Its connections are made, so that none fails.
      const { read } = createDurableClaims(access, { isSole: false });
      await read(digest('a'));
      gate.block();
      await expect(access.read({ sql: 'select 1', values: [] }, 200)).rejects.toMatchObject({ kind: 'timeout' });
      await expect.poll(() => emit.mock.calls.length).toBeGreaterThan(0);
      expect(emit).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ event: 'store_unavailable' }));
      await expect(read(digest('a'))).rejects.toMatchObject({ kind: 'unreachable', effect: 'none' });
    } finally {
      await gate.cut();
      await access.close();
    }
  });
});
