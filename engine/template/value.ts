/** Typed values of HTTP requests, which each part of a request writes in its own notation. */
import { type DecimalText, toDecimalText } from '../base/decimal.ts';
import { ExactNumber } from '../base/exact-number.ts';

export type Atom =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly text: DecimalText }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'guid'; readonly text: string }
  /** `YYYY-MM-DD`. */
  | { readonly kind: 'date'; readonly text: string }
  /** `utc`: `YYYY-MM-DDTHH:MM:SSZ`; `local`: the same time in the zone of the ERP, `YYYY-MM-DD HH:MM:SS`. */
  | { readonly kind: 'instant'; readonly utc: string; readonly local: string }
  /** A time in the zone of the ERP, written without an offset: `YYYY-MM-DD HH:MM:SS`. */
  | { readonly kind: 'local'; readonly text: string };

/** An atom as the result of an expression. A class, so that an object of a response cannot be mistaken for it. */
export class TypedValue {
  readonly atom: Atom;
  constructor(atom: Atom) {
    this.atom = atom;
  }
}

/**
 * A value that cannot be written into its part of the request: not a GUID, a line break in a header, `..` as a path segment. No record of the ERP
 * can have this value, so a read with it finds nothing.
 */
export class UnfitValue extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnfitValue';
  }
}

/** A required value is missing. */
export class MissingValue extends UnfitValue {
  constructor(message: string) {
    super(message);
    this.name = 'MissingValue';
  }
}

/** The atom of a scalar; undefined for lists, maps and missing values. */
export function atomOf(value: unknown): Atom | undefined {
  if (value instanceof TypedValue) return value.atom;
  if (value instanceof ExactNumber) return numberAtom(value.text);
  switch (typeof value) {
    case 'string':
      return { kind: 'text', text: value };
    case 'number':
    case 'bigint':
      return numberAtom(value);
    case 'boolean':
      return { kind: 'boolean', value };
    default:
      return undefined;
  }
}

/** A number with all digits; undefined if the value is not a number. */
export function numberAtom(value: unknown): Atom | undefined {
  const text = toDecimalText(value);
  return text === undefined ? undefined : { kind: 'number', text };
}

/** The text of an atom in a part without a query language: a header, a form, a text of a body. */
export function plainText(atom: Atom): string {
  switch (atom.kind) {
    case 'boolean':
      return String(atom.value);
    case 'instant':
      return atom.utc;
    case 'text':
    case 'number':
    case 'guid':
    case 'date':
    case 'local':
      return atom.text;
  }
}
