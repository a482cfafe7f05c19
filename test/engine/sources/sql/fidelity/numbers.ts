/** Kinds of numbers: exact ones, and binary ones that hold money. */
import type { Random } from '../../../../src/workbench/checks/conformance/random.ts';
import { fifteenDigits, shifted, someDecimal, someDigits, someScientific } from './digits.ts';
import { between, decimal, integer, type Kind, same, sentAsText, text } from './kind.ts';

const exact38 = { sqlite: 'text', postgres: 'numeric(38,10)', mysql: 'decimal(38,10)', mssql: 'decimal(38,10)' };
const whole64 = { sqlite: 'integer', postgres: 'bigint', mysql: 'bigint', mssql: 'bigint' };
const double = { sqlite: 'real', postgres: 'double precision', mysql: 'double', mssql: 'float' };
const single = { sqlite: 'real', postgres: 'real', mysql: 'float', mssql: 'real' };

/** `-9223372036854775808` to `9223372036854775807`: of any length, or near the ends. */
function someInt64(random: Random): bigint {
  if (random.below(4) > 0) return BigInt.asIntN(64, BigInt(`${someDigits(random, between(random, 1, 19))}`));
  const offset = BigInt(random.below(1000));
  return random.below(2) === 0 ? 2n ** 63n - 1n - offset : offset - 2n ** 63n;
}

/** Cents as an amount: `-0.05`. */
const amount = (cents: bigint): string =>
  shifted(cents < 0n ? '-' : '', String(cents < 0n ? -cents : cents).padStart(3, '0'), -2);

const someCents = (random: Random): bigint => BigInt(someDigits(random, between(random, 1, 12)));

function someDouble(random: Random): number {
  for (;;) {
    const bits = new DataView(new ArrayBuffer(8));
    bits.setUint32(0, random.below(2 ** 32));
    bits.setUint32(4, random.below(2 ** 32));
    const value = bits.getFloat64(0);
    // Normal ones, that do not become infinite where they are rounded up.
    if (Math.abs(value) > 1e-290 && Math.abs(value) < 1e290) return value;
  }
}

export const numberKinds: readonly Kind[] = [
  {
    name: 'decimal38',
    column: exact38,
    request: text,
    answer: decimal,
    generate(random) {
      const made = someDecimal(random, 28, 10);
      return sentAsText(made.written, made.canonical);
    },
  },
  {
    name: 'decimal25',
    // SQLite is given doubles, whose noise a column of texts would keep.
    column: { postgres: exact38.postgres, mysql: exact38.mysql, mssql: exact38.mssql },
    request: decimal,
    answer: decimal,
    generate(random) {
      const made = someDecimal(random, 15, 10);
      return { sent: made.written, answered: made.canonical };
    },
  },
  {
    name: 'money',
    // A column of numbers in SQLite holds doubles: 15 digits of them are exact.
    column: { sqlite: 'numeric', postgres: 'numeric(18,2)', mysql: 'decimal(18,2)', mssql: 'money' },
    request: decimal,
    answer: decimal,
    generate(random, { dialect }) {
      const made = someDecimal(random, dialect === 'sqlite' ? 13 : 14, 2);
      return { sent: made.written, answered: made.canonical };
    },
  },
  {
    name: 'bigText',
    column: whole64,
    request: text,
    answer: decimal,
    generate(random) {
      const value = String(someInt64(random));
      return sentAsText(value, value);
    },
  },
  {
    name: 'bigNumber',
    column: whole64,
    request: decimal,
    answer: decimal,
    generate: (random) => same(someDecimal(random, 15, 0).canonical),
  },
  {
    name: 'unsigned64',
    column: { sqlite: 'text', postgres: 'numeric(20,0)', mysql: 'bigint unsigned', mssql: 'decimal(20,0)' },
    request: text,
    answer: decimal,
    generate(random) {
      const value = String(BigInt.asUintN(64, someInt64(random)));
      return sentAsText(value, value);
    },
  },
  {
    name: 'doubleDecimal',
    column: double,
    request: text,
    answer: decimal,
    generate(random) {
      const made = someScientific(random, 15, -280, 280);
      return sentAsText(made.written, made.canonical);
    },
  },
  {
    name: 'doubleBits',
    column: double,
    request: text,
    answer: decimal,
    generate(random) {
      const value = someDouble(random);
      const exact = Number.isSafeInteger(value) ? String(value) : fifteenDigits(value);
      return sentAsText(String(value), exact);
    },
  },
  {
    name: 'doubleMoney',
    column: double,
    request: decimal,
    answer: decimal,
    generate(random) {
      // Of one sign: what is left of large amounts that cancel out has fewer true digits than 15.
      const sign = random.below(2) === 0 ? 1n : -1n;
      const [a, b] = [sign * someCents(random), sign * someCents(random)];
      // The binary sum, as a program that reckons in doubles leaves it behind: 0.30000000000000004.
      return { sent: String(Number(amount(a)) + Number(amount(b))), answered: amount(a + b) };
    },
  },
  {
    name: 'realDecimal',
    column: single,
    request: text,
    answer: decimal,
    generate(random) {
      const made = someScientific(random, 6, -30, 30);
      return sentAsText(made.written, made.canonical);
    },
  },
  {
    name: 'whole',
    column: { sqlite: 'integer', postgres: 'integer', mysql: 'int', mssql: 'int' },
    request: integer,
    answer: integer,
    generate: (random) => same(String(random.below(2 ** 32) - 2 ** 31)),
  },
  {
    name: 'small',
    column: { sqlite: 'integer', postgres: 'smallint', mysql: 'tinyint', mssql: 'smallint' },
    request: integer,
    answer: integer,
    generate: (random) => same(String(between(random, -128, 127))),
  },
  {
    name: 'flagLike',
    // A display width of one does not make it a truth value.
    column: { sqlite: 'integer', postgres: 'smallint', mysql: 'tinyint(1)', mssql: 'tinyint' },
    request: integer,
    answer: integer,
    generate: (random) => same(String(random.below(128))),
  },
  {
    name: 'roundedUp',
    column: { sqlite: 'numeric', postgres: 'numeric(18,3)', mysql: 'decimal(18,3)', mssql: 'decimal(18,3)' },
    request: decimal,
    answer: integer,
    generate(random) {
      const thousandths = BigInt(someDigits(random, between(random, 1, 14))) * (random.below(2) === 0 ? 1n : -1n);
      const down = thousandths / 1000n;
      const sent = shifted(thousandths < 0n ? '-' : '', String(thousandths).replace('-', '').padStart(4, '0'), -3);
      return { sent, answered: String(thousandths > 0n && thousandths % 1000n !== 0n ? down + 1n : down) };
    },
  },
  {
    name: 'calendarYear',
    column: { sqlite: 'integer', postgres: 'smallint', mysql: 'year', mssql: 'smallint' },
    request: integer,
    answer: integer,
    generate: (random) => same(String(between(random, 1901, 2155))),
  },
];
