import { describe, expect, it } from 'vitest';
import type { Bench } from '../bench.ts';
import { daysBetween, plusDays, statementStart, today } from '../days.ts';
import { type Body, endpoints } from '../endpoints.ts';
import { total, units, written } from '../exact.ts';
import { NOBODY } from '../found.ts';
import type { Statement } from '../rows.ts';
import { unshown } from '../unshown.ts';

const CUSTOMERS = 60;
const EARLIEST = '1990-01-01';

function addsUp(statement: Statement): void {
  let balance = units(statement.openingBalance);
  for (const line of statement.lines) {
    balance += units(line.debit) - units(line.credit);
    expect(written(units(line.balance)), `balance after ${line.date} ${line.reference}`).toBe(written(balance));
    expect([line.debit, line.credit], 'the side that is not used').toContain('0');
    expect(line.date >= statement.periodStart && line.date <= statement.periodEnd, `${line.date} in period`).toBe(true);
  }
  expect(written(units(statement.closingBalance)), 'closing balance').toBe(written(balance));
  const days = statement.lines.map((line) => line.date);
  expect(days, 'lines by date').toEqual([...days].sort());
}

/** Customer statements. */
export function statement(bench: () => Bench): void {
  const get = (customerErpId: string, body: Body = {}): Promise<Statement> =>
    bench().ask(endpoints.statement, { customerErpId, ...body });
  const period = (customer: string, periodStart: string, periodEnd: string) =>
    get(customer, { periodStart, periodEnd });
  const sample = async (count = CUSTOMERS) =>
    bench()
      .random.some(await bench().found.customers(), count)
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
        const own = await get(customer, { asOf });
        expect([own.asOf, own.periodStart, own.periodEnd]).toEqual([asOf, statementStart(asOf), asOf]);
        const ended = await get(customer, { periodEnd: asOf });
        expect([ended.periodStart, ended.periodEnd]).toEqual([statementStart(asOf), asOf]);
        const begun = await get(customer, { asOf, periodStart: '2020-02-29' });
        expect([begun.asOf, begun.periodStart, begun.periodEnd]).toEqual([asOf, '2020-02-29', asOf]);
      }
    });

    it('[contract 2, statement] the reply echoes asOf, periodStart and periodEnd as they were given', async () => {
      const [customer = ''] = await sample(1);
      const given = { asOf: '2024-05-05', periodStart: '2023-01-31', periodEnd: '2024-02-29' };
      expect(await get(customer, given)).toMatchObject(given);
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

    it('[decisions: Requests 1] null in asOf, periodStart and periodEnd is the same as leaving them out', async () => {
      const [customer = ''] = await sample(1);
      expect(await get(customer, { asOf: null, periodStart: null, periodEnd: null })).toEqual(await get(customer));
    });

    it('[decisions: Requests 10] a periodStart after the periodEnd is 422', async () => {
      const [customerErpId = ''] = await sample(1);
      const body = { customerErpId, periodStart: '2024-03-01', periodEnd: '2024-02-29' };
      const named = await bench().refuse(endpoints.statement, body);
      expect(['periodStart', 'periodEnd'], named.join()).toContain(named[0]);
      await period(customerErpId, '2024-02-29', '2024-02-29');
    });

    it('[decisions: Responses 6] balances are reckoned to the cent: previous + debit - credit, from opening to closing', async () => {
      let lines = 0;
      const currencies = new Set<string>();
      for (const customer of await sample()) {
        const whole = await period(customer, EARLIEST, plusDays(today(), 3650));
        addsUp(whole);
        addsUp(await get(customer));
        lines += whole.lines.length;
        currencies.add(whole.currency);
      }
      if (lines === 0) unshown('no statement has a line: line detail is not available');
      if (currencies.size < 2) unshown('all statements are in one currency');
    });

    it('[decisions: Responses 6] any period in two parts: the closing of one is the opening of the next, no line is lost', async () => {
      for (const customer of await sample()) {
        const whole = await period(customer, EARLIEST, today());
        const from = whole.lines[0]?.date ?? plusDays(today(), -400);
        const until = whole.lines.at(-1)?.date ?? today();
        for (let round = 0; round < 3; round += 1) {
          const start = plusDays(from, bench().random.below(daysBetween(from, until) + 1) - 1);
          const end = plusDays(start, bench().random.below(daysBetween(start, until) + 3) + 1);
          const cut = plusDays(start, bench().random.below(daysBetween(start, end)));
          const label = `${customer}, ${start} to ${cut} to ${end}`;
          const both = await period(customer, start, end);
          const [first, second] = [await period(customer, start, cut), await period(customer, plusDays(cut, 1), end)];
          for (const part of [both, first, second]) addsUp(part);
          expect(second.openingBalance, label).toBe(first.closingBalance);
          expect([first.openingBalance, second.closingBalance], label).toEqual([
            both.openingBalance,
            both.closingBalance,
          ]);
          expect([...first.lines, ...second.lines], label).toEqual(both.lines);
          const within = whole.lines.filter((line) => line.date >= start && line.date <= end);
          expect(both.lines, label).toEqual(within);
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
      unshown('no statement has a line');
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

    it('[decisions: Responses 3] an unknown customer is 422 with the field', async () => {
      for (const customerErpId of [NOBODY, "' OR '1'='1", '99999999999999999999', '%']) {
        expect(await bench().refuse(endpoints.statement, { customerErpId })).toEqual(['customerErpId']);
      }
    });
  });
}
