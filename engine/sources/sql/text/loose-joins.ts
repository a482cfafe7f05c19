/** Finds joins that combine every row with every row although they are not written as CROSS JOIN. */
import type { Word } from './words.ts';

export interface LooseJoin {
  /** `missing`: no condition. `constant`: one that is always true. `unrelated`: one that does not name the joined table. */
  readonly kind: 'missing' | 'constant' | 'unrelated';
  readonly offset: number;
  readonly length: number;
  /** The alias of the joined table, or its name. */
  readonly table: string;
}

/** Words that end the condition of a join, at the depth of the join. */
const ends = new Set(
  'join left right inner full cross natural outer where group order having union intersect except limit offset fetch window for set returning values select option on using straight_join apply'.split(
    ' ',
  ),
);

/** Words of conditions that are no names. */
const language = new Set(
  'and or not is null in like ilike between exists case when then else end true false any all some as date time timestamp interval collate escape distinct from current_date current_timestamp unknown'.split(
    ' ',
  ),
);

/** The words from an index to the end of a clause at this depth. LEFT and RIGHT are also functions. */
function clause(words: readonly Word[], from: number, depth: number): readonly Word[] {
  const end = words.findIndex((word, index) => {
    if (index < from || word.depth > depth) return false;
    const isFunction = /^(?:left|right)$/.test(word.text) && words[index + 1]?.text === '(';
    return word.depth < depth || word.text === ',' || (word.kind === 'name' && ends.has(word.text) && !isFunction);
  });
  return words.slice(from, end < 0 ? undefined : end);
}

/** The alias of a joined table, or its name: the last word of `schema.table AS alias`. */
function nameOf(target: readonly Word[], depth: number): string | undefined {
  return target.findLast((word) => word.kind === 'name' && word.depth === depth)?.text;
}

function isConstant(condition: readonly Word[]): boolean {
  const text = condition
    .map((word) => word.text)
    .join('')
    .replaceAll(/[()]/g, '');
  return /^(?:true|1|(\d+|'[^']*')=\1)$/.test(text);
}

/** Whether all names in the condition are columns with their table, and none of them is of this table. */
function isUnrelated(condition: readonly Word[], table: string): boolean {
  let tables = 0;
  for (const [index, { kind, text }] of condition.entries()) {
    const next = condition[index + 1]?.text;
    if (kind !== 'name' || language.has(text) || next === '(' || condition[index - 1]?.text === '.') continue;
    if (next !== '.' || text === table) return false;
    tables += 1;
  }
  return tables > 0;
}

function spanOf(words: readonly Word[]): { readonly offset: number; readonly length: number } {
  const [first, last] = [words[0], words.at(-1)];
  if (first === undefined || last === undefined) return { offset: 0, length: 0 };
  return { offset: first.offset, length: last.offset + last.length - first.offset };
}

/** Nested joins have their conditions at the end: `a JOIN b JOIN c ON ... ON ...`. Then each join has one. */
function hasConditions(words: readonly Word[], depth: number): boolean {
  const count = (...texts: readonly string[]): number =>
    words.filter((word) => word.depth === depth && word.kind === 'name' && texts.includes(word.text)).length;
  return count('on', 'using') >= count('join');
}

/** Such joins, in the order of the text. Joins of LATERAL, which refer to earlier tables themselves, are left out. */
export function looseJoinsIn(words: readonly Word[]): readonly LooseJoin[] {
  return words.flatMap((word, index): readonly LooseJoin[] => {
    if (word.kind !== 'name' || word.text !== 'join') return [];
    const before = words.slice(Math.max(0, index - 3), index).map(({ text }) => text);
    if (before.at(-1) === 'cross' || before.includes('natural') || words[index + 1]?.text === 'lateral') return [];
    const target = clause(words, index + 1, word.depth);
    const table = nameOf(target, word.depth);
    if (table === undefined) return [];
    const on = words[index + 1 + target.length];
    if (on?.text === 'using') return [];
    if (on?.text !== 'on')
      return hasConditions(words, word.depth) ? [] : [{ kind: 'missing', table, offset: word.offset, length: 4 }];
    const condition = clause(words, index + 2 + target.length, word.depth);
    if (isConstant(condition)) return [{ kind: 'constant', table, ...spanOf(condition) }];
    return isUnrelated(condition, table) ? [{ kind: 'unrelated', table, ...spanOf(condition) }] : [];
  });
}
