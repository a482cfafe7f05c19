/** Compiles single-value reads (id exists, currency, balance), which a profile writes as SQL alone or as a full read. */
import type { Path } from '../../base/place.ts';
import type { HttpOutcome } from '../../plan/exchange.ts';
import type { QueryPlan } from '../../plan/query.ts';
import type { BranchPlan, ReadPlan } from '../../plan/read.ts';
import type { RowProcessing } from '../../plan/row-processing.ts';
import type { ReadSpec } from '../../profile/schema/index.ts';
import { compileExpression } from '../../transform/expression.ts';
import { reportBinary } from '../columns/answer-columns.ts';
import type { CompileContext } from '../context/context.ts';
import { checkSourceKind, sourceOf, zoneOf } from '../context/sources.ts';
import type { ReadTarget } from '../names/read-target.ts';
import { compileQuery } from '../sql/query.ts';
import { type CompiledRead, compileRead } from './read.ts';

const noProcessing: RowProcessing = {
  attach: [],
  each: [],
  where: undefined,
  fields: [],
  compute: undefined,
  finish: undefined,
  codes: [],
  mapCodes: undefined,
};

/** A read that is one statement whose rows are not processed. */
function readOfQuery(query: QueryPlan): ReadPlan {
  const branch: BranchPlan = {
    kind: 'query',
    query,
    search: undefined,
    searchRare: false,
    since: undefined,
    emptyLast: false,
    key: undefined,
    processing: noProcessing,
  };
  return { rows: { kind: 'first', branches: [branch], order: [] }, processing: noProcessing };
}

interface ScalarReadInput {
  readonly path: Path;
  readonly spec: string | ReadSpec;
  /** The source of a read that names none. */
  readonly source: string | undefined;
  readonly target: ReadTarget;
}

/** Compiles a single-value read; undefined, and a report, where it cannot be compiled. */
export function compileScalarRead(
  context: CompileContext,
  { path, spec, source, target }: ScalarReadInput,
): Pick<CompiledRead, 'plan' | 'columns'> | undefined {
  if (typeof spec !== 'string') {
    return compileRead(context, path, spec, { ...target, source });
  }
  const database = source === undefined ? undefined : sourceOf(context, undefined, path, 'sql', source);
  if (database === undefined || !checkSourceKind(context, database, 'sql', path)) return undefined;
  const scope = { ...target.scope, zone: zoneOf(context, database) };
  const query = compileQuery(context, {
    path,
    text: spec,
    source: database,
    verb: 'read',
    scope,
    fields: target.extra,
  });
  if (query?.values.some(({ name, isBinary }) => name === 'balance' && isBinary === true))
    reportBinary(context, { path, text: spec }, 'balance', target.coordinate);
  return query && { plan: readOfQuery(query.plan), columns: query.columns };
}

const isMissing = compileExpression('$status = 404');

/** The outcome that takes status 404 as an empty answer. */
export const notFound: readonly HttpOutcome[] = isMissing.ok ? [{ when: isMissing.expression, kind: 'empty' }] : [];

/** The read, where status 404 means that it has no rows. The profile's own outcomes come first. */
export function withNotFound(read: ReadPlan): ReadPlan {
  const { rows } = read;
  if (rows.kind === 'expression') return read;
  const branches = rows.branches.map((branch) => {
    if (branch.kind === 'query') return branch;
    const { exchange } = branch;
    return { ...branch, exchange: { ...exchange, outcomes: [...exchange.outcomes, ...notFound] } };
  });
  return { ...read, rows: { ...rows, branches } };
}
