/** The tables and columns that a profile uses, with the places that use them. Does not query the ERP. */

import type { Place } from '../../base/place.ts';
import { compile, type ProfileInput } from '../../compile/compile.ts';
import { type CompileContext, createContext } from '../../compile/context/context.ts';
import { coordinateAt } from '../../compile/context/contract-coordinate.ts';
import { databaseKindOf } from '../../compile/context/sources.ts';
import { locateInProfile, type StatementToDescribe } from '../../compile/context/statements.ts';
import type { ProfileLocation } from '../../diagnostics/reporter.ts';
import { type NamedColumn, resolveNames } from '../lineage/resolve.ts';

/** A place in the profile that uses a table or column. */
export interface ColumnUse extends Omit<NamedColumn, 'range'> {
  readonly source: string;
  readonly place: Place;
  /** The part of the contract concerned. */
  readonly coordinate: string | undefined;
}

/** A place in the profile whose tables cannot be determined. */
interface Undetermined {
  readonly place: Place;
  readonly reason: string;
}

export interface UsedColumns {
  readonly touches: readonly ColumnUse[];
  readonly undetermined: readonly Undetermined[];
}

/** Columns of a table, as far as known. */
export type KnownColumns = (source: string, table: string) => readonly string[] | undefined;

async function statementColumns(
  context: CompileContext,
  question: StatementToDescribe,
  knownColumns: KnownColumns,
): Promise<UsedColumns> {
  const { source, path, procedure } = question;
  const at = (location: ProfileLocation) => ({
    place: context.placeOf(location),
    coordinate: coordinateAt(context.contract, location.path),
  });
  if (procedure !== undefined)
    return { touches: [], undetermined: [{ ...at({ path }), reason: `what the procedure ${procedure} does` }] };
  const [whole] = question.variants();
  if (whole === undefined) return { touches: [], undetermined: [] };
  const read = (await databaseKindOf(context, source).references())(whole.sql);
  if (!read.ok) return { touches: [], undetermined: [{ ...at({ path }), reason: `this statement (${read.reason})` }] };
  const { touched, unknown } = resolveNames(read.scope, (table) => knownColumns(source, table));
  return {
    touches: touched.map(({ range, ...one }) => ({ ...one, source, ...at(locateInProfile(whole, range)) })),
    undetermined: unknown.map(({ name, range }) => ({
      ...at(locateInProfile(whole, range)),
      reason: `which table "${name}" belongs to`,
    })),
  };
}

/** Tables and columns of facts. A false fact looks for something that does not exist. */
function factColumns(
  context: CompileContext,
  facts: ReturnType<typeof compile>['facts'],
  factValues: ReadonlyMap<string, boolean>,
): readonly ColumnUse[] {
  return facts.flatMap((fact) => {
    if (fact.kind !== 'sql' || fact.table === undefined || factValues.get(fact.name) !== true) return [];
    const { schema, table } = fact.table;
    const common = {
      source: fact.source,
      table: schema === undefined ? table : `${schema}.${table}`,
      use: 'read' as const,
      coordinate: undefined,
    };
    const columns = fact.columns.map((column, index) => ({
      ...common,
      column,
      place: context.placeOf({ path: [...fact.path, 'columns', index] }),
    }));
    return [{ ...common, column: undefined, place: context.placeOf({ path: [...fact.path, 'table'] }) }, ...columns];
  });
}

/** What is used with these facts. `knownColumns` resolves unqualified columns. */
export async function usedColumns(
  input: ProfileInput,
  factValues: ReadonlyMap<string, boolean>,
  knownColumns: KnownColumns,
): Promise<UsedColumns> {
  const { statements: questions, choice, facts } = compile({ ...input, descriptions: new Map(), factValues });
  const context = createContext({ ...input, descriptions: new Map() }, choice, []);
  const all: UsedColumns[] = [{ touches: factColumns(context, facts, factValues), undetermined: [] }];
  for (const question of questions) all.push(await statementColumns(context, question, knownColumns));
  return {
    touches: all.flatMap(({ touches }) => touches),
    undetermined: all.flatMap(({ undetermined }) => undetermined),
  };
}
