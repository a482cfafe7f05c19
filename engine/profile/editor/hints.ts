/** What an editor says of an endpoint's columns and values: the contract's fields, at the places of a profile that name them. */
import type { Endpoint, Fields } from '../../base/contract.ts';
import { attachSnippets } from '../schema/snippets.ts';

const listed = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

/** A description with names in it, which editors show as code. */
const described = (text: string): object => ({ description: text, markdownDescription: text });

/** The fields that a row of the ERP has to give, and those that it may. */
function columnsText(fields: Fields): string {
  const named = Object.entries(fields).filter(([, { type }]) => type !== 'list');
  const wanted = named.filter(([, { required }]) => required).map(([name]) => name);
  const optional = named.filter(([, { required }]) => !required).map(([name]) => name);
  return [
    `Columns: ${listed(wanted)}.`,
    ...(optional.length > 0 ? [`Where the ERP has them: ${listed(optional)}.`] : []),
    'Those that begin with `_` are for work.',
  ].join(' ');
}

function valuesText(request: Fields): string {
  const own = Object.keys(request).map((name) => `:${name}`);
  return `Values: ${listed([...own, ':today', ':now', ':settings.name'])}; an optional one stands in \`[[ ]]\`.`;
}

/** The contract's fields as keys, each with what `say` makes of its description. */
function keyed(fields: Fields, type: readonly string[], say: (description: string) => string): object {
  const properties = Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => field.type !== 'list')
      .map(([name, { description }]) => [name, { type, description: say(description) }]),
  );
  return { properties };
}

/** What stands in a read that gives these fields, and in the reads below it that give the items of its lists. */
function readHints(fields: Fields, request: Fields): Readonly<Record<string, object>> {
  // Not as `properties`, for which editors would insert an empty key in place of the snippet.
  const lists = Object.entries(fields).flatMap(([name, field]) =>
    field.type === 'list' ? [[`^${name}$`, { properties: readHints(field.items, request) }] as const] : [],
  );
  const columns = columnsText(fields);
  return {
    query: { type: 'string', ...described(`SQL. ${columns} ${valuesText(request)}`) },
    rows: { type: 'string', ...described(`Where the rows are, JSONata over the body of the answer. ${columns}`) },
    fields: keyed(fields, ['string'], (description) => `JSONata over a row: ${description}`),
    codes: keyed(fields, ['object', 'string'], (description) => `What the ERP has, and what is sent: ${description}`),
    ...(lists.length > 0 && { attach: { patternProperties: Object.fromEntries(lists), ...attachSnippets } }),
  };
}

function keysOf({ request, answer }: Endpoint): Readonly<Record<string, object>> {
  switch (answer.kind) {
    case 'service':
    case 'statement':
      return {};
    case 'write':
      return {
        lengths: keyed(request, ['integer'], (description) => `Characters that the column holds: ${description}`),
        find: { properties: readHints(answer.fields, request) },
      };
    case 'rows':
    case 'single': {
      const own = readHints(answer.kind === 'rows' ? answer.row : answer.fields, request);
      const branches = { items: { properties: own } };
      return { ...own, first: branches, union: branches };
    }
  }
}

/** Hints for one endpoint: a schema that refuses nothing that its grammar takes. */
export function endpointHints(endpoint: Endpoint): object {
  return { description: `${endpoint.title}: ${endpoint.description}`, properties: keysOf(endpoint) };
}
