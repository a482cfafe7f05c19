/** Rewrites the syntax tree of a T-SQL statement so that the PostgreSQL writer generates an equivalent statement. */

import { implementedFunctions } from './functions.ts';
import type { Tree } from './transpile.ts';
import { standInType } from './types.ts';

type Node = { readonly [name: string]: Tree };

/** Thrown for a construct of T-SQL that PostgreSQL cannot express. The message has no full stop. */
class Gap extends Error {}

const isList = (tree: Tree | undefined): tree is readonly Tree[] => Array.isArray(tree);
const isNode = (tree: Tree | undefined): tree is Node => typeof tree === 'object' && tree !== null && !isList(tree);
const treeText = (tree: Tree | undefined): string => (typeof tree === 'string' ? tree : '');
const child = (node: Tree | undefined, ...names: readonly string[]): Tree | undefined =>
  names.reduce<Tree | undefined>((at, name) => (isNode(at) ? at[name] : undefined), node);

const call = (name: string, ...args: readonly Tree[]): Node => ({ function: { name, args, distinct: false } });
const text = (value: string): Node => ({ literal: { literal_type: 'string', value } });
const cast = (value: Tree, to: string): Node => ({ cast: { this: value, to: { data_type: 'custom', name: to } } });

/** Names are folded to lower case and quoted, so that all spellings of a name mean the same in PostgreSQL. */
function identifier(node: Node): Node | undefined {
  const { name, quoted } = node;
  if (typeof name !== 'string' || typeof quoted !== 'boolean' || 'args' in node || name.startsWith('@'))
    return undefined;
  return { ...node, name: name.toLowerCase(), quoted: true };
}

const written: Readonly<Record<string, string>> = {
  var_char: 'varchar',
  char: 'char',
  text: 'text',
  float: 'float',
  bit: 'bit',
  tiny_int: 'tinyint',
  binary: 'binary',
  var_binary: 'varbinary',
  timestamp: 'timestamp',
};

/** A type that differs between T-SQL and PostgreSQL. */
function typeOf(node: Node, column: boolean): Node {
  const kind = treeText(node.data_type);
  const length = typeof node.length === 'number' ? `(${node.length})` : '';
  const typeName = kind === 'custom' ? treeText(node.name) : node.real_spelling === true ? 'real' : written[kind];
  const made =
    typeName === undefined ? undefined : standInType(`${typeName}${kind === 'custom' ? '' : length}`, column);
  return made === undefined ? node : { data_type: 'custom', name: made };
}

/** `CONVERT(type, value, style)`, and the forms that give NULL where they fail. */
function convert(to: Tree | undefined, value: Tree | undefined, style: Tree | undefined, tries: boolean): Node {
  if (!isNode(to) || value === undefined) throw new Gap('CONVERT without a type');
  const kind = treeText(to.data_type);
  const name = kind === 'custom' ? treeText(to.name) : kind;
  if (tries) {
    if (!/^(int|big_int|small_int|tiny_int|decimal|numeric|smallint)/i.test(name))
      throw new Gap(`TRY_CONVERT to ${name}`);
    return { cast: { this: call('try_number', cast(value, 'CITEXT')), to } };
  }
  const isText = /^(varchar|citext|char|var_char)/i.test(name);
  if (style === undefined) return { cast: { this: value, to } };
  if (isText) return { cast: { this: call('convert_time', value, style), to } };
  if (
    !['112', '120', '121', '126', '23', '20', '21', '102', '111'].includes(treeText(child(style, 'literal', 'value')))
  )
    throw new Gap('CONVERT of a text in this style');
  return { cast: { this: value, to } };
}

/** Parts of a date are keywords in T-SQL and texts here. */
const partText = (arg: Tree): Tree => (isNode(arg) && isNode(arg.var) ? text(treeText(arg.var.this)) : arg);

function functionOf(node: Node): Node | undefined {
  const body = node.function;
  if (!isNode(body) || !isList(body.args)) return undefined;
  const name = treeText(body.name).toLowerCase();
  const [first, second, third] = body.args;
  if (name === 'convert' || name === 'try_convert') {
    const to = isNode(first) ? child(first, 'data_type') : undefined;
    return convert(isNode(to) ? to : first, second, third, name === 'try_convert');
  }
  if (!implementedFunctions.has(name)) return undefined;
  return call(`tsql_${name}`, ...body.args.map(partText));
}

/** Functions for which the parser has a node other than a call. */
const shaped: Readonly<Record<string, string>> = {
  length: 'tsql_len',
  year: 'tsql_year',
  month: 'tsql_month',
  day: 'tsql_day',
};

/** Columns of OUTPUT without the name of the table before or after the change. */
function returned(statement: string, tree: Tree): Tree {
  const wrong = statement === 'delete' ? 'inserted' : 'deleted';
  return mapTree(tree, (node) => {
    const { column } = node;
    if (!isNode(column)) return node;
    const table = treeText(child(column, 'table', 'name'));
    if (table === wrong) throw new Gap(`OUTPUT of ${wrong} in ${statement.toUpperCase()}`);
    return { column: { ...column, table: null } };
  });
}

