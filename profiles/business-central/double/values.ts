/** Values as Business Central has them: ids, rounded amounts, and what is blank. */
import { createHash } from 'node:crypto';
import type { ScalarType } from '../../../engine/tools/index.ts';

/** A GUID that is the same in each run. */
export function guidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Half away from zero; a binary fraction such as 1.0049999 that stands for 1.005 is rounded like 1.005. */
export function rounded(amount: number, decimals: number): number {
  const units = Math.abs(amount) * 10 ** decimals;
  return (Math.sign(amount) * Math.round(units + 1e-7)) / 10 ** decimals;
}

/** An amount in the company's own currency. */
export const cents = (amount: number): number => rounded(amount, 2);

/** The value of a field that nobody has filled in: Business Central has no null. */
export function blank({ scalar, name, values }: ScalarType): string | number {
  if (values !== undefined) return values.find((value) => value === '_x0020_') ?? values[0] ?? '';
  switch (scalar) {
    case 'number':
    case 'boolean':
      return 0;
    case 'date':
      return '0001-01-01';
    case 'instant':
      return '0001-01-01T00:00:00Z';
    case 'time':
      return '00:00:00';
    case 'text':
    case 'any':
      return name === 'Edm.Guid' ? '00000000-0000-0000-0000-000000000000' : '';
  }
}
