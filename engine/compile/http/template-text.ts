/** Compiles texts of requests that contain {{ expressions }} ("holes") and ${settings}. */

import type { Field, Fields } from '../../base/contract.ts';
import { parseInstant } from '../../base/instant.ts';
import { ownMember } from '../../base/members.ts';
import type { Path } from '../../base/place.ts';
import { suggest } from '../../diagnostics/did-you-mean.ts';
import { dateAtom, instantAtom } from '../../template/functions.ts';
import type { Literals } from '../../template/literals.ts';
import type { Hole, Piece, TextTemplate } from '../../template/text.ts';
import { numberAtom } from '../../template/value.ts';
import type { Expression } from '../../transform/expression.ts';
import type { CompileContext } from '../context/context.ts';
import { settingKind } from '../context/setting-kind.ts';
import type { ExpressionScope } from '../expressions/expression-scope.ts';
import { expressionAt } from '../expressions/expressions.ts';
import type { Names } from '../names/expression-names.ts';
import { checkKeyOnlyNames, type KeyOnlyLookup } from '../names/key-only-lookup.ts';

/** What the holes of a request may use, and which of them may lack a value. */
export interface HoleScope extends ExpressionScope {
  readonly zone: string;
  readonly literals: Literals;
  /** The fields that names refer to. */
  readonly fields: Fields;
  /** Names of the members of rows in variables, where these are known. */
  readonly lists?: ReadonlyMap<string, Names> | undefined;
  /** Variables that hold a day. */
  readonly days: readonly string[];
  /** Whether a hole may lack a value. The parameter or member around it is then left out. */
  readonly optional: (expression: Expression) => boolean;
  /** The same for holes in the repeated part of a list, by the fields of its items. */
  readonly optionalInItems: (fields: Fields) => HoleScope['optional'];
  /** Whether `{{? }}` may leave out a part of the request: it is sent by a step of a write. */
  readonly mayOmit: boolean;
  /** Whether a text that consists of one hole may be null: it is in a JSON body. */
  readonly mayBeNull?: boolean;
  /** Collects the variables that holes use. */
  readonly used: Set<string>;
  /** Set in a lookup that may use only the key. */
  readonly keyOnly: KeyOnlyLookup | undefined;
}

/** Whether a request may lack the field. */
export function isOptional(field: Field): boolean {
  return !field.required && !('default' in field && field.default !== undefined);
}

/** Converts values of a hole to literals of the right type; undefined where the value itself shows its type. */
function typedAs(expression: Expression, { fields, zone, days }: HoleScope): Hole['typed'] {
  const { bareName, bareVariable } = expression;
  const field = bareName === undefined ? undefined : ownMember(fields, bareName);
  if (field?.type === 'date' || days.includes(bareVariable ?? '')) return dateAtom;
  if (field?.type === 'decimal' || field?.type === 'integer') return numberAtom;
  if (bareVariable === 'now') {
    return (value) => (typeof value === 'string' ? { kind: 'local', text: value.slice(0, 19) } : undefined);
  }
  if (field?.type !== 'instant') return undefined;
  return (value) => {
    const ms = typeof value === 'string' ? parseInstant(value) : undefined;
    return ms === undefined ? undefined : instantAtom(ms, zone);
  };
}

/** Collects the variables that an expression uses, and reports names that a key-only lookup cannot use. */
export function noteUse(
  context: CompileContext,
  path: Path,
  offset: number,
  expression: Expression,
  { used, keyOnly: lasting }: HoleScope,
): void {
  for (const { name } of expression.variables) used.add(name);
  if (lasting !== undefined) checkKeyOnlyNames(context, path, offset, expression, lasting);
}

/** Reports `{{? }}` where a missing value must not leave out a part of the request. */
function checkOmission(context: CompileContext, path: Path, offset: number, { mayOmit }: HoleScope): void {
  if (mayOmit) return;
  context.report('REQ612', {
    path,
    range: { offset, length: 1 },
    message: '{{? }} leaves out a part of a request, which is possible only in a step of `write`, and not in its path.',
    hint: 'Remove the ?. In a read, a part with an optional field of the request is left out anyway; a missing value of the ERP must not widen the read.',
  });
}

