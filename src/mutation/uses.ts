/** Which endpoints use a part of a profile. */
import { isMap, isScalar, type ParsedNode, type YAMLMap } from 'yaml';
import type { Path } from './structure-mutations.ts';

/** The source text of each entry of a section, by name. */
function entriesOf(
  text: string,
  root: YAMLMap<ParsedNode, ParsedNode | null>,
  section: string,
): ReadonlyMap<string, string> {
  const found = root.items.find(({ key }) => isScalar(key) && key.value === section)?.value;
  if (!isMap(found)) return new Map();
  return new Map(
    found.items.map(({ key, value }) => [
      isScalar(key) ? String(key.value) : '',
      value === null ? '' : text.slice(value.range[0], value.range[1]),
    ]),
  );
}

const requestPart = /\$part["']?:\s*["']?([\p{L}\p{N}_-]+)/gu;

/** Whether a text names a part: `{name}` in SQL and expressions, `$part: name` in requests. */
const names = (source: string, part: string): boolean =>
  source.includes(`{${part}}`) || [...source.matchAll(requestPart)].some(([, name]) => name === part);

/** Returns a function from the path of a mutation to the endpoints that it can affect: those that contain it, or use its part. */
export function usersOf(text: string, root: YAMLMap<ParsedNode, ParsedNode | null>): (path: Path) => readonly string[] {
  const endpoints = entriesOf(text, root, 'endpoints');
  const parts = entriesOf(text, root, 'parts');
  const uses = (name: string, source: string, seen: ReadonlySet<string> = new Set()): boolean => {
    if (names(source, name)) return true;
    return [...parts].some(
      ([part, own]) => !seen.has(part) && names(source, part) && uses(name, own, new Set([...seen, part])),
    );
  };
  return ([section, name = '']) => {
    if (section === 'endpoints') return [String(name)];
    const all = [...endpoints.keys()];
    return section === 'parts' ? all.filter((endpoint) => uses(String(name), endpoints.get(endpoint) ?? '')) : all;
  };
}
