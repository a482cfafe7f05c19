/** Comparisons of amounts, exact in all digits. */
import { compare, type Numeric, subtract } from '../../../../engine/tools/index.ts';

/** Equal in value, without a tolerance. */
export const isEqual = (one: Numeric, other: Numeric): boolean => compare(one, other) === 0;

/** Exact in all digits. */
export const absolute = (value: Numeric): Numeric => (compare(value, 0) < 0 ? subtract(0, value) : value);
