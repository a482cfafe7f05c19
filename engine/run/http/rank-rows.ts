/**
 * Searches the rows that an ERP returned: by the contract's search rule, and regardless of accents, because ERPs
 * differ in that.
 */
import { mapInTurns, sortInTurns } from '../../base/turn.ts';
import { textOf, type WorkRow } from '../../shape/encode.ts';
import { foldCase, type Match, searchTerms } from '../../sources/sql/text/search.ts';

/** Characters of a text that are searched: its folding takes time, and a longer text is no name. */
const searched = 65_536;

function fold(text: string): string {
  return foldCase(text.normalize('NFD').replaceAll(/\p{M}/gu, ''));
}

/**
 * Rank of a match: 0 the text itself, 1 its beginning, 2 inside, 3 all words in any place; undefined if it does not
 * match.
 */
function rank(cells: readonly string[], whole: string, words: readonly string[], match: Match): number | undefined {
  if (cells.some((cell) => cell === whole)) return 0;
  if (match === 'exact') return undefined;
  if (cells.some((cell) => cell.startsWith(whole))) return 1;
  if (match === 'prefix') return undefined;
  if (!words.every((word) => cells.some((cell) => cell.includes(word)))) return undefined;
  return cells.some((cell) => cell.includes(whole)) ? 2 : 3;
}

interface Ranked {
  readonly row: WorkRow;
  readonly rank: number;
  readonly name: string;
}

/** The rows that match in one of the columns: best first, then by the first column; equal ones in their order. A long list is ranked in turns. */
export async function rankRows(
  rows: readonly WorkRow[],
  text: string,
  columns: readonly string[],
  match: Match,
): Promise<readonly WorkRow[]> {
  const terms = searchTerms(text, match);
  if (terms.matchesNothing) return [];
  if (terms.whole === '') return rows;
  const whole = fold(terms.whole);
  const words = [...terms.words, ...terms.rest].map(fold);
  const all = await mapInTurns(rows, (row): Ranked | undefined => {
    const cells = columns.map((column) => fold(textOf(row[column])?.slice(0, searched) ?? ''));
    const rowRank = rank(cells, whole, words, match);
    return rowRank === undefined ? undefined : { row, rank: rowRank, name: cells[0] ?? '' };
  });
  const ranked = await sortInTurns(
    all.filter((one) => one !== undefined),
    (a, b) => a.rank - b.rank || Number(a.name > b.name) - Number(a.name < b.name),
  );
  return ranked.map(({ row }) => row);
}
