/** docs/contract.md: requests, answers, errors and rules of every endpoint. */
import type { Contract, Endpoint, Field, Fields } from '../../../engine/index.ts';
import { answerExample, requestExample } from '../../../engine/tools/index.ts';
import { errorAnswers, errorsOf } from '../../contract/errors.ts';
import { errorExample } from '../../contract/openapi.ts';
import { endpointRulings, generalRulings } from '../../contract/rulings.ts';
import { anchorOf, markdownTable } from './markdown.ts';

const apps = { both: 'Both apps', ordering: 'Ordering app', receivables: 'Receivables app' } as const;

/** The page, from the data of the contract. */
export function contractPage(contract: Contract): string {
  const sections = [
    '# Contract reference',
    `<!-- Generated from src/contract by \`npm run build\`. Change it there. -->`,
    intro(contract),
    ...generalRulings.flatMap(({ title, points }) => [`## ${title}`, bullets(points)]),
    '## Errors',
    errorSection(contract),
    '## Endpoints',
    bullets(
      contract.endpoints.map((endpoint) => `[${endpoint.title}](#${anchorOf(endpoint.title)}): \`${endpoint.path}\``),
    ),
    ...contract.endpoints.map((endpoint) => endpointSection(contract, endpoint)),
  ];
  return `${sections.join('\n\n')}\n`;
}

function intro(contract: Contract): string {
  return `Every call is a POST with \`Authorization: Bearer <key>\`, \`Content-Type: application/json\` and a JSON object with \`"schemaVersion": "${contract.version}"\`. Success is 200. Every answer repeats \`schemaVersion\`.`;
}

function errorSection(contract: Contract): string {
  const rows = errorAnswers.map(({ status, code, when, header }) => [
    String(status),
    `\`${code}\``,
    header === undefined ? when : `${when} With \`${header.name}\`.`,
  ]);
  const example = errorAnswers.find(({ details }) => details !== undefined);
  return [
    '`error` is a message for people; programs use the status and `code`. The contract has no code for throttling: 429 has `INTERNAL_ERROR`, because neither the request nor the key is at fault.',
    markdownTable(['Status', 'Code', 'When'], rows),
    ...(example === undefined ? [] : [code(errorExample(contract, example))]),
  ].join('\n\n');
}

function endpointSection(contract: Contract, endpoint: Endpoint): string {
  const rulings = Object.entries(endpointRulings).find(([path]) => path === endpoint.path)?.[1] ?? [];
  const statuses = errorsOf(endpoint).map(({ status }) => status);
  return [
    `### ${endpoint.title}`,
    `\`POST ${endpoint.path}\` · ${apps[endpoint.app]}`,
    endpoint.description,
    ...(Object.keys(endpoint.request).length === 0
      ? ['Request: only `schemaVersion`.']
      : [
          'Request:',
          markdownTable(['Field', 'Type', 'Required', 'Meaning'], fieldRows(endpoint.request, requestPresence)),
        ]),
    'Answer:',
    markdownTable(['Field', 'Type', 'Present', 'Meaning'], answerRows(endpoint)),
    ...(rulings.length === 0 ? [] : [bullets(rulings)]),
    'Example call and answer:',
    code(requestExample(contract, endpoint)),
    code(answerExample(contract, endpoint)),
    `Errors: ${statuses.join(', ')}.`,
  ].join('\n\n');
}

function answerRows({ answer }: Endpoint): readonly (readonly string[])[] {
  if (answer.kind !== 'rows') return fieldRows(answer.fields, answerPresence);
  const rows = fieldRows(answer.row, answerPresence, `${answer.property}[].`);
  return answer.paged ? [...rows, ['`hasMore`', 'boolean', 'always', 'Whether a further page exists.']] : rows;
}

function fieldRows(fields: Fields, presence: (field: Field) => string, prefix = ''): readonly (readonly string[])[] {
  return Object.entries(fields).flatMap(([name, field]) => [
    [`\`${prefix}${name}\``, typeText(field), presence(field), field.description],
    ...(field.type === 'list' ? fieldRows(field.items, presence, `${prefix}${name}[].`) : []),
  ]);
}

function requestPresence(field: Field): string {
  if (field.required) return 'yes';
  const byDefault = 'default' in field ? field.default : undefined;
  return byDefault === undefined ? 'no' : `no, ${byDefault === '' ? 'empty' : byDefault} by default`;
}

function answerPresence(field: Field): string {
  return field.required ? 'always' : 'if known';
}

function typeText(field: Field): string {
  const type = bareType(field);
  return field.nullable === true ? `${type} or null` : type;
}

function bareType(field: Field): string {
  switch (field.type) {
    case 'text':
      return field.oneOf === undefined ? 'text' : field.oneOf.map((word) => `\`${word}\``).join(' or ');
    case 'id':
      return 'text (identifier)';
    case 'currency':
      return 'text (three letters)';
    case 'email':
      return 'text (e-mail address)';
    case 'date':
      return 'date YYYY-MM-DD';
    case 'instant':
      return 'time, ISO 8601';
    case 'boolean':
      return 'boolean';
    case 'integer':
      return integerText(field.minimum, field.maximum);
    case 'decimal':
      return field.exclusiveMinimum === undefined ? 'number' : `number over ${field.exclusiveMinimum}`;
    case 'list':
      return listText(field.minItems ?? 0, field.maxItems);
  }
}

function listText(minimum: number, maximum: number | undefined): string {
  if (maximum !== undefined) return `list of ${minimum} to ${maximum}`;
  return minimum === 0 ? 'list' : `list of ${minimum} or more`;
}

function integerText(minimum: number | undefined, maximum: number | undefined): string {
  if (minimum === undefined) return maximum === undefined ? 'integer' : `integer up to ${maximum}`;
  return maximum === undefined ? `integer from ${minimum}` : `integer ${minimum} to ${maximum}`;
}

function bullets(points: readonly string[]): string {
  return points.map((point) => `- ${point}`).join('\n');
}

function code(value: unknown): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}
