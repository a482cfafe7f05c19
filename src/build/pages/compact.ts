/** docs/compact.md: the contract, the language and the commands in short, for language models. llms.txt: where everything else is. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Contract, Endpoint, Field, Fields } from '../../../engine/index.ts';
import { createProgram } from '../../cli/verbs.ts';
import { expressionFunctions } from '../../workbench/language/expressions/library.ts';
import { idleHost } from './idle-host.ts';
import { alternatives, describe, type Schema, type Section, sectionsOf } from './schema-sections.ts';

/** The first sentence, without links. */
const firstSentence = (text: string): string =>
  (/^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text).replaceAll(/\[(.*?)\]\(.*?\)/g, '$1').replaceAll(/\s+/g, ' ');

const withoutMarkup = (text: string): string => text.replaceAll(/\[(.*?)\]\(#.*?\)/g, '$1').replaceAll('`', '');

function typeOf(field: Field): string {
  const type = field.type === 'text' && field.oneOf !== undefined ? field.oneOf.join('|') : field.type;
  const idSuffix = field.type === 'id' ? ` of ${field.idKind}` : '';
  const items = field.type === 'list' ? ` [${fieldList(field.items)}]` : '';
  return `${type}${idSuffix}${field.nullable === true ? '|null' : ''}${items}`;
}

/** `name! type`: the mark says that a request needs it, or that an answer always has it. */
const fieldList = (fields: Fields): string =>
  Object.entries(fields)
    .map(([name, field]) => `${name}${field.required ? '!' : ''} ${typeOf(field)}`)
    .join(', ');

function answerText({ answer }: Endpoint): string {
  if (answer.kind !== 'rows') return fieldList(answer.fields);
  return `${answer.property} [${fieldList(answer.row)}]${answer.paged ? ', hasMore' : ''}`;
}

const endpointLines = (contract: Contract): readonly string[] =>
  contract.endpoints.map((endpoint) =>
    [
      `### ${endpoint.path}`,
      firstSentence(endpoint.description),
      `- request: ${fieldList(endpoint.request) || 'nothing'}`,
      `- answer: ${answerText(endpoint)}`,
    ].join('\n'),
  );

/** Keys that many maps have. They are described once. */
const sharedKeys = {
  request: 'get post put patch delete head params headers json form xml',
  read: 'use query rows outcomes where fields codes search order page since',
} as const;

type SharedName = keyof typeof sharedKeys;

const sharedNames = ['request', 'read'] as const satisfies readonly SharedName[];
const keysOf = (name: SharedName): readonly string[] => sharedKeys[name].split(' ');
const sharedTitle = (name: SharedName): string => `the keys of a ${name}`;

/** What is said about each key of a map: `text. Purpose.` The mark of a required key is a part of it. */
function meaningsOf({ map }: Section, sections: readonly Section[], schema: Schema): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(map.properties ?? {}).flatMap(([key, value]) => {
      if (typeof value === 'boolean') return [];
      const described =
        value.description ?? alternatives(value, schema).find(({ description }) => description)?.description;
      const needed = map.required?.includes(key) === true ? '!' : '';
      const meaning = described === undefined ? '' : `. ${firstSentence(described)}`;
      return [[key, `${needed}: ${withoutMarkup(describe(value, sections, schema))}${meaning}`] as const];
    }),
  );
}

/** One line for each key; keys with the same meaning share one. */
function keyLines(meanings: ReadonlyMap<string, string>): readonly string[] {
  const byMeaning = Map.groupBy(meanings, ([, meaning]) => meaning);
  return [...byMeaning].map(([meaning, entries]) => `- ${entries.map(([key]) => key).join(', ')}${meaning}`);
}

/** The sections of the keys; what many of them have is in sections of its own. */
function keySections(sections: readonly Section[], schema: Schema): readonly string[] {
  const all = sections.map((section) => ({ title: section.title, meanings: meaningsOf(section, sections, schema) }));
  const sharedSections = sharedNames.map((name) => {
    const first = all.find(({ meanings }) => keysOf(name).every((key) => meanings.has(key)));
    const sharedMeanings = new Map(keysOf(name).map((key) => [key, first?.meanings.get(key) ?? '']));
    return { name, sharedMeanings };
  });
  const lines = (meanings: ReadonlyMap<string, string>): string => {
    const rest = new Map(meanings);
    const used = sharedSections.filter(({ sharedMeanings }) =>
      [...sharedMeanings].every(([key, meaning]) => meanings.get(key) === meaning),
    );
    for (const { sharedMeanings } of used) for (const key of sharedMeanings.keys()) rest.delete(key);
    return [...used.map(({ name }) => `- ${sharedTitle(name)}`), ...keyLines(rest)].join('\n');
  };
  return [
    ...sharedSections.map(
      ({ name, sharedMeanings }) => `### T${sharedTitle(name).slice(1)}\n${keyLines(sharedMeanings).join('\n')}`,
    ),
    ...all.map(({ title, meanings }) => `### ${title}\n${lines(meanings)}`),
  ];
}

