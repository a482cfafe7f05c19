/** Writes the profile as text: proposals with reasons, and open questions. */

import type { Entity } from './match/tables.ts';
import type { Database, Table } from './model/database.ts';
import { nameIn } from './model/sql-text.ts';
import { partName } from './propose/catalog.ts';
import type { Proposal } from './propose/draft.ts';
import type { Proposals } from './propose/index.ts';

/** A setting of the profile; a secret has no default. */
export interface WrittenSetting {
  readonly name: string;
  readonly env: string;
  readonly default: string | undefined;
  readonly secret: boolean;
}

interface ProfileText {
  readonly name: string;
  readonly title: string;
  /** Path of the JSON schema for editors, relative to the profile. */
  readonly schema: string;
  readonly settings: readonly WrittenSetting[];
  /** Description of the source, for the header. */
  readonly origin: string;
}

const indent = (lines: readonly string[]): readonly string[] => lines.map((line) => (line === '' ? '' : `  ${line}`));

/** Wraps text into comment lines. */
function comment(text: string): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < 115) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(lines.length === 0 ? `# ${word}` : `#   ${word}`);
  }
  return lines;
}

function settingLines({ name, env, secret, default: byDefault }: WrittenSetting): string {
  const rest = secret ? ', secret: true' : byDefault === undefined ? '' : `, default: ${JSON.stringify(byDefault)}`;
  return `  ${name}: { env: ${env}${rest} }`;
}

const idsOf: readonly (readonly [string, Entity])[] = [
  ['customer', 'customer'],
  ['location', 'address'],
  ['product', 'item'],
  ['purchaseOrder', 'purchaseOrder'],
  ['salesOrder', 'salesOrder'],
  ['invoice', 'invoice'],
  ['payment', 'allocation'],
];

const isWhole = (table: Table, name: string): boolean => {
  const column = table.columns.find((one) => one.name === name);
  return column?.kind === 'number' && column.values.every((value) => /^-?\d+$/.test(value));
};

function idLines({ databaseKind: { dialect } }: Database, { foundTables }: Proposals): readonly string[] {
  return idsOf.flatMap(([kind, entity]) => {
    const table = (foundTables.get(entity) ?? (entity === 'allocation' ? foundTables.get('payment') : undefined))
      ?.table;
    const [key, ...more] = table?.primaryKey ?? [];
    if (table === undefined || key === undefined) return [];
    const type = (name: string): string => (isWhole(table, name) ? 'integer' : 'text');
    if (more.length > 0) {
      if (kind !== 'location') return [];
      const parts = table.primaryKey.map((name) => `${partName(name)}: ${type(name)}`);
      return [`  ${kind}: { parts: { ${parts.join(', ')} } }`];
    }
    const checksExistence = ['customer', 'product', 'invoice'].includes(kind);
    const exists = `SELECT 1 FROM ${nameIn(dialect, table.name)} WHERE ${nameIn(dialect, key)} = :id`;
    return [
      `  ${kind}: { type: ${type(key)}${checksExistence ? `, exists: ${/[{},[\]:#`"]/.test(exists.replace(':id', '')) ? JSON.stringify(exists) : exists}` : ''} }`,
    ];
  });
}

function endpointLines({ path, parts, questions, placed, keys, comments }: Proposal): readonly string[] {
  const whole = questions.get('');
  const fieldQuestions = [...questions].filter(([field]) => field !== '' && !placed.has(field));
  const decide =
    whole !== undefined
      ? [`decide: ${JSON.stringify(whole)}`]
      : fieldQuestions.length === 0
        ? []
        : ['decide:', ...fieldQuestions.map(([field, text]) => `  ${field}: ${JSON.stringify(text)}`)];
  return [
    `${path}:`,
    ...indent(comments.flatMap(comment)),
    ...indent(
      parts.flatMap(({ field, from, reason }) =>
        comment(`${field}: ${from === undefined ? reason : `${from}; ${reason}`}`),
      ),
    ),
    ...indent([...decide, ...keys]),
  ];
}

/** `absent` with the days that mean "no date" in the columns that the proposals take. */
function absentLine({ tables }: Database, { endpoints }: Proposals): readonly string[] {
  const taken = new Set(endpoints.flatMap(({ parts }) => parts.flatMap(({ from }) => from?.split(' ')[0] ?? [])));
  const days = tables.flatMap(({ name, columns }) =>
    columns.flatMap((column) => (taken.has(`${name}.${column.name}`) ? (column.noDates ?? []) : [])),
  );
  if (days.length === 0) return [];
  return [`    absent: [${[...new Set(days)].toSorted().join(', ')}] # rows have these days where there is no date`];
}

/** The lines above the endpoints for a database: sources and ids. */
export function databaseLines(
  database: Database,
  proposals: Proposals,
  connection: ReadonlyMap<string, string>,
  clock: string,
): readonly string[] {
  const probe = [...proposals.foundTables.values()][0]?.table.name;
  return [
    'sources:',
    '  erp:',
    `    sql: ${database.databaseKind.name}`,
    '    connection:',
    ...[...connection].map(([member, setting]) => `      ${member}: "\${${setting}}"`),
    `    clock: ${clock} # time zone of dates and times that name none`,
    ...absentLine(database, proposals),
    ...(probe === undefined
      ? []
      : [
          `    probe: ${JSON.stringify(`SELECT COUNT(*) FROM ${nameIn(database.databaseKind.dialect, probe)} WHERE 1 = 0`)}`,
        ]),
    '',
    ...(proposals.foundTables.size === 0 ? [] : ['ids:', ...idLines(database, proposals), '']),
  ];
}

/** The whole file. `sources`: the lines between settings and endpoints. */
export function profileText(text: ProfileText, sources: readonly string[], proposals: Proposals): string {
  const { name, title, schema, settings, origin } = text;
  const open = proposals.endpoints.filter(({ questions }) => questions.size > 0).length;
  return [
    `# yaml-language-server: $schema=${schema}`,
    '',
    `# Generated by \`engine init\` from ${origin}. Each line states why it is proposed: review all of them.`,
    `# ${open} of ${proposals.endpoints.length} endpoints have open questions: those under \`decide\`, and open places \`/*? ... */\` with the likely columns.`,
    '# Answer each question in its endpoint, then remove it. `engine check` lists the remaining ones; editors propose the columns.',
    '',
    `profile: ${name}`,
    `title: ${JSON.stringify(title)}`,
    'contract: "1"',
    '',
    ...(settings.length === 0 ? [] : ['settings:', ...settings.map(settingLines), '']),
    ...sources,
    'endpoints:',
    ...proposals.endpoints.flatMap((one) => [...indent(endpointLines(one)), '']),
  ]
    .join('\n')
    .replace(/\n+$/, '\n');
}
