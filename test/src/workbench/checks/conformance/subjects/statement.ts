import { describe, expect, it } from 'vitest';
import type { Bench } from '../bench.ts';
import { daysBetween, statementStart, today } from '../days.ts';
import { type Body, endpoints } from '../endpoints.ts';
import { total, units, written } from '../exact.ts';
import type { Statement } from '../rows.ts';

const CUSTOMERS = 60;
const EARLIEST = '1990-01-01';

/** Customer statements. */
export function statement(bench: () => Bench): void {
  const get = (customerErpId: string, body: Body = {}): Promise<Statement> =>
    bench().ask(endpoints.statement, { customerErpId, ...body });
  const period = (customer: string, periodStart: string, periodEnd: string) =>
    get(customer, { periodStart, periodEnd });
  const sample = async (count = CUSTOMERS) =>
    bench()
      .random.some(await bench().discovered.customers(), count)
      .map(({ erpId }) => erpId);

  describe('statement', { timeout: 300_000 }, () => {
    it('[decisions: Requests 10] defaults: as of today, from the first of that month twelve months back', async () => {
      for (const customer of await sample(5)) {
        const { asOf, periodStart, periodEnd } = await get(customer);
        expect(Math.abs(daysBetween(today(), asOf)), `${asOf} is today somewhere on earth`).toBeLessThanOrEqual(1);
        expect([periodEnd, periodStart]).toEqual([asOf, statementStart(asOf)]);
      }
    });

    it('[decisions: Requests 10] the period follows a given date: its end is asOf, its start is counted from the end', async () => {
      const [customer = ''] = await sample(1);
      for (const asOf of ['2024-02-29', '2023-01-01', '2024-12-31', '2025-03-15']) {
        const statementOfDay = await get(customer, { asOf });
        expect([statementOfDay.asOf, statementOfDay.periodStart, statementOfDay.periodEnd]).toEqual([
          asOf,
          statementStart(asOf),
          asOf,
        ]);
        const ended = await get(customer, { periodEnd: asOf });
        expect([ended.periodStart, ended.periodEnd]).toEqual([statementStart(asOf), asOf]);
        const begun = await get(customer, { asOf, periodStart: '2020-02-29' });
        expect([begun.asOf, begun.periodStart, begun.periodEnd]).toEqual([asOf, '2020-02-29', asOf]);
      }
    });

    it('[decisions: Requests 10] asOf only defaults periodEnd: beside a periodEnd it changes nothing else', async () => {
      for (const customer of await sample(5)) {
        const { asOf: _today, ...plain } = await period(customer, EARLIEST, today());
        for (const asOf of ['2001-01-01', '2099-12-31']) {
          const { asOf: echo, ...dated } = await get(customer, { asOf, periodStart: EARLIEST, periodEnd: today() });
          expect(echo).toBe(asOf);
          expect(dated).toEqual(plain);
        }
      }
    });

    it('[contract 2, statement] both ends of a period are inclusive', async () => {
      for (const customer of await sample(20)) {
        const line = bench().random.some((await period(customer, EARLIEST, today())).lines, 1)[0];
        if (line === undefined) continue;
        const day = await period(customer, line.date, line.date);
        expect(day.lines, `${customer} on ${line.date}`).toContainEqual(line);
        return;
      }
      expect.fail('no statement has a line');
    });

    it('[decisions: Responses 6] the balance of a period is the sum of all that came before', async () => {
      for (const customer of await sample(20)) {
        const whole = await period(customer, EARLIEST, today());
        const before = whole.lines.filter((line) => line.date < '2025-01-01');
        const later = await period(customer, '2025-01-01', today());
        const expected =
          units(whole.openingBalance) +
          total(before.map((line) => line.debit)) -
          total(before.map((line) => line.credit));
        expect(written(units(later.openingBalance)), customer).toBe(written(expected));
      }
    });
  });
}
