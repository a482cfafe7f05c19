/** The path of names at the end of an unfinished expression. */

/** A path at the end of a text that has no filters, and the letters of its last name. */
export const memberPath = /((?:\$\$?|\$?[\p{L}_][\p{L}\p{N}_]*)\.(?:[\p{L}_][\p{L}\p{N}_]*\.)*)([\p{L}\p{N}_]*)$/u;
const pathBefore = /(?<![\p{L}\p{N}_$.])(?:\$?[\p{L}_][\p{L}\p{N}_]*)(?:\.[\p{L}_][\p{L}\p{N}_]*)*$/u;

/** The steps to the value that a name at the end of the text belongs to: those of the filter `lines[` or the group `lines.(` around it. */
export function stepsAround(text: string): readonly string[] {
  const closed = text.replaceAll(/"[^"]*"|'[^']*'/g, (quoted) => ' '.repeat(quoted.length));
  let depth = 0;
  for (let at = closed.length - 1; at >= 0; at -= 1) {
    const sign = closed[at] ?? '';
    if (')]}'.includes(sign)) depth += 1;
    else if ('([{'.includes(sign)) {
      if (depth > 0) depth -= 1;
      else {
        const outer = closed.slice(0, at);
        const isStep = sign === '[' || outer.endsWith('.');
        const path = isStep ? pathBefore.exec(withoutFilters(outer.replace(/\.$/, '')))?.[0] : undefined;
        if (path !== undefined) return [...stepsAround(outer.slice(0, outer.length - path.length)), ...path.split('.')];
      }
    }
  }
  return [];
}

/** The text without filters behind names: `lines[0].` as `lines.`. */
export function withoutFilters(text: string): string {
  let shorter = text;
  for (let before = ''; before !== shorter; ) {
    before = shorter;
    shorter = before.replaceAll(/(?<=[\p{L}\p{N}_\]])\[[^[\]]*\]/gu, '');
  }
  return shorter;
}