function commandLines(): readonly string[] {
  const { commands } = createProgram(idleHost, () => undefined);
  return commands.flatMap((verb) => {
    const inner = verb.commands.map((one) => `  - engine ${verb.name()} ${one.name()}: ${one.description()}`);
    const args = verb.registeredArguments
      .map((one) => (one.required ? ` <${one.name()}>` : ` [${one.name()}]`))
      .join('');
    return [`- engine ${verb.name()}${args}: ${verb.description()}`, ...inner];
  });
}

const rules = [
  'A column with the name of a field of the contract is its mapping: `SELECT KDNR AS erpId`. Columns that begin with `_` are not sent.',
  '`:name` in SQL is a field of the request and is bound as a value. `[[ AND STATE = :state ]]` is used only if the optional field is given. `:today` and `:now` follow the clock of the source, `:settings.name` is a setting.',
  'Every endpoint is provided, or `unavailable` with a reason; `answer: empty` answers an empty list instead of 501. `decide:` marks an open question, and a comment `/*? ... */` in SQL an open place.',
  '`search` names output columns; the engine writes the condition, the ranking and the limit. `order` names output columns, `-` descending. Lists are paged by the engine.',
  'Rows are processed in this order: `attach`, `where`, `fields`, `codes`.',
  'Expressions are JSONata. Money is decimal: `$add`, `$subtract`, `$multiply`, `$total`, never `+`.',
  'A write has `key` (what makes two requests the same document), `find` (finds it in the ERP), `prepare` (reads, and refuses), `write` (the statements or requests). It is never executed twice for one key.',
  'A finding of `engine check` has a code, its reason and its cure; `engine explain MAP101` says more.',
  'Cases are in `cases/*.yaml`: `case`, `call`, `request`, and `response`, `part` or `error`. The fixture is `fixture/schema.sql` and `fixture/data.sql`.',
];

/** `schema`: the JSON Schema of profiles. `example`: the text of a complete profile. */
export function compactPage(contract: Contract, schema: Schema, example: string): string {
  const sections = sectionsOf(schema);
  const parts = [
    '# Compact reference',
    'For language models and for a first look: the contract, the profile language and the commands in short. `!` marks what is required, or what an answer always has. The other pages explain everything.',
    '## How a profile works',
    rules.map((rule) => `- ${rule}`).join('\n'),
    `A complete profile:\n\n\`\`\`yaml\n${example.trimEnd()}\n\`\`\``,
    '## The contract',
    `Every call is a POST with JSON and \`schemaVersion: "${contract.version}"\`. Ids are text, dates \`YYYY-MM-DD\`, amounts numbers with all their digits.`,
    ...endpointLines(contract),
    '## The keys of a profile',
    '`<name>` is a name of your choice, `[]` each item of a list, `map` a map of the section with this path.',
    ...keySections(sections, schema),
    '## Functions of expressions',
    expressionFunctions.map(({ name, signature, meaning }) => `- $${name}${signature}: ${meaning}`).join('\n'),
    '## Commands',
    commandLines().join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** A page of the index: its title, its path from the folder of the index, and what it is for. */
interface Entry {
  readonly title: string;
  readonly path: string;
  readonly description: string;
}

const unlinked = (text: string): string => text.replaceAll(/\[(.*?)\]\(.*?\)/g, '$1');

/** The rows of a table of docs/README.md: links, and what they are for. */
function entriesOf(line: string): readonly Entry[] {
  const [, links = '', about = ''] = /^\| (.*?) \| (.*) \|$/.exec(line) ?? [];
  return [...links.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)].map(([, title = '', path = '']) => ({
    title,
    path: path.startsWith('../') ? path.slice(3) : `docs/${path}`,
    description: unlinked(about),
  }));
}

/** llms.txt, after the convention of llmstxt.org: the sections of docs/README.md. `root`: the folder of the project. */
export function llmsText(root: string): string {
  const lines = readFileSync(join(root, 'docs/README.md'), 'utf8').split('\n');
  const parts = lines.flatMap((line) => {
    const [, section] = /^\| (to .*?) \| *\|$/.exec(line) ?? [];
    if (section !== undefined) return ['', `## ${section.charAt(0).toUpperCase()}${section.slice(1)}`, ''];
    return entriesOf(line).map(({ title, path, description }) => `- [${title}](${path}): ${description}`);
  });
  const intro = [
    '# ERP engine',
    '',
    '> A service between a SaaS platform and an ERP. The platform calls 18 POST endpoints of a fixed REST contract; one YAML profile maps the contract to one ERP with SQL or HTTP requests and JSONata.',
    '',
    'Begin with [docs/compact.md](docs/compact.md): the contract, the profile language and the commands on one page. `engine mcp` offers the same, and tools to write and prove a profile.',
  ];
  return `${[...intro, ...parts].join('\n')}\n`;
}
