/** Texts with holes as a profile writes them: taken apart, their expressions compiled, their names held against what there is. */
import { parseInstant } from '../../base/clock.ts';
import type { Field, Fields } from '../../base/contract.ts';
import type { Path } from '../../base/place.ts';
import { Secret } from '../../base/secret.ts';
import { suggest } from '../../diagnostics/did-you-mean.ts';
import { dateAtom, instantAtom } from '../../template/functions.ts';
import type { Literals } from '../../template/literals.ts';
import type { Hole, Piece, TextTemplate } from '../../template/text.ts';
import { numberAtom } from '../../template/value.ts';
import type { Expression } from '../../transform/expression.ts';
import type { CompileContext } from '../context/context.ts';
import { type ExpressionScope, expressionAt } from '../expressions/expressions.ts';
import type { Names } from '../names/expression-names.ts';
import { checkKeyOnlyNames, type KeyOnlyLookup } from '../names/key-only-lookup.ts';

/** What the holes of a request may use, and what becomes of those without a value. */
export interface HoleScope extends ExpressionScope {
  readonly zone: string;
  readonly literals: Literals;
  /** Types of the names. */
  readonly fields: Fields;
  /** Names of the members of rows that variables hold, where they are known. */
  readonly lists?: ReadonlyMap<string, Names> | undefined;
  /** Variables that are days. */
  readonly days: readonly string[];
  /** Whether a hole may lack a value, so that what it stands in is left out. */
  readonly optional: (expression: Expression) => boolean;
  /** Whether a hole in what stands for each item of a list may lack a value, by the types of the item's members. */
  readonly optionalInItems: (fields: Fields) => HoleScope['optional'];
  /** Variables that holes have used. */
  readonly used: Set<string>;
  /** Set in a look-up that has no more than a key. */
  readonly keyOnly: KeyOnlyLookup | undefined;
}

/** A field that a request may be without. */
export function isOptional(field: Field): boolean {
  return !field.required && !('default' in field && field.default !== undefined);
}

function typedAs(expression: Expression, { fields, zone, days }: HoleScope): Hole['typed'] {
  const { bareName, bareVariable } = expression;
  const field = bareName !== undefined && Object.hasOwn(fields, bareName) ? fields[bareName] : undefined;
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

/** Notes what an expression uses, and reports what it cannot. */
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

function holeAt(context: CompileContext, path: Path, text: string, offset: number, scope: HoleScope): Hole | undefined {
  const expression = expressionAt(context, path, text, scope, offset);
  if (expression === undefined) return undefined;
  noteUse(context, path, offset, expression, scope);
  return { expression, optional: scope.optional(expression), typed: typedAs(expression, scope) };
}

/** The text of a setting, secrets included: what is sent is not logged. */
function settingText(context: CompileContext, path: Path, name: string, offset: number, length: number): string {
  const names = Object.keys(context.profile.settings ?? {});
  const range = { offset, length };
  if (!names.includes(name)) {
    const hint = names.length === 0 ? 'Declare it under `settings`.' : suggest(name, names);
    context.report('MAP201', { path, range, message: `There is no setting "${name}".`, hint });
    return '';
  }
  const value = context.settings.get(name);
  if (value instanceof Secret) return value.reveal();
  if (typeof value !== 'object') return String(value ?? '');
  const message = `The setting "${name}" is a map, which cannot be part of a text.`;
  context.report('MAP206', { path, range, message, hint: 'Use a setting that is a plain value.' });
  return '';
}

/** Compiles the text at a path; undefined, and a report, where it cannot be. */
export function textAt(context: CompileContext, path: Path, text: string, scope: HoleScope): TextTemplate | undefined {
  const pieces: Piece[] = [];
  let at = 0;
  let sound = true;
  for (const match of text.matchAll(/\{\{(.*?)\}\}|\$\{([A-Za-z_]\w*)\}/gs)) {
    const [whole, inside, setting] = match;
    if (match.index > at) pieces.push({ kind: 'text', text: text.slice(at, match.index) });
    at = match.index + whole.length;
    if (setting !== undefined) {
      pieces.push({ kind: 'setting', text: settingText(context, path, setting, match.index, whole.length) });
      continue;
    }
    const hole = (inside ?? '').trim() === '' ? undefined : holeAt(context, path, inside ?? '', match.index + 2, scope);
    if ((inside ?? '').trim() === '')
      reportPlaceholder(context, path, match.index, 'There is nothing between {{ and }}.');
    if (hole === undefined) sound = false;
    else pieces.push({ kind: 'hole', hole });
  }
  const unclosed = text.indexOf('{{', at);
  if (unclosed >= 0) reportPlaceholder(context, path, unclosed, 'This {{ is not closed by }}.');
  if (at < text.length) pieces.push({ kind: 'text', text: text.slice(at) });
  return sound && unclosed < 0 ? { pieces } : undefined;
}

function reportPlaceholder(context: CompileContext, path: Path, offset: number, message: string): void {
  const hint = 'Write {{ expression }}, for example {{ sku }}.';
  context.report('EXP305', { path, range: { offset, length: 2 }, message, hint });
}

/** Reports holes between quotes where values bring quotes of their own. */
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
