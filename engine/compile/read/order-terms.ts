/** The key `order` of a read. */
import type { OrderTerm } from '../../plan/order.ts';

/** Parses `order`: a column name with a leading minus sorts descending. */
export function orderTerms(order: readonly string[] | undefined): readonly OrderTerm[] {
  return (order ?? []).map((column) => ({ column: column.replace(/^-/, ''), descending: column.startsWith('-') }));
}
