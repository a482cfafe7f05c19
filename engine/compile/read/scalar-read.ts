/** Reads of one small thing, written as SQL alone or in full: whether an id exists, a currency, a balance. */

import type { Path } from '../../base/place.ts';
import type { HttpOutcome } from '../../plan/exchange.ts';
import type { QueryPlan } from '../../plan/query.ts';
import type { BranchPlan, ReadPlan } from '../../plan/read.ts';
import type { RowProcessing } from '../../plan/row-processing.ts';
import type { ReadSpec } from '../../profile/schema/index.ts';
import { compileExpression } from '../../transform/expression.ts';
import type { CompileContext } from '../context/context.ts';
import { checkSourceKind, sourceOf, zoneOf } from '../context/sources.ts';
import type { ReadTarget } from '../names/read-target.ts';
import { compileQuery } from '../sql/query.ts';
import { compileRead } from './read.ts';

const unshaped: RowProcessing = { attach: [], each: [], where: undefined, fields: [], finish: undefined, codes: [] };

/** A read that is one statement, with nothing done to its rows. */
function readOfQuery(query: QueryPlan): ReadPlan {
  const branch: BranchPlan = {
    kind: 'query',
    query,
    search: undefined,
    searchRare: false,
    since: undefined,
    emptyLast: false,
    key: undefined,
    processing: unshaped,
  };
  return { rows: { kind: 'first', branches: [branch], order: [] }, processing: unshaped };
}

export interface CompiledAsked {
  readonly plan: ReadPlan;
  /** Names that its rows have; undefined where that is not known. */
  readonly columns: readonly string[] | undefined;
}

/** Compiles one, or reports why it cannot be. `source` is asked where the read names none and can have it. */
export function compileScalarRead(
  context: CompileContext,
  path: Path,
  spec: string | ReadSpec,
  source: string | undefined,
  target: ReadTarget,
): CompiledAsked | undefined {
  if (typeof spec !== 'string') {
    const read = compileRead(context, path, spec, { ...target, source });
    return read && { plan: read.plan, columns: read.columns };
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
  return query && { plan: readOfQuery(query.plan), columns: query.columns };
}

const isMissing = compileExpression('$status = 404');

/** The outcome of a question about something that the ERP does not have. */
export const notFound: readonly HttpOutcome[] = isMissing.ok ? [{ when: isMissing.expression, kind: 'empty' }] : [];

/** The read, for which 404 is an answer: there is nothing. What the profile says of answers goes before. */
export function takingNotFound(read: ReadPlan): ReadPlan {
  const { rows } = read;
  if (rows.kind === 'expression') return read;
  const branches = rows.branches.map((branch) => {
    if (branch.kind === 'query') return branch;
    const { exchange } = branch;
    return { ...branch, exchange: { ...exchange, outcomes: [...exchange.outcomes, ...notFound] } };
  });
  return { ...read, rows: { ...rows, branches } };
}
