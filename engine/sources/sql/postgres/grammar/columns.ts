/** The columns of a SELECT, named as PostgreSQL names them, with their types where the statement alone decides them. */
import type { A_Const, Node, SelectStmt, TypeName } from 'libpg-query';
import type { OutputColumn, ValueType } from '../../../source.ts';

const types: Readonly<Record<string, ValueType>> = {
  bool: 'boolean',
  date: 'date',
  timestamp: 'instant',
  timestamptz: 'instant',
  time: 'time',
  timetz: 'time',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  numeric: 'number',
  float4: 'number',
  float8: 'number',
};

/** Functions whose result has one type for all arguments. */
const results: Readonly<Record<string, ValueType>> = { count: 'number', row_number: 'number', now: 'instant' };

/** The last of several names: `pg_catalog.numeric` is numeric. */
function lastName(names: readonly Node[] | undefined): string | undefined {
  const last = names?.at(-1);
  return last !== undefined && 'String' in last ? last.String.sval : undefined;
}

function typeOf(name: TypeName | undefined): ValueType | undefined {
  const isArray = (name?.arrayBounds?.length ?? 0) > 0;
  return isArray ? undefined : types[lastName(name?.names) ?? ''];
}

function constant(value: A_Const): Pick<OutputColumn, 'type' | 'literal'> {
  if (value.sval !== undefined) return { type: 'text', literal: value.sval.sval ?? '' };
  if (value.boolval !== undefined) return { type: 'boolean' };
  if (value.ival !== undefined) return { type: 'number', literal: String(value.ival.ival ?? 0) };
  return value.fval === undefined ? { type: undefined } : { type: 'number', literal: value.fval.fval ?? '0' };
}

function columnValue(node: Node): Pick<OutputColumn, 'type' | 'literal'> {
  if ('A_Const' in node) return constant(node.A_Const);
  if ('TypeCast' in node) return { type: typeOf(node.TypeCast.typeName) };
  if ('FuncCall' in node) return { type: results[lastName(node.FuncCall.funcname) ?? ''] };
  return { type: undefined };
}

/** The name of an expression without an alias, by the rules of the server; undefined where these are not implemented here. */
function ownName(node: Node): string | undefined {
  if ('ColumnRef' in node) return lastName(node.ColumnRef.fields);
  if ('FuncCall' in node) return lastName(node.FuncCall.funcname);
  if ('TypeCast' in node) {
    const inner = node.TypeCast.arg === undefined ? undefined : ownName(node.TypeCast.arg);
    return inner === undefined || inner === '?column?' ? lastName(node.TypeCast.typeName?.names) : inner;
  }
  if ('CoalesceExpr' in node) return 'coalesce';
  if ('A_Const' in node || 'A_Expr' in node || 'ParamRef' in node) return '?column?';
  return undefined;
}

/** Undefined where one of them is `*`, or an expression whose name is not known here. */
export function columnsOf(select: SelectStmt): readonly OutputColumn[] | undefined {
  if (select.valuesLists !== undefined && select.valuesLists.length > 0) return undefined;
  const columns: OutputColumn[] = [];
  for (const target of select.targetList ?? []) {
    if (!('ResTarget' in target)) return undefined;
    const { name, val } = target.ResTarget;
    const given = name ?? (val === undefined ? undefined : ownName(val));
    if (given === undefined || val === undefined) return undefined;
    columns.push({ name: given, ...columnValue(val) });
  }
  return columns;
}
