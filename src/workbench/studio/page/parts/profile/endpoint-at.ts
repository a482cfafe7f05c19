/** The endpoint that a line of a profile or of a case belongs to. */
import type { Text } from '@codemirror/state';

/** The key of an endpoint in a profile, and the `call` of a case. */
const names = /^\s+(?:- )?(?:["']?(\/[\w/-]+)["']?\s*:|call:\s*["']?(\/[\w/-]+))/;

/** The path above a line, counted from 1; undefined above the first endpoint, and in another section. */
export function endpointAt(text: Text, line: number): string | undefined {
  for (let at = line; at > 0; at -= 1) {
    const { text: content } = text.line(at);
    const match = names.exec(content);
    if (match !== null) return match[1] ?? match[2];
    if (/^[\w$]/.test(content) && at < line) return undefined;
  }
  return undefined;
}
