/** The query of a request, held against the description. */
import {
  checkFilter,
  type ODataNode,
  type ODataVersion,
  orderByFaults,
  parseCondition,
  type QueryFault,
  type Selection,
  selectionOf,
} from '../../../../engine/tools/index.ts';
import type { EntitySet } from './model.ts';
import { notImplemented, ODataError } from './odata-error.ts';

/** What the query asks for. */
export interface AskedQuery {
  readonly selection: Selection;
  readonly filter: string | undefined;
  readonly condition: ODataNode | undefined;
  readonly orderBy: string | undefined;
  readonly top: number;
  readonly skip: number;
  readonly hasCount: boolean;
  readonly token: string | undefined;
}

const supported = ['$filter', '$orderby', '$top', '$skip', '$skiptoken', '$select', '$expand', '$format'];

/** Options of the protocol that a double does not have. */
const unsupported = ['$apply', '$compute', '$search'];

function wholeNumber(query: URLSearchParams, name: string): number | undefined {
  const value = query.get(name);
  if (value === null) return undefined;
  if (!/^\d+$/.test(value)) throw new ODataError(400, `'${value}' is no value of ${name}.`);
  return Number(value);
}

/** Reads the query of a request. Throws for options, members and values that the service does not have. `options`: further ones. */
export function askedQuery(
  query: URLSearchParams,
  { record }: EntitySet,
  version: ODataVersion,
  options: readonly string[],
): AskedQuery {
  const count = version === 4 ? '$count' : '$inlinecount';
  for (const name of query.keys()) {
    if (unsupported.includes(name)) throw notImplemented(`The double does not have ${name}.`);
    // Aliases of parameters, as in `f(day=@d)?@d=2026-01-31`.
    if (![...supported, count, ...options].includes(name) && !name.startsWith('@'))
      throw new ODataError(400, `The query parameter '${name}' is not supported.`);
  }
  const text = (name: string): string | undefined => query.get(name) ?? undefined;
  const [filter, orderBy, select, expand] = [text('$filter'), text('$orderby'), text('$select'), text('$expand')];
  const scope = { record, version };
  const { selection, selectFaults, expandFaults } = selectionOf(scope, { select, expand });
  const [fault]: readonly QueryFault[] = [
    ...(filter === undefined ? [] : checkFilter(filter, scope).faults),
    ...(orderBy === undefined ? [] : orderByFaults(orderBy, scope)),
    ...selectFaults,
    ...expandFaults,
  ];
  if (fault !== undefined) throw new ODataError(400, fault.message);
  return {
    selection,
    filter,
    condition: filter === undefined ? undefined : parseCondition(filter),
    orderBy,
    top: wholeNumber(query, '$top') ?? Number.POSITIVE_INFINITY,
    skip: wholeNumber(query, '$skip') ?? 0,
    hasCount: ['true', 'allpages'].includes(query.get(count) ?? ''),
    token: text('$skiptoken'),
  };
}
