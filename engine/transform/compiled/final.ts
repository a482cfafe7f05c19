/**
 * Writes an expression so that its result is plain data, without the marks of the evaluator on its lists. What is known at start about the result
 * decides how much of it is looked at when it is evaluated.
 */

import { type Code, code } from '../../emit/code.ts';
import { finish, unmark } from '../runtime/finish.ts';
import { groupFunction } from './group.ts';
import { conditionCode } from './operators.ts';
import { objectsCode } from './path.ts';
import type { Scope } from './scope.ts';
import type { Node, NodeOf, Pair, Step } from './tree.ts';
import type { Body } from './writer.ts';

/** Functions whose result is a text, a number or a truth value. */
const scalarFunctions =
  'sum count max min average string substring substringBefore substringAfter lowercase uppercase length trim pad contains replace join formatNumber formatBase formatInteger parseInteger number floor ceil abs sqrt power random boolean not exists type base64encode base64decode encodeUrlComponent encodeUrl decodeUrlComponent decodeUrl millis fromMillis toMillis now'.split(
    ' ',
  );

const isBare = ({ filters, group, keepArray }: Node): boolean =>
  filters.length === 0 && group === undefined && !keepArray;

/** A node as a result. `ofData`: its context is a part of the input, not something that the expression has constructed. */
export function finalCode(node: Node, body: Body, ofData: boolean): Code {
  const inner = isBare(node) || node.type === 'path' ? finalForm(node, body, ofData) : undefined;
  if (inner !== undefined) return inner;
  const value = body.node(node);
  if (isBare(node) && isScalar(node, body)) return value;
  const temporary = body.variable();
  const clean = isOfData(node, body.scope, ofData) ? unmark : finish;
  return code`(typeof (${temporary} = ${value}) === "object" || typeof ${temporary} === "function" ? ${clean}(${temporary}) : ${temporary})`;
}

function finalForm(node: Node, body: Body, ofData: boolean): Code | undefined {
  switch (node.type) {
    case 'object':
      return code`${finalObject(node.pairs, body, ofData)}(input, frame)`;
    case 'condition':
      return conditionCode(node, body, (part) => finalCode(part, body, ofData));
    case 'path':
      return finalPath(node, body, ofData);
    default:
      return undefined;
  }
}

const finalObject = (pairs: readonly Pair[], body: Body, ofData: boolean): Code =>
  groupFunction(pairs, body, (value, valueBody) => finalCode(value, valueBody, ofData));

/** A path that ends with an object constructor: each object is plain, so that only the list of them has marks. */
function finalPath(node: NodeOf<'path'>, body: Body, ofData: boolean): Code | undefined {
  const last = node.steps.at(-1);
  // `[]` behind the constructor is a mark of the whole path.
  const object = last?.kind === 'node' && last.filters.length === 0 ? { ...last.node, keepArray: false } : undefined;
  if (object?.type !== 'object' || !isBare(object)) return undefined;
  if (node.group !== undefined || node.filters.length > 0) return undefined;
  const before = node.steps.slice(0, -1);
  const fromData =
    before.length === 0 ? ofData : before.every((step, index) => isDataStep(step, index, body.scope, ofData));
  return objectsCode(node, body, {
    object: finalObject(object.pairs, body, fromData),
    kept: node.keepArray || node.keepSingleton,
  });
}

/** Whether the node gives parts of the input as they are, in a list that may have marks. */
function isOfData(node: Node, scope: Scope, ofData: boolean): boolean {
  if (node.type === 'variable') return node.group === undefined && isDataVariable(node.name, scope, ofData);
  if (node.type !== 'path' || node.group !== undefined) return false;
  return node.steps.every((step, index) => isDataStep(step, index, scope, ofData));
}

/** Whether a step gives parts of the input; the steps before it do. */
function isDataStep(step: Step, index: number, scope: Scope, ofData: boolean): boolean {
  if (step.kind === 'sort') return true;
  if (step.node.group !== undefined) return false;
  if (step.node.type === 'variable' && index === 0) return isDataVariable(step.node.name, scope, ofData);
  return step.node.type === 'name' && (ofData || index > 0);
}

function isDataVariable(name: string, scope: Scope, ofData: boolean): boolean {
  if (name === '') return ofData;
  return name === '$' || scope.placesOf(name).length === 0;
}

function isScalar(node: Node, { writer, scope }: Body): boolean {
  switch (node.type) {
    case 'literal':
    case 'negate':
      return true;
    case 'binary':
      return node.operator !== '..';
    case 'call': {
      const { procedure } = node;
      if (procedure.type !== 'variable' || !isBare(procedure) || scope.placesOf(procedure.name).length > 0)
        return false;
      return scalarFunctions.includes(procedure.name) && writer.library.isLibrarys(procedure.name);
    }
    default:
      return false;
  }
}
