/** Searching among rows that an ERP gave: by the one rule of searching, and without regard to accents, since ERPs differ about them. */
import { textOf, type WorkRow } from '../../shape/encode.ts';
import { foldCase, type Match, searchTerms } from '../../sources/sql/text/search.ts';

function fold(text: string): string {
  return foldCase(text.normalize('NFD').replaceAll(/\p{M}/gu, ''));
}

/** How good a match is: 0 the text itself, 1 its beginning, 2 within, 3 all words somewhere; undefined where it is none. */
function rank(cells: readonly string[], whole: string, words: readonly string[], match: Match): number | undefined {
  if (cells.some((cell) => cell === whole)) return 0;
  if (match === 'exact') return undefined;
  if (cells.some((cell) => cell.startsWith(whole))) return 1;
  if (match === 'prefix') return undefined;
  if (!words.every((word) => cells.some((cell) => cell.includes(word)))) return undefined;
  return cells.some((cell) => cell.includes(whole)) ? 2 : 3;
}

/** The rows in which the text is found in one of the columns: best first, then by the first column; equal ones as they came. */
export function rankRows(
  rows: readonly WorkRow[],
  text: string,
  columns: readonly string[],
  match: Match,
): readonly WorkRow[] {
  const terms = searchTerms(text, match);
  if (terms.nothing) return [];
  if (terms.whole === '') return rows;
  const whole = fold(terms.whole);
  const words = [...terms.words, ...terms.rest].map(fold);
  const ranked = rows.flatMap((row) => {
    const cells = columns.map((column) => fold(textOf(row[column]) ?? ''));
    const found = rank(cells, whole, words, match);
    return found === undefined ? [] : [{ row, found, name: cells[0] ?? '' }];
  });
  ranked.sort((a, b) => a.found - b.found || Number(a.name > b.name) - Number(a.name < b.name));
  return ranked.map(({ row }) => row);
}
