/** What the values that a call writes say about masked values: the writes are rolled back, but other statements of the call see them. */
import type { EndpointFlow } from '../../../../engine/tools/index.ts';
import { columnKey, type FactOf } from './column-fact.ts';

/** The facts for a call that fills columns with masked values: what its statements read from these columns is masked, too. `given`: fields of the request with a masked text. */
export function withFilled(
  { statements }: EndpointFlow,
  { factOf, given }: { readonly factOf: FactOf; readonly given: ReadonlySet<string> },
): FactOf {
  const filled = new Set<string>();
  for (const { source, flow } of statements)
    for (const { table, column, flow: value } of flow.ok ? flow.written : []) {
      const isMasked = [...value.columns.values()].some((one) => !factOf(source, one.table, one.column).isOpen);
      if (isMasked || (value.isGiven && given.size > 0)) filled.add(columnKey(source, table, column ?? '*'));
    }
  return (source, table, column) => {
    const isFilled = filled.has(columnKey(source, table, column)) || filled.has(columnKey(source, table, '*'));
    return isFilled ? { maskClass: 'bank', isOpen: false } : factOf(source, table, column);
  };
}

/** Texts that the profile writes into unique columns with masked values: a refusal of the database would confirm a guess. */
export function guessRefusals({ statements }: EndpointFlow, factOf: FactOf): readonly string[] {
  return statements.flatMap(({ source, flow }) =>
    (flow.ok ? flow.written : []).flatMap(({ table, column, flow: value }) => {
      const isMade = value.isFixed || value.isGenerated || value.isComputed;
      const fact = column === undefined || !isMade ? undefined : factOf(source, table, column);
      if (fact?.isUnique !== true || fact.isOpen) return [];
      return [`A text of the profile is written into ${table}.${column}, whose values are masked and unique.`];
    }),
  );
}
