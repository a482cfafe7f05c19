/**
 * Indexes that serve a search. For words: trigram indexes of the extension pg_trgm, on the column or on an expression of it
 * (https://www.postgresql.org/docs/current/pgtrgm.html), which LIKE and ILIKE use. For starts and whole texts: an index on the column in lower case with text_pattern_ops
 * (https://www.postgresql.org/docs/current/indexes-opclass.html).
 */
import type { BoundStatement, Row, Searched, SearchForm } from '../../source.ts';
import type { DescribedColumn } from './describe.ts';
import { called } from './dialect.ts';

/** `text` and `varchar`: of other types, ILIKE and `lower` can differ. */
const textTypes: ReadonlySet<number> = new Set([25, 1043]);

/** The searched columns that show a text column of a table or view unchanged. Names are those of the profile, whose case may differ. */
export function searchedColumns(
  described: readonly DescribedColumn[],
  searched: readonly string[],
): readonly DescribedColumn[] {
  return searched.flatMap((name) => {
    const shown =
      described.find((column) => column.name === name) ??
      described.find((column) => column.name.toLowerCase() === name.toLowerCase());
    if (shown === undefined || shown.table === 0 || !textTypes.has(shown.type)) return [];
    return [{ ...shown, name }];
  });
}

/** The operator classes that serve a search. Those for starts serve a condition on the first part of an index alone. The bounds of a range need U+10FFFF. */
const servedBy = {
  words: `o.opcname in ('gin_trgm_ops', 'gist_trgm_ops')`,
  starts: `o.opcname in ('text_pattern_ops', 'varchar_pattern_ops') and k.part = 0 and getdatabaseencoding() = 'UTF8'`,
};

/**
 * $1: a JSON array of pairs of the numbers of a table and of its column. One row for each part of an index over the whole table that serves the search and is
 * the column or an expression. `expression` is null for the column itself.
 */
export const searchIndexes = (match: Searched['match']) => `
select c.place, quote_ident(a.attname) as attribute, a.attcollation = 'pg_catalog."default"'::regcollation as usual,
       case when i.indkey[k.part] = 0 then pg_get_indexdef(i.indexrelid, k.part + 1, true) end as expression
from (select (pair->>0)::oid as tab, (pair->>1)::int2 as att, place - 1 as place
      from json_array_elements($1::json) with ordinality as p(pair, place)) as c
join pg_catalog.pg_attribute as a on a.attrelid = c.tab and a.attnum = c.att
join pg_catalog.pg_index as i on i.indrelid = c.tab
cross join lateral generate_series(0, i.indnkeyatts - 1) as k(part)
join pg_catalog.pg_opclass as o on o.oid = i.indclass[k.part]
where i.indisvalid and i.indpred is null and i.indkey[k.part] in (0, c.att)
  and ${match === 'words' ? servedBy.words : servedBy.starts}`;

const call = /^((?:"(?:[^"]|"")+"|\w+)(?:\.(?:"(?:[^"]|"")+"|\w+))?)\((.*)\)$/s;

/** The functions around a column, the outermost first: `upper((name)::text)` has `upper`. Undefined for any other expression. */
export function callsAround(expression: string, attribute: string): readonly string[] | undefined {
  const uncastExpression = expression.replace(/::text$/, '');
  if (uncastExpression === attribute || uncastExpression === `(${attribute})`) return [];
  const [, name, inner] = call.exec(uncastExpression) ?? [];
  if (name === undefined || inner === undefined) return undefined;
  const rest = callsAround(inner, attribute);
  return rest && [name, ...rest];
}

/** `lower`, `upper`, and functions that remove accents, such as an immutable wrapper of `unaccent`: each replaces single characters. */
export const isKnownCall = (name: string): boolean => name === 'lower' || name === 'upper' || /unaccent/i.test(name);

/**
 * `expressions`: the functions around the column in each index. `isUsual`: the column has the collation of the database, by which the search text is folded, so that
 * ILIKE folds both sides as `lower` does.
 */
function formOf(
  expressions: readonly (readonly string[])[],
  match: Searched['match'],
  isUsual: boolean,
): SearchForm | undefined {
  const isLower = expressions.some((calls) => calls.join() === 'lower');
  if (match !== 'words') return isLower ? { kind: 'ordered' } : undefined;
  // The usual form is `lower(column)`.
  if (isLower) return undefined;
  if (isUsual && expressions.some((calls) => calls.length === 0)) return { kind: 'column' };
  const calls = expressions.find((each) => each.every(isKnownCall));
  return calls && { kind: 'calls', calls };
}

/** The characters of ASCII except U+0000, which no text contains. */
const ascii = String.fromCharCode(...Array.from({ length: 127 }, (_, index) => index + 1));

type Forms = Readonly<Record<string, SearchForm>>;

const callsIn = (form: SearchForm): readonly string[] => (form.kind === 'calls' ? form.calls : []);

/**
 * Returns one row with a column for each form, in their order: whether the functions of the form leave a long text of ASCII characters as it is, apart from
 * case. A function that also removes blanks or signs, or cuts a text, would lose hits. Undefined where no form has functions.
 */
export function asciiTest(forms: Forms): BoundStatement | undefined {
  const each = Object.values(forms).map(callsIn);
  if (each.every((calls) => calls.length === 0)) return undefined;
  const tests = each.map((calls, place) => `lower(${called(calls, 't.x')}) = lower(t.x) as "${place}"`);
  return { sql: `select ${tests.join(', ')} from (select repeat(cast($1 as text), 100) as x) as t`, values: [ascii] };
}

/** The forms whose functions leave ASCII characters as they are. `row`: the result of `asciiTest`. */
export function servedForms(forms: Forms, row: Row | undefined): Forms {
  return Object.fromEntries(Object.entries(forms).filter((_, place) => row?.[place] === true));
}

/** By name of a column: the form that one of its indexes serves. `rows`: the result of `searchIndexes`. */
export function searchForms(
  columns: readonly DescribedColumn[],
  match: Searched['match'],
  rows: readonly Row[],
): Forms {
  const formsOfColumns = columns.flatMap(({ name }, place): [string, SearchForm][] => {
    const indexRows = rows.filter((row) => Number(row.place) === place);
    const form = formOf(
      indexRows.flatMap(({ attribute, expression }) => {
        const calls = typeof expression === 'string' ? callsAround(expression, String(attribute)) : [];
        return calls === undefined ? [] : [calls];
      }),
      match,
      indexRows.every(({ usual }) => usual === true),
    );
    return form === undefined ? [] : [[name, form]];
  });
  return Object.fromEntries(formsOfColumns);
}
