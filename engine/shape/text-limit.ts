/** The size of one text of the ERP: a longer one would stop all other requests while it is searched, computed with or encoded. */

/** Characters (UTF-16 code units) of a text at most. */
const longestText = 1_000_000;

/** Why a text cannot be used; undefined if it can. */
export const excessOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length > longestText
    ? `the text has ${value.length} characters, and at most ${longestText} are allowed`
    : undefined;

/** The first text of a row that is too long, as a sentence part; undefined if there is none. */
export function excessIn(row: Readonly<Record<string, unknown>>): string | undefined {
  for (const name in row) {
    const excess = excessOf(row[name]);
    if (excess !== undefined) return `${excess} ("${name}")`;
  }
  return undefined;
}
