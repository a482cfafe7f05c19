/** Identifiers between the contract, where each is one string, and the ERP, where it may be a number or several columns. */

import type { SqlValue } from '../sources/source.ts';
import type { IdForm } from './plan.ts';

const canonicalInteger = /^(0|-?[1-9]\d*)$/;
const smallest = -(2n ** 63n);
/** Of an unsigned column. */
const largest = 2n ** 64n - 1n;

function integerOf(text: string): SqlValue | undefined {
  if (!canonicalInteger.test(text)) return undefined;
  // Never as text: SQLite does not take '7' for 7 where no column says what is compared.
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

/** The parts of a composite id, or undefined when it has another number of parts. */
export function splitParts(id: string, count: number): readonly string[] | undefined {
  const parts = id.split(':').map((part) => part.replaceAll('%3A', ':').replaceAll('%25', '%'));
  return parts.length === count && joinParts(parts) === id ? parts : undefined;
}

/** The values that SQL may name for an id field. Undefined: no record of this ERP can have such an id. */
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
