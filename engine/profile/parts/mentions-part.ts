/** Whether a text of SQL or of an expression uses a part: `{name}` or `{name(...)}`. Also finds it in strings and comments. */
export const mentionsPart = (text: string, name: string): boolean =>
  text.includes(`{${name}}`) || text.includes(`{${name}(`);
