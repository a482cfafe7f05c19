/** Paths: each step is evaluated for each item that the step before gives. */

import { type Code, code } from '../../emit/code.ts';
import { unmark } from '../runtime/finish.ts';
import { isInheritedSomewhere, isSequence, lookup, unwrap } from '../runtime/list.ts';
import { filteredCode } from './filter.ts';
import { groupFunction } from './group.ts';
import { givesMember, isPlainStep, namesOf, plainPath } from './path-names.ts';
import { sortCode } from './sort.ts';
import type { NodeOf, Step } from './tree.ts';
import { memberOf, walking, walkName } from './walk.ts';
import { Body, memberCode } from './writer.ts';

/** A path. Members of objects are read without its steps, which are evaluated where there is a list. */
export function pathCode(node: NodeOf<'path'>, body: Body): Code {
  const { variable, names } = plainPath(node) ?? {};
  const [first, ...more] = names ?? [];
  const isOne = first !== undefined && more.length === 0 && variable === undefined;
  const walked = isOne ? code`${walkName}(input, ${first}, frame)` : code`${walkFunction(node, body)}(input, frame)`;
  if (first === undefined || (variable !== undefined && !givesMember(node))) return walked;
  const whole = givesMember(node) ? code`${unwrap}(${walked})` : walked;
  const value = body.variable();
  const last = code`typeof ${value} === "object" && ${isSequence}(${value}) ? ${whole} : ${value}`;
  const members = more.reduceRight(
    (next, name) =>
      code`typeof ${value} !== "object" || ${value} === null ? undefined : Array.isArray(${value}) ? ${whole} : (${value} = ${memberCode(value, name)}, ${next})`,
    last,
  );
  const inRecord = (record: Code): Code => code`(${value} = ${memberCode(record, first)}, ${members})`;
  if (variable === undefined) {
    const record = body.record();
    return code`(${record} === undefined ? Array.isArray(input) ? ${whole} : undefined : ${inRecord(record)})`;
  }
  const isRecord = code`typeof (${value} = ${body.node(variable)}) === "object" && ${value} !== null && !Array.isArray(${value})`;
  return code`(${isRecord} ? ${inRecord(value)} : ${whole})`;
}

/**
 * A path whose last step constructs objects, as plain data. `object`: the name of the function that constructs them. `kept`: one object is a list too. Where
 * the steps before it are names, the function that is added here evaluates it without them.
 */
export function objectsCode(
  node: NodeOf<'path'>,
  body: Body,
  { object, kept }: { readonly object: Code; readonly kept: boolean },
): Code {
  const whole = code`${unmark}(${walkFunction(node, body, object)}(input, frame), ${kept})`;
  const names = namesOf(node.steps.slice(0, -1)) ?? [];
  if (names.length === 0 || names.some(isInheritedSomewhere)) return whole;
  const reads = names.map(
    (name) => code`
  if (typeof items !== "object" || items === null) return undefined;
  if (Array.isArray(items)) return ${whole};
  items = items[${name}];`,
  );
  const statements = code`let items = input;${reads}
  if (items === undefined) return undefined;
  if (!Array.isArray(items)) return ${kept ? code`[${object}(items, frame)]` : code`${object}(items, frame)`};
  if (items.cons === true || frame.run.journal !== undefined) return ${whole};
  if (items.length === 0) return undefined;
  if (${!kept} && items.length === 1) return ${object}(items[0], frame);
  // A copy has the right size from the beginning.
  const results = items.slice();
  for (let index = 0; index < results.length; index += 1) {
    frame.run.step();
    results[index] = ${object}(results[index], frame);
  }
  return results;`;
  const { writer, scope } = body;
  return code`${writer.constant(new Body(writer, scope).function(statements))}(input, frame)`;
}

/** Adds a function that evaluates all steps. `last`: the name of the function that evaluates the last one. */
function walkFunction({ steps, keepSingleton, group }: NodeOf<'path'>, body: Body, last?: Code): Code {
  const [first] = steps;
  const isAbsolute = first?.kind === 'node' && first.node.type === 'variable';
  const written = steps.map((step, index) =>
    last !== undefined && index === steps.length - 1
      ? code`{ kind: "each", evaluate: ${last} }, `
      : code`${stepCode(step, index, steps[index - 1], body)}, `,
  );
  const grouped = group && groupFunction(group, body);
  return body.writer.constant(code`${walking}([${written}], ${{ isAbsolute, keepSingleton }}, ${grouped})`);
}

function stepCode(step: Step, index: number, previous: Step | undefined, { writer, scope }: Body): Code {
  if (step.kind === 'sort') {
    const afterArray = index === 1 && previous?.kind === 'node' && isFirstArray(previous);
    const body = new Body(writer, scope);
    const then = writer.evaluate(scope, (thenBody) => filteredCode(code`input`, step.filters, thenBody));
    return code`{ kind: "sort", sort: ${sortCode(step.terms, body)}, then: ${then}, afterArray: ${afterArray} }`;
  }
  if (index === 0 && isFirstArray(step)) {
    const evaluate = writer.evaluate(scope, (body) => body.node(step.node));
    return code`{ kind: "array", evaluate: ${evaluate} }`;
  }
  const evaluate = writer.evaluate(scope, (body) => filteredCode(stepValue(step, body), step.filters, body));
  return code`{ kind: "each", evaluate: ${evaluate} }`;
}

type NodeStep = Extract<Step, { kind: 'node' }>;

const isFirstArray = ({ node }: NodeStep): boolean => (node.type === 'array' || node.type === 'block') && node.cons;

function stepValue(step: NodeStep, body: Body): Code {
  const { node } = step;
  if (node.type !== 'name' || !isPlainStep(step)) return body.node(node);
  const record = body.record();
  return code`(${record} === undefined ? ${memberOf}(input, ${node.name}) : ${memberCode(record, node.name)})`;
}

/** A name outside of a plain path: in a filter of a step, for example. */
export function nameCode(name: string, body: Body): Code {
  const record = body.record();
  return code`(${record} === undefined ? ${lookup}(input, ${name}) : ${memberCode(record, name)})`;
}
