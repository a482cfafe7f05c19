/**
 * Indexes that serve a search for text inside a column: trigram indexes of the extension pg_trgm, on the column or on an expression of it
 * (https://www.postgresql.org/docs/current/pgtrgm.html). LIKE and ILIKE use them.
 */
import type { Row, SearchForm } from '../../source.ts';
import type { DescribedColumn } from './describe.ts';

/** A searched column of a query, and the column of the table that it shows unchanged. */
export interface SearchedColumn extends Pick<DescribedColumn, 'table' | 'attribute'> {
  readonly name: string;
}

/** `text` and `varchar`: of other types, ILIKE and `lower` can differ. */
const textTypes: ReadonlySet<number> = new Set([25, 1043]);

/** The searched columns that show a text column of a table unchanged. Names are those of the profile, whose case may differ. */
export function searchedColumns(
  described: readonly DescribedColumn[],
  searched: readonly string[],
): readonly SearchedColumn[] {
  return searched.flatMap((name) => {
    const shown =
      described.find((column) => column.name === name) ??
      described.find((column) => column.name.toLowerCase() === name.toLowerCase());
    if (shown === undefined || shown.table === 0 || !textTypes.has(shown.type)) return [];
    return [{ name, table: shown.table, attribute: shown.attribute }];
  });
}

/**
 * $1: a JSON array of pairs of the numbers of a table and of its column. One row for each part of a trigram index over the whole table that is
 * the column or an expression. `expression` is null for the column itself.
 */
export const searchIndexes = `
select c.place, quote_ident(a.attname) as attribute, a.attcollation = 'pg_catalog."default"'::regcollation as usual,
       case when i.indkey[k.part] = 0 then pg_get_indexdef(i.indexrelid, k.part + 1, true) end as expression
from (select (pair->>0)::oid as tab, (pair->>1)::int2 as att, place - 1 as place
      from json_array_elements($1::json) with ordinality as p(pair, place)) as c
join pg_catalog.pg_attribute as a on a.attrelid = c.tab and a.attnum = c.att
join pg_catalog.pg_index as i on i.indrelid = c.tab
cross join lateral generate_series(0, i.indnkeyatts - 1) as k(part)
join pg_catalog.pg_opclass as o on o.oid = i.indclass[k.part]
where i.indisvalid and i.indpred is null and i.indkey[k.part] in (0, c.att)
  and o.opcname in ('gin_trgm_ops', 'gist_trgm_ops')`;

const call = /^((?:"(?:[^"]|"")+"|\w+)(?:\.(?:"(?:[^"]|"")+"|\w+))?)\((.*)\)$/s;

/** The functions around a column, the outermost first: `upper((name)::text)` has `upper`. Undefined for any other expression. */
function callsOf(expression: string, attribute: string): readonly string[] | undefined {
  const plain = expression.replace(/::text$/, '');
  if (plain === attribute || plain === `(${attribute})`) return [];
  const [, name, inner] = call.exec(plain) ?? [];
  if (name === undefined || inner === undefined) return undefined;
  const rest = callsOf(inner, attribute);
  return rest && [name, ...rest];
}

/** `lower`, `upper`, and functions that remove accents, such as an immutable wrapper of `unaccent`: each replaces single characters. */
const isKnown = (name: string): boolean => name === 'lower' || name === 'upper' || /unaccent/i.test(name);

/** `isUsual`: the column has the collation of the database, by which the search text is folded, so that ILIKE folds both sides as `lower` does. */
function formOf(expressions: readonly (readonly string[])[], isUsual: boolean): SearchForm | undefined {
  // The usual form is `lower(column)`.
  if (expressions.some((calls) => calls.join() === 'lower')) return undefined;
  if (isUsual && expressions.some((calls) => calls.length === 0)) return { kind: 'column' };
  const calls = expressions.find((each) => each.every(isKnown));
  return calls && { kind: 'calls', calls };
}

/** By name of a column: the form that one of its indexes serves. `rows`: the result of `searchIndexes`. */
export function searchForms(
  columns: readonly SearchedColumn[],
  rows: readonly Row[],
): Readonly<Record<string, SearchForm>> {
  const found = columns.flatMap(({ name }, place): [string, SearchForm][] => {
    const own = rows.filter((row) => Number(row.place) === place);
    const form = formOf(
      own.flatMap(({ attribute, expression }) => {
        const calls = typeof expression === 'string' ? callsOf(expression, String(attribute)) : [];
        return calls === undefined ? [] : [calls];
      }),
      own.every(({ usual }) => usual === true),
    );
    return form === undefined ? [] : [[name, form]];
  });
  return Object.fromEntries(found);
}
