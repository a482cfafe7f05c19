/** Mutations of joins. */
import { type Edit, inOneLine } from './edit.ts';
import { conjuncts } from './sql-conditions.ts';
import { isName, type Word } from './sql-words.ts';

/** An outer join as an inner one, and the reverse, unless a later condition removes the rows that an outer join would add. */
export function joinEdits(sql: string, words: readonly Word[], index: number): readonly Edit[] {
  const word = words[index];
  if (word === undefined || !isName(word, 'JOIN')) return [];
  const [before, last] = [words[index - 1], words[index - 2]];
  const outer = isName(before, 'OUTER') ? last : before;
  const subject = joinedTable(sql, words, index);
  if (outer !== undefined && isName(outer, 'LEFT', 'RIGHT', 'FULL')) {
    const { start, text } = outer;
    const change = `${text} JOIN made inner`;
    return [{ start, end: word.end, replacement: 'INNER JOIN', change, kind: 'outer join', subject }];
  }
  if (isName(before, 'CROSS', 'NATURAL', 'LATERAL', 'APPLY')) return [];
  if (isRequiredLater(words, index)) return [];
  const start = before !== undefined && isName(before, 'INNER') ? before.start : word.start;
  const change = 'JOIN made LEFT JOIN';
  return [{ start, end: word.end, replacement: 'LEFT JOIN', change, kind: 'inner join', subject }];
}

/** The text between JOIN and ON. */
function joinedTable(sql: string, words: readonly Word[], index: number): string {
  const join = words[index];
  const on = words.find((word, at) => at > index && word.depth === join?.depth && isName(word, 'ON', 'USING'));
  return inOneLine(sql.slice(join?.end, on?.start ?? words.at(-1)?.end));
}

/** Whether a later condition is false for a row in which the joined table is NULL: then an outer join has the same rows. */
function isRequiredLater(words: readonly Word[], index: number): boolean {
  const join = words[index];
  const alias = aliasOf(words, index);
  if (join === undefined || alias === undefined) return false;
  for (let at = index + 1; at < words.length; at++) {
    const word = words[at];
    if (word === undefined || word.depth < join.depth) return false;
    if (word.depth > join.depth) continue;
    if (isName(word, 'UNION', 'EXCEPT', 'INTERSECT')) return false;
    const isWhere = isName(word, 'WHERE');
    if (!isWhere && !isInnerOn(words, at, index)) continue;
    const rejectsNulls = conjuncts(words, at + 1, join.depth).some(({ start, end }) =>
      rejectsNull(
        words.filter((one) => one.start >= start && one.end <= end),
        alias,
      ),
    );
    if (rejectsNulls) return true;
    if (isWhere) return false;
  }
  return false;
}

/** The name by which the conditions call a joined table; undefined for a subquery or a part, which may have several. */
function aliasOf(words: readonly Word[], index: number): string | undefined {
  const depth = words[index]?.depth;
  const on = words.findIndex((word, at) => at > index && word.depth === depth && isName(word, 'ON'));
  const alias = words[on - 1];
  return alias?.kind === 'name' && !words.slice(index, on).some(({ kind }) => kind === 'part') ? alias.text : undefined;
}

/** Whether the word is the ON of an inner join after the one at `index`. */
function isInnerOn(words: readonly Word[], at: number, index: number): boolean {
  if (!isName(words[at], 'ON')) return false;
  const depth = words[at]?.depth;
  const join = words.findLastIndex((word, place) => place < at && word.depth === depth && isName(word, 'JOIN'));
  return join > index && !isName(words[join - 1], 'LEFT', 'RIGHT', 'FULL', 'OUTER');
}

/** A comparison of a plain column of the table. Anything else, such as IS NULL or COALESCE, may be true for NULL. */
function rejectsNull(conjunct: readonly Word[], alias: string): boolean {
  const [table, point, column, comparison] = conjunct;
  const [value, ...right] = conjunct.slice(-3);
  if (conjunct.some((word) => isName(word, 'OR', 'IS', 'NOT', 'CASE', 'COALESCE') || word.kind === 'part'))
    return false;
  const isOwn = (name: Word | undefined, dot: Word | undefined): boolean => name?.text === alias && dot?.text === '.';
  const compares = ({ text }: Word): boolean =>
    ['=', '<', '>', '<=', '>=', '<>', '!=', 'IN', 'BETWEEN', 'LIKE'].includes(text);
  if (isOwn(table, point) && column?.kind === 'name' && comparison !== undefined) return compares(comparison);
  const before = conjunct.at(-4);
  return isOwn(value, right[0]) && right[1]?.kind === 'name' && before !== undefined && compares(before);
}
