/** Checks the result type of an expression against the field of the contract that it computes. */

import type { Field, ListField } from '../../base/contract.ts';
import { ownMember } from '../../base/members.ts';
import type { Path } from '../../base/place.ts';
import { closest, suggest } from '../../diagnostics/did-you-mean.ts';
import type { Finding } from '../../diagnostics/reporter.ts';
import { type ExpressionRange, type ObjectType, singleTypes, type ValueType } from '../../transform/value-type.ts';
import { checkOptionalField, reportMissing } from '../columns/answer-columns.ts';
import { fieldWords, mismatch } from '../columns/column-types.ts';
import type { CompileContext } from '../context/context.ts';
import { memberCoordinate } from '../context/contract-coordinate.ts';
import { substituteText } from '../context/optional-fields.ts';
import { innerTarget, type ReadTarget } from '../names/read-target.ts';

/** An expression under `fields`, and the field that it computes. */
interface FieldExpression {
  readonly path: Path;
  readonly name: string;
  readonly field: Field;
  readonly target: ReadTarget;
  /** The rows are JSON: a date or time may also be a number or text, which the source converts. */
  readonly isJson: boolean;
}

const hints = {
  list: 'Take one of its values, as in list[0], or join texts with $join.',
  object: 'Name the member that you mean.',
  function: 'Call it, with its arguments in brackets.',
  items: 'Turn each into a map, as in list.{ ... }.',
  other: 'Give another value, or map it under `codes`.',
} as const;

function locationOf(path: Path, range: ExpressionRange | undefined): Pick<Finding, 'path' | 'range'> {
  return range === undefined ? { path } : { path, range };
}

function hintOf({ kind }: ValueType, field: Field): string {
  if (field.type === 'list') return hints.items;
  return kind === 'list' || kind === 'object' || kind === 'function' ? hints[kind] : hints.other;
}

function reportKind(context: CompileContext, input: FieldExpression, type: ValueType, reason: string): void {
  const { path, name, field, target } = input;
  // An installation may write numbers into a text of its vendor.
  const isText = field.type === 'decimal' && type.kind === 'text' && type.literal === undefined;
  context.report('EXP307', {
    ...(isText ? { severity: 'warning' } : {}),
    ...locationOf(path, type.range),
    message: `The field "${name}" must be ${fieldWords(field)}, but this expression never is: ${reason}.`,
    hint: hintOf(type, field),
    coordinate: memberCoordinate(target.coordinate, name),
  });
}

/** Why a value of this type cannot be the value of the field, as the end of a sentence; undefined if it can, or if the type is unknown. */
function objection({ field, name, isJson }: FieldExpression, type: ValueType): string | undefined {
  switch (type.kind) {
    case 'list':
    case 'sequence':
      return 'it is a list';
    case 'object':
      return 'it is a map';
    case 'function':
      return 'it is a function';
    case 'unknown':
    case 'nothing':
    case 'union':
      return undefined;
    default: {
      const { kind, literal, isExact = false } = type;
      const isTime = field.type === 'date' || field.type === 'instant';
      if (isJson && isTime && ((kind === 'number' && !isExact) || kind === 'text')) return undefined;
      if (isExact && kind === 'text' && field.type === 'decimal') return 'it is a text';
      return mismatch(field, { name, type: kind, ...(literal === undefined ? {} : { literal }) });
    }
  }
}

function checkMembers(
  context: CompileContext,
  path: Path,
  object: ObjectType,
  input: Omit<FieldExpression, 'field' | 'name'>,
): void {
  const fields = input.target.fields ?? {};
  const fieldNames = Object.keys(fields);
  const missing = fieldNames.filter((name) => !object.members.has(name));
  const suggestions: (string | undefined)[] = [];
  for (const [name, { type, range }] of object.members) {
    const field = ownMember(fields, name);
    if (field !== undefined) checkFieldExpression(context, { ...input, name, field }, type);
    if (field !== undefined || name.startsWith('_')) continue;
    suggestions.push(closest(name, missing));
    const message = `The contract has no field "${name}" here.`;
    const { coordinate } = input.target;
    context.report('MAP251', { ...locationOf(path, range), message, hint: suggest(name, missing), coordinate });
  }
  for (const name of missing) {
    const field = fields[name];
    if (object.open || suggestions.includes(name) || field === undefined || substituteText(field) !== undefined)
      continue;
    reportMissing(context, name, locationOf(path, object.range), 'Add it to the map.', input.target);
  }
}

/** Checks the items of a list of the contract: each must be a map with the list's fields, as far as its type is known. */
function checkItems(context: CompileContext, input: FieldExpression, type: ValueType, field: ListField): void {
  const items = (type.kind === 'union' ? type.types : [type]).flatMap((one) =>
    one.kind === 'list' || one.kind === 'sequence' ? one.items : one,
  );
  const all = items
    .flatMap((item) => (item.kind === 'union' ? item.types : [item]))
    .filter(({ kind }) => kind !== 'nothing');
  const objects = all.flatMap((item) => (item.kind === 'object' ? [item] : []));
  const target = innerTarget(input.name, input.target);
  for (const item of all) {
    if (item.kind === 'object') checkMembers(context, input.path, item, { ...input, target });
    else if (item.kind !== 'unknown') reportKind(context, input, item, 'its items are not maps');
  }
  const isKnown = objects.length > 0 && objects.length === all.length && objects.every(({ open }) => !open);
  for (const [name, inner] of Object.entries(field.items)) {
    const isGiven = objects.some(({ members }) => members.has(name));
    if (substituteText(inner) === undefined || !(isGiven || isKnown)) continue;
    checkOptionalField(context, input.path, { name, field: inner, isGiven, target });
  }
}

/** Reports a result that can never be a value of the field. A result that may be one value or several is accepted; a certain list is not. */
export function checkFieldExpression(context: CompileContext, input: FieldExpression, type: ValueType): void {
  const { field } = input;
  if (field.type === 'list') {
    checkItems(context, input, type, field);
    return;
  }
  for (const one of type.kind === 'union' ? type.types : [type]) {
    for (const value of one.kind === 'sequence' ? singleTypes(one.items) : [one]) {
      const reason = objection(input, value);
      if (reason !== undefined) reportKind(context, input, { ...value, range: value.range ?? one.range }, reason);
    }
  }
}
