/** Compiles bodies of requests: maps and lists of the profile, whose texts may contain {{ expressions }}, become tree templates. */

import type { Fields } from '../../base/contract.ts';
import { ExactNumber } from '../../base/exact-number.ts';
import { isMap, ownMember } from '../../base/members.ts';
import type { Path } from '../../base/place.ts';
import { createsInside } from '../../description/created-records.ts';
import type { DescribedType } from '../../description/model.ts';
import type { TextTemplate } from '../../template/text.ts';
import { settingTree, type Tree, type TreeTemplate } from '../../template/tree.ts';
import type { Expression } from '../../transform/expression.ts';
import type { CompileContext } from '../context/context.ts';
import { settingKind } from '../context/setting-kind.ts';
import { expressionAt, typeOf } from '../expressions/expressions.ts';
import { type Names, noMember, requestItemNames } from '../names/expression-names.ts';
import { announce, memberNames, valueNames } from './described/announce.ts';
import { checkBodyMembers, itemType, memberType } from './described/body-members.ts';
import { checkJsonConstant, checkTextConstant, checkValueType } from './described/constant.ts';
import { checkLength } from './described/lengths.ts';
import { checkTuple } from './described/tuple-items.ts';
import { checkQuotes, type HoleScope, noteUse, textAt } from './template-text.ts';

type Spec = Readonly<Record<string, unknown>>;

/** The name of the setting that a text consists of; undefined for any other text, and for a setting without a value. */
function onlySetting(context: CompileContext, text: string): string | undefined {
  const name = /^\$\{([A-Za-z_]\w*)\}$/.exec(text)?.[1];
  const kind = name === undefined ? undefined : settingKind(context, name);
  return kind === 'value' || kind === 'secret' ? name : undefined;
}

function textTree(
  context: CompileContext,
  path: Path,
  text: string,
  scope: HoleScope,
  isStatement: boolean,
): TreeTemplate | undefined {
  const setting = onlySetting(context, text);
  if (setting !== undefined) return { kind: 'setting', name: setting };
  const template = textAt(context, path, text, { ...scope, mayBeNull: !isStatement });
  if (template === undefined) return undefined;
  if (isStatement) checkQuotes(context, path, text);
  checkWhole(context, path, template, scope);
  return treeOfText(template, isStatement ? scope.literals : undefined);
}

/** Functions that return a list of several values, and the value itself where there is one. */
const collapsing = ['distinct', 'filter', 'map'];

/** Whether the expression is a list only where it has several values: by its type, or by its form where the type is not known. */
function isSequence(expression: Expression, scope: HoleScope): boolean {
  const { pathFrom } = expression;
  // The rows of a step are often a single one.
  const isOfStep = scope.types?.get(pathFrom ?? expression.bareVariable ?? '')?.kind === 'sequence';
  if ((!isOfStep && typeOf(expression, scope).kind === 'sequence') || collapsing.includes(expression.bareCall ?? ''))
    return true;
  if (pathFrom === undefined || pathFrom === 'rows') return pathFrom !== undefined;
  // A step whose rows are the items of a list in the request.
  const members = scope.lists?.get(pathFrom)?.all ?? [];
  return Object.values(scope.fields).some(
    (field) => field.type === 'list' && Object.keys(field.items).every((name) => members.includes(name)),
  );
}

/** Reports an expression that is a list only where it has several values. */
function checkWhole(context: CompileContext, path: Path, { pieces }: TextTemplate, scope: HoleScope): void {
  const [only, second] = pieces;
  if (only?.kind !== 'hole' || second !== undefined) return;
  const { expression } = only.hole;
  if (!isSequence(expression, scope)) return;
  context.report('EXP311', {
    path,
    severity: 'warning',
    message: 'This is a list where it has several values, and a single value where it has one.',
    hint: `Write {{ [${expression.text.trim()}] }} for a list.`,
  });
}

function treeOfText(text: TextTemplate, literals: HoleScope['literals'] | undefined): TreeTemplate {
  const [first, second] = text.pieces;
  if (second !== undefined || first?.kind === 'setting') return { kind: 'text', text, literals };
  if (first?.kind === 'hole') return { kind: 'hole', hole: first.hole };
  return { kind: 'constant', value: first?.text ?? '' };
}

/** The fields of the items of a list, where the expression is a list of the request. */
function fieldsOfItems({ bareName, bareVariable }: Expression, fields: Fields): Fields {
  const field = ownMember(fields, bareName ?? bareVariable ?? '');
  return field?.type === 'list' ? field.items : {};
}

/** The names of the items' members, where the list is in the request or the result of an earlier step. */
function namesOfItems({ bareName, bareVariable }: Expression, { fields, lists }: HoleScope): Names | undefined {
  const field = bareName === undefined ? undefined : ownMember(fields, bareName);
  const names = field?.type === 'list' ? requestItemNames(field.items) : lists?.get(bareVariable ?? '');
  return names && { ...names, missing: noMember };
}

