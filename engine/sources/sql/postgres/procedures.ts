/** Procedures and functions in PostgreSQL's catalogue. PostgreSQL 11 and later. */
import type { Procedure, ProcedureParameter, Row } from '../../source.ts';

/**
 * $1: the name, quoted where it must be. One row for each overload; lists are texts of JSON. The catalogue keeps no
 * length of a parameter: with the modifier -1 the type is `bpchar`, which keeps all characters, and not `character`,
 * which is char(1).
 */
export const postgresProcedures = `
select p.prokind = 'p' as is_procedure,
       p.proretset or (p.prokind = 'f' and p.proallargtypes is null) as gives_rows,
       has_function_privilege(p.oid, 'execute') as granted,
       p.pronargdefaults as defaults,
       to_json(p.proargnames)::text as names,
       to_json(p.proargmodes)::text as modes,
       (select json_agg(format_type(a.type, -1) order by a.place)::text
          from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as a(type, place)) as types
from pg_catalog.pg_proc as p
join pg_catalog.pg_namespace as n on n.oid = p.pronamespace
cross join (select parse_ident($1) as parts) as i
where p.prokind in ('p', 'f') and p.proname = i.parts[array_length(i.parts, 1)]
  and case array_length(i.parts, 1) when 1 then pg_function_is_visible(p.oid) else n.nspname = i.parts[1] end
order by p.oid`;

function textsOf(cell: unknown): readonly string[] {
  const list: unknown = typeof cell === 'string' ? JSON.parse(cell) : null;
  return Array.isArray(list) ? list.map(String) : [];
}

const modes: Readonly<Record<string, ProcedureParameter['mode']>> = { i: 'in', o: 'out', b: 'inout' };

/** A row of `postgresProcedures`: one overload. The last parameters that take a value are those with defaults. */
export function postgresProcedure(row: Row): Procedure {
  const names = textsOf(row.names);
  const letters = textsOf(row.modes);
  const all = textsOf(row.types).map((type, index) => {
    const mode = modes[letters[index] ?? 'i'];
    return { name: names[index] ?? '', type, mode };
  });
  const takes = all.filter(({ mode }) => mode === 'in' || mode === 'inout');
  const defaults = new Set(takes.slice(takes.length - Number(row.defaults)));
  // Columns of a table that is returned, and variadic parameters, cannot be given by name.
  const parameters = all.flatMap((parameter): ProcedureParameter[] => {
    const { name, type, mode } = parameter;
    return mode === undefined ? [] : [{ name, type, mode, optional: defaults.has(parameter) }];
  });
  return {
    kind: row.is_procedure === true ? 'procedure' : 'function',
    givesRows: row.gives_rows === true,
    parameters,
    granted: row.granted === true,
  };
}
