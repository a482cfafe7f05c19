/**
 * The JSON Schema for editors of a case file: its grammar, with the requests and answers of the contract's endpoints.
 */
import type { Endpoint, Fields } from '../../base/contract.ts';
import { grammarJsonSchema } from '../../profile/grammar/json-schema.ts';
import { casesSchema } from './schema.ts';

/** Fields by name, all optional and of any type: a case may show a refused request, or part of an answer. */
function membersOf(fields: Fields): object {
  const properties = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const items = field.type === 'list' ? { items: membersOf(field.items) } : {};
      return [name, { description: field.description, ...items }];
    }),
  );
  return { properties };
}

function answerOf({ answer }: Endpoint): object {
  if (answer.kind !== 'rows') return membersOf(answer.fields);
  const rows = { description: 'The rows, in order.', items: membersOf(answer.row) };
  const more = { type: 'boolean', description: 'Whether a further page exists.' };
  return { properties: { [answer.property]: rows, ...(answer.paged && { hasMore: more }) } };
}

/** The members of a case for one endpoint. */
function rule(endpoint: Endpoint): object {
  const answer = answerOf(endpoint);
  return {
    if: { properties: { call: { const: endpoint.path } }, required: ['call'] },
    // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
    then: { properties: { request: membersOf(endpoint.request), response: answer, part: answer } },
  };
}

/** Draft 7, which every YAML editor supports. */
export function casesJsonSchema(endpoints: readonly Endpoint[]): object {
  const call = {
    enum: endpoints.map(({ path }) => path),
    enumDescriptions: endpoints.map(({ title, description }) => `${title}: ${description}`),
  };
  const one = { allOf: [{ properties: { call } }, ...endpoints.map(rule)] };
  return {
    ...grammarJsonSchema(casesSchema),
    title: 'Cases',
    description: 'Requests to a profile, and the answers that are right.',
    allOf: [{ properties: { cases: { items: one } } }],
  };
}
