/** Begins an endpoint that the profile does not have, with the first lines that completion proposes. */
import { skeletonOf } from '../completion/keys.ts';
import type { ProfileView } from '../profile/view.ts';
import type { Range } from '../text/positions.ts';

export interface BegunEndpoint {
  /** What the text replaces: the empty place behind the last endpoint, or the braces of an empty map. */
  readonly range: Range;
  /** A template with `${1:word}` for places of the cursor. */
  readonly snippet: string;
}

const escapedPath = (path: string): string => path.replaceAll('$', String.raw`\$`);

/** Undefined if the profile has the endpoint, or if its endpoints are written in braces. */
export function beginEndpoint(view: ProfileView, path: string): BegunEndpoint | undefined {
  const { text, lines, entries } = view;
  if (entries.some((one) => one.path.length === 2 && one.path[0] === 'endpoints' && one.path[1] === path))
    return undefined;
  const section = entries.find((one) => one.path.length === 1 && one.path[0] === 'endpoints');
  const begun = (indent: number): string =>
    `\n${' '.repeat(indent)}${escapedPath(path)}:${skeletonOf(view, { indent }, path)}`;
  if (section === undefined) {
    const end = text.trimEnd().length;
    return { range: lines.rangeOf({ start: end, end }), snippet: `\nendpoints:${begun(2)}` };
  }
  const { start, end } = section.value;
  if (/^\{\s*\}$/.test(text.slice(start, end)))
    return { range: lines.rangeOf({ start: text.slice(0, start).trimEnd().length, end }), snippet: begun(2) };
  if (section.style !== 'none' || section.flow) return undefined;
  const inside = entries.filter((one) => one.path[0] === 'endpoints');
  const first = inside.find((one) => one.path.length === 2);
  const last = Math.max(...inside.map(({ key, value }) => Math.max(key?.end ?? 0, value.end)));
  const lineEnd = text.indexOf('\n', Math.max(last - 1, 0));
  const at = text.slice(0, lineEnd < 0 ? text.length : lineEnd).trimEnd().length;
  return { range: lines.rangeOf({ start: at, end: at }), snippet: begun(first?.indent ?? 2) };
}
