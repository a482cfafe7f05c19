/** The entries of a statement of account: a query that the database adds up, or requests whose rows the engine adds up. */
import type { Endpoint, Fields } from '../../base/contract.ts';
import type { Path } from '../../base/place.ts';
import { type AccountEntriesPlan, periodFrom, periodUntil } from '../../plan/account-statement.ts';
import type { QueryPlan } from '../../plan/query.ts';
import type { ReadSpec } from '../../profile/schema/index.ts';
import type { Wrap } from '../../sources/sql/text/wrap.ts';
import { checkColumns, unmapped } from '../columns/answer-columns.ts';
import type { CompileContext } from '../context/context.ts';
import { checkSourceKind, sourceOf, zoneOf } from '../context/sources.ts';
import { kindOf } from '../http/request.ts';
import type { PeriodUse, ReadTarget } from '../names/read-target.ts';
import { compileQuery } from '../sql/query.ts';
import { compileRead } from './read.ts';
import { compileShape } from './row-processing.ts';

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

/** What the engine reads from an entry besides fields of a line. */
const extra = ['amount', 'currency'];

export interface EntriesInput {
  readonly path: Path;
  readonly spec: ReadSpec;
  readonly endpoint: Endpoint;
  readonly target: ReadTarget;
}

function reportMissing(context: CompileContext, path: Path, column: string, { endpoint, spec }: EntriesInput): void {
  context.report('MAP256', {
    path,
    message: `The entries have no column "${column}".`,
    hint: spec.query === undefined ? 'Compute it under `fields`.' : `Select it AS ${column}.`,
    coordinate: `${endpoint.path} -> lines[].${column}`,
  });
}

/** Entries that one query gives, wrapped for each of the questions that the engine has. */
function compileQueried(context: CompileContext, input: EntriesInput, text: string): AccountEntriesPlan | undefined {
  const { spec, target } = input;
  const source = sourceOf(context, spec.use, input.path, kindOf(spec));
  if (source === undefined || !checkSourceKind(context, source, 'sql', input.path.slice(0, -1))) return undefined;
  const path: Path = [...input.path, 'query'];
  const scope = { ...target.scope, zone: zoneOf(context, source) };
  const fields = ['date', 'reference', 'description', 'amount'];
  const query = { path, text, source, verb: 'read', scope, fields } as const;
  const found = compileQuery(context, { ...query, wrap: { where: [dates.from, dates.until], order: [] } });
  const spelled = found?.columns;
  const missing = spelled && ['date', 'amount'].find((name) => !spelled.includes(name));
  if (missing !== undefined) {
    reportMissing(context, path, missing, input);
    return undefined;
  }
  const byDay: Wrap['order'] = [
    { column: 'date', descending: false },
    ...(spelled?.includes('_order') === false ? [] : [{ column: '_order', descending: false }]),
    ...(spelled?.includes('reference') === true ? [{ column: 'reference', descending: false }] : []),
  ];
  const quiet: CompileContext = { ...context, statements: [], report: () => undefined };
  const wrapped = (wrap: Wrap) => compileQuery(quiet, { ...query, wrap })?.plan;
  const period = wrapped({ where: [dates.from, dates.until], order: byDay });
  const before = wrapped({ where: [dates.before], select: 'sum' });
  const all = wrapped({ select: 'sum' });
  const inZone = { ...target, source, fields: undefined, extra: [], scope };
  const shape = compileShape(context, input.path, spec, spelled, inZone, found?.names);
  if (shape.columns !== undefined) {
    const columns = { query: { path, text, values: unmapped(found?.values ?? [], spec) }, columns: shape.columns };
    const computed = Object.keys(spec.fields ?? {});
    const answer = { path, branches: [columns], complete: true, fields: entryFields(input.endpoint), computed };
    checkColumns(context, { ...answer, provided: [] }, { ...target, extra });
  }
  for (const key of ['fields', 'codes'] as const) {
    for (const name of ['date', 'amount'].filter((column) => Object.hasOwn(spec[key] ?? {}, column))) {
      const message = `The database adds the entries up by date and amount, so "${name}" cannot be changed afterwards.`;
      const hint = `Compute it in the query, AS ${name}.`;
      context.report('MAP113', { path: [...input.path, key, name], key: true, message, hint });
    }
  }
  if (period === undefined || before === undefined || all === undefined) return undefined;
  return {
    kind: 'query',
    source,
    before: withPeriod(before),
    period: withPeriod(period),
    all,
    processing: shape.plan,
  };
}

/** What the contract knows of an entry before the engine has made a line of it. */
function entryFields({ answer }: Endpoint): Fields {
  const lines = answer.kind === 'statement' ? answer.fields.lines : undefined;
  if (lines?.type !== 'list') return {};
  const names = ['date', 'reference', 'description'];
  return Object.fromEntries(Object.entries(lines.items).filter(([name]) => names.includes(name)));
}

/** Entries that requests give. */
function compileRequested(context: CompileContext, input: EntriesInput): AccountEntriesPlan | undefined {
  const { path, spec, endpoint } = input;
  const period: PeriodUse = { variables: ['from', 'to'], used: new Set() };
  const target = { ...input.target, fields: entryFields(endpoint), extra, period };
  const read = compileRead(context, path, spec, target, { rows: undefined, provided: [], whole: true });
  if (read === undefined) return undefined;
  if (read.plan.rows.kind === 'expression' || read.plan.rows.branches.some(({ kind }) => kind === 'query')) {
    const message = 'The entries of an account statement come either from one `query` or from requests.';
    context.report('MAP112', { path, key: true, message, hint: 'Write one query; UNION ALL combines several tables.' });
    return undefined;
  }
  if (read.columns?.includes('amount') === false) {
    reportMissing(context, path, 'amount', input);
    return undefined;
  }
  return { kind: 'read', read: read.plan, narrowed: period.used.size > 0 };
}

export function compileEntries(context: CompileContext, input: EntriesInput): AccountEntriesPlan | undefined {
  const { query } = input.spec;
  return query === undefined ? compileRequested(context, input) : compileQueried(context, input, query);
}
