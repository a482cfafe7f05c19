/** The body of a snippet as YAML text. */
import { isMap } from '../../../../engine/host/index.ts';

/** A block of text with another indentation. */
function indented(text: string, indent: number): string {
  const [first = '', ...rest] = text.split('\n');
  const least = Math.min(
    ...rest.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length),
  );
  const lines = rest.map((line) => (line.trim() === '' ? '' : `${' '.repeat(indent)}${line.slice(least)}`));
  return [first, ...lines].join('\n');
}

/** The lines of the body, each after a line break and `indent` spaces; a text directly after a blank. */
export function snippetText(body: unknown, indent: number): string {
  if (Array.isArray(body)) {
    return body
      .map((item) => `\n${' '.repeat(indent)}-${snippetText(item, indent + 2).replace(/^\n\s*/, ' ')}`)
      .join('');
  }
  if (!isMap(body)) return ` ${indented(String(body), indent)}`;
  return Object.entries(body)
    .map(([key, value]) => `\n${' '.repeat(indent)}${key}:${snippetText(value, indent + 2)}`)
    .join('');
}
