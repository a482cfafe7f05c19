/**
 * Text templates: `number eq {{ sku }}`. The constant text is the profile author's; the values in the holes are data.
 */
import { settingText } from '../base/setting-values.ts';
import type { Bindings, Expression } from '../transform/expression.ts';
import { type Evaluation, Pending } from './evaluation.ts';
import { type Atom, atomOf, MissingValue, UnfitValue } from './value.ts';

export interface Hole {
  readonly expression: Expression;
  /**
   * What happens if it has no value. `fail`: the request cannot be made, and finds nothing. `omitWithInput`: the part
   * that contains the hole is omitted if an input of the expression is missing. `omit`: the part is omitted, whatever
   * is missing.
   */
  readonly missing: 'fail' | 'omitWithInput' | 'omit';
  /** Types a value by the contract if the value alone is ambiguous: `2026-01-31` may be a day or a product number. */
  readonly typed: ((value: unknown) => Atom | undefined) | undefined;
}

export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  /** The value of a setting. */
  | { readonly kind: 'setting'; readonly name: string }
  | { readonly kind: 'hole'; readonly hole: Hole };

export interface TextTemplate {
  readonly pieces: readonly Piece[];
}

/** The values over which the holes of a request are evaluated. */
export interface RequestScope {
  readonly input: unknown;
  readonly bindings: Bindings;
  /** All settings by name, secrets as `Secret`: sent texts are not logged. */
  readonly settings: ReadonlyMap<string, unknown>;
  /** Only set in previews, where some values are unknown. */
  readonly preview?: Preview;
}

/** The values over which holes are evaluated, in one rendering. */
export interface HoleScope extends RequestScope {
  readonly evaluation: Evaluation;
}

/** Which values a preview does not know, and what it shows instead of them. */
export interface Preview {
  readonly placeholder: (hole: Hole) => string;
  /** Whether only an earlier answer has the value of a variable. */
  readonly isUnknown: (variable: string) => boolean;
  /** Whether the input of the holes is unknown: an item of an unknown list. */
  readonly inputUnknown: boolean;
}

/**
 * Whether the value of an expression depends on unknown ones. It is not evaluated then: `$count($lines)` of unknown
 * lines would be 0.
 */
export function dependsOnUnknown({ names, variables }: Expression, preview: Preview | undefined): boolean {
  if (preview === undefined) return false;
  if (variables.some(({ name }) => preview.isUnknown(name))) return true;
  // An expression without names and variables may consist of `$`, the item itself.
  return preview.inputUnknown && (names.length > 0 || variables.length === 0);
}

/** The hole that is the whole text; undefined if there is other text. */
export function onlyHole({ pieces }: TextTemplate): Hole | undefined {
  const [first, second] = pieces;
  return first?.kind === 'hole' && second === undefined ? first.hole : undefined;
}

const isPresent = (value: unknown): boolean => value !== undefined && value !== null;

/**
 * Whether a hole has no value because an input of its expression is missing. If all inputs are present, as with a
 * code that a code map lacks, nothing may be omitted: without the condition the request would return more than
 * intended.
 */
function mayBeOmitted({ missing, expression: { names, variables } }: Hole, { input, bindings }: HoleScope): boolean {
  if (missing !== 'omitWithInput') return missing === 'omit';
  if (names.length === 0) return true;
  if (variables.some(({ name }) => name === 'request' || !isPresent(bindings[name]))) return true;
  return names.some(({ name }) => typeof input !== 'object' || input === null || !isPresent(Reflect.get(input, name)));
}

/** The value of the expression. Throws the `UnfitValue` of a function, which JSONata wraps in an error that names the expression. */
function evaluated(hole: Hole, { input, bindings, preview, evaluation }: HoleScope): unknown {
  try {
    return evaluation.valueOf(hole.expression, input, bindings);
  } catch (error) {
    if (preview !== undefined && !(error instanceof Pending)) return preview.placeholder(hole);
    throw error instanceof Error && error.cause instanceof UnfitValue ? error.cause : error;
  }
}

/**
 * The value of a hole; undefined if it is missing and may be omitted, null if the expression itself says null. Throws
 * `UnfitValue` if it is missing and required.
 */
export function holeValue(hole: Hole, scope: HoleScope): unknown {
  const { preview } = scope;
  const { expression } = hole;
  if (preview !== undefined && dependsOnUnknown(expression, preview)) return preview.placeholder(hole);
  const value = evaluated(hole, scope);
  if (isPresent(value)) return value;
  if (value === null && expression.givesNull) return null;
  if (mayBeOmitted(hole, scope)) return undefined;
  if (preview !== undefined) return preview.placeholder(hole);
  throw new MissingValue(`${expression.text.trim()} has no value`);
}

function atom(hole: Hole, value: unknown): Atom {
  const writtenAtom = hole.typed?.(value) ?? atomOf(value);
  if (writtenAtom === undefined)
    throw new TypeError(`{{${hole.expression.text}}} gives a map where one value is wanted`);
  return writtenAtom;
}

/** The values of a hole as atoms: a single one, or the items of a list. An empty list counts as missing. */
export function atomsOf(hole: Hole, scope: HoleScope): readonly Atom[] | undefined {
  const value = holeValue(hole, scope);
  if (value === undefined || value === null) return undefined;
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (items.length === 0 && !mayBeOmitted(hole, scope))
    throw new MissingValue(`${hole.expression.text.trim()} is an empty list`);
  return items.length === 0 ? undefined : items.map((item) => atom(hole, item));
}

/**
 * Renders a text; `write` writes each value, and the items of a list are joined by commas. Undefined if an optional
 * value is missing: the whole text is then omitted.
 */
export function renderText(
  template: TextTemplate,
  scope: HoleScope,
  write: (atom: Atom) => string,
  written: (text: string, kind: 'text' | 'setting') => string = (text) => text,
): string | undefined {
  let whole = '';
  for (const piece of template.pieces) {
    if (piece.kind !== 'hole') {
      whole += written(piece.kind === 'text' ? piece.text : settingText(scope.settings.get(piece.name)), piece.kind);
      continue;
    }
    const atoms = atomsOf(piece.hole, scope);
    if (atoms === undefined) return undefined;
    whole += atoms.map(write).join(',');
  }
  return whole;
}
