/** Whether a call compares masked values with texts of its request. */
import type { EndpointFlow } from '../../../../engine/tools/index.ts';
import type { MaskClass } from '../../masking/index.ts';
import type { FactOf } from './column-fact.ts';

/** Classes of values that are recognised by their digits. */
const numberClasses: ReadonlySet<MaskClass> = new Set(['phone', 'bank', 'tax', 'coordinate']);

export interface SearchedValues {
  /** Whether a text of the request is compared with values that are masked. */
  readonly searchesMasked: boolean;
  /** Whether numbers such as those of phones and bank accounts can be compared with it, too. */
  readonly searchesNumbers: boolean;
}

/** `results`: the classes of the result's columns, which the search of the language looks through. */
export function searchedValues(
  { statements, searches }: EndpointFlow,
  factOf: FactOf,
  results: readonly MaskClass[],
): SearchedValues {
  const columns = statements.flatMap(({ source, flow }) =>
    (flow.ok ? flow.tests : [])
      .filter(({ reason }) => reason === undefined)
      .flatMap((test) => test.columns.map(({ table, column }) => factOf(source, table, column))),
  );
  const hidden = columns.filter(({ isOpen }) => !isOpen).map(({ maskClass }) => maskClass);
  return {
    searchesMasked: hidden.length > 0 || searches,
    searchesNumbers: [...hidden, ...(searches ? results : [])].some((one) => numberClasses.has(one)),
  };
}
