/** Compiles a syntax tree: each node becomes a function that evaluates it. */

import type { Library } from '../library/library.ts';
import { leaveToInterpreter } from '../runtime/failure.ts';
import { flatten, isItem, isList, isSequence, type List, newSequence, unwrap, unwrapKept } from '../runtime/list.ts';
import { isTrue } from '../runtime/truth.ts';
import { compileApply, compileCall } from './call.ts';
import { compileRegex } from './compile-regex.ts';
import type { Compiler } from './compiler.ts';
import { form } from './copies.ts';
import { compileFilters } from './filter.ts';
import { type Evaluate, type Frame, unset } from './frame.ts';
import { compileGroup } from './group.ts';
import { compileLambda } from './lambda.ts';
import { compileBinary, compileNegate } from './operators.ts';
import { compileName, compilePath } from './path.ts';
import { givesMember } from './path-names.ts';
import { Scope } from './scope.ts';
import { definedIn, type Node, type NodeOf } from './tree.ts';
import { compileVariable } from './variable.ts';

/** Compiles with the functions of `library`. */
export function compilerWith(library: Library): Compiler {
  const compiler: Compiler = {
    library,
    compile: (node, scope) => whole(compiler, node, scope),
    condition: (node, scope, then, otherwise) => conditionOf(compiler, { node, then, otherwise }, scope),
  };
  return compiler;
}

/** A node with its filters, its group, and the rule that a sequence with one item is this item. */
function whole(compiler: Compiler, node: Node, scope: Scope): Evaluate {
  const bare = compileForm(compiler, node, scope);
  const [filter, ...more] = compileFilters(compiler, node.filters, scope);
  const filtered: Evaluate =
    filter === undefined
      ? bare
      : (input, frame) => more.reduce((value, next) => next(value, frame), filter(bare(input, frame), frame));
  // A path groups its items itself.
  const group = node.type === 'path' ? undefined : node.group && compileGroup(compiler, node.group, scope);
  const grouped: Evaluate = group === undefined ? filtered : (input, frame) => group(filtered(input, frame), frame);
  if (node.keepArray) return (input, frame) => unwrapKept(grouped(input, frame));
  const isUnwrapped = filter === undefined && group === undefined && !givesSequence(node);
  return isUnwrapped ? grouped : form('changed')(grouped, unwrap);
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

function compileForm(compiler: Compiler, node: Node, scope: Scope): Evaluate {
  switch (node.type) {
    case 'literal':
      return form('literal')(node.value);
    case 'name':
      return compileName(node.name);
    case 'path':
      return compilePath(compiler, node, scope);
    case 'binary':
      return compileBinary(compiler, node, scope);
    case 'negate':
      return compileNegate(compiler, node, scope);
    case 'array':
      return compileArray(compiler, node, scope);
    case 'object':
      return compileGroup(compiler, node.pairs, scope);
    case 'wildcard':
      return wildcard;
    case 'descendants':
      return descendants;
    case 'condition':
      return compileCondition(compiler, node, scope);
    case 'block':
      return compileBlock(compiler, node, scope);
    case 'bind':
      return compileBind(compiler, node, scope);
    case 'regex':
      return compileRegex(node.pattern);
    case 'variable':
      return compileVariable(compiler, node.name, scope);
    case 'call':
      return compileCall(compiler, node, scope);
    case 'lambda':
      return compileLambda(compiler, node, scope);
    case 'apply':
      return compileApply(compiler, node, scope);
  }
}

function compileArray(compiler: Compiler, node: NodeOf<'array'>, scope: Scope): Evaluate {
  const items = node.items.map((item) => ({
    evaluate: compiler.compile(item, scope),
    isArray: item.type === 'array',
  }));
  const { cons } = node;
  return (input, frame) => {
    const list: List = [];
    for (const { evaluate, isArray } of items) {
      const value = evaluate(input, frame);
      if (value === undefined) continue;
      if (!isArray && isList(value)) for (const one of value) list.push(one);
      else list.push(value);
    }
    if (cons) Object.defineProperty(list, 'cons', { value: true, enumerable: false });
    return list;
  };
}

/** All members of an object. Lists among them are flattened; then the result is a list also if it has one item. */
const wildcard: Evaluate = (input) => {
  const whole = isList(input) && input.outerWrapper === true && input.length > 0 ? input[0] : input;
  // The library counts the mark of a sequence as a member.
  if (isSequence(whole)) leaveToInterpreter();
  const found = newSequence();
  if (!isItem(whole)) return found;
  let plain: unknown[] | undefined;
  for (const value of Object.values(whole)) {
    if (isList(value)) {
      plain ??= [...found];
      for (const one of flatten(value)) plain.push(one);
    } else (plain ?? found).push(value);
  }
  return plain ?? found;
};

/** The value and everything in it. */
const descendants: Evaluate = (input) => {
  if (input === undefined) return undefined;
  const found = newSequence();
  collect(input, found);
  return found.length === 1 ? found[0] : found;
};

function collect(value: unknown, found: List): void {
  if (!isList(value)) found.push(value);
  if (isItem(value)) for (const inner of isList(value) ? value : Object.values(value)) collect(inner, found);
}

function compileCondition(compiler: Compiler, node: NodeOf<'condition'>, scope: Scope): Evaluate {
  const then = compiler.compile(node.then, scope);
  return conditionOf(
    compiler,
    { node, then, otherwise: node.otherwise && compiler.compile(node.otherwise, scope) },
    scope,
  );
}

const nothing: Evaluate = () => undefined;

interface CompiledParts {
  readonly node: NodeOf<'condition'>;
  readonly then: Evaluate;
  readonly otherwise: Evaluate | undefined;
}

function conditionOf(compiler: Compiler, { node, then, otherwise = nothing }: CompiledParts, scope: Scope): Evaluate {
  if (node.about === 'truth' || (node.about === 'existence' && scope.placesOf('exists').length === 0)) {
    const holds = node.about === 'truth' ? isTrue : (value: unknown): boolean => value !== undefined;
    return form('unless')(then, otherwise, holds);
  }
  const condition = compiler.compile(node.condition, scope);
  return form('condition')(condition, then, otherwise, isTrue);
}

function compileBlock(compiler: Compiler, node: NodeOf<'block'>, scope: Scope): Evaluate {
  const names = definedIn(node.parts);
  const inner = names.length === 0 ? scope : new Scope(names, scope);
  const parts = node.parts.map((part) => compiler.compile(part, inner));
  const [only] = parts;
  const evaluate: Evaluate =
    parts.length === 1 && only !== undefined
      ? only
      : (input, frame) => {
          let value: unknown;
          for (const part of parts) value = part(input, frame);
          return value;
        };
  if (names.length === 0) return evaluate;
  const { size } = inner;
  return (input, frame) => evaluate(input, blockFrame(frame, size));
}

function blockFrame(outer: Frame, size: number): Frame {
  const values: unknown[] = [];
  for (let index = 0; index < size; index += 1) values.push(unset);
  return { values, outer, run: outer.run, caller: outer.caller };
}

function compileBind(compiler: Compiler, node: NodeOf<'bind'>, scope: Scope): Evaluate {
  const index = scope.indexOf(node.name);
  if (index === undefined) throw new Error(`The variable ${node.name} has no place.`);
  const of = compiler.compile(node.value, scope);
  return (input, frame) => {
    const value = of(input, frame);
    frame.values[index] = value;
    return value;
  };
}
