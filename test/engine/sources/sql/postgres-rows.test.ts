/** Rows of PostgreSQL, decoded from the protocol, for any split of the packets and any messages between them. */
import { connect, createServer, type Server } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DatabaseAccess } from '../../../../engine/sources/source.ts';
import { openPostgres } from '../../../../engine/sources/sql/postgres/source.ts';
import { freshDatabase } from '../../../support/database.ts';
import { seed } from '../../../support/seed.ts';
import { soon, sql } from './bench.ts';

let database: Awaited<ReturnType<typeof freshDatabase>>;
let source: DatabaseAccess;
beforeAll(async () => {
  database = await freshDatabase();
  await database.run(`create table t (a integer primary key);
    create function noisy(n integer) returns integer language plpgsql as
      $$ begin if n % 50 = 0 then raise notice 'row % of many: Zwölf', n; end if; return n; end $$`);
  // One connection, so that every statement meets what the one before it left behind.
  source = openPostgres({ url: database.url, clock: 'UTC', timeoutMs: 60_000, connections: 1 });
});
afterAll(async () => {
  await source.close();
  await database.drop();
});

/** A way to the server that cuts what comes back into pieces of these lengths, over and over. */
async function cutting(url: string, lengths: readonly number[]): Promise<{ readonly url: string; end(): void }> {
  const { hostname, port } = new URL(url);
  const proxy: Server = createServer((client) => {
    const server = connect({ host: hostname, port: Number(port) });
    let piece = 0;
    server.on('data', (chunk: Buffer) => {
      for (let at = 0; at < chunk.length; ) {
        const length = lengths[piece++ % lengths.length] ?? 1;
        client.write(chunk.subarray(at, at + length));
        at += length;
      }
    });
    client.setNoDelay(true).on('data', (chunk: Buffer) => server.write(chunk));
    for (const [end, other] of [
      [client, server],
      [server, client],
    ] as const) {
      end.on('error', () => other.destroy()).on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = new URL(url);
  const proxyAddress = proxy.address();
  address.host = `127.0.0.1:${proxyAddress !== null && typeof proxyAddress === 'object' ? proxyAddress.port : 0}`;
  return { url: address.href, end: () => proxy.close() };
}

const many = `select noisy(n) as n, 'Süd ' || repeat('ß€', n % 7) || n as name, n / 8.0 as eighth,
    case when n % 3 = 0 then null else repeat('x', n * 31 % 900) end as filler
  from generate_series(1, $1::integer) as n`;

function row(n: number) {
  const filler = n % 3 === 0 ? null : 'x'.repeat((n * 31) % 900);
  return { n, name: `Süd ${'ß€'.repeat(n % 7)}${n}`, eighth: n / 8, filler };
}

describe('rows', () => {
  it('are the same for any split of the packets', async () => {
    const lengths = fc.array(fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 9_000 })), {
      minLength: 1,
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(lengths, fc.integer({ min: 0, max: 400 }), async (pieces, count) => {
        const way = await cutting(database.url, pieces);
        const cut = openPostgres({ url: way.url, clock: 'UTC', timeoutMs: 60_000, connections: 1 });
        try {
          const expected = Array.from({ length: count }, (_, index) => row(index + 1));
          // The second run knows the columns already.
          for (const _run of ['first', 'second']) expect(await cut.read(sql(many, count), soon())).toEqual(expected);
        } finally {
          await cut.close();
          way.end();
        }
      }),
      { seed, numRuns: 15 },
    );
  });

  it('of one column many times over keep its last value', async () => {
    expect(await source.read(sql('select 1 as a, 2 as a'), soon())).toEqual([{ a: 2 }]);
  });
});

describe('columns that are only written', () => {
  const cases: readonly (readonly [string, unknown])[] = [
    ['12.30::numeric', '12.3'],
    ['12.00::numeric', '12'],
    ['100::numeric', '100'],
    ['0.00::numeric', '0'],
    ['-0.50::numeric', '-0.5'],
    ['12345678901234567890123456.7890123400::numeric', '12345678901234567890123456.78901234'],
    ["'NaN'::numeric", 'NaN'],
    ['9223372036854775807::int8', '9223372036854775807'],
    ['-7::int4', '-7'],
    ['0.1::float8 + 0.2', 0.1 + 0.2],
    ['true', true],
    ["date '2026-03-29'", '2026-03-29'],
    ["'a b'::text", 'a b'],
    ['null::numeric', null],
  ];
  it.each(cases)('%s', async (expression, expected) => {
    const statement = { ...sql(`select ${expression} as v, ${expression} as w`), written: new Set(['v']) };
    const [first] = await source.read(statement, soon());
    expect(first?.v).toEqual(expected);
    // The other column is read as ever, and so is this one where nobody says that it is only written.
    const [plain] = await source.read(sql(statement.sql), soon());
    expect(first?.w).toEqual(plain?.w);
    expect(plain?.v).toEqual(plain?.w);
  });
});

describe('a prepared statement', () => {
  it('that failed the first time runs the next time', async () => {
    const divide = 'select 12 / $1::integer as v';
    await expect(source.read(sql(divide, 0), soon())).rejects.toMatchObject({ kind: 'value' });
    expect(await source.read(sql(divide, 3), soon())).toEqual([{ v: 4 }]);
    await expect(source.read(sql(divide, 0), soon())).rejects.toMatchObject({ kind: 'value' });
    expect(await source.read(sql(divide, 4), soon())).toEqual([{ v: 3 }]);
  });

  it('takes any text and any absence of a value', async () => {
    const texts = 'select $1::text as a, $2::text as b, $3::text as c';
    expect(await source.read(sql(texts, 'Süd €\n"\'\\', null, ''), soon())).toEqual([
      { a: 'Süd €\n"\'\\', b: null, c: '' },
    ]);
  });

  it('never gives rows by columns that it had before', async () => {
    await database.run('create table altered (a integer); insert into altered values (1)');
    const all = sql('select * from altered');
    expect(await source.read(all, soon())).toEqual([{ a: 1 }]);
    await database.run("alter table altered add column b text default 'new'");
    const after = await source.read(all, soon()).catch(() => source.read(all, soon()));
    expect(after).toEqual([{ a: 1, b: 'new' }]);
  });

  it('that requests data for COPY is refused, and its connection remains usable', async () => {
    const copy = source.transaction(soon(), (session) => session.execute(sql('copy t from stdin')));
    await expect(copy).rejects.toMatchObject({ name: 'SourceError' });
    await source.transaction(soon(), (session) => session.execute(sql('insert into t values (1)')));
    expect(await source.read(sql('select a from t'), soon())).toEqual([{ a: 1 }]);
  });
});
