/** Editor hints for the columns and values of an endpoint: descriptions of the contract fields at the keys that refer to them. */
import type { Endpoint, Fields } from '../../base/contract.ts';
import { attachSnippets } from '../schema/snippets.ts';

const listed = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

/** A description with backticks, which editors render as code. */
const described = (text: string): object => ({ description: text, markdownDescription: text });

/** Lists the required and the optional columns. */
function columnsText(fields: Fields): string {
  const named = Object.entries(fields).filter(([, { type }]) => type !== 'list');
  const wanted = named.filter(([, { required }]) => required).map(([name]) => name);
  const optional = named.filter(([, { required }]) => !required).map(([name]) => name);
  return [
    `Columns: ${listed(wanted)}.`,
    ...(optional.length > 0 ? [`Optional: ${listed(optional)}.`] : []),
    'Columns that begin with `_` are internal.',
  ].join(' ');
}

function valuesText(request: Fields): string {
  const requestValues = Object.keys(request).map((name) => `:${name}`);
  return `Values: ${listed([...requestValues, ':today', ':now', ':settings.name'])}; optional values must be in \`[[ ]]\`.`;
}

/** A schema with the contract fields as keys. `describe` adapts their descriptions. */
function keyed(fields: Fields, type: readonly string[], describe: (description: string) => string): object {
  const properties = Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => field.type !== 'list')
      .map(([name, { description }]) => [name, { type, description: describe(description) }]),
  );
  return { properties };
}

/** Hints for a read that provides these fields, and for attached reads that provide the items of lists. */
function readHints(fields: Fields, request: Fields): Readonly<Record<string, object>> {
  // Not `properties`, because editors would then insert an empty key instead of the snippet.
  const lists = Object.entries(fields).flatMap(([name, field]) =>
    field.type === 'list' ? [[`^${name}$`, { properties: readHints(field.items, request) }] as const] : [],
  );
  const columns = columnsText(fields);
  return {
    query: { type: 'string', ...described(`SQL. ${columns} ${valuesText(request)}`) },
    rows: { type: 'string', ...described(`JSONata over the body of the response that returns the rows. ${columns}`) },
    fields: keyed(fields, ['string'], (description) => `JSONata over a row: ${description}`),
    codes: keyed(fields, ['object', 'string'], (description) => `ERP value to contract value: ${description}`),
    ...(lists.length > 0 && { attach: { patternProperties: Object.fromEntries(lists), ...attachSnippets } }),
  };
}

function keysOf({ request, answer }: Endpoint): Readonly<Record<string, object>> {
  switch (answer.kind) {
    case 'service':
    case 'accountStatement':
      return {};
    case 'write':
      return {
        lengths: keyed(
          request,
          ['integer'],
          (description) => `Maximum number of characters in the column: ${description}`,
        ),
        find: { properties: readHints(answer.fields, request) },
      };
    case 'rows':
    case 'single': {
      const readProperties = readHints(answer.kind === 'rows' ? answer.row : answer.fields, request);
      const branches = { items: { properties: readProperties } };
      return { ...readProperties, first: branches, union: branches };
    }
  }
}

/** Hints for one endpoint: a schema that accepts everything that the grammar accepts. */
export function endpointHints(endpoint: Endpoint): object {
  return { description: `${endpoint.title}: ${endpoint.description}`, properties: keysOf(endpoint) };
}
