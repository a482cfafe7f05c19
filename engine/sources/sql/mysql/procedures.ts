/** Procedures in the catalogue of MySQL and MariaDB. It hides those that the login may not call. */
import type { Procedure, ProcedureParameter, Row } from '../../source.ts';

/** Schema and name from a text that may be quoted by backticks; the schema is null where the connection's is meant. */
export function mysqlName(name: string): readonly [string | null, string] {
  const parts = (name.match(/`(?:[^`]|``)+`|[^.`]+/g) ?? []).map((part) =>
    part.startsWith('`') ? part.slice(1, -1).replaceAll('``', '`') : part,
  );
  return [parts.length > 1 ? (parts[0] ?? null) : null, parts.at(-1) ?? ''];
}

/** Values: schema or null, name. One row for each parameter; one of nulls where there is none. */
export const mysqlProcedures = `
select p.parameter_name as name, p.parameter_mode as mode, p.dtd_identifier as type
from information_schema.routines as r
left join information_schema.parameters as p
  on p.specific_schema = r.routine_schema and p.specific_name = r.specific_name and p.ordinal_position > 0
 and p.routine_type = r.routine_type
where r.routine_schema = coalesce(?, database()) and r.routine_name = ? and r.routine_type = 'PROCEDURE'
order by p.ordinal_position`;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function modeOf(value: unknown): ProcedureParameter['mode'] {
  switch (text(value).toUpperCase()) {
    case 'OUT':
      return 'out';
    case 'INOUT':
      return 'inout';
    default:
      return 'in';
  }
}

/** Rows of `mysqlProcedures`: one procedure, or none. MySQL has no defaults of parameters, and lists only what the login may call. */
export function mysqlProcedure(rows: readonly Row[]): readonly Procedure[] {
  if (rows.length === 0) return [];
  const parameters = rows
    .filter(({ name }) => name !== null)
    .map((row) => ({ name: text(row.name), type: text(row.type), mode: modeOf(row.mode), optional: false }));
  return [{ kind: 'procedure', givesRows: false, parameters, granted: true }];
}
