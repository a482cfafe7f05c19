/** Snippets as an editor inserts them. */

/** The text that stands when nobody types over the places of a snippet: their defaults, the first of several words. */
export function expanded(snippet: string): string {
  return snippet
    .replaceAll(/\$\{\d+\|([^,|]*)[^}]*\|\}/g, '$1')
    .replaceAll(/\$\{\d+:((?:\\.|[^\\}])*)\}/g, '$1')
    .replaceAll(/\$\d+/g, '')
    .replaceAll(/\\([\\$}])/g, '$1');
}

/** A text whose further lines are indented as the place where an editor inserts it. */
export const indented = (text: string, by: number): string => text.replaceAll('\n', `\n${' '.repeat(by)}`);

/** A snippet as an editor with steps of four inserts it: the keys stand twice as deep, lines of SQL as they are. */
export const widened = (text: string): string =>
  text.replaceAll(/^( +)(?!SELECT|FROM|WHERE|AND|your_column| )/gm, '$1$1');
