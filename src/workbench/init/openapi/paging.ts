/** What the query parameters of a list are for: pages, and a search. */
import { lettersAndDigits, pageNumberNames, rowOffsetNames } from '../../../../engine/tools/index.ts';
import type { Column } from '../model/database.ts';
import type { Parameter } from '../service/since.ts';

export interface Paging {
  readonly by: 'page' | 'offset';
  /** The parameters with their values, as lines of YAML. */
  readonly lines: readonly string[];
}

/** The first parameter with one of the names. */
const parameter = (params: readonly string[], names: readonly string[]): string | undefined =>
  params.find((name) => names.includes(lettersAndDigits(name)));

/** Undefined if no known parameter asks for a page. */
export function pagingOf(params: readonly string[]): Paging | undefined {
  const page = parameter(params, pageNumberNames);
  const offset = parameter(params, rowOffsetNames);
  const size = parameter(params, ['perpage', 'limit', 'pagesize', 'size', 'maxresults', 'take']);
  const lines = size === undefined ? [] : [`${size}: "{{ $limit }}"`];
  if (page !== undefined) return { by: 'page', lines: [`${page}: "{{ $page }}"`, ...lines] };
  return offset === undefined ? undefined : { by: 'offset', lines: [`${offset}: "{{ $offset }}"`, ...lines] };
}

const searchNames = ['search', 'q', 'query', 'searchterm', 'term', 'keyword'];

/** The parameter that searches: by its usual name, or because the document says so and it is no property of the records. */
export function searchParameter(parameters: readonly Parameter[], columns: readonly Column[]): string | undefined {
  const params = parameters.filter(({ isHeader }) => !isHeader);
  const described = params.filter(
    ({ name, description }) =>
      /^search(es)?\b/i.test(description) &&
      !columns.some((column) => lettersAndDigits(column.name) === lettersAndDigits(name)),
  );
  const names = params.map(({ name }) => name);
  return parameter(names, searchNames) ?? (described.length === 1 ? described[0]?.name : undefined);
}
