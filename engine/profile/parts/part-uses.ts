/** Finds `{name}` in JSONata. JSONata itself has no such form: braces make objects, which have colons, or enclose the body of a function. */

import { matchAt } from '../../sources/sql/text/tokens.ts';

export interface PartUse {
  readonly name: string;
  readonly offset: number;
  readonly length: number;
}

/** Texts, quoted names and comments, whose content is not code. */
const skipped = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`[^`]*`|\/\*.*?\*\//sy;
/** A regular expression; a slash ends it unless it is escaped or in brackets. */
const pattern = /\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[])+\/[im]*/sy;
const use = /\{\s*([\p{L}_][\p{L}\p{N}_-]*)\s*\}/uy;
/** The head of a function, before the braces around its body. */
const head = /(?:function|λ)\s*\([^()]*\)\s*(?:<[^{}]*>)?\s*$/;
/** What a value may end with: a slash behind it divides. */
const value = /[\p{L}\p{N}_$)\]}"'`]\s*$/u;
/** Words that are operators. */
const word = /(?:^|[^\p{L}\p{N}_$.])(?:and|or|in)\s*$/u;

/** Whether the slash at an offset begins a regular expression, and does not divide. */
function beginsPattern(text: string, at: number): boolean {
  const before = text.slice(0, at);
  return !value.test(before) || word.test(before);
}

/** The uses of parts in an expression, in order. Works on texts that JSONata cannot parse, too. */
export function partUses(text: string): readonly PartUse[] {
  const uses: PartUse[] = [];
  if (!text.includes('{')) return uses;
  let at = 0;
  while (at < text.length) {
    const comment = matchAt(skipped, text, at);
    const isPattern = comment === null && text[at] === '/' && beginsPattern(text, at);
    const other = isPattern ? matchAt(pattern, text, at) : comment;
    const isBody = text[at] === '{' && head.test(text.slice(0, at));
    const useMatch = text[at] === '{' && !isBody ? matchAt(use, text, at) : null;
    if (useMatch !== null) uses.push({ name: useMatch[1] ?? '', offset: at, length: useMatch[0].length });
    at += (other ?? useMatch)?.[0].length ?? 1;
  }
  return uses;
}
