/** docs/reference.md: every key of the profile language by its place, from the JSON Schema of profiles. */
import { codeCell, markdownTable } from './markdown.ts';
import { alternatives, describe, type Schema, sectionsOf } from './schema-sections.ts';

const head = ['key', 'value', 'meaning', 'example'];

/** The page, from the JSON Schema of a profile. */
export function languageReference(schema: Schema): string {
  const sections = sectionsOf(schema);
  const parts = sections.map(({ title, places, map }) => {
    const rows = Object.entries(map.properties ?? {}).flatMap(([key, value]) => {
      if (typeof value === 'boolean') return [];
      const required = map.required?.includes(key) === true ? ', required' : '';
      return [
        [codeCell(key), `${describe(value, sections, schema)}${required}`, meaning(value, schema), example(value)],
      ];
    });
    const also = places.length === 0 ? [] : [`Also: ${places.map(place).join(', ')}.`];
    return [
      `## ${place(title)}`,
      ...(map.description === undefined ? [] : [map.description]),
      ...also,
      markdownTable(head, rows),
    ];
  });
  const intro = [
    '# Reference of the profile language',
    'Every key of a profile by its place. [language.md](language.md) explains how the keys work together. `<name>` is a name of your choice, `[]` each item of a list. Keys that are not required are optional.',
  ];
  return `${[...intro, ...parts.flat()].join('\n\n')}\n`;
}

/** A heading: the place as code, because renderers would treat `<name>` as markup. */
const place = (title: string): string => (title.includes('.') ? title.replace(/^\S+/, codeCell) : title);

/** The description of a key: its own, or that of the schema that it refers to. */
function meaning(value: Schema, root: Schema): string {
  const referenced = alternatives(value, root).find(({ description }) => description !== undefined);
  return value.description ?? referenced?.description ?? '';
}

function example({ examples }: Schema): string {
  const [first] = examples ?? [];
  if (first === undefined) return '';
  return codeCell(typeof first === 'string' ? first : JSON.stringify(first));
}