/** Compiles `{ $each: list, $item: ... }`, which repeats `$item` for each item of the list. */
export function eachAt(
  context: CompileContext,
  path: Path,
  spec: Spec,
  scope: HoleScope,
  itemAt: (path: Path, item: unknown, inner: HoleScope) => TreeTemplate | undefined,
): TreeTemplate | undefined {
  const { $each, $item, ...others } = spec;
  if (typeof $each !== 'string' || $item === undefined || Object.keys(others).length > 0) {
    const message = 'A repeated part has exactly two keys: `$each`, an expression that returns a list, and `$item`.';
    context.report('REQ607', { path, message, hint: 'Write { $each: lines, $item: ... }.' });
    return undefined;
  }
  const list = expressionAt(context, [...path, '$each'], $each, scope);
  if (list === undefined) return undefined;
  noteUse(context, [...path, '$each'], 0, list, scope);
  const fields = fieldsOfItems(list, scope.fields);
  const optional = scope.optionalInItems(fields);
  const names = namesOfItems(list, scope);
  const inner: HoleScope = { ...scope, names, fields, optional, keyOnly: undefined };
  const item = itemAt([...path, '$item'], $item, inner);
  return item && { kind: 'each', list, item };
}

/** Where a part of a body is, and what the vendor's description says of it. */
interface BodyPlace {
  readonly inList?: boolean;
  readonly statement?: boolean;
  readonly type?: DescribedType | undefined;
  /** The request creates the record, or the items of the list, so that they have all required members. */
  readonly isWhole?: boolean;
  readonly isXml?: boolean;
}

/** The member at a path, in messages. */
const memberText = (path: Path): string =>
  `"${String(path.findLast((part) => typeof part === 'string' && part !== '$item') ?? '')}"`;

/** Whether the text has a setting whose value is not known here, or is a secret, which no message shows. */
const hasHiddenSetting = (context: CompileContext, text: string): boolean =>
  [...text.matchAll(/\$\{([A-Za-z_]\w*)\}/g)].some(([, name = '']) => {
    const kind = settingKind(context, name);
    return kind === undefined || kind === 'secret';
  });

/** Checks a constant of the body against the type of the member that it is the value of. */
function checkConstant(context: CompileContext, path: Path, value: Tree, type: DescribedType, isXml: boolean): void {
  const check = isXml && type.kind === 'scalar' ? checkTextConstant : checkJsonConstant;
  if (value !== null) check(context, path, value, type, memberText(path));
}

/** Checks a text of the body against the type of the member that it is the value of. */
function checkText(
  context: CompileContext,
  path: Path,
  tree: TreeTemplate,
  type: DescribedType,
  scope: HoleScope,
  isXml: boolean,
): void {
  const what = memberText(path);
  if (scope.mayOmit && tree.kind === 'hole') checkLength(context, path, { pieces: [tree] }, scope.fields, type, what);
  if (scope.mayOmit && tree.kind === 'text') checkLength(context, path, tree.text, scope.fields, type, what);
  if (tree.kind === 'hole') checkValueType(context, path, typeOf(tree.hole.expression, scope), type, what);
  if (tree.kind === 'constant') checkConstant(context, path, tree.value, type, isXml);
  if (tree.kind === 'setting') checkConstant(context, path, settingTree(context.settings.get(tree.name)), type, isXml);
}

/** Compiles the part of a body at a path; undefined, and a report, where it cannot be compiled. */
export function treeAt(
  context: CompileContext,
  path: Path,
  spec: unknown,
  scope: HoleScope,
  place: BodyPlace = {},
): TreeTemplate | undefined {
  const { isWhole = false, isXml = false } = place;
  // In XML, one element of a list is written without the list.
  const type = isXml && !Array.isArray(spec) ? (itemType(place.type) ?? place.type) : place.type;
  if (typeof spec === 'string') {
    if (type !== undefined) announce(context, path, 'words', () => valueNames(type));
    const tree = textTree(context, path, spec, scope, place.statement === true);
    if (tree !== undefined && type !== undefined && !hasHiddenSetting(context, spec))
      checkText(context, path, tree, type, scope, isXml);
    return tree;
  }
  if (typeof spec === 'number' || typeof spec === 'boolean' || spec === null) {
    const value = typeof spec === 'number' ? new ExactNumber(String(spec)) : spec;
    if (type !== undefined) checkConstant(context, path, value, type, isXml);
    return { kind: 'constant', value };
  }
  if (Array.isArray(spec)) {
    const places = type?.kind === 'tuple' ? checkTuple(context, path, spec, type, isWhole) : [];
    const items = spec.map((item: unknown, index) =>
      treeAt(context, [...path, index], item, scope, {
        ...{ inList: true, isWhole, isXml },
        type: places[index] ?? itemType(type),
      }),
    );
    const sound = items.filter((item) => item !== undefined);
    return sound.length < items.length ? undefined : { kind: 'list', items: sound, term: place.inList === true };
  }
  if (!isMap(spec)) return { kind: 'constant', value: '' };
  if (Object.hasOwn(spec, '$each') || Object.hasOwn(spec, '$item')) {
    return eachAt(context, path, spec, scope, (at, item, inner) =>
      // In a list, it is one of the items; elsewhere it is the whole list.
      treeAt(context, at, item, inner, {
        ...{ inList: true, isWhole, isXml },
        type: place.inList === true ? type : itemType(place.type),
      }),
    );
  }
  if (type !== undefined) announce(context, path, 'keys', () => memberNames(type));
  if (type !== undefined) checkBodyMembers(context, path, Object.keys(spec), type, isWhole);
  const members = Object.entries(spec).map(([name, item]) => {
    const statement = scope.literals.members?.test(name) === true;
    const inner = memberType(type, name);
    const innerPlace = { statement, type: inner, isWhole: isWhole && createsInside(inner, isXml), isXml };
    return [name, treeAt(context, [...path, name], item, scope, innerPlace)] as const;
  });
  const sound = members.flatMap(([name, item]) => (item === undefined ? [] : [[name, item] as const]));
  return sound.length < members.length ? undefined : { kind: 'map', members: sound };
}
