/** Texts with holes: `number eq {{ sku }}`. The text around the holes is the author's, what comes into them is data. */
import type { Bindings, Expression } from '../transform/expression.ts';
import { type Atom, atomOf, MissingValue, UnfitValue } from './value.ts';

export interface Hole {
  readonly expression: Expression;
  /** Without what it asks for, what it stands in is left out; else the request cannot be made, and finds nothing. */
  readonly optional: boolean;
  /** What the contract says of the value, where the value alone does not: `2026-01-31` may be a day, or the number of an article. */
  readonly typed: ((value: unknown) => Atom | undefined) | undefined;
}

export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  /** A setting, filled in when the profile is loaded. */
  | { readonly kind: 'setting'; readonly text: string }
  | { readonly kind: 'hole'; readonly hole: Hole };

export interface TextTemplate {
  readonly pieces: readonly Piece[];
}

/** What holes are evaluated over. */
export interface HoleScope {
  readonly input: unknown;
  readonly bindings: Bindings;
  /** What stands for a value that nobody knows yet, where a request is only shown. */
  readonly unknown?: (hole: Hole) => string;
}

/** The hole that is the whole of a text. */
export function onlyHole({ pieces }: TextTemplate): Hole | undefined {
  const [first, second] = pieces;
  return first?.kind === 'hole' && second === undefined ? first.hole : undefined;
}

const given = (value: unknown): boolean => value !== undefined && value !== null;

/**
 * Whether a hole has no value since something that it asks for was not given. Where all of it was, as with a code that a map of settings does
 * not know, nothing may be left out: a condition that is gone would ask for more than was meant.
 */
function mayLack({ optional, expression: { names, variables } }: Hole, { input, bindings }: HoleScope): boolean {
  if (!optional) return false;
  if (names.length === 0) return true;
  if (variables.some(({ name }) => name === 'request' || !given(bindings[name]))) return true;
  return names.some(({ name }) => typeof input !== 'object' || input === null || !given(Reflect.get(input, name)));
}

/** The value of a hole; undefined where there is none, which the hole allows. Rejects with `UnfitValue` where it does not. */
export async function holeValue(hole: Hole, scope: HoleScope): Promise<unknown> {
  const { input, bindings, unknown } = scope;
  const { expression } = hole;
  const value = await expression.evaluate(input, bindings).catch((error: unknown) => {
    if (unknown !== undefined) return unknown(hole);
    // What a function of ours refuses reaches us inside the error that names the expression.
    throw error instanceof Error && error.cause instanceof UnfitValue ? error.cause : error;
  });
  if (given(value)) return value;
  if (mayLack(hole, scope)) return undefined;
  if (unknown !== undefined) return unknown(hole);
  throw new MissingValue(`${expression.text.trim()} has no value`);
}

function atom(hole: Hole, value: unknown): Atom {
  const found = hole.typed?.(value) ?? atomOf(value);
  if (found === undefined) throw new TypeError(`{{${hole.expression.text}}} gives a map where one value is wanted`);
  return found;
}

/** The values of a hole as atoms: one, or those of a list. An empty list is no value. */
export async function atomsOf(hole: Hole, scope: HoleScope): Promise<readonly Atom[] | undefined> {
  const value = await holeValue(hole, scope);
  if (value === undefined) return undefined;
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (items.length === 0 && !mayLack(hole, scope))
    throw new MissingValue(`${hole.expression.text.trim()} is an empty list`);
  return items.length === 0 ? undefined : items.map((item) => atom(hole, item));
}

/**
 * The text with its values, each written by `write`; those of a list are joined by commas. Undefined where an optional value is missing:
 * then all of the text is left out.
 */
export async function renderText(
  template: TextTemplate,
  scope: HoleScope,
  write: (atom: Atom) => string,
  written: (text: string, kind: 'text' | 'setting') => string = (text) => text,
): Promise<string | undefined> {
  let whole = '';
  for (const piece of template.pieces) {
    if (piece.kind !== 'hole') {
      whole += written(piece.text, piece.kind);
      continue;
    }
    const atoms = await atomsOf(piece.hole, scope);
    if (atoms === undefined) return undefined;
    whole += atoms.map(write).join(',');
  }
  return whole;
}
