/** Runs one statement of a plan with the values of a request. */

import { toDecimalText } from '../../base/decimal.ts';
import type { QueryPlan } from '../../plan/query.ts';
import type { RunState } from '../../plan/run-state.ts';
import type { WorkRow } from '../../shape/encode.ts';
import { type BoundStatement, SourceError, type SqlValue } from '../../sources/source.ts';
import type { BindArguments } from '../../sources/sql/text/value-slots.ts';
import type { RunContext } from '../context/context.ts';
import { procedureRows } from './procedure-result.ts';

/** The engine's own parameters of a query for one request. */
export type Frame = Omit<BindArguments, 'value' | 'isGiven'>;

function hasValue(value: SqlValue | readonly SqlValue[] | undefined): boolean {
  return value !== undefined && value !== null;
}

const bare: Frame = {};

/** The text and the values of a query for one request. Throws `Error` for a name without a value. */
export function bind(plan: QueryPlan, state: RunState, frame: Frame = bare): BoundStatement {
  const value = (name: string) => plan.values.get(name)?.(state);
  // Omitting a block because a step has no value would widen the query: the block stays, and compares with NULL.
  const isGiven = (name: string): boolean => !plan.optional.has(name) || hasValue(value(name));
  const { search, rare, since, after, empty, limit, offset } = frame;
  const { sql, values, names } = plan.statement.bind({
    value,
    isGiven,
    search,
    rare,
    since,
    after,
    empty,
    limit,
    offset,
  });
  const bound = { sql, values, names, written: plan.outputOnly };
  return plan.call === undefined ? bound : { ...bound, call: plan.call.form };
}

/**
 * The error of a statement, assigned to the request or to the profile. If the database takes a decimal for a whole
 * number, neither the request is wrong nor is the value unknown: the statement lacks a type.
 */
export function attributeError(error: unknown, plan: QueryPlan, { values, names = [] }: BoundStatement): unknown {
  if (!(error instanceof SourceError) || error.unfit.length === 0) return error;
  // A driver may send a number as text.
  const digitsOf = (value: SqlValue | undefined) => toDecimalText(value) ?? value;
  const unfit = new Set(error.unfit.map(digitsOf));
  const isUnfit = (value: SqlValue | undefined): boolean => value !== undefined && unfit.has(digitsOf(value));
  const name = names.find((one, index) => plan.decimals?.has(one.replace(/^:/, '')) === true && isUnfit(values[index]));
  if (name === undefined) return error;
  const cure = `The statement takes ${name} for a whole number: say its type in it, or its size under \`digits\` (SQL416)`;
  const { connectionLost, effect } = error;
  return new SourceError('statement', error.message, { connectionLost, effect, cure, cause: error.cause });
}

/** The rows of a query, with the names and empty values of the profile. Rejects with `SourceError`. */
export function runQuery(plan: QueryPlan, context: RunContext, frame?: Frame): Promise<readonly WorkRow[]> {
  const { call } = plan;
  const bound = bind(plan, context.state, frame);
  const given = context.execute(plan.source, bound).catch((error: unknown) => {
    throw attributeError(error, plan, bound);
  });
  const rows = call === undefined ? given : given.then((all) => procedureRows(call, all, context));
  return rows.then((all) => all.map(plan.clean));
}