/** Compiles the inside of a hole, which begins at `start` of the text: an expression, after `?` if it may be missing. */
function holeAt(
  context: CompileContext,
  path: Path,
  inside: string,
  start: number,
  scope: HoleScope,
): Hole | undefined {
  const isOmitted = inside.startsWith('?');
  if (isOmitted) checkOmission(context, path, start, scope);
  const [text, offset] = isOmitted ? [inside.slice(1), start + 1] : [inside, start];
  const expression = expressionAt(context, path, text, scope, offset);
  if (expression === undefined) return undefined;
  noteUse(context, path, offset, expression, scope);
  const missing = isOmitted ? 'omit' : scope.optional(expression) ? 'omitWithInput' : 'fail';
  return { expression, missing, typed: typedAs(expression, scope) };
}

/** Reports a hole that may be null in a text, which has no null. */
function checkNull(context: CompileContext, path: Path, { pieces }: TextTemplate, { mayBeNull }: HoleScope): void {
  if (mayBeNull === true && pieces.length === 1) return;
  if (!pieces.some((piece) => piece.kind === 'hole' && piece.hole.expression.givesNull)) return;
  context.report('REQ612', {
    path,
    message: 'Null can be sent only as a whole value of a JSON or XML body.',
    hint: 'Leave out `null`: a missing field of the request leaves out its part of the request. In a step of `write`, {{? }} leaves it out for any missing value.',
  });
}

/** Reports a setting that cannot be part of a text. */
function checkSettingName(context: CompileContext, path: Path, name: string, offset: number, length: number): void {
  const names = Object.keys(context.profile.settings ?? {});
  const range = { offset, length };
  if (!names.includes(name)) {
    const hint = names.length === 0 ? 'Declare it under `settings`.' : suggest(name, names);
    context.report('MAP201', { path, range, message: `There is no setting "${name}".`, hint });
    return;
  }
  if (settingKind(context, name) !== 'map') return;
  const message = `The setting "${name}" is a map, which cannot be part of a text.`;
  context.report('MAP206', { path, range, message, hint: 'Use a setting that is a plain value.' });
}

/** Compiles the text at a path; undefined, and a report, where it cannot be compiled. */
export function textAt(context: CompileContext, path: Path, text: string, scope: HoleScope): TextTemplate | undefined {
  const pieces: Piece[] = [];
  let at = 0;
  let sound = true;
  for (const match of text.matchAll(/\{\{(.*?)\}\}|\$\{([A-Za-z_]\w*)\}/gs)) {
    const [whole, inside, setting] = match;
    if (match.index > at) pieces.push({ kind: 'text', text: text.slice(at, match.index) });
    at = match.index + whole.length;
    if (setting !== undefined) {
      checkSettingName(context, path, setting, match.index, whole.length);
      pieces.push({ kind: 'setting', name: setting });
      continue;
    }
    const isEmpty = (inside ?? '').replace(/^\?/, '').trim() === '';
    const hole = isEmpty ? undefined : holeAt(context, path, inside ?? '', match.index + 2, scope);
    if (isEmpty) reportPlaceholder(context, path, match.index, 'There is nothing between {{ and }}.');
    if (hole === undefined) sound = false;
    else pieces.push({ kind: 'hole', hole });
  }
  const unclosed = text.indexOf('{{', at);
  if (unclosed >= 0) reportPlaceholder(context, path, unclosed, 'This {{ is not closed by }}.');
  if (at < text.length) pieces.push({ kind: 'text', text: text.slice(at) });
  checkNull(context, path, { pieces }, scope);
  return sound && unclosed < 0 ? { pieces } : undefined;
}

function reportPlaceholder(context: CompileContext, path: Path, offset: number, message: string): void {
  const hint = 'Write {{ expression }}, for example {{ sku }}.';
  context.report('EXP305', { path, range: { offset, length: 2 }, message, hint });
}

/** Reports holes inside quotes, where the engine itself puts quotes around values. */
export function checkQuotes(context: CompileContext, path: Path, text: string): void {
  for (const match of text.matchAll(/(['"])\{\{(?:(?!\}\}).)*\}\}\1/gs)) {
    context.report('REQ604', {
      path,
      range: { offset: match.index, length: match[0].length },
      message: 'The engine puts quotes around this value, so these would be a second pair.',
      hint: `Write ${match[0].slice(1, -1)} without them.`,
    });
  }
}
