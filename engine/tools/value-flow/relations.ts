/** The tables of a query: FROM with its joins. */
import { isMap } from '../../base/members.ts';
import { at, listAt, textAt } from '../../sources/sql/grammar/references.ts';
import { columnFlow, mergedFlow } from './flow.ts';
import { type Relation, resolveColumn, type Scope, Untraceable } from './scope.ts';
import { kindOf, type Tracer } from './tracer.ts';

function tableRelation(tracer: Tracer, content: unknown, scope: Scope): Relation {
  const name = textAt(content, 'name', 'name') ?? '';
  const schema = textAt(content, 'schema', 'name');
  const alias = textAt(content, 'alias', 'name') ?? name;
  const outputs = schema === undefined ? scope.named.get(name.toLowerCase()) : undefined;
  if (outputs !== undefined) {
    const names = listAt(content, 'column_aliases').map((one) => textAt(one, 'name'));
    return { kind: 'query', alias, outputs: outputs.map((one, index) => ({ ...one, name: names[index] ?? one.name })) };
  }
  const table = schema === undefined ? name : `${schema}.${name}`;
  const columns = tracer.columnsOf(table);
  const others = listAt(content, 'column_aliases').map((one) => textAt(one, 'name'));
  if (others.length === 0) return { kind: 'table', alias, table, columns };
  if (columns === undefined) throw new Untraceable(`the columns of ${table} have other names, and are not known`);
  const renamed = columns.map((one, index) => ({ name: others[index] ?? one, flow: columnFlow(table, one) }));
  return { kind: 'query', alias, outputs: renamed };
}

/** A function that gives rows. How many there are must not depend on values of columns. */
function functionRelation(tracer: Tracer, node: unknown, alias: string | undefined, scope: Scope): Relation {
  const flow = tracer.value(node, scope);
  tracer.refuse(flow, 'rows are made of values of columns');
  return { kind: 'function', alias: alias ?? textAt(node, 'function', 'name') ?? '', flow };
}

/** The relations of one item of FROM. `scope`: the relations before it, for lateral queries. */
function itemRelations(tracer: Tracer, node: unknown, scope: Scope): readonly Relation[] {
  const [kind, content] = kindOf(node) ?? ['', undefined];
  switch (kind) {
    case 'table':
      return [tableRelation(tracer, content, scope)];
    case 'subquery':
    case 'values': {
      const alias = textAt(content, 'alias', 'name') ?? '';
      const isTable = kindOf(at(content, 'this'))?.[0] === 'table';
      if (isTable) return itemRelations(tracer, at(content, 'this'), scope);
      return [{ kind: 'query', alias, outputs: tracer.query(node, scope) }];
    }
    case 'paren':
      return itemRelations(tracer, at(content, 'this'), scope);
    case 'joined_table': {
      const left = itemRelations(tracer, at(content, 'left'), scope);
      return [
        ...left,
        ...joined(tracer, listAt(content, 'joins'), { ...scope, relations: [...scope.relations, ...left] }),
      ];
    }
    case 'alias': {
      const [inner, alias] = [at(content, 'this'), textAt(content, 'alias', 'name')];
      const innerKind = kindOf(inner)?.[0];
      if (innerKind === 'subquery' || innerKind === 'values' || innerKind === 'table')
        return itemRelations(tracer, inner, scope).map((one) => ({ ...one, alias: alias ?? one.alias }));
      return [functionRelation(tracer, inner, alias, scope)];
    }
    case 'lateral': {
      const alias = textAt(content, 'alias') ?? textAt(content, 'alias', 'name');
      const inner = at(content, 'this');
      if (['subquery', 'select'].includes(kindOf(inner)?.[0] ?? ''))
        return [{ kind: 'query', alias: alias ?? '', outputs: tracer.query(inner, scope) }];
      return [functionRelation(tracer, inner, alias, scope)];
    }
    default:
      return [functionRelation(tracer, node, undefined, scope)];
  }
}

/** The joined relations, and the tests of their conditions. `scope`: with the relations before them. */
function joined(tracer: Tracer, joins: readonly unknown[], scope: Scope): readonly Relation[] {
  let within = scope;
  for (const join of joins) {
    if (/natural/i.test(JSON.stringify(at(join, 'kind') ?? '')))
      throw new Untraceable('a natural join names no columns');
    const added = itemRelations(tracer, at(join, 'this'), within);
    const using = listAt(join, 'using').flatMap((one) => textAt(one, 'name') ?? []);
    for (const name of using) {
      const sides = [{ ...within }, { ...within, relations: added }].map((side) =>
        resolveColumn(undefined, name, side),
      );
      tracer.compare([mergedFlow(sides)], 'equal');
    }
    within = { ...within, relations: [...within.relations, ...added] };
    const condition = at(join, 'on');
    if (isMap(condition)) tracer.condition(condition, within);
    const matched = at(join, 'match_condition');
    if (isMap(matched)) tracer.condition(matched, within);
  }
  return within.relations.slice(scope.relations.length);
}

/** The relations of FROM and its joins. Throws `Untraceable`. */
export function relationsOf(
  tracer: Tracer,
  from: readonly unknown[],
  joins: readonly unknown[],
  scope: Scope,
): readonly Relation[] {
  let relations: readonly Relation[] = [];
  for (const item of from) relations = [...relations, ...itemRelations(tracer, item, { ...scope, relations })];
  return [...relations, ...joined(tracer, joins, { ...scope, relations })];
}
