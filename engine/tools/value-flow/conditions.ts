/** What a condition reveals about columns. */
import { isMap } from '../../base/members.ts';
import { at, listAt } from '../../sources/sql/grammar/references.ts';
import { type Flow, mergedFlow } from './flow.ts';
import type { Scope } from './scope.ts';
import { kindOf, type Tracer } from './tracer.ts';

const logical = new Set(['and', 'or', 'xor', 'not', 'paren']);
const equalities = new Set(['eq', 'neq', 'null_safe_eq', 'null_safe_neq', 'is']);
const orders = new Set(['lt', 'lte', 'gt', 'gte']);
const truthTests = new Set(['is_true', 'is_false', 'column', 'identifier']);
const constants = new Set(['literal', 'parameter', 'placeholder', 'boolean', 'null']);
/** Conditions without a rule: `valueFlow` comes back to this file with them. */
const otherConditions = new Set(['glob', 'similar_to']);

function inFlows(tracer: Tracer, content: unknown, scope: Scope): void {
  const query = at(content, 'query');
  const list = listAt(content, 'expressions').map((one) => tracer.value(one, scope));
  const rows = isMap(query) ? tracer.query(query, scope).map(({ flow }) => flow) : [];
  const others = ['unnest'].flatMap((key) => (isMap(at(content, key)) ? [tracer.value(at(content, key), scope)] : []));
  tracer.compare([tracer.value(at(content, 'this'), scope), ...list, ...rows, ...others], 'equal');
}

/** A pattern of the statement reveals which letters a value has. One of the call is a search. */
function likeFlows(tracer: Tracer, content: unknown, scope: Scope): void {
  const [left, right] = [tracer.value(at(content, 'left'), scope), tracer.value(at(content, 'right'), scope)];
  if (right.columns.size > 0) tracer.refuse(mergedFlow([left, right]), 'a pattern is made of columns');
  // With a letter as the sign for ESCAPE, a request can write each letter apart.
  const escapeSign = at(content, 'escape');
  tracer.compare([left, right, ...(isMap(escapeSign) ? [tracer.value(escapeSign, scope)] : [])], 'equal');
}

/** Notes the tests of a condition. Throws `Untraceable`. */
export function traceCondition(tracer: Tracer, node: unknown, scope: Scope): void {
  const [kind, content] = kindOf(node) ?? ['', node];
  if (logical.has(kind)) {
    for (const key of ['left', 'right', 'this', 'expression'])
      if (isMap(at(content, key))) tracer.condition(at(content, key), scope);
    for (const one of listAt(content, 'expressions')) tracer.condition(one, scope);
    return;
  }
  const flowAt = (key: string): Flow => tracer.value(at(content, key), scope);
  tracer.reached(content);
  // In a database without booleans, the truth of a text depends on its first digits.
  if (kind === 'is' && kindOf(at(content, 'right'))?.[0] === 'boolean') tracer.refuse(flowAt('left'), operation);
  else if (equalities.has(kind)) tracer.compare([flowAt('left'), flowAt('right')], 'equal');
  else if (orders.has(kind)) tracer.compare([flowAt('left'), flowAt('right')], 'order');
  else if (kind === 'in') inFlows(tracer, content, scope);
  else if (kind === 'like' || kind === 'i_like') likeFlows(tracer, content, scope);
  else if (kind === 'between') tracer.compare(['this', 'low', 'high'].map(flowAt), 'order');
  else if (kind === 'exists') tracer.query(at(content, 'this'), scope);
  else if (kind === 'is_null') tracer.compare([flowAt('this')], 'equal');
  else if (truthTests.has(kind)) tracer.refuse(tracer.value(at(content, 'this') ?? node, scope), operation);
  else if (otherConditions.has(kind)) tracer.refuse(partsOf(tracer, content, scope), operation);
  else if (kind !== '' && !constants.has(kind)) tracer.refuse(tracer.value(node, scope), operation);
}

const operation = 'a condition is an operation on columns';

/** The flows of all parts of a condition without a rule. */
function partsOf(tracer: Tracer, content: unknown, scope: Scope): Flow {
  const parts = isMap(content) ? Object.values(content).flat() : [];
  return mergedFlow(parts.filter((part) => kindOf(part) !== undefined).map((part) => tracer.value(part, scope)));
}
