import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SqlSession, StatementOutcome } from '../../../../engine/sources/source.ts';
import { compileStatement } from '../../../../engine/sources/sql/text/statement.ts';
import { parseTemplate } from '../../../../engine/sources/sql/text/template.ts';
import { testedDialects } from '../../../support/dialects.ts';
import { dialects } from '../../../support/kinds.ts';
import { type Bench, bench, insertGives, insertGiving, insertOnce, soon, sql } from './bench.ts';

const schema = 'create table doc (no varchar(10) primary key, amount numeric(24,4) check (amount < 1000000))';
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

for (const dialect of testedDialects) {
  describe(`a source on ${dialect}`, () => {
    let testBench: Bench;
    const mark = (position: number) => dialects[dialect].placeholder(position);
    const insert = (no: string, amount: number | string | null = null) =>
      sql(`insert into doc (no, amount) values (${mark(1)}, ${mark(2)})`, no, amount);
    const numbers = async () =>
      (await testBench.rival.read(sql('select no from doc order by no'), soon())).map(({ no }) => no);
    beforeAll(async () => {
      testBench = await bench(dialect, schema);
    });
    afterAll(() => testBench.end());
    beforeEach(() => testBench.source.transaction(soon(), (session) => session.execute(sql('delete from doc'))));

    it('commits, and returns the number of changed rows', async () => {
      const counts = await testBench.source.transaction(soon(), async (session) => {
        const first = await session.execute(insert('a'));
        const giving = insertGives(dialect);
        const second = await session.execute(
          giving ? sql(insertGiving(dialect, 'doc', 'no', mark(1), 'no'), 'b') : insert('b'),
        );
        const read = await session.execute(sql('select no from doc'));
        const none = await session.execute(sql("update doc set amount = 1 where no = 'z'"));
        return [first.affected, second.affected, second.rows, read.affected, none.affected];
      });
      expect(counts).toEqual([1, 1, insertGives(dialect) ? [{ no: 'b' }] : [], 0, 0]);
      expect(await numbers()).toEqual(['a', 'b']);
    });

    it('rolls back a failed transaction, and works afterwards', async () => {
      const failing = testBench.source.transaction(soon(), async (session) => {
        await session.execute(insert('a'));
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(await numbers()).toEqual([]);
      await testBench.source.transaction(soon(), (session) => session.execute(insert('b')));
      expect(await numbers()).toEqual(['b']);
    });

    it('never commits after a failed statement, even where its error was caught', async () => {
      const swallowing = testBench.source.transaction(soon(), async (session) => {
        await session.execute(insert('a'));
        await session.execute(insert('a')).catch(() => undefined);
      });
      await expect(swallowing).rejects.toMatchObject({ name: 'SourceError', kind: 'constraint' });
      expect(await numbers()).toEqual([]);
    });

    it('runs statements that were requested together in their order, and none after one that failed', async () => {
      const together = (statements: readonly ReturnType<typeof insert>[]) => (session: SqlSession) =>
        Promise.allSettled(statements.map((statement) => session.execute(statement)));
      let ends: readonly PromiseSettledResult<unknown>[] = [];
      const failing = testBench.source.transaction(soon(), async (session) => {
        ends = await together([insert('a'), insert('b'), insert('a'), insert('c')])(session);
      });
      await expect(failing).rejects.toMatchObject({ name: 'SourceError', kind: 'constraint' });
      expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
      expect(await numbers()).toEqual([]);
      const kept = [insert('c'), sql('select no from doc'), insert('d'), sql('select no from doc order by no')];
      const settled = await testBench.source.transaction(soon(), together(kept));
      expect(settled.map((end) => (end.status === 'fulfilled' ? end.value : end.reason))).toEqual([
        { rows: [], affected: 1 },
        { rows: [{ no: 'c' }], affected: 0 },
        { rows: [], affected: 1 },
        { rows: [{ no: 'c' }, { no: 'd' }], affected: 0 },
      ]);
      expect(await numbers()).toEqual(['c', 'd']);
    });

    it('runs the last statement after all others, and commits it with them', async () => {
      const outcomes: StatementOutcome[] = [];
      await testBench.source.transaction(soon(), async (session) => {
        session.executeLast({
          statement: sql(`update doc set amount = 7 where no = 'b'`),
          unchanged: 'The document is gone.',
          ended: (outcome) => outcomes.push(outcome),
        });
        await session.execute(insert('a'));
        void session.execute(insert('b'));
        expect(outcomes).toEqual([]);
      });
      expect(outcomes).toEqual([{ ok: true, result: { rows: [], affected: 1 } }]);
      expect(await numbers()).toEqual(['a', 'b']);
      const changed = await testBench.source.read(sql('select no from doc where amount = 7'), soon());
      expect(changed).toEqual([{ no: 'b' }]);
    });

    it('commits nothing where the last statement fails', async () => {
      const outcomes: StatementOutcome[] = [];
      const failing = testBench.source.transaction(soon(), async (session) => {
        await session.execute(insert('a'));
        session.executeLast({
          statement: insert('a'),
          unchanged: 'The document is gone.',
          ended: (outcome) => outcomes.push(outcome),
        });
      });
      await expect(failing).rejects.toMatchObject({ name: 'SourceError', kind: 'constraint' });
      expect(outcomes).toMatchObject([{ ok: false, error: { kind: 'constraint' } }]);
      expect(await numbers()).toEqual([]);
      await testBench.source.transaction(soon(), (session) => session.execute(insert('c')));
      expect(await numbers()).toEqual(['c']);
    });

    it('does not run the last statement where the work or an earlier statement fails', async () => {
      const outcomes: StatementOutcome[] = [];
      const failing = (work: (session: SqlSession) => Promise<unknown>) =>
        testBench.source.transaction(soon(), async (session) => {
          session.executeLast({
            statement: insert('a'),
            unchanged: 'The document is gone.',
            ended: (outcome) => outcomes.push(outcome),
          });
          await work(session);
        });
      await expect(failing(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
      const twice = failing((session) =>
        Promise.allSettled([session.execute(insert('b')), session.execute(insert('b'))]),
      );
      await expect(twice).rejects.toMatchObject({ kind: 'constraint' });
      expect(outcomes).toEqual([]);
      expect(await numbers()).toEqual([]);
    });

    it('refuses a last statement that changes no row', async () => {
      const changing = testBench.source.transaction(soon(), async (session) => {
        session.executeLast({
          statement: sql(`update doc set amount = 7 where no = 'missing'`),
          unchanged: 'The document is gone.',
        });
      });
      await expect(changing).rejects.toThrow('The document is gone.');
    });

    it('refuses a statement after the end', async () => {
      let kept: SqlSession | undefined;
      await testBench.source.transaction(soon(), async (session) => {
        kept = session;
      });
      await expect(kept?.execute(insert('late'))).rejects.toThrow('ended');
      expect(await numbers()).toEqual([]);
    });

    it('waits for statements that were not awaited', async () => {
      await testBench.source.transaction(soon(), async (session) => {
        void session.execute(insert('a'));
        void session.execute(insert('b'));
      });
      expect(await numbers()).toEqual(['a', 'b']);
    });

    it('refuses to write where it reads', async () => {
      await expect(testBench.source.read(insert('a'), soon())).rejects.toMatchObject({ name: 'SourceError' });
      await expect(testBench.source.snapshot(soon(), (session) => session.execute(insert('a')))).rejects.toMatchObject({
        name: 'SourceError',
      });
      expect(await numbers()).toEqual([]);
    });

    it('sees one state in a snapshot', async () => {
      const seen = await testBench.source.snapshot(soon(), async (session) => {
        const count = async () => (await session.execute(sql('select no from doc'))).rows.length;
        const before = await count();
        await testBench.rival.transaction(soon(), (other) => other.execute(insert('a')));
        return [before, await count()];
      });
      expect(seen).toEqual([0, 0]);
      expect(await numbers()).toEqual(['a']);
    });

    it('distinguishes errors', async () => {
      const kindOf = (text: string) =>
        testBench.source.read(sql(text), soon()).then(
          () => 'none',
          (error: { kind: string }) => error.kind,
        );
      expect(await kindOf('select nothing from doc')).toBe('statement');
      expect(await kindOf('selct 1')).toBe('statement');
      expect(await kindOf('select 1 from nowhere')).toBe('statement');
      const check = testBench.source.transaction(soon(), (session) => session.execute(insert('a', 1000000)));
      await expect(check).rejects.toMatchObject({ kind: 'constraint', connectionLost: false });
    });

    it('describes a statement without running it', async () => {
      const reading = await testBench.source.describe(
        `select no as "erpNo", amount from doc where no = ${mark(1)}`,
        soon(),
      );
      expect(reading.columns).toEqual(['erpNo', 'amount']);
      const writing = await testBench.source.describe(`insert into doc (no) values ('a')`, soon());
      expect(writing.columns).toEqual([]);
      expect(writing.readOnly).toBe(dialect === 'sqlite' || dialect === 'mssql' ? false : undefined);
      if (insertGives(dialect)) {
        const returning = await testBench.source.describe(insertGiving(dialect, 'doc', 'no', "'a'", 'id'), soon());
        // MariaDB tells the columns of a write only when it runs it.
        expect(returning.columns).toEqual(dialect === 'mysql' ? undefined : ['id']);
      }
      expect(await numbers()).toEqual([]);
    });

    it('points at the error', async () => {
      const text = "select '😀', nothing from doc";
      await expect(testBench.source.describe(text, soon())).rejects.toMatchObject({
        kind: 'statement',
        position: text.indexOf('nothing'),
      });
    });

    it('sums exactly', async () => {
      await testBench.source.transaction(soon(), async (session) => {
        for (const [no, amount] of Object.entries({ a: '0.1', b: '0.2', c: '-1000000000.05' })) {
          await session.execute(insert(no, Number(amount)));
        }
        await session.execute(insert('d'));
      });
      const { template } = parseTemplate('select amount from doc', dialects[dialect].lexicon);
      const { bind } = compileStatement(template, { select: 'sum' }, dialects[dialect]);
      const [row] = await testBench.source.read(bind({ value: () => undefined, isGiven: () => false }), soon());
      expect([Number(row?.total), row?.n, row?.filled]).toEqual([-999999999.75, 4, 3]);
      expect(String(row?.total)).toMatch(/^-999999999\.750*$/);
    });

    it('makes a rival wait for its turn', async () => {
      const order: string[] = [];
      const holding = Promise.withResolvers<void>();
      const first = testBench.source.transaction(soon(), async (session) => {
        await session.execute(insert('a'));
        holding.resolve();
        await wait(100);
        order.push('first');
      });
      await holding.promise;
      const second = testBench.rival.transaction(soon(), async (session) => {
        await session.execute(sql(insertOnce(dialect, 'doc', 'no', "'a'")));
        order.push('second');
      });
      await Promise.all([first, second]);
      expect(order).toEqual(['first', 'second']);
    });

    it('runs a hundred transactions at once', async () => {
      await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          testBench.source.transaction(soon(), (session) => session.execute(insert(`n${index}`))),
        ),
      );
      expect(await numbers()).toHaveLength(100);
    });

    it('gives up at the deadline', async () => {
      const late = { deadline: Date.now() - 1 };
      await expect(testBench.source.read(sql('select 1'), late)).rejects.toMatchObject({ kind: 'timeout' });
      await expect(testBench.source.transaction(late, async () => undefined)).rejects.toMatchObject({
        name: 'SourceError',
      });
    });

    it('answers its probe', async () => {
      await expect(testBench.source.probe(undefined, soon())).resolves.toBeUndefined();
      await expect(testBench.source.probe('select count(*) from doc', soon())).resolves.toBeUndefined();
      await expect(testBench.source.probe('select 1 from nowhere', soon())).rejects.toMatchObject({
        kind: 'statement',
      });
      await expect(testBench.source.probe('select count(*) from doc', soon())).resolves.toBeUndefined();
    });
  });
}
