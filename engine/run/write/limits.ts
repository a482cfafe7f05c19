/** Checks the values of a request against the sizes of the ERP's columns. */

import { fitsColumn, toDecimalText, toNumeric } from '../../base/decimal.ts';
import type { FieldFault } from '../../base/problem.ts';
import type { ColumnLimit } from '../../plan/write.ts';
import { isRow } from '../../shape/encode.ts';
import type { RequestValues } from '../../shape/request.ts';

interface FieldValue {
  readonly field: string;
  readonly value: string | number;
}

function* valuesAt(value: unknown, path: readonly string[], name: string): Generator<FieldValue> {
  const [head, ...tail] = path;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* valuesAt(item, path, `${name}[${index}]`);
  } else if (head === undefined) {
    if (typeof value === 'string' || typeof value === 'number') yield { field: name, value };
  } else if (isRow(value)) {
    yield* valuesAt(value[head], tail, name === '' ? head : `${name}.${head}`);
  }
}

const reason = 'which is what the ERP can hold';

/** The rule for a number: 12 digits before and 2 after the decimal point for DECIMAL(14, 2). */
function numberRule(precision: number, scale: number): string {
  if (scale === 0) return `must be a whole number of at most ${precision} digits, ${reason}`;
  if (scale === precision) return `must be less than 1 with at most ${scale} decimals, ${reason}`;
  return `must have at most ${precision - scale} digits before and ${scale} after the decimal point, ${reason}`;
}

function faultOf(limit: ColumnLimit, { field, value }: FieldValue): FieldFault | undefined {
  switch (limit.kind) {
    case 'text': {
      // Lengths are in characters, as in columns; a character outside the basic multilingual plane has two code
      // units.
      if (typeof value !== 'string' || value.length <= limit.max || [...value].length <= limit.max) return undefined;
      return { field, message: `must not be longer than ${limit.max} characters, ${reason}`, rule: 'maxLength' };
    }
    case 'number': {
      const text = toDecimalText(value);
      const { precision, scale } = limit;
      if (text === undefined || fitsColumn(toNumeric(text), precision, scale)) return undefined;
      return { field, message: `is ${text}, and ${numberRule(precision, scale)}`, rule: 'digits' };
    }
  }
}

/**
 * Faults for texts that are too long and numbers with too many digits: they are refused, never truncated or rounded.
 */
export function* limitFaults(limits: readonly ColumnLimit[], request: RequestValues): Generator<FieldFault> {
  for (const limit of limits) {
    for (const fieldValue of valuesAt(request, limit.path, '')) {
      const fault = faultOf(limit, fieldValue);
      if (fault !== undefined) yield fault;
    }
  }
}
