/** Finds the text of a profile that a statement was made from. */
import type { Path } from '../../../../engine/index.ts';
import { languageAt } from '../profile/embedded.ts';
import type { ProfileView } from '../profile/view.ts';
import type { Range } from '../text/positions.ts';

/** What the engine replaces in a statement: values, settings, parts, the brackets of optional blocks, and comments. */
const replaced = /\[\[|\]\]|:[\w.$]+|\$\{\w+\}|\{[^{}]*\}|--[^\n]*|\/\*[\s\S]*?\*\//g;

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().toLowerCase();

/** Characters that are enough of a statement to recognize it. */
const shortest = 8;

/** The characters of a text of the profile that are in the statement, as a share of those that are sent unchanged. */
function shareIn(written: string, sent: string): number {
  const pieces = written
    .split(replaced)
    .map(oneLine)
    .filter((piece) => piece.length >= shortest);
  const all = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const included = pieces.filter((piece) => sent.includes(piece)).reduce((sum, piece) => sum + piece.length, 0);
  return all === 0 ? 0 : included / all;
}

/** Whether the text at a path can be sent for an endpoint. */
export const concerns = (path: Path, endpoint: string): boolean =>
  path[0] === 'endpoints' ? path[1] === endpoint : path[0] === 'ids' || path[0] === 'facts';

/** Optional blocks that were left out may be missing in the statement. */
const leastShare = 0.6;

/** The text of an endpoint, or of an id, that the statement contains most of; undefined if none is similar. A base of the profile is not searched. */
export function writtenStatement(view: ProfileView, endpoint: string, sql: string): Range | undefined {
  const sent = oneLine(sql);
  const candidates = view.entries.flatMap(({ path, value, style }) => {
    const isText = style !== 'none' && style !== 'map' && style !== 'list';
    if (!isText || !concerns(path, endpoint) || languageAt(view, path) !== 'sql') return [];
    const written = view.text.slice(value.start, value.end);
    return [{ value, share: shareIn(written, sent), length: written.length }];
  });
  const [best] = candidates
    .filter(({ share }) => share >= leastShare)
    .sort((one, other) => other.share - one.share || other.length - one.length);
  return best && view.lines.rangeOf(best.value);
}
