/** Writes a syntax tree as JavaScript: each node becomes an expression. */

import { type Code, code } from '../../emit/code.ts';
import { unwrap, unwrapKept } from '../runtime/list.ts';
import { applyCode, callCode } from './call.ts';
import { regexValue } from './compile-regex.ts';
import { filteredCode } from './filter.ts';
import { type Frame, unset } from './frame.ts';
import { groupFunction } from './group.ts';
import { lambdaCode } from './lambda.ts';
import { descendants, listWith, wildcard } from './members.ts';
import { binaryCode, conditionCode, negate } from './operators.ts';
import { nameCode, pathCode } from './path.ts';
import { givesMember } from './path-names.ts';
import { Scope } from './scope.ts';
import { definedIn, type Node, type NodeOf } from './tree.ts';
import { variableCode } from './variable.ts';
import { type Body, changed } from './writer.ts';

/** A node with its filters, its group, and the rule that a sequence with one item is this item. */
export function nodeCode(node: Node, body: Body): Code {
  const filtered = filteredCode(formCode(node, body), node.filters, body);
  // A path groups its items itself.
  const group = node.type === 'path' ? undefined : node.group && groupFunction(node.group, body);
  const grouped = group === undefined ? filtered : code`${group}(${filtered}, frame)`;
  if (node.keepArray) return code`${unwrapKept}(${grouped})`;
  const isUnwrapped = node.filters.length === 0 && group === undefined && !givesSequence(node);
  return isUnwrapped ? grouped : changed(grouped, unwrap, body);
}

/** Whether the bare node may give a sequence that is not unwrapped. A call at the end of a function is unwrapped by its caller. */
function givesSequence(node: Node): boolean {
  switch (node.type) {
    case 'call':
      return !node.tail;
    case 'binary':
      return node.operator === '..';
    case 'path':
      return !givesMember(node);
    case 'name':
    case 'variable':
    case 'wildcard':
    case 'descendants':
    case 'apply':
      return true;
    default:
      return false;
  }
}

function formCode(node: Node, body: Body): Code {
  switch (node.type) {
    case 'literal':
      return code`${node.value}`;
    case 'name':
      return nameCode(node.name, body);
    case 'path':
      return pathCode(node, body);
    case 'binary':
      return binaryCode(node, body);
    case 'negate':
      return code`${negate}(${body.node(node.operand)})`;
    case 'array':
      return arrayCode(node, body);
    case 'object':
      return code`${groupFunction(node.pairs, body)}(input, frame)`;
    case 'wildcard':
      return code`${wildcard}(input)`;
    case 'descendants':
      return code`${descendants}(input)`;
    case 'condition':
      return conditionCode(node, body, (part) => body.node(part));
    case 'block':
      return blockCode(node, body);
    case 'bind':
      return bindCode(node, body);
    case 'regex':
      return code`${regexValue(node.pattern)}`;
    case 'variable':
      return variableCode(node.name, body);
    case 'call':
      return callCode(node, body);
    case 'lambda':
      return lambdaCode(node, body);
    case 'apply':
      return applyCode(node, body);
  }
}

function arrayCode({ items, cons }: NodeOf<'array'>, body: Body): Code {
  const values = items.map((item) => code`${body.node(item)}, `);
  return code`${listWith}([${values}], ${{ cons, arrays: items.map(({ type }) => type === 'array') }}, frame.run)`;
}

/** The parts of a block in their order. The last one is the value. */
function partsCode(parts: readonly Node[], body: Body): Code {
  const [last, ...before] = parts.map((part) => body.node(part)).toReversed();
  return code`(${before.toReversed().map((part) => code`${part}, `)}${last ?? code`undefined`})`;
}

function blockCode({ parts }: NodeOf<'block'>, body: Body): Code {
  const names = definedIn(parts);
  if (names.length === 0) return partsCode(parts, body);
  const inner = new Scope(names, body.scope);
  const block = body.writer.evaluate(inner, (blockBody) => partsCode(parts, blockBody));
  return code`${block}(input, ${blockFrame}(frame, ${inner.size}))`;
}

function blockFrame(outer: Frame, size: number): Frame {
  const values: unknown[] = [];
  for (let index = 0; index < size; index += 1) values.push(unset);
  return { values, outer, run: outer.run, caller: outer.caller };
}

function bindCode(node: NodeOf<'bind'>, body: Body): Code {
  const index = body.scope.indexOf(node.name);
  if (index === undefined) throw new Error(`The variable ${node.name} has no place.`);
  return code`(frame.values[${index}] = ${body.node(node.value)})`;
}
