/** Whether a text of SQL or of an expression uses a part: `{name}` or `{name(...)}`. Also finds it in strings and comments. */
export const mentionsPart = (text: string, name: string): boolean =>
  text.includes(`{${name}}`) || text.includes(`{${name}(`);

/** The names `{name}` and `{name(...)}` in texts, whether parts have them or not: reads each text once. */
export const partsMentionedIn = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => Array.from(text.matchAll(/\{([^{}()]+)[}(]/g), ([, name = '']) => name)));