/** `UPDATE s SET ... FROM t s JOIN u ON ...`: the table moves to the front, and the joined tables become FROM and WHERE. */
function updateOf(body: Node): Node {
  const from = body.from_clause;
  const tables = isNode(from) && isList(from.expressions) ? from.expressions : [];
  const target = treeText(child(body, 'table', 'name', 'name'));
  const nameOf = (entry: Tree): string =>
    treeText(child(entry, 'table', 'alias', 'name') ?? child(entry, 'table', 'name', 'name'));
  const set = isList(body.set) ? body.set.map(setOf) : (body.set ?? null);
  const [first, ...rest] = tables;
  if (first === undefined) return { ...body, set };
  if (nameOf(first) !== target || rest.length > 0) throw new Gap('UPDATE whose FROM does not begin with its table');
  const joins = isList(body.from_joins) ? body.from_joins : [];
  const joined = joins.map((join) => {
    if (child(join, 'kind') !== 'Inner') throw new Gap('UPDATE with an outer join');
    return join;
  });
  const conditions = joined.flatMap((join) => {
    const on = child(join, 'on');
    return on === undefined || on === null ? [] : [on];
  });
  const old = child(body, 'where_clause', 'this');
  const all = old === undefined || old === null ? conditions : [...conditions, old];
  const where = all.reduce<Tree | undefined>(
    (left, right) =>
      left === undefined ? right : { and: { left: { paren: { this: left } }, right: { paren: { this: right } } } },
    undefined,
  );
  const others = joined.flatMap((join) => {
    const table = child(join, 'this');
    return table === undefined ? [] : [table];
  });
  return {
    ...body,
    set,
    table: child(first, 'table') ?? null,
    from_clause: others.length === 0 ? null : { expressions: others },
    from_joins: [],
    where_clause: where === undefined ? null : { this: where },
  };
}

/** The left side names a column alone. */
function setOf(pair: Tree): Tree {
  if (!isList(pair)) return pair;
  const [left, ...right] = pair;
  if (!isNode(left)) return pair;
  const { name } = left;
  return [{ ...left, name: treeText(name).split('.').at(-1) ?? '' }, ...right];
}

/** A statement that changes data. */
function changeOf(node: Node): Node | undefined {
  for (const statement of ['insert', 'update', 'delete']) {
    const body = node[statement];
    if (!isNode(body)) continue;
    if (statement === 'delete' && isList(body.joins) && body.joins.length > 0) throw new Gap('DELETE with a join');
    const whole = statement === 'update' ? updateOf(body) : body;
    const tables = statement === 'delete' ? { tables: [] } : {};
    const columns = child(whole, 'output', 'columns');
    if (child(whole, 'output', 'into_table')) throw new Gap('OUTPUT INTO');
    const returning = columns === undefined ? {} : { output: null, returning: returned(statement, columns) };
    return { [statement]: { ...whole, ...tables, ...returning } };
  }
  return undefined;
}

/** `"dbo"."numbers"`. */
function sequenceName(column: Tree | undefined): string {
  const parts = [child(column, 'column', 'table', 'name'), child(column, 'column', 'name', 'name')];
  return parts.flatMap((part) => (typeof part === 'string' ? [`"${part}"`] : [])).join('.');
}

function expressionOf(node: Node): Node | undefined {
  // The writer does not double the quotes in a Unicode text.
  if (child(node, 'literal', 'literal_type') === 'national_string')
    return text(treeText(child(node, 'literal', 'value')));
  for (const [shape, name] of Object.entries(shaped)) {
    const body = node[shape];
    if (isNode(body) && body.this !== undefined) return call(name, body.this);
  }
  if (isNode(node.if_func)) {
    const { condition = null, true_value = null, false_value = null } = node.if_func;
    return { case: { operand: null, whens: [[condition, true_value]], else_: false_value } };
  }
  if (isNode(node.try_cast)) return convert(node.try_cast.to, node.try_cast.this, undefined, true);
  if (isNode(node.like)) {
    if (isNode(node.like.escape)) return undefined;
    return { like: { ...node.like, right: call('pattern', node.like.right ?? null) } };
  }
  // A placeholder alone has no type.
  if (isNode(node.is_null) && treeText(child(node.is_null, 'this', 'column', 'name', 'name')).startsWith('@'))
    return { is_null: { ...node.is_null, this: cast(node.is_null.this ?? null, 'CITEXT') } };
  if (isNode(node.collation)) return isNode(node.collation.this) ? node.collation.this : undefined;
  if (isNode(child(node, 'select', 'into'))) throw new Gap('SELECT INTO');
  for (const form of ['for_json', 'for_xml']) {
    const given = child(node, 'select', form);
    // The writer leaves it out.
    if (isList(given) && given.length > 0) throw new Gap(form === 'for_json' ? 'FOR JSON' : 'FOR XML');
  }
  if (isNode(node.next_value_for)) return call('nextval', text(sequenceName(node.next_value_for.this)));
  if (isNode(node.execute)) throw new Gap('a stored procedure');
  if (child(node, 'select', 'top', 'with_ties') === true) throw new Gap('TOP WITH TIES');
  return undefined;
}

/** Rebuilds a tree from its leaves to its root. A rule gets the keys of the node and of its parent. */
function mapTree(tree: Tree, rule: (node: Node, within: string, above: string) => Tree, within = '', above = ''): Tree {
  if (isList(tree)) return tree.map((entry) => mapTree(entry, rule, within, above));
  if (!isNode(tree)) return tree;
  const entries = Object.entries(tree).map(([name, entry]) => [name, mapTree(entry, rule, name, within)] as const);
  return rule(Object.fromEntries(entries), within, above);
}

/** Throws `Gap` if PostgreSQL cannot express the statement. */
export function rewriteTsql(tree: Tree): Tree {
  return mapTree(tree, (node, within, above) => {
    if (typeof node.data_type === 'string') return typeOf(node, within === 'data_type' && above !== 'args');
    // Lock hints affect speed and concurrency, not the result.
    if (isList(node.hints)) return { ...node, hints: [] };
    // A node with one key is an expression; all others are parts of one.
    if (Object.keys(node).length > 1) return identifier(node) ?? node;
    return functionOf(node) ?? changeOf(node) ?? expressionOf(node) ?? node;
  });
}
