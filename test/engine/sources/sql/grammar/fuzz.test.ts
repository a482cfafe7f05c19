/** Typing errors in the demo's statements: the grammars never crash, and report the same errors as the databases. */
import Database from 'better-sqlite3';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeOnClient } from '../../../../../engine/sources/sql/postgres/describe.ts';
import { freshDatabase } from '../../../../support/database.ts';
import { dialectNames, foreignWords, kinds } from '../../../../support/kinds.ts';
import { seed } from '../../../../support/seed.ts';
import { demoSchema, demoStatements } from './demo-statements.ts';
import { mutated } from './mutations.ts';

// What it does takes its time on a busy machine.
const options = (numRuns: number) => ({ seed, numRuns });

describe(`mutated statements, seed ${seed}`, () => {
  it.each(dialectNames)('%s: no grammar fails', async (dialect) => {
    const grammar = await kinds[dialect].grammar('check');
    fc.assert(
      fc.property(mutated(demoStatements(dialect)), (sql) => {
        const reading = grammar?.(sql);
        foreignWords(sql, dialect);
        if (reading === undefined || reading.kind === 'read') return;
        expect(reading.range.offset).toBeGreaterThanOrEqual(0);
        expect(reading.range.offset + reading.range.length).toBeLessThanOrEqual(sql.length);
      }),
      options(150),
    );
  });

  it('SQLite: the grammar refuses exactly the statements that the database refuses as syntax', async () => {
    const database = new Database(':memory:');
    database.exec(demoSchema);
    const grammar = await kinds.sqlite.grammar('start');
    const refusal = (sql: string): string | undefined => {
      try {
        database.prepare(sql);
        return undefined;
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    };
    fc.assert(
      fc.property(mutated(demoStatements('sqlite')), (sql) => {
        const said = refusal(sql);
        const reading = grammar?.(sql);
        if (reading?.kind === 'refused') expect(said).toBeDefined();
        if (said !== undefined && /syntax error|incomplete input|unrecognized token/.test(said)) {
          expect(reading).toMatchObject({ kind: 'refused', message: said });
        }
      }),
      options(1_000),
    );
    database.close();
  });

  describe('PostgreSQL', () => {
    let database: Awaited<ReturnType<typeof freshDatabase>>;
    let client: pg.Client;
    beforeAll(async () => {
      database = await freshDatabase();
      await database.run(demoSchema);
      client = new pg.Client({ connectionString: database.url });
      await client.connect();
    });
    afterAll(async () => {
      await client.end();
      await database.drop();
    });

    /** What the server says, with its place as an offset in UTF-16 units. */
    async function refusal(sql: string): Promise<{ message: string; offset: number } | undefined> {
      try {
        await describeOnClient(client, sql);
        return undefined;
      } catch (error) {
        if (!(error instanceof pg.DatabaseError)) throw error;
        const before = Array.from(sql).slice(0, Number(error.position ?? 1) - 1);
        return { message: error.message, offset: before.join('').length };
      }
    }

    it('the grammar reports the same error as the server, at the same place', async () => {
      const grammar = await kinds.postgres.grammar('check');
      await fc.assert(
        fc.asyncProperty(mutated(demoStatements('postgres')), async (sql) => {
          const said = await refusal(sql);
          const reading = grammar?.(sql);
          const isSyntax = said !== undefined && /^(?:syntax error|unterminated)/.test(said.message);
          if (isSyntax) expect(reading?.kind).toBe('refused');
          if (reading?.kind !== 'refused') return;
          expect(said).toBeDefined();
          // The parser takes a value after any name, for a type and its constant; a fault behind it comes first then.
          const isLater = /"\$\d+"$/.test(said?.message ?? '') && reading.range.offset > (said?.offset ?? 0);
          if (isLater) return;
          expect(reading.message).toBe(said?.message);
          const isEnd = (said?.offset ?? 0) >= sql.trimEnd().length;
          if (!isEnd) expect(reading.range.offset).toBe(said?.offset);
        }),
        options(1_000),
      );
    });
  });
});
