/** Splits AL source into tokens, without comments and without the lines that preprocessor directives exclude. */

export interface Token {
  readonly kind: 'name' | 'quoted' | 'string' | 'number' | 'mark';
  /** Of quoted names and strings: what is between the quotes. */
  readonly text: string;
}

/** The directives of a condition that AL code of Microsoft uses. No symbol is defined: the shipped apps define none. */
function holds(condition: string): boolean {
  const [, not, name] = /^(not\s+)?(\w+)$/.exec(condition.trim()) ?? [];
  if (name === undefined) throw new Error(`unknown condition of the preprocessor: ${condition}`);
  return not !== undefined;
}

function withoutExcludedLines(source: string): string {
  const stack: { active: boolean; decided: boolean }[] = [];
  return source
    .split('\n')
    .map((line) => {
      const [, directive, condition = ''] = /^\s*#\s*(\w+)\s*(.*?)\s*$/.exec(line) ?? [];
      const top = stack.at(-1);
      if (directive === 'if') {
        const active = holds(condition);
        stack.push({ active, decided: active });
      } else if (directive === 'elif' && top !== undefined) {
        top.active = !top.decided && holds(condition);
        top.decided ||= top.active;
      } else if (directive === 'else' && top !== undefined) {
        top.active = !top.decided;
      } else if (directive === 'endif') {
        stack.pop();
      }
      return directive === undefined && stack.every(({ active }) => active) ? line : '';
    })
    .join('\n');
}

const pattern =
  /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/|(?<quoted>"(?:[^"]|"")*")|(?<string>'(?:[^']|'')*')|(?<name>[\p{L}_][\p{L}\d_]*)|(?<number>\d+(?:\.\d+)?\w*)|(?<mark>::|[^\s])/gu;

/** The tokens of one file. */
export function tokensOf(source: string): readonly Token[] {
  return [...withoutExcludedLines(source.replace(/^\uFEFF/, '')).matchAll(pattern)].flatMap(
    ({ groups }): readonly Token[] => {
      const { quoted, string, name, number, mark } = groups ?? {};
      if (quoted !== undefined) return [{ kind: 'quoted', text: quoted.slice(1, -1).replaceAll('""', '"') }];
      if (string !== undefined) return [{ kind: 'string', text: string.slice(1, -1).replaceAll("''", "'") }];
      if (name !== undefined) return [{ kind: 'name', text: name }];
      if (number !== undefined) return [{ kind: 'number', text: number }];
      return mark === undefined ? [] : [{ kind: 'mark', text: mark }];
    },
  );
}
