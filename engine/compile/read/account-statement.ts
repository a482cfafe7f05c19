/** A statement of account: what the engine asks the ERP for, so that it can compute the balances itself, in decimal. */
import type { Endpoint } from '../../base/contract.ts';
import type { Path } from '../../base/place.ts';
import type { AccountStatementPlan } from '../../plan/account-statement.ts';
import type { ReadPlan } from '../../plan/read.ts';
import type { ReadSpec, StatementSpec } from '../../profile/schema/index.ts';
import type { CompileContext } from '../context/context.ts';
import type { AbsentFields } from '../context/optional-fields.ts';
import { defaultSource, zoneOf } from '../context/sources.ts';
import { kindOf } from '../http/request.ts';
import type { ParameterScope } from '../names/parameter-scope.ts';
import type { PeriodUse, ReadTarget } from '../names/read-target.ts';
import { compileEntries } from './account-entries.ts';
import { compileScalarRead } from './scalar-read.ts';

/** The source of the entries, which the other reads ask, too, where they name none. */
function sourceOfEntries(context: CompileContext, { entries }: StatementSpec): string | undefined {
  const [first = entries] = entries.first ?? entries.union ?? [];
  return entries.use ?? first.use ?? defaultSource(context, kindOf(first));
}

/** The currency, opening or balance: one row with one column that is needed. */
function single(
  context: CompileContext,
  path: Path,
  spec: string | ReadSpec | undefined,
  column: string,
  source: string | undefined,
  target: ReadTarget,
): ReadPlan | undefined {
  if (spec === undefined) return undefined;
  const read = compileScalarRead(context, path, spec, source, { ...target, extra: [column] });
  if (read?.columns !== undefined && !read.columns.includes(column)) {
    context.report('MAP256', {
      path,
      message: `This query returns no column "${column}".`,
      hint: `Select the value AS ${column}.`,
    });
    return undefined;
  }
  return read?.plan;
}

/** Compiles the statement, or reports why it cannot be. `scope.filled`: request fields that the engine fills in. */
export function compileStatementPlan(
  context: CompileContext,
  path: Path,
  spec: StatementSpec,
  endpoint: Endpoint,
  scope: ParameterScope,
  absent: AbsentFields | undefined,
): AccountStatementPlan | undefined {
  const source = sourceOfEntries(context, spec);
  const zone = source === undefined ? 'UTC' : zoneOf(context, source);
  const coordinate = `${endpoint.path} -> lines[]`;
  const inZone = { ...scope, zone };
  const target: ReadTarget = { fields: undefined, extra: [], absent, scope: inZone, variables: [], coordinate };
  const entries = compileEntries(context, { path: [...path, 'entries'], spec: spec.entries, endpoint, target });
  const opens: PeriodUse = { variables: ['from'], used: new Set() };
  const currency = single(context, [...path, 'currency'], spec.currency, 'currency', source, target);
  const opening = single(context, [...path, 'opening'], spec.opening, 'balance', source, { ...target, period: opens });
  const balance = single(context, [...path, 'balance'], spec.balance, 'balance', source, target);
  if (entries === undefined || currency === undefined) return undefined;
  return { zone, currency, entries, opening, opensPeriod: opens.used.size > 0, balance };
}
