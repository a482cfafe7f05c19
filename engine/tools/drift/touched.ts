/** Everything of the databases that a profile touches, with the places that do. Nothing is asked of the ERP. */

import type { Place } from '../../base/place.ts';
import { compile, type ProfileInput } from '../../compile/compile.ts';
import { type CompileContext, createContext } from '../../compile/context/context.ts';
import { coordinateAt } from '../../compile/context/contract-coordinate.ts';
import { databaseKindOf } from '../../compile/context/sources.ts';
import { locateInProfile, type StatementToDescribe } from '../../compile/context/statements.ts';
import type { ProfileLocation } from '../../diagnostics/reporter.ts';
import { type NamedColumn, resolveNames } from '../lineage/resolve.ts';

/** A place of the profile that touches a table, or a column of it. */
export interface Touch extends Omit<NamedColumn, 'spot'> {
  readonly source: string;
  readonly place: Place;
  /** The part of the contract concerned. */
  readonly coordinate: string | undefined;
}

/** A place of the profile of which cannot be told what it touches. */
export interface Untold {
  readonly place: Place;
  readonly reason: string;
}

export interface Touched {
  readonly touches: readonly Touch[];
  readonly untold: readonly Untold[];
}

/** Columns of a table of a source, as far as they are known. */
export type KnownColumns = (source: string, table: string) => readonly string[] | undefined;

async function ofStatement(
  context: CompileContext,
  question: StatementToDescribe,
  known: KnownColumns,
): Promise<Touched> {
  const { source, path, procedure } = question;
  const at = (spot: ProfileLocation) => ({
    place: context.placeOf(spot),
    coordinate: coordinateAt(context.contract, spot.path),
  });
  if (procedure !== undefined)
    return { touches: [], untold: [{ ...at({ path }), reason: `what the procedure ${procedure} does` }] };
  const [whole] = question.variants();
  if (whole === undefined) return { touches: [], untold: [] };
  const read = (await databaseKindOf(context, source).references())(whole.sql);
  if (!read.ok) return { touches: [], untold: [{ ...at({ path }), reason: `this statement (${read.reason})` }] };
  const { touched, unknown } = resolveNames(read.scope, (table) => known(source, table));
  return {
    touches: touched.map(({ spot, ...one }) => ({ ...one, source, ...at(locateInProfile(whole, spot)) })),
    untold: unknown.map(({ name, spot }) => ({
      ...at(locateInProfile(whole, spot)),
      reason: `which table "${name}" is of`,
    })),
  };
}

/** Tables and columns that facts look for. Those that are not true look for what is not there. */
function ofFacts(
  context: CompileContext,
  facts: ReturnType<typeof compile>['facts'],
  factValues: ReadonlyMap<string, boolean>,
): readonly Touch[] {
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

/** What is touched where these facts of the profile are true. `known` tells whose an unqualified name is. */
export async function touchedBy(
  input: ProfileInput,
  factValues: ReadonlyMap<string, boolean>,
  known: KnownColumns,
): Promise<Touched> {
  const { statements: questions, choice, facts } = compile({ ...input, facts: new Map(), factValues });
  const context = createContext({ ...input, facts: new Map() }, choice, []);
  const all: Touched[] = [{ touches: ofFacts(context, facts, factValues), untold: [] }];
  for (const question of questions) all.push(await ofStatement(context, question, known));
  return { touches: all.flatMap(({ touches }) => touches), untold: all.flatMap(({ untold }) => untold) };
}
