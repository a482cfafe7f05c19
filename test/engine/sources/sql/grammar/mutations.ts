/** Statements with typing errors. */
import fc from 'fast-check';

const words = [
  'SELECT',
  'FROM',
  'WHERE',
  'AND',
  'ON',
  'JOIN',
  'AS',
  'BY',
  'IN',
  'NOT',
  'CASE',
  'END',
  'LIMIT',
  'UNION',
];
const signs = [',', '(', ')', '.', '=', '*', "'", '"', '[', '`', '::', '||', '--', '/*', ';', '@', '#', 'é', '😀'];

/** A word, a number, a quoted text or a sign, with the white space before it. */
const piece = /\s*(?:'(?:[^']|'')*'|"[^"]*"|[\w$?]+|\S)/gu;

/** A statement of `all` with one to three pieces dropped, doubled, or replaced. */
export function mutated(all: readonly string[]): fc.Arbitrary<string> {
  const change = fc.record({
    at: fc.nat(10_000),
    how: fc.constantFrom('drop', 'double', 'replace', 'cut'),
    by: fc.constantFrom(...words, ...signs),
  });
  return fc.tuple(fc.constantFrom(...all), fc.array(change, { minLength: 1, maxLength: 3 })).map(([sql, changes]) => {
    let pieces: readonly string[] = sql.match(piece) ?? [];
    for (const { at, how, by } of changes) {
      const place = at % Math.max(pieces.length, 1);
      const chosenPiece = pieces[place] ?? '';
      const instead = { drop: [], double: [chosenPiece, chosenPiece], replace: [` ${by}`], cut: [] }[how];
      pieces = [...pieces.slice(0, place), ...instead, ...(how === 'cut' ? [] : pieces.slice(place + 1))];
    }
    return pieces.join('');
  });
}
