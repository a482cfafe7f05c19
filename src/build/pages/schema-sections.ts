/** Divides a JSON Schema into sections for documentation: one per kind of map, named by its place. */
import type { z } from 'zod';
import { anchorOf } from './markdown.ts';

export type Schema = z.core.JSONSchema.JSONSchema;

export interface Section {
  readonly title: string;
  /** Further places of maps with the same keys. */
  readonly places: readonly string[];
  readonly map: Schema;
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The alternatives of a schema, with references and nested alternatives resolved. */
export function alternatives(schema: Schema, root: Schema): readonly Schema[] {
  const name = schema.$ref?.replace('#/definitions/', '');
  const target: unknown = Object.entries(root.definitions ?? {}).find(([key]) => key === name)?.[1];
  if (isSchema(target)) return alternatives(target, root);
  const list = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  return list === undefined ? [schema] : list.filter(isSchema).flatMap((one) => alternatives(one, root));
}

/** A text that is equal for maps with the same keys. */
const contentOf = (map: Schema): string => JSON.stringify([map.properties, map.required]);

/** Distinguishes a map from the other maps at its place: by a key with a constant value, or by a key that only it has. */
function distinction(map: Schema, siblings: readonly Schema[]): string {
  const others = siblings.filter((sibling) => sibling !== map);
  if (others.length === 0) return '';
  const entries = Object.entries(map.properties ?? {}).filter(([, value]) => isSchema(value));
  for (const [key, value] of entries)
    if (isSchema(value) && typeof value.const === 'string') return ` with ${key}: ${value.const}`;
  const distinctKey = entries.find(([key]) => others.every(({ properties }) => properties?.[key] === undefined));
  return distinctKey === undefined ? '' : ` with ${distinctKey[0]}`;
}

/** All kinds of maps in a schema, each once, in document order. */
export function sectionsOf(root: Schema): readonly Section[] {
  const sectionsByContent = new Map<string, { title: string; places: string[]; map: Schema }>();
  const titles = new Set<string>();
  const visit = (schema: Schema, place: string, inherited: string): void => {
    const kinds = alternatives(schema, root);
    const maps = kinds.filter(({ properties }) => properties !== undefined);
    for (const map of maps) {
      const suffix = distinction(map, maps);
      const short = `${place}${suffix}`;
      const title = titles.has(short) ? `${short}${inherited}` : short;
      const knownSection = sectionsByContent.get(contentOf(map));
      if (knownSection !== undefined) {
        if (knownSection.title !== title && !knownSection.places.includes(title)) knownSection.places.push(title);
        continue;
      }
      sectionsByContent.set(contentOf(map), { title: title === '' ? 'The profile' : title, places: [], map });
      titles.add(title);
      for (const [key, value] of Object.entries(map.properties ?? {}))
        if (isSchema(value)) visit(value, place === '' ? key : `${place}.${key}`, suffix === '' ? inherited : suffix);
    }
    for (const { additionalProperties, items } of kinds) {
      if (isSchema(additionalProperties)) visit(additionalProperties, `${place}.<name>`, inherited);
      if (isSchema(items)) visit(items, `${place}[]`, inherited);
    }
  };
  visit(root, '', '');
  return [...sectionsByContent.values()];
}

/** The possible values in words, with links to the sections of maps. */
export function describe(value: Schema, sections: readonly Section[], root: Schema): string {
  const words = alternatives(value, root).map((one) => describeOne(one, sections, root));
  return [...new Set(words)].join(' or ');
}

function describeOne(one: Schema, sections: readonly Section[], root: Schema): string {
  const inner = (schema: unknown): string => (isSchema(schema) ? describe(schema, sections, root) : 'anything');
  if (one.properties !== undefined) {
    const section = sections.find(({ map }) => contentOf(map) === contentOf(one));
    return section === undefined ? 'map' : `[map](#${anchorOf(section.title)})`;
  }
  if (one.const !== undefined) return `\`${String(one.const)}\``;
  if (one.enum !== undefined) return one.enum.map((word) => `\`${String(word)}\``).join(', ');
  if (Array.isArray(one.type)) return one.type.map((type) => simple(type, one)).join(' or ');
  if (one.type === 'array')
    return Array.isArray(one.items) ? `list of ${one.items.map(inner).join(', ')}` : `list of: ${inner(one.items)}`;
  if (one.type === 'object') return `names with: ${inner(one.additionalProperties)}`;
  return simple(one.type, one);
}

function simple(type: unknown, { minimum, maximum }: Schema): string {
  if (type === 'string') return 'text';
  if (type === 'boolean') return '`true`, `false`';
  if (type === 'number') return 'number';
  if (type !== 'integer') return 'anything';
  if (minimum === undefined) return maximum === undefined ? 'whole number' : `whole number up to ${maximum}`;
  return maximum === undefined ? `whole number from ${minimum}` : `whole number ${minimum} to ${maximum}`;
}
