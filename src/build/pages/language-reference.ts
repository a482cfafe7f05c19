/** The reference of the profile language in Markdown: every key of the grammar, by the place where it stands. */
import { codeCell, markdownTable } from './markdown.ts';
import { alternatives, describe, type Schema, sectionsOf } from './schema-sections.ts';

const head = ['key', 'value', 'what for', 'example'];

/** The page, from the JSON Schema of a profile. */
export function languageReference(schema: Schema): string {
  const sections = sectionsOf(schema);
  const parts = sections.map(({ title, places, map }) => {
    const rows = Object.entries(map.properties ?? {}).flatMap(([key, value]) => {
      if (typeof value === 'boolean') return [];
      const required = map.required?.includes(key) === true ? ', required' : '';
      return [[codeCell(key), `${describe(value, sections, schema)}${required}`, about(value, schema), example(value)]];
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
    'Every key that a profile can have, by the place where it stands, as the grammar has it. [language.md](language.md) explains how they work together. `<name>` stands for a name of your choice, `[]` for each item of a list. What is not required may be left out.',
  ];
  return `${[...intro, ...parts.flat()].join('\n\n')}\n`;
}

/** A heading: the place as code, since renderers take `<name>` for markup otherwise. */
const place = (title: string): string => (title.includes('.') ? title.replace(/^\S+/, codeCell) : title);

/** What a key is for; said by the key, or by what it points at. */
function about(value: Schema, root: Schema): string {
  const said =
    value.description ?? alternatives(value, root).find(({ description }) => description !== undefined)?.description;
  return said ?? '';
}

function example({ examples }: Schema): string {
  const [first] = examples ?? [];
  if (first === undefined) return '';
  return codeCell(typeof first === 'string' ? first : JSON.stringify(first));
}
