/** How the query parameters of a list ask for its pages. */

export interface Paging {
  readonly by: 'page' | 'offset';
  /** The parameters with their values, as lines of YAML. */
  readonly lines: readonly string[];
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z\d]/g, '');

/** The first parameter with one of the names. */
export const parameter = (params: readonly string[], names: readonly string[]): string | undefined =>
  params.find((name) => names.includes(plain(name)));

/** Undefined if no known parameter asks for a page. */
export function pagingOf(params: readonly string[]): Paging | undefined {
  const page = parameter(params, ['page', 'pagenumber', 'pageno']);
  const offset = parameter(params, ['offset', 'skip', 'start']);
  const size = parameter(params, ['perpage', 'limit', 'pagesize', 'size', 'maxresults', 'take']);
  const lines = size === undefined ? [] : [`${size}: "{{ $limit }}"`];
  if (page !== undefined) return { by: 'page', lines: [`${page}: "{{ $page }}"`, ...lines] };
  return offset === undefined ? undefined : { by: 'offset', lines: [`${offset}: "{{ $offset }}"`, ...lines] };
}
