/** Reading a paged list by key while the ERP changes: inserted and deleted rows cause no other row to be lost or repeated. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoProfile, demoProfile, dialects } from '../../../support/demo.ts';
import { type DemoEngine, openDemo } from '../../../support/demo-engine.ts';

describe.each(dialects)('pages on %s', (dialect) => {
  let demo: DemoProfile;
  let engine: DemoEngine;
  /** Columns of the table of customers, without its key. */
  let columns = '';

  beforeAll(async () => {
    demo = await demoProfile({ dialect });
    engine = await openDemo(demo.file);
    const [row] = await demo.rows("SELECT * FROM customer WHERE account_no = 'K10001'");
    columns = Object.keys(row ?? {})
      .filter((name) => name !== 'account_no')
      .join(', ');
  });
  afterAll(async () => {
    await engine.close();
    await demo.drop();
  });

  const page = async (number: number, limit: number): Promise<{ ids: string[]; hasMore: boolean }> => {
    const outcome = await engine.call('/debtors/list', { page: number, limit });
    if (!outcome.ok) throw new Error(outcome.problem.message);
    const { debtors, hasMore }: { debtors: { erpDebtorId: string }[]; hasMore: boolean } = JSON.parse(outcome.json);
    return { ids: debtors.map(({ erpDebtorId }) => erpDebtorId), hasMore };
  };
  const accounts = async (): Promise<string[]> =>
    (await demo.rows('SELECT account_no FROM customer')).map((row) => String(row.account_no));
  const insert = (account: string) =>
    demo.run(`INSERT INTO customer SELECT '${account}', ${columns} FROM customer WHERE account_no = 'K10001'`);
  it('neither lose nor repeat a row while others are inserted and deleted in front and behind', async () => {
    const before = await accounts();
    const seen: string[] = [];
    for (let number = 1; ; number += 1) {
      const { ids, hasMore } = await page(number, 10);
      seen.push(...ids);
      // In front of what was read; a page by count would now repeat the last row, or lose one.
      await insert(`A${String(number).padStart(4, '0')}`);
      if (number % 3 === 0)
        await demo.run(`DELETE FROM customer WHERE account_no = 'A${String(number - 1).padStart(4, '0')}'`);
      if (!hasMore) break;
    }
    expect(new Set(seen).size).toBe(seen.length);
    const throughout = before.filter((account) => account.startsWith('K'));
    expect(throughout.filter((account) => !seen.includes(account))).toEqual([]);
    await demo.run("DELETE FROM customer WHERE account_no LIKE 'A%'");
  });

  it('say exactly when there is more, also where a page ends with the last row', async () => {
    const count = (await accounts()).length;
    expect((await page(1, count)).hasMore).toBe(false);
    expect((await page(1, count - 1)).hasMore).toBe(true);
    expect(await page(2, count - 1)).toMatchObject({ hasMore: false });
    expect(await page(99, 10)).toEqual({ ids: [], hasMore: false });
  });

  it('are found by counting where the page before was never asked for, and the log says so', async () => {
    const all = await page(1, 200);
    const fresh = await openDemo(demo.file);
    try {
      const outcome = await fresh.call('/debtors/list', { page: 4, limit: 7 });
      if (!outcome.ok) throw new Error(outcome.problem.message);
      const { debtors }: { debtors: { erpDebtorId: string }[] } = JSON.parse(outcome.json);
      expect(debtors.map(({ erpDebtorId }) => erpDebtorId)).toEqual(all.ids.slice(21, 28));
      expect(fresh.events).toContainEqual(expect.objectContaining({ event: 'page_without_bookmark', page: 4 }));
    } finally {
      await fresh.close();
    }
  });
});
