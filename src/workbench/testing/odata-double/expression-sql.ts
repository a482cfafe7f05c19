/**
 * Translates expressions of OData into SQL of SQLite, with parameters (OASIS OData 4.01, part 2, 5.1.1). Comparisons are true or false, also with
 * null; functions and calculations with null are null, and a filter leaves out rows for which it is null.
 */
import type { CsdlRelation, DescribedType, ODataNode, OrderTerm, PathSteps } from '../../../../engine/tools/index.ts';
import { functionName } from './functions.ts';
import type { Link } from './links.ts';
import { literalValue } from './literal.ts';
import type { EntitySet } from './model.ts';
import { notImplemented } from './odata-error.ts';
import { type ODataStore, quoted, type Value } from './store.ts';

/** Text of SQL with the values of its parameters in their order. */
export interface Sql {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** What the steps of a path address. */
type Place =
  | { readonly kind: 'row'; readonly set: EntitySet; readonly alias: string }
  /** A value in a column, or in the JSON of one. */
  | { readonly kind: 'value'; readonly sql: string; readonly type: DescribedType };

/** A place with the tables that lead to it. */
interface Reached {
  readonly place: Place;
  readonly from: readonly string[];
  readonly where: readonly string[];
}

/** The table of the rows that an expression is evaluated over. */
export const rowAlias = 't';

const ordered: Readonly<Record<string, string>> = { gt: '>', ge: '>', lt: '<', le: '<' };
const signs: Readonly<Record<string, string>> = { add: '+', sub: '-', mul: '*' };

/** Joins parts with their values. */
function composed(parts: TemplateStringsArray, ...inner: readonly (Sql | string)[]): Sql {
  const sqls = inner.map((one) => (typeof one === 'string' ? { sql: one, values: [] } : one));
  const sql = parts.reduce((text, part, index) => text + (sqls[index - 1]?.sql ?? '') + part);
  return { sql, values: sqls.flatMap(({ values }) => values) };
}

const list = (items: readonly Sql[]): Sql => ({
  sql: items.map(({ sql }) => sql).join(', '),
  values: items.flatMap(({ values }) => values),
});

/** The condition that the rows of a link have, seen from the row at `alias`. */
export const linkSql = ({ on }: Link, alias: string, other: string): string =>
  on.map(([here, there]) => `${other}.${quoted(there)} = ${alias}.${quoted(here)}`).join(' AND ');

class Translation {
  private readonly store: ODataStore;
  private readonly root: Reached;
  private readonly variables = new Map<string, Reached>();
  private aliases = 0;

  constructor(store: ODataStore, set: EntitySet) {
    this.store = store;
    this.root = { place: { kind: 'row', set, alias: rowAlias }, from: [], where: [] };
  }

  sql(node: ODataNode): Sql {
    switch (node.kind) {
      case 'literal':
        return { sql: '?', values: [literalValue(node.token)] };
      case 'path':
        return this.path(node.steps);
      case 'quantified':
        return this.quantified(node);
      case 'call': {
        const name = functionName(node.token.text);
        if (name === undefined) throw notImplemented(`The double does not have the function ${node.token.text}.`);
        return composed`${name}(${list(node.args.map((one) => this.sql(one)))})`;
      }
      case 'not':
        return composed`NOT (${this.sql(node.inner)})`;
      case 'logical':
        return composed`(${this.sql(node.left)} ${node.operator.text.toUpperCase()} ${this.sql(node.right)})`;
      case 'comparison':
        return this.comparison(node.operator.text, this.sql(node.left), this.sql(node.right));
      case 'in': {
        const left = this.sql(node.left);
        const items = node.items.map((one) => this.sql(one));
        const isInList = composed`coalesce(${left} IN (${list(items)}), 0)`;
        return items.some(({ values }) => values.includes(null))
          ? composed`(${isInList} OR ${left} IS NULL)`
          : isInList;
      }
      case 'arithmetic':
        return this.arithmetic(node);
    }
  }

  private comparison(operator: string, left: Sql, right: Sql): Sql {
    if (operator === 'eq') return composed`${left} IS ${right}`;
    if (operator === 'ne') return composed`${left} IS NOT ${right}`;
    const sign = ordered[operator];
    if (sign === undefined) throw notImplemented(`The double does not have the operator ${operator}.`);
    const strict = composed`coalesce(${left} ${sign} ${right}, 0)`;
    return operator === 'ge' || operator === 'le' ? composed`(${strict} OR ${left} IS ${right})` : strict;
  }

  private arithmetic({
    operator,
    left: first,
    right: second,
  }: Extract<ODataNode, { readonly kind: 'arithmetic' }>): Sql {
    const [left, right] = [this.sql(first), this.sql(second)];
    const sign = signs[operator.text];
    if (sign !== undefined) return composed`(${left} ${sign} ${right})`;
    if (operator.text === 'mod') return composed`odata_mod(${left}, ${right})`;
    const quotient = composed`(${left} * 1.0 / ${right})`;
    const isWhole = operator.text === 'div' && this.isWhole(first) && this.isWhole(second);
    return isWhole ? composed`CAST(${quotient} AS INTEGER)` : quotient;
  }

