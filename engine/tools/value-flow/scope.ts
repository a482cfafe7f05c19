/** The tables and queries that the names of a query refer to. */
import { isSameName } from '../../base/compare.ts';
import { columnFlow, computedFlow, type Flow, type FlowOutput, fixedFlow, generatedFlow, mergedFlow } from './flow.ts';

/** Names of a table's columns; undefined for a table that the catalogue does not have. */
export type ColumnsOf = (table: string) => readonly string[] | undefined;

/** One of the tables of a query. */
export type Relation =
  | {
      readonly kind: 'table';
      readonly alias: string;
      readonly table: string;
      readonly columns: readonly string[] | undefined;
    }
  | { readonly kind: 'query'; readonly alias: string; readonly outputs: readonly FlowOutput[] }
  /** A function that gives rows. `flow`: of its arguments. */
  | { readonly kind: 'function'; readonly alias: string; readonly flow: Flow };

/** The names that a query can use. */
export interface Scope {
  readonly relations: readonly Relation[];
  /** Its own result, for ORDER BY. */
  readonly outputs: readonly FlowOutput[];
  readonly outer: Scope | undefined;
  /** Named queries (`WITH`), by the name in small letters. */
  readonly named: ReadonlyMap<string, readonly FlowOutput[]>;
}

/** The statement cannot be traced. The message is a clause. */
export class Untraceable extends Error {}

const outputNamed = (outputs: readonly FlowOutput[], name: string): Flow | undefined =>
  outputs.find((one) => isSameName(one.name, name))?.flow ?? outputs.find((one) => one.name === '*')?.flow;

/** The flow of a column of a relation that has it; undefined if it does not. */
function flowIn(relation: Relation, name: string): Flow | undefined {
  switch (relation.kind) {
    case 'table':
      return relation.columns?.some((one) => isSameName(one, name)) === true
        ? columnFlow(relation.table, name)
        : undefined;
    case 'query':
      return outputNamed(relation.outputs, name);
    case 'function':
      return undefined;
  }
}

/** The flow of a column of a relation that a statement names together with the column, or of the only one that can have it. */
function openFlowIn(relation: Relation, name: string): Flow | undefined {
  if (relation.kind === 'function') return computedFlow([relation.flow, fixedFlow]);
  if (relation.kind === 'table' && relation.columns === undefined) return columnFlow(relation.table, name);
  return flowIn(relation, name);
}

/** Names of rows and clocks that no catalogue lists. */
const pseudoColumns = /^(?:_?rowid_?|oid|ctid|xmin|current_\w+|localtime\w*|rownum|sysdate)$/i;

function qualified(qualifier: string, name: string, scope: Scope): Flow {
  for (let at: Scope | undefined = scope; at !== undefined; at = at.outer) {
    const relation = at.relations.find(({ alias }) => isSameName(alias, qualifier));
    if (relation === undefined) continue;
    const flow = openFlowIn(relation, name);
    if (flow !== undefined) return flow;
    if (pseudoColumns.test(name)) return generatedFlow;
  }
  throw new Untraceable(`no table of the statement has "${qualifier}.${name}"`);
}

/** Units of functions of dates, such as `day` in `DATEADD(day, 1, due)`. */
const dateUnits =
  /^(?:year|yyyy|yy|quarter|qq?|month|mm?|dayofyear|dy|day|dd?|week|wk|ww|isowk|weekday|dw|dow|doy|epoch|hour|hh|minute|mi|n|second|ss?|millisecond|ms|microsecond|mcs|nanosecond|ns)$/i;

/** The flow of a name that no relation has as a column. */
function otherName(name: string, scope: Scope): Flow {
  if (pseudoColumns.test(name)) return generatedFlow;
  // A parameter of SQL Server.
  if (name.startsWith('@')) return fixedFlow;
  for (let at: Scope | undefined = scope; at !== undefined; at = at.outer) {
    // A whole row: PostgreSQL, and tables for full-text search of SQLite.
    const row = at.relations.find(({ alias }) => isSameName(alias, name));
    if (row !== undefined) return computedFlow(allColumns(row).map(({ flow }) => flow));
    const output = resolveOutput(at.outputs, name);
    if (output !== undefined) return output;
  }
  // SQLite takes `"Berlin"` as a text, and a table can have columns that the catalogue hides.
  return dateUnits.test(name) ? fixedFlow : mergedFlow([fixedFlow, columnFlow('unknown', name)]);
}

/** The flow of a name. */
export function resolveColumn(qualifier: string | undefined, name: string, scope: Scope): Flow {
  if (qualifier !== undefined) return qualified(qualifier, name, scope);
  for (let at: Scope | undefined = scope; at !== undefined; at = at.outer) {
    const flows = at.relations.flatMap((relation) => flowIn(relation, name) ?? []);
    if (flows.length > 0) return mergedFlow(flows);
    const open = at.relations.flatMap((relation) => openFlowIn(relation, name) ?? []);
    if (open.length > 0 && !pseudoColumns.test(name)) return mergedFlow(open);
  }
  return otherName(name, scope);
}

/** The flow of a term of ORDER BY or GROUP BY that names a column of the result, by its name or its position. */
export function resolveOutput(outputs: readonly FlowOutput[], term: string | number): Flow | undefined {
  if (typeof term === 'number') return outputs[term - 1]?.flow;
  return outputs.find((one) => isSameName(one.name, term))?.flow;
}

/** All columns of a relation, for `*`. */
export function allColumns(relation: Relation): readonly FlowOutput[] {
  switch (relation.kind) {
    case 'table': {
      const { table, columns } = relation;
      if (columns === undefined) return [{ name: '*', flow: columnFlow(table, '*') }];
      return columns.map((name) => ({ name, flow: columnFlow(table, name) }));
    }
    case 'query':
      return relation.outputs;
    case 'function':
      return [{ name: '*', flow: computedFlow([relation.flow]) }];
  }
}
