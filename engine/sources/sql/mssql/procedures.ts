/** Procedures in SQL Server's catalogue. From its documentation; not confirmed by a server in this project's tests. */
import type { Procedure, Row } from '../../source.ts';

/**
 * @p1: the name, quoted where it must be. One row for each parameter, one of nulls where there is none. For a name in another database
 * (`database.schema.name`) the query reads that database's catalogue.
 */
export function mssqlProcedures(name: string): string {
  const parts = name.match(/\[(?:[^\]]|\]\])+\]|"(?:[^"]|"")+"|[^."[\]]+/g) ?? [];
  const database = parts.length > 2 ? `${parts[0]}.` : '';
  return [
    'select p.name, type_name(p.system_type_id) as type, p.max_length as size, p.precision, p.scale, p.is_output,',
    "  has_perms_by_name(@p1, 'OBJECT', 'EXECUTE') as granted",
    `from ${database}sys.objects as o`,
    // The row without a number is the return code of a function of another language.
    `left join ${database}sys.parameters as p on p.object_id = o.object_id and p.parameter_id > 0`,
    "where o.object_id = object_id(@p1) and o.type in ('P', 'PC', 'X')",
    'order by p.parameter_id',
  ].join('\n');
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The type as it is declared. `size` counts bytes, and is -1 for `max`. */
function typeOf({ type, size, precision, scale }: Row): string {
  const name = text(type);
  const bytes = Number(size);
  switch (name) {
    case 'char':
    case 'varchar':
    case 'binary':
    case 'varbinary':
      return `${name}(${bytes < 0 ? 'max' : bytes})`;
    case 'nchar':
    case 'nvarchar':
      return `${name}(${bytes < 0 ? 'max' : bytes / 2})`;
    case 'decimal':
    case 'numeric':
      return `${name}(${Number(precision)},${Number(scale)})`;
    case 'datetime2':
    case 'datetimeoffset':
    case 'time':
      return `${name}(${Number(scale)})`;
    default:
      return name;
  }
}

/** Rows of `mssqlProcedures`, one for each parameter: one procedure, or none. Every parameter counts as optional. */
export function mssqlProcedure(rows: readonly Row[]): readonly Procedure[] {
  const [first] = rows;
  if (first === undefined) return [];
  const parameters = rows
    .filter(({ name }) => name !== null)
    .map((row) => ({
      name: text(row.name).replace(/^@/, ''),
      type: typeOf(row),
      // An output parameter takes a value, too. The catalogue does not contain defaults.
      mode: row.is_output === true ? ('inout' as const) : ('in' as const),
      optional: true,
    }));
  return [{ kind: 'procedure', givesRows: false, parameters, granted: first.granted === 1 }];
}
