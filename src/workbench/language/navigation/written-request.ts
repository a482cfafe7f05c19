/** Finds the text of a profile that a request over HTTP was made from. */
import type { Path } from '../../../../engine/index.ts';
import type { ProfileView } from '../profile/view.ts';
import { concerns } from '../sql/written-statement.ts';
import type { Range } from '../text/positions.ts';

interface SentRequest {
  readonly method: string;
  /** The whole address, with its parameters. */
  readonly url: string;
}

/** What the engine replaces in the path of a request: expressions, settings and parts. */
const replaced = /\{\{.*?\}\}|\$\{\w+\}|\{\w+\}/g;

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

/** The address without the encoding of its characters; as it is where that cannot be undone. */
function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

/** The number of characters of a written path that are sent unchanged; undefined if the address is not one of this path. */
function lengthIn(written: string, url: string): number | undefined {
  const pieces = written.replaceAll(/^["']|["']$/g, '').split(replaced);
  const [path = ''] = url.split(/[?#]/, 1);
  const target = pieces.some((piece) => piece.includes('?')) ? url : path;
  const isMade = new RegExp(`${pieces.map(escaped).join('.*')}$`, 's').test(target);
  return isMade ? pieces.reduce((sum, piece) => sum + piece.length, 0) : undefined;
}

const isBelow = (path: Path, above: Path): boolean => above.every((segment, index) => path[index] === segment);

/** How many of the query parameters that are written beside a path the address has. */
function parametersIn({ entries }: ProfileView, path: Path, url: string): number {
  const params = [...path.slice(0, -1), 'params'];
  const names = entries.flatMap((entry) => {
    return entry.path.length === params.length + 1 && isBelow(entry.path, params) ? [String(entry.path.at(-1))] : [];
  });
  const { searchParams } = new URL(url);
  return names.filter((name) => searchParams.has(name)).length;
}

/** The path of a request of an endpoint, an id, a fact or a source that the address fits best; undefined if none fits. A base of the profile is not searched. */
export function writtenRequest(view: ProfileView, endpoint: string, { method, url }: SentRequest): Range | undefined {
  const key = method.toLowerCase();
  const candidates = view.entries.flatMap(({ path, value }) => {
    if (path.at(-1) !== key || !(concerns(path, endpoint) || path[0] === 'sources')) return [];
    const length = lengthIn(view.text.slice(value.start, value.end), decoded(url));
    return length === undefined ? [] : [{ value, length, parameters: parametersIn(view, path, url) }];
  });
  const [best] = candidates.sort((one, other) => other.length - one.length || other.parameters - one.parameters);
  return best && view.lines.rangeOf(best.value);
}
