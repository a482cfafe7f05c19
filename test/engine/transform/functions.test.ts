/** The functions that expressions have beyond JSONata's own, as a profile calls them. */
import { describe, expect, it } from 'vitest';
import { compileExpression } from '../../../engine/transform/expression.ts';

function evaluate(text: string, input: unknown = {}): Promise<unknown> {
  const compiled = compileExpression(text);
  if (!compiled.ok) throw new Error(compiled.message);
  return Promise.resolve(compiled.expression.evaluate(input, {}));
}

describe('decimal arithmetic', () => {
  it.each([
    ['$add(0.1, 0.2)', 0.3],
    ['$subtract($multiply(3, 1.1), 3.3)', 0],
    ['$multiply("12345678901234567.89", 2)', '24691357802469135.78'],
    ['$divide(100, 0.937053, 2)', 106.72],
    ['$divide(2, 3, 4)', 0.6667],
    ['$divide(-1, 8, 2)', -0.13],
    ['$divide(1, 1.005, 0)', 1],
    ['$divide("24691357802469135.78", "2", 2)', '12345678901234567.89'],
    ['$total([0.1, 0.2, 0.3])', 0.6],
    ['$total([])', 0],
    ['$total(7)', 7],
    ['$round(1.005, 2)', 1.01],
    ['$round(-1.005, 2)', -1.01],
    ['$round(2.5)', 3],
    ['$round(-2.5)', -3],
    ['$round(1234.5, -2)', 1200],
    ['$round("0.125", 2)', 0.13],
  ])('%s is %s', async (text, value) => {
    expect(await evaluate(text)).toBe(value);
  });

  it.each([
    ['$divide(1, 0, 2)', 'a divisor other than 0'],
    ['$divide(1, "0.00", 2)', 'a divisor other than 0'],
    ['$divide(1, 3, 21)', '0 to 20 decimal places'],
    ['$divide(1, 3, 0.5)', '0 to 20 decimal places'],
  ])('%s is refused: it needs %s', async (text, needed) => {
    await expect(evaluate(text)).rejects.toThrow(`$divide needs ${needed}`);
  });

  it('a missing argument makes a missing result', async () => {
    expect(await evaluate('$add(a, 1)')).toBeUndefined();
    expect(await evaluate('$divide(a, 3, 2)')).toBeUndefined();
    expect(await evaluate('$round(a, 2)')).toBeUndefined();
    expect(await evaluate('$total(a)')).toBeUndefined();
  });

  it.each(['$add("x", 1)', '$multiply(true, 1)', '$total([1, "n/a"])', '$round("", 2)', '$add(null, 1)'])(
    '%s is refused, with the function named',
    async (text) => {
      await expect(evaluate(text)).rejects.toThrow(/\$\w+ needs numbers/);
    },
  );
});

describe('$addDays', () => {
  it.each([
    ['$addDays("2028-02-28", 2)', '2028-03-01'],
    ['$addDays("2026-12-31", 1)', '2027-01-01'],
    ['$addDays("2026-03-01", -1)', '2026-02-28'],
    ['$addDays("2026-03-29 23:30:00", 0)', '2026-03-29'],
    ['$addDays("2026-01-01", "30")', '2026-01-31'],
    ['$addDays("1999-12-31", 366)', '2000-12-31'],
  ])('%s is %s', async (text, value) => {
    expect(await evaluate(text)).toBe(value);
  });

  it('without a date or a number of days there is none', async () => {
    expect(await evaluate('$addDays(due, 1)')).toBeUndefined();
    expect(await evaluate('$addDays("2026-01-01", days)')).toBeUndefined();
  });

  it.each(['$addDays("soon", 1)', '$addDays("2026-02-30", 1)', '$addDays(20260101, 1)'])(
    '%s needs a date',
    async (text) => {
      await expect(evaluate(text)).rejects.toThrow('$addDays needs a date');
    },
  );

  it.each(['$addDays("2026-01-01", 1.5)', '$addDays("2026-01-01", "x")', '$addDays("2026-01-01", 1e300)'])(
    '%s needs a whole number of days',
    async (text) => {
      await expect(evaluate(text)).rejects.toThrow('$addDays needs a whole number of days');
    },
  );
});
