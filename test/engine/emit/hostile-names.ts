/** Names and texts for tests of generated code. */
import fc from 'fast-check';
import { seed } from '../../support/seed.ts';

/** Names that would mean something else in a program, if they were not encoded. */
export const hostile = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  '0',
  'a b',
  '"',
  "'",
  '`',
  '${process.exit(1)}',
  '"]; throw 1; //',
  '*/ throw 1 /*',
  '\\',
  '\\"',
  '\n',
  '\r',
  '\u2028',
  '\u2029',
  '\u0000',
  '</script>',
  '\ud800',
  '$0',
  'row',
  'json',
];
/** Names and texts, hostile ones among them. */
export const names = fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'binary' }), fc.string());
/** Holds for 2,000 values of the run's seed. */
export const property = <T>(arbitrary: fc.Arbitrary<T>, holds: (value: T) => void): void =>
  fc.assert(
    fc.property(arbitrary, (value) => void holds(value)),
    { seed, numRuns: 2_000 },
  );
