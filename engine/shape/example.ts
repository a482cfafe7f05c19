/** Example requests and answers, composed of the examples of the fields. */
import type { Contract, Endpoint, Field, Fields } from '../base/contract.ts';

/** The example of a field; for a list, one item composed of the examples of its fields. */
export function fieldExample(field: Field): unknown {
  return field.type === 'list' ? [recordExample(field.items)] : field.example;
}

function recordExample(fields: Fields): Readonly<Record<string, unknown>> {
  const named = Object.entries(fields).map(([name, field]) => [name, fieldExample(field)] as const);
  return Object.fromEntries(named.filter(([, value]) => value !== undefined));
}

/** A whole request body with every field that has an example. */
export function requestExample(contract: Contract, endpoint: Endpoint): Readonly<Record<string, unknown>> {
  return { schemaVersion: contract.version, ...recordExample(endpoint.request) };
}

/** A whole answer body; lists hold one row. */
export function answerExample(contract: Contract, endpoint: Endpoint): Readonly<Record<string, unknown>> {
  const { answer } = endpoint;
  const envelope = { schemaVersion: contract.version };
  if (answer.kind !== 'rows') return { ...envelope, ...recordExample(answer.fields) };
  const more = answer.paged ? { hasMore: false } : {};
  return { ...envelope, [answer.property]: [recordExample(answer.row)], ...more };
}
