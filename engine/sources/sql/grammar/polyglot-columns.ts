/** The columns of a SELECT from polyglot's tree, where each has a name. */

import type { OutputColumn, ValueType } from '../../source.ts';
import { untyped } from './reading.ts';
import { at, textAt } from './references.ts';

const types: Readonly<Record<string, ValueType>> = {
  date: 'date',
  timestamp: 'instant',
  time: 'time',
  int: 'number',
  big_int: 'number',
  small_int: 'number',
  decimal: 'number',
  double: 'number',
  float: 'number',
};

/** Types that the parser keeps as names. */
const named: Readonly<Record<string, ValueType>> = {
  DATETIME: 'instant',
  DATETIME2: 'instant',
  DATETIMEOFFSET: 'instant',
  SMALLDATETIME: 'instant',
  SIGNED: 'number',
  UNSIGNED: 'number',
};

function castType(node: unknown): ValueType | undefined {
  const to = at(node, 'cast', 'to');
  return types[textAt(to, 'data_type') ?? ''] ?? named[textAt(to, 'name')?.toUpperCase() ?? ''];
}

/** The type of a value that the text alone decides: a constant, a count, a cast. */
function columnValue(node: unknown, strict: boolean): Pick<OutputColumn, 'type' | 'literal'> {
  const literal = at(node, 'literal');
  const text = textAt(literal, 'value');
  const kind = textAt(literal, 'literal_type') ?? '';
  if (/string$/.test(kind) && text !== undefined) return { type: 'text', literal: text };
  if (kind === 'number' && text !== undefined) return { type: 'number', literal: text };
  if (at(node, 'count') !== undefined) return { type: 'number' };
  return { type: strict ? castType(node) : undefined };
}

function columnOf(expression: unknown, strict: boolean): OutputColumn | undefined {
  const alias = at(expression, 'alias');
  const name = textAt(alias, 'alias', 'name');
  if (name !== undefined) return { name, ...columnValue(at(alias, 'this'), strict) };
  const columnName = textAt(expression, 'column', 'name', 'name');
  return columnName === undefined ? undefined : { name: columnName, type: undefined };
}

/**
 * Undefined for a statement that is not a SELECT, and where a column has no name. `strict`: a cast gives the type that it names; in
 * SQLite it gives a number or a text, whatever the name.
 */
export function polyglotColumns(tree: unknown, strict: boolean): readonly OutputColumn[] | undefined {
  for (const operation of ['union', 'intersect', 'except']) {
    const left = at(tree, operation, 'left');
    if (left !== undefined) return untyped(polyglotColumns(left, strict));
  }
  const inner = at(tree, 'subquery', 'this');
  if (inner !== undefined) return polyglotColumns(inner, strict);
  const list = at(tree, 'select', 'expressions');
  if (!Array.isArray(list)) return undefined;
  const columns = list.map((expression) => columnOf(expression, strict));
  return columns.every((column) => column !== undefined) ? columns : undefined;
}
