/** What the rows of one answer break that no schema can say: their number, order and identity, and the filter of the request. */
import type { Endpoint } from '../../../../engine/index.ts';
import { holdsWords, isWild, rankOf } from './match.ts';
import { isRecord, type Json } from './record.ts';
import { type RuleViolation, ruleViolation } from './rules.ts';

/** Findings of a list's answer, whose fields follow the schema. `request` is the body that was sent. */
export function rowFindings(endpoint: Endpoint, request: Json, body: Json): readonly RuleViolation[] {
  const { answer, path } = endpoint;
  if (answer.kind !== 'rows') return [];
  const given: unknown = body[answer.property];
  const rows: readonly Json[] = Array.isArray(given) ? given.filter(isRecord) : [];
  const list = { path, property: answer.property, rows, request };
  return [
    ...limitFindings(endpoint, list),
    // An address may serve for shipping and for billing.
    ...(path === '/catalog/customers/addresses' ? [] : repeatedIds(list, answer.id)),
    ...blankIds(list, answer.id),
    ...paddedTexts(list),
    ...filterFindings(list),
    ...orderFindings(list, answer.newestFirst),
    ...searchFindings(list),
    ...(answer.paged && rows.length === 0 && body.hasMore === true
      ? [
          ruleViolation(
            'has-more',
            'hasMore',
            'is true on a page without rows, so that the platform would ask for ever',
          ),
        ]
      : []),
  ];
}

interface List {
  readonly path: string;
  readonly property: string;
  readonly rows: readonly Json[];
  readonly request: Json;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function limitFindings({ request: fields }: Endpoint, { request, property, rows }: List): readonly RuleViolation[] {
  const field = fields.limit;
  if (field?.type !== 'integer') return [];
  const limit = typeof request.limit === 'number' ? request.limit : field.default;
  if (limit === undefined || rows.length <= limit) return [];
  return [ruleViolation('limit', property, `${rows.length} rows were returned, and the limit is ${limit}`)];
}

function repeatedIds({ property, rows }: List, id: string): readonly RuleViolation[] {
  const seen = new Map<string, number>();
  return rows.flatMap((row, index) => {
    const value = text(row[id]);
    const first = seen.get(value);
    if (first === undefined) seen.set(value, index);
    if (first === undefined) return [];
    return [ruleViolation('unique-id', `${property}[${index}].${id}`, `"${value}" is also in ${property}[${first}]`)];
  });
}

function blankIds({ property, rows }: List, id: string): readonly RuleViolation[] {
  return rows.flatMap((row, index) =>
    text(row[id]).trim() === '' ? [ruleViolation('empty-text', `${property}[${index}].${id}`, 'is blank')] : [],
  );
}

/** Members by which the platform names a record in later calls, or compares it. */
const nameOfRecord = /(Id|Sku|Number)$/;

function paddedTexts({ property, rows }: List): readonly RuleViolation[] {
  return rows.flatMap((row, index) =>
    Object.entries(row).flatMap(([name, value]) =>
      typeof value !== 'string' || !nameOfRecord.test(name) || value.trim() === '' || value === value.trim()
        ? []
        : [ruleViolation('padded-text', `${property}[${index}].${name}`, `"${value}" begins or ends with blanks`)],
    ),
  );
}

function filterFindings({ property, rows, request }: List): readonly RuleViolation[] {
  const wanted = [
    ['customerErpId', request.customerErpId],
    ['addressKind', request.kind],
  ] as const;
  return wanted.flatMap(([field, value]) =>
    typeof value !== 'string'
      ? []
      : rows.flatMap((row, index) =>
          row[field] === value || row[field] === undefined
            ? []
            : [
                ruleViolation(
                  'filter',
                  `${property}[${index}].${field}`,
                  `is "${text(row[field])}", asked was "${value}"`,
                ),
              ],
        ),
  );
}

/** `field`: the day by which the list is ordered, newest first. */
function orderFindings({ property, rows }: List, field: string | undefined): readonly RuleViolation[] {
  if (field === undefined) return [];
  return rows.flatMap((row, index) => {
    const [day, before] = [text(row[field]), text(rows[index - 1]?.[field])];
    if (index === 0 || day <= before) return [];
    return [ruleViolation('newest-first', `${property}[${index}].${field}`, `${day} comes after ${before}`)];
  });
}

function searchFindings({ path, property, rows, request }: List): readonly RuleViolation[] {
  switch (path) {
    case '/catalog/customers/search':
      return customerFindings(property, rows, text(request.query));
    case '/catalog/products/by-sku':
      return skuFindings(property, rows, text(request.sku).trim());
    default:
      return [];
  }
}

function customerFindings(property: string, rows: readonly Json[], query: string): readonly RuleViolation[] {
  const rule = isWild(query.trim()) ? 'wildcard' : 'search-match';
  return rows.flatMap((row, index) => {
    const [name, before] = [text(row.erpName), text(rows[index - 1]?.erpName)];
    const at = `${property}[${index}].erpName`;
    if (!holdsWords(name, query)) return [ruleViolation(rule, at, `"${name}" does not hold "${query}"`)];
    if (index === 0 || query.trim() === '' || rankOf(before, query) <= rankOf(name, query)) return [];
    return [ruleViolation('best-first', at, `"${name}" answers "${query}" better than "${before}" before it`)];
  });
}

function skuFindings(property: string, rows: readonly Json[], wanted: string): readonly RuleViolation[] {
  return rows.flatMap((row, index) => {
    const [sku, before] = [text(row.erpSku), text(rows[index - 1]?.erpSku)];
    const at = `${property}[${index}].erpSku`;
    const rank = rankOf(sku, wanted);
    if (rank === 2)
      return [ruleViolation(isWild(wanted) ? 'wildcard' : 'sku-match', at, `"${sku}" does not begin with "${wanted}"`)];
    if (index === 0 || rankOf(before, wanted) <= rank) return [];
    return [ruleViolation('sku-match', at, `"${sku}" is the SKU itself, and comes after "${before}"`)];
  });
}
