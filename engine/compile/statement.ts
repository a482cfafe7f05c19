/** A statement of account: what the engine asks the ERP for, so that it can compute the balances itself, in decimal. */
import type { Endpoint } from '../contract.ts';
import type { StatementSpec } from '../profile/schema/index.ts';
import type { Wrap } from '../sources/sql/statement.ts';
import { type CompileContext, type Path, sourceOf, zoneOf } from './context.ts';
import { isOfKind } from './kinds.ts';
import type { QueryPlan, StatementPlan } from './plan.ts';
import { compileQuery } from './query.ts';
import type { Scope } from './scope.ts';
import { compileShape } from './shape.ts';

/** Values that the engine gives to its own conditions: first day of the period, and the day after its last. */
export const periodFrom = 'engine.from';
export const periodUntil = 'engine.until';

const dates = {
  from: { column: 'date', operator: '>=', value: periodFrom },
  before: { column: 'date', operator: '<', value: periodFrom },
  until: { column: 'date', operator: '<', value: periodUntil },
} as const;

function withPeriod(plan: QueryPlan): QueryPlan {
  const values = new Map(plan.values);
  for (const name of [periodFrom, periodUntil]) values.set(name, (state) => state.values[name]);
  return { ...plan, values };
}

/** The currency, opening or balance query: one row with one column that is needed. */
function single(
  context: CompileContext,
  path: Path,
  text: string,
  column: string,
  source: string,
  scope: Scope,
): QueryPlan | undefined {
  const query = compileQuery(context, { path, text, source, verb: 'read', scope, fields: [column] });
  if (query?.columns !== undefined && !query.columns.includes(column)) {
    context.report('MAP256', {
      path,
      message: `This query gives no column "${column}".`,
      hint: `Select the value AS ${column}.`,
    });
    return undefined;
  }
  return query?.plan;
}

export function compileStatementPlan(
  context: CompileContext,
  path: Path,
  spec: StatementSpec,
  endpoint: Endpoint,
  scope: Scope,
): StatementPlan | undefined {
  const { entries } = spec;
  const source = sourceOf(context, entries.use, [...path, 'entries']);
  if (source !== undefined && !isOfKind(context, source, 'sql', path)) return undefined;
  if (entries.query === undefined) {
    context.report('MAP112', {
      path: [...path, 'entries'],
      key: true,
      message: 'The entries of a statement come from one `query`.',
      hint: 'Write one; UNION ALL joins several tables.',
    });
  }
  if (source === undefined || entries.query === undefined) return undefined;
  const inZone: Scope = { ...scope, zone: zoneOf(context, source) };
  const at: Path = [...path, 'entries', 'query'];
  const text = entries.query;
  const input = {
    path: at,
    text,
    source,
    verb: 'read',
    scope: inZone,
    fields: ['date', 'reference', 'description', 'amount'],
  } as const;
  const period = compileQuery(context, { ...input, wrap: { where: [dates.from, dates.until], order: [] } });
  if (period?.columns !== undefined) {
    for (const column of ['date', 'amount'].filter((name) => !period.columns?.includes(name))) {
      context.report('MAP256', {
        path: at,
        message: `The entries give no column "${column}".`,
        hint: `Select it AS ${column}.`,
        coordinate: `${endpoint.path} -> lines[].${column}`,
      });
      return undefined;
    }
  }
  const spelled = period?.columns;
  const byDay: Wrap['order'] = [
    { column: 'date', descending: false },
    ...(spelled?.includes('_order') === false ? [] : [{ column: '_order', descending: false }]),
    ...(spelled?.includes('reference') === true ? [{ column: 'reference', descending: false }] : []),
  ];
  const quiet: CompileContext = { ...context, questions: [], report: () => undefined };
  const wrapped = (wrap: Wrap) => compileQuery(quiet, { ...input, wrap })?.plan;
  const lines = wrapped({ where: [dates.from, dates.until], order: byDay });
  const before = wrapped({ where: [dates.before], select: 'sum' });
  const all = wrapped({ select: 'sum' });
  const shape = compileShape(
    context,
    [...path, 'entries'],
    entries,
    spelled,
    {
      fields: undefined,
      extra: [],
      scope: inZone,
      variables: [],
      coordinate: `${endpoint.path} -> lines[]`,
    },
    period?.names,
  );
  for (const key of ['fields', 'codes'] as const) {
    for (const name of ['date', 'amount'].filter((column) => Object.hasOwn(entries[key] ?? {}, column))) {
      const message = `The database adds the entries up by date and amount, so "${name}" cannot be changed afterwards.`;
      const hint = `Compute it in the query, AS ${name}.`;
      context.report('MAP113', { path: [...path, 'entries', key, name], key: true, message, hint });
    }
  }
  const currency = single(context, [...path, 'currency'], spec.currency, 'currency', source, inZone);
  const opening =
    spec.opening === undefined
      ? undefined
      : single(context, [...path, 'opening'], spec.opening, 'balance', source, inZone);
  const balance =
    spec.balance === undefined
      ? undefined
      : single(context, [...path, 'balance'], spec.balance, 'balance', source, inZone);
  if (lines === undefined || before === undefined || all === undefined || currency === undefined) return undefined;
  return {
    source,
    zone: inZone.zone,
    currency,
    before: withPeriod(before),
    period: withPeriod(lines),
    all,
    shape: shape.plan,
    opening,
    balance,
  };
}
