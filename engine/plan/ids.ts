/** Conversion of ids: the contract writes each as one string; in the ERP it may be a number, or several columns. */
import type { SqlValue } from '../sources/source.ts';

/** How the ERP stores an id. */
export type IdForm =
  | { readonly kind: 'text' }
  | { readonly kind: 'integer' }
  | { readonly kind: 'parts'; readonly parts: readonly (readonly [string, 'text' | 'integer'])[] };

const canonicalInteger = /^(0|-?[1-9]\d*)$/;
const smallest = -(2n ** 63n);
/** The largest value of an unsigned 64-bit column. */
const largest = 2n ** 64n - 1n;

function integerOf(text: string): SqlValue | undefined {
  if (!canonicalInteger.test(text)) return undefined;
  // Not as text: without a declared column type, a database may not treat '7' as equal to 7.
  const number = Number(text);
  if (Number.isSafeInteger(number)) return number;
  const value = BigInt(text);
  return value < smallest || value > largest ? undefined : value;
}

function scalarOf(text: string, type: 'text' | 'integer'): SqlValue | undefined {
  return type === 'integer' ? integerOf(text) : text;
}

/** Joins the parts of a composite id: `7:INV-1`. A colon or percent sign inside a part is percent-encoded. */
export function joinParts(parts: readonly string[]): string {
  return parts.map((part) => part.replaceAll('%', '%25').replaceAll(':', '%3A')).join(':');
}

/** Splits a composite id; undefined when it does not have `count` parts, or is not written as `joinParts` writes it. */
export function splitParts(id: string, count: number): readonly string[] | undefined {
  const parts = id.split(':').map((part) => part.replaceAll('%3A', ':').replaceAll('%25', '%'));
  return parts.length === count && joinParts(parts) === id ? parts : undefined;
}

/**
 * The values of an id field by the names that SQL uses: `field`, or `field.part` for a composite id. Undefined: no record of this ERP
 * can have such an id.
 */
export function decodeId(field: string, id: string, form: IdForm): Readonly<Record<string, SqlValue>> | undefined {
  if (form.kind !== 'parts') {
    const value = scalarOf(id, form.kind);
    return value === undefined ? undefined : { [field]: value };
  }
  const texts = splitParts(id, form.parts.length);
  if (texts === undefined) return undefined;
  const values: Record<string, SqlValue> = {};
  for (const [index, [part, type]] of form.parts.entries()) {
    const value = scalarOf(texts[index] ?? '', type);
    if (value === undefined) return undefined;
    values[`${field}.${part}`] = value;
  }
  return values;
}
