/** Which endpoints use a part of a profile. */

import { isMap, isScalar, type ParsedNode, parseDocument, type YAMLMap } from 'yaml';
import type { Contract, Field } from '../../../engine/index.ts';
import { mentionsPart } from '../../../engine/tools/index.ts';
import type { Path } from './structure-mutations.ts';

/** The source texts of the entries of a section, by name. A profile and its bases may each have a text for a name. */
type Entries = ReadonlyMap<string, readonly string[]>;

/** The entries of a section of one text. */
function entriesOf(text: string, section: string): readonly (readonly [name: string, text: string])[] {
  const root = parseDocument(text).contents;
  if (!isMap<ParsedNode, ParsedNode | null>(root)) return [];
  const sectionNode = sectionOf(root, section);
  if (!isMap(sectionNode)) return [];
  return sectionNode.items.map(({ key, value }) => [
    isScalar(key) ? String(key.value) : '',
    value === null ? '' : text.slice(value.range[0], value.range[1]),
  ]);
}

const sectionOf = (root: YAMLMap<ParsedNode, ParsedNode | null>, section: string): ParsedNode | null | undefined =>
  root.items.find(({ key }) => isScalar(key) && key.value === section)?.value;

/** Combines the entries of all texts. */
function combined(texts: readonly string[], section: string): Entries {
  const all = new Map<string, readonly string[]>();
  for (const [name, entryTexts] of texts.flatMap((text) => entriesOf(text, section)))
    all.set(name, [...(all.get(name) ?? []), entryTexts]);
  return all;
}

const requestPart = /\$part["']?:\s*["']?([\p{L}\p{N}_-]+)/gu;

/** Whether a text names a part: `{name}` in SQL and expressions, `$part: name` in requests. */
const names = (source: string, part: string): boolean =>
  mentionsPart(source, part) || [...source.matchAll(requestPart)].some(([, name]) => name === part);

/** Kinds of the ids in the request of each endpoint. */
function requestIds({ endpoints }: Pick<Contract, 'endpoints'>): ReadonlyMap<string, ReadonlySet<string>> {
  const kindsIn = (fields: readonly Field[]): readonly string[] =>
    fields.flatMap((field) => {
      if (field.type === 'list') return kindsIn(Object.values(field.items));
      return field.type === 'id' ? [field.idKind] : [];
    });
  return new Map(endpoints.map(({ path, request }) => [path, new Set(kindsIn(Object.values(request)))]));
}

/**
 * Returns a function from the path of a mutation to the endpoints that it can affect: those that contain it, use its part (also
 * through an id or a source), or have an id of its kind in the request. `texts`: the profile, and the profiles that it extends.
 */
export function usersOf(
  texts: readonly string[],
  contract: Pick<Contract, 'endpoints'>,
): (path: Path) => readonly string[] {
  const ids = requestIds(contract);
  const declared = combined(texts, 'ids');
  const sources = combined(texts, 'sources');
  const endpoints = combined(texts, 'endpoints');
  const parts = combined(texts, 'parts');
  const uses = (name: string, sources: readonly string[], seen: ReadonlySet<string> = new Set()): boolean => {
    const isNamed = (part: string): boolean => sources.some((source) => names(source, part));
    if (isNamed(name)) return true;
    return [...parts].some(
      ([part, partTexts]) => !seen.has(part) && isNamed(part) && uses(name, partTexts, new Set([...seen, part])),
    );
  };
  const all = [...endpoints.keys()];
  const withId = (kind: string): readonly string[] => {
    // A debtor without a declaration is a customer.
    const kinds = kind === 'customer' && !declared.has('debtor') ? ['customer', 'debtor'] : [kind];
    return all.filter((endpoint) => kinds.some((one) => ids.get(endpoint)?.has(one)));
  };
  const withPart = (name: string): readonly string[] => {
    const isOfSources = [...sources.values()].some((sourceTexts) => uses(name, sourceTexts));
    const byId = new Set([...declared].flatMap(([kind, idTexts]) => (uses(name, idTexts) ? withId(kind) : [])));
    return all.filter((path) => isOfSources || byId.has(path) || uses(name, endpoints.get(path) ?? []));
  };
  return ([section, name = '']) => {
    switch (section) {
      case 'endpoints':
        return [String(name)];
      case 'parts':
        return withPart(String(name));
      default:
        return withId(String(name));
    }
  };
}
