/** Compiles an account statement: the reads from which the engine computes the balances, in exact decimals. */
import type { Endpoint } from '../../base/contract.ts';
import type { Path } from '../../base/place.ts';
import type { AccountStatementPlan } from '../../plan/account-statement.ts';
import type { ReadPlan } from '../../plan/read.ts';
import type { StatementSpec } from '../../profile/schema/index.ts';
import type { CompileContext } from '../context/context.ts';
import type { AbsentFields } from '../context/optional-fields.ts';
import { defaultSource, zoneOf } from '../context/sources.ts';
import { kindOf } from '../http/verbs.ts';
import type { ParameterScope } from '../names/parameter-scope.ts';
import type { PeriodUse, ReadTarget } from '../names/read-target.ts';
import { compileEntries } from './account-entries.ts';
import { compileScalarRead } from './scalar-read.ts';

interface AccountStatementInput {
  /** Path of `statement`. */
  readonly path: Path;
  readonly spec: StatementSpec;
  readonly endpoint: Endpoint;
  /** `filled` names the request fields that the engine fills in: the days of the period. */
  readonly scope: ParameterScope;
  readonly absent: AbsentFields | undefined;
}

/** Compiles the account statement; undefined, and a report, where it cannot be compiled. */
export function compileAccountStatement(
  context: CompileContext,
  { path, spec, endpoint, scope, absent }: AccountStatementInput,
): AccountStatementPlan | undefined {
  const source = sourceOfEntries(context, spec);
  const zone = source === undefined ? 'UTC' : zoneOf(context, source);
  const target: ReadTarget = {
    fields: undefined,
    extra: [],
    absent,
    scope: { ...scope, zone },
    variables: [],
    coordinate: `${endpoint.path} -> lines[]`,
  };
  const entries = compileEntries(context, { path: [...path, 'entries'], spec: spec.entries, endpoint, target });
  const opens: PeriodUse = { variables: ['from'], used: new Set() };
  const input = { path, spec, source, target };
  const currency = compileValue(context, 'currency', 'currency', input);
  const opening = compileValue(context, 'opening', 'balance', { ...input, target: { ...target, period: opens } });
  const balance = compileValue(context, 'balance', 'balance', input);
  if (entries === undefined || currency === undefined) return undefined;
  return { zone, currency, entries, opening, opensPeriod: opens.used.size > 0, balance };
}

/** The source of the entries. The other reads of the statement use it where they name none. */
function sourceOfEntries(context: CompileContext, { entries }: StatementSpec): string | undefined {
  const [first = entries] = entries.first ?? entries.union ?? [];
  return entries.use ?? first.use ?? defaultSource(context, kindOf(first));
}

interface ValueInput {
  readonly path: Path;
  readonly spec: StatementSpec;
  readonly source: string | undefined;
  readonly target: ReadTarget;
}

/** Compiles one of the reads of a single value, whose row must have the column; undefined where there is none, or it is reported. */
function compileValue(
  context: CompileContext,
  key: 'currency' | 'opening' | 'balance',
  column: string,
  { path, spec, source, target }: ValueInput,
): ReadPlan | undefined {
  const valueSpec = spec[key];
  if (valueSpec === undefined) return undefined;
  const at = [...path, key];
  const read = compileScalarRead(context, {
    path: at,
    spec: valueSpec,
    source,
    target: { ...target, extra: [column] },
  });
  if (read?.columns !== undefined && !read.columns.includes(column)) {
    const message = `This query returns no column "${column}".`;
    context.report('MAP256', { path: at, message, hint: `Select the value AS ${column}.` });
    return undefined;
  }
  return read?.plan;
}
