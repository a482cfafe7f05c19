/** Values on their way into a request over HTTP: each knows what it is, so that the place where it stands can write it as its own literal. */
import { type DecimalText, toDecimalText } from '../base/decimal.ts';
import { ExactNumber } from '../base/exact-number.ts';

export type Atom =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly text: DecimalText }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'guid'; readonly text: string }
  /** `YYYY-MM-DD`. */
  | { readonly kind: 'date'; readonly text: string }
  /** `utc` is `YYYY-MM-DDTHH:MM:SSZ`, `local` the same on the ERP's clock, `YYYY-MM-DD HH:MM:SS`. */
  | { readonly kind: 'instant'; readonly utc: string; readonly local: string }
  /** A time of the ERP's own clock, which is to be written without a zone: `YYYY-MM-DD HH:MM:SS`. */
  | { readonly kind: 'local'; readonly text: string };

/** An atom as an expression hands it on. A class, so that no object of a reply can be mistaken for one. */
export class TypedValue {
  readonly atom: Atom;
  constructor(atom: Atom) {
    this.atom = atom;
  }
}

/**
 * A value that cannot stand where the profile puts it: no GUID where one is wanted, a line break in a header, `..` as a part of a path. No
 * record of the ERP can have it, so that a read that asks for it finds nothing.
 */
export class UnfitValue extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnfitValue';
  }
}

/** There is no value where one must be. */
export class MissingValue extends UnfitValue {
  constructor(message: string) {
    super(message);
    this.name = 'MissingValue';
  }
}

/** The atom that a scalar is; undefined for lists, maps, and nothing at all. */
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

/** A number with all its digits; undefined where the value is none. */
export function numberAtom(value: unknown): Atom | undefined {
  const text = toDecimalText(value);
  return text === undefined ? undefined : { kind: 'number', text };
}

/** The text of an atom where no language asks for a literal: in a header, a form, a text of a body. */
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
