/** "Changed since" by a change counter, through version marks. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Fields } from '../../../../engine/index.ts';
import { testedDialects } from '../../../support/dialects.ts';
import { type Erp, type ErpEngine, freshErp, openErp } from '../../../support/erp.ts';
import type { DialectName } from '../../../support/kinds.ts';
import { listContract, pageFields } from '../../../support/list-contract.ts';

const request: Fields = { modifiedSince: { type: 'instant', required: false, description: '' }, ...pageFields };
const row: Fields = { id: { type: 'id', idKind: 'invoice', required: true, description: '' } };
const contract = listContract(['/numbers', '/bytes'], { request, row, paged: true });

/** Beyond what a double holds, and for bytes beyond what 63 bits hold. */
const first = 9_007_199_254_740_993n;
const high = 0xff00_0000_0000_0000n;
const hex = (value: bigint): string => value.toString(16).padStart(16, '0');

/** Bytes as a literal; SQLite has no column that is known to hold them. */
const bytes: Readonly<Record<DialectName, { readonly type: string; readonly literal: (value: bigint) => string }>> = {
  sqlite: { type: 'integer', literal: (value) => String(value - high + first) },
  postgres: { type: 'bytea', literal: (value) => `'\\x${hex(value)}'` },
  mysql: { type: 'binary(8)', literal: (value) => `x'${hex(value)}'` },
  mssql: { type: 'binary(8)', literal: (value) => `0x${hex(value)}` },
};

const profile = (erp: Erp): string => `
profile: versions
contract: "1"
sources: { erp: { sql: ${erp.dialect}, connection: ${JSON.stringify(erp.connection)} } }
endpoints:
  /numbers:
    page: { key: [id] }
    since: { by: _version, as: version, version: SELECT number_now FROM counter, overlap: 1m }
    query: SELECT id AS id, number_then AS _version FROM doc
  /bytes:
    page: { key: [id] }
    since: [{ by: _version, as: version, version: SELECT bytes_now FROM counter, overlap: 1m }]
    query: SELECT id AS id, bytes_then AS _version FROM doc
`;

const start = Date.parse('2026-07-01T00:00:00Z');
const minute = 60_000;

describe.each(testedDialects)('versions on %s', (dialect) => {
  const { type, literal } = bytes[dialect];
  let erp: Erp;
  let engine: ErpEngine;
  // Waiting goes by the machine's clock, which a fixed time must not hold up: it is set once the engine has started.
  let time: number | undefined;
  let steps = 0n;
  /** What an ERP does: the row gets the counter's version, and the counter goes on. */
  const change = async (id: number): Promise<void> => {
    const [number, code] = [first + steps, literal(high + steps)];
    await erp.run(`delete from doc where id = ${id}; insert into doc values (${id}, ${number}, ${code})`);
    steps += 1n;
    await erp.run(`update counter set number_now = ${first + steps}, bytes_now = ${literal(high + steps)}`);
  };
  beforeAll(async () => {
    erp = await freshErp(dialect);
    await erp.run(`create table doc (id integer primary key, number_then bigint, bytes_then ${type});
      create table counter (number_now bigint, bytes_now ${type}); insert into counter values (0, ${literal(high)})`);
  });
  afterAll(() => erp.drop());
  beforeEach(async () => {
    time = undefined;
    await erp.run('delete from doc');
    for (const id of [1, 2, 3, 4]) await change(id);
    engine = await openErp(profile(erp), contract, { now: () => time ?? Date.now() });
    time = start;
  });
  afterEach(() => engine.close());

  describe.each(['/numbers', '/bytes'])('%s', (path) => {
    const ask = async (body: object = {}): Promise<readonly number[]> => {
      const outcome = await engine.engine.call(
        path,
        { schemaVersion: '1', ...body },
        { requestId: 'r', deadline: Date.now() + 60_000 },
      );
      if (!outcome.ok) throw new Error(JSON.stringify(outcome));
      const { rows }: { rows: { id: string }[] } = JSON.parse(outcome.json);
      return rows.map(({ id }) => Number(id));
    };
    const since = (ms: number) => ({ modifiedSince: new Date(ms).toISOString() });

    it('give everything where no mark is old enough, and the log says so', async () => {
      expect(await ask(since(start - 30 * minute))).toEqual([1, 2, 3, 4]);
      expect(engine.events).toContainEqual(expect.objectContaining({ event: 'changes_without_mark', endpoint: path }));
      time = start + 10 * minute;
      await change(2);
      // The mark of the first time is newer than this.
      expect(await ask(since(start - minute))).toEqual([1, 2, 3, 4]);
    });

    it('give what changed since the newest mark that is old enough, less the overlap', async () => {
      await ask();
      time = start + 10 * minute;
      await change(2);
      await ask();
      time = start + 20 * minute;
      await change(3);
      expect(await ask(since(start + 19 * minute))).toEqual([3]);
      expect(await ask(since(start + 11 * minute))).toEqual([3]);
      expect(await ask(since(start + 11 * minute - 1))).toEqual([2, 3]);
      expect(await ask(since(start + minute))).toEqual([2, 3]);
      expect(await ask(since(start + minute - 1))).toEqual([1, 2, 3, 4]);
      expect(await ask(since(start + 60 * minute))).toEqual([]);
    });

    it('give nothing for a time in the future, also if the store has only an old mark', async () => {
      await ask();
      const kept: string[] = [];
      // As in the service: not every request stores a mark.
      const versions = {
        find: async () => kept[0],
        keep: async (_name: string, _taken: number, version: string) => void kept.push(version),
      };
      time = undefined;
      const other = await openErp(profile(erp), contract, { now: () => time ?? Date.now(), versions });
      time = start;
      const call = async (body: object): Promise<unknown> => {
        const deadline = { requestId: 'r', deadline: Date.now() + 60_000 };
        const outcome = await other.engine.call(path, { schemaVersion: '1', ...body }, deadline);
        return outcome.ok ? JSON.parse(outcome.json).rows : outcome.problem;
      };
      await call({});
      await change(2);
      expect(await call(since(start + 60 * minute))).toEqual([]);
      expect(await call(since(start))).toEqual([{ id: '2' }]);
      await other.close();
    });

    it('stay with one mark while the pages of a walk are read', async () => {
      await ask();
      time = start + 10 * minute;
      for (const id of [1, 2, 3]) await change(id);
      const asked = since(start + 5 * minute);
      expect(await ask({ ...asked, limit: 2, page: 1 })).toEqual([1, 2]);
      await change(4);
      expect(await ask({ ...asked, limit: 2, page: 2 })).toEqual([3, 4]);
    });
  });
});