  /** Whether `div` cuts off the fraction of a quotient. */
  private isWhole(node: ODataNode): boolean {
    if (node.kind === 'literal') return /^[+-]?\d+$/.test(node.token.text);
    if (node.kind !== 'path') return false;
    const { place } = this.reach(node.steps);
    return place.kind === 'value' && place.type.kind === 'scalar' && /Int|Byte/.test(place.type.name);
  }

  private path(steps: PathSteps): Sql {
    const before = steps.slice(0, -1);
    if (steps.at(-1)?.text === '$count' && before.length > 0) {
      const { from, where } = this.items(this.reach(before));
      return { sql: selected('count(*)', from, where), values: [] };
    }
    const { place, from, where } = this.reach(steps);
    if (place.kind === 'row') throw notImplemented('The double compares members, and no records.');
    const { sql, type } = place;
    const value =
      type.kind !== 'scalar'
        ? sql
        : type.scalar === 'instant'
          ? `odata_instant(${sql})`
          : type.name === 'Edm.Guid'
            ? `lower(${sql})`
            : sql;
    return { sql: from.length === 0 ? value : selected(value, from, where), values: [] };
  }

  private quantified({ steps, quantifier, over }: Extract<ODataNode, { readonly kind: 'quantified' }>): Sql {
    const items = this.items(this.reach(steps));
    const rows = selected('1', items.from, items.where);
    if (over === undefined) return { sql: `EXISTS ${rows}`, values: [] };
    this.variables.set(over.variable.text, { place: items.place, from: [], where: [] });
    const condition = this.sql(over.condition);
    this.variables.delete(over.variable.text);
    const with_ = (sql: Sql): Sql => ({
      sql: selected('1', items.from, [...items.where, sql.sql]),
      values: sql.values,
    });
    return quantifier.text === 'any'
      ? composed`EXISTS ${with_(condition)}`
      : composed`NOT EXISTS ${with_(composed`NOT coalesce(${condition}, 0)`)}`;
  }

  /** The items of the list at a place. Rows of a set are its items already. */
  private items(reached: Reached): Reached {
    const { place, from, where } = reached;
    if (place.kind === 'row') return reached;
    const alias = this.alias();
    const type: DescribedType = place.type.kind === 'list' ? place.type.items : { kind: 'unknown' };
    return {
      place: { kind: 'value', sql: `${alias}.value`, type },
      from: [...from, `json_each(${place.sql}) ${alias}`],
      where,
    };
  }

  private reach([first, ...rest]: readonly { readonly text: string }[]): Reached {
    if (first === undefined) return this.root;
    const variable = first.text === '$it' ? this.root : this.variables.get(first.text);
    const start = variable ?? this.step(this.root, first.text);
    return rest.reduce((reached, { text }) => this.step(reached, text), start);
  }

  private step(reached: Reached, name: string): Reached {
    const { place, from, where } = reached;
    if (place.kind === 'value') {
      const type = (place.type.kind === 'record' ? place.type.members.get(name)?.type : undefined) ?? {
        kind: 'unknown',
      };
      const path = `'$."${name.replaceAll("'", "''")}"'`;
      return { place: { kind: 'value', sql: `json_extract(${place.sql}, ${path})`, type }, from, where };
    }
    const { set, alias } = place;
    const relation = set.relations.find((one) => one.name === name);
    const link = relation && this.store.links.linkOf(set, relation);
    if (link !== undefined) return this.related(reached, alias, link);
    const type = set.record.members.get(name)?.type ?? { kind: 'unknown' };
    return { place: { kind: 'value', sql: `${alias}.${quoted(name)}`, type }, from, where };
  }

  private related({ from, where }: Reached, alias: string, link: Link): Reached {
    const next = this.alias();
    return {
      place: { kind: 'row', set: link.set, alias: next },
      from: [...from, `${this.store.table(link.set.name)} ${next}`],
      where: [...where, linkSql(link, alias, next)],
    };
  }

  private alias(): string {
    this.aliases += 1;
    return `${rowAlias}${this.aliases}`;
  }
}

const selected = (what: string, from: readonly string[], where: readonly string[]): string =>
  `(SELECT ${what} FROM ${from.join(', ')}${where.length === 0 ? '' : ` WHERE ${where.join(' AND ')}`})`;

/** A condition over the rows of a set. */
export const conditionSql = (store: ODataStore, set: EntitySet, condition: ODataNode): Sql =>
  new Translation(store, set).sql(condition);

/** A term of an order, with its direction. */
export interface OrderSql extends Sql {
  readonly isDescending: boolean;
}

/** The order of the rows of a set: the terms, and then its key. */
export function orderSql(store: ODataStore, set: EntitySet, terms: readonly OrderTerm[]): readonly OrderSql[] {
  const byKey = store
    .keyOf(set)
    .map((name) => ({ sql: `${rowAlias}.${quoted(name)}`, values: [], isDescending: false }));
  const asked = terms.map(({ expression, isDescending }) => ({
    ...new Translation(store, set).sql(expression),
    isDescending,
  }));
  return [...asked, ...byKey.filter(({ sql }) => !asked.some((one) => one.sql === sql))];
}

/** The relation of a set with this name. */
export const relationNamed = ({ relations }: EntitySet, name: string): CsdlRelation | undefined =>
  relations.find((relation) => relation.name === name);
