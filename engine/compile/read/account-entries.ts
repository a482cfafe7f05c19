/** Compiles the entries of an account statement: a query that the database adds up, or requests whose rows the engine adds up. */
import type { Endpoint, Fields } from '../../base/contract.ts';
import type { Path } from '../../base/place.ts';
import { type AccountEntriesPlan, periodFrom, periodUntil } from '../../plan/account-statement.ts';
import type { QueryPlan } from '../../plan/query.ts';
import type { ReadSpec } from '../../profile/schema/index.ts';
import type { Wrap } from '../../sources/sql/text/wrap.ts';
import { checkColumns, unmapped } from '../columns/answer-columns.ts';
import type { CompileContext } from '../context/context.ts';
import { checkSourceKind, sourceOf, zoneOf } from '../context/sources.ts';
import { kindOf } from '../http/verbs.ts';
import type { PeriodUse, ReadTarget } from '../names/read-target.ts';
import { compileQuery } from '../sql/query.ts';
import { compileRead } from './read.ts';
import { compileRowProcessing } from './row-processing.ts';

/** Conditions on the day of an entry. */
const dates = {
  from: { column: 'date', operator: '>=', value: periodFrom },
  before: { column: 'date', operator: '<', value: periodFrom },
  until: { column: 'date', operator: '<', value: periodUntil },
} as const;

/** The query with the values that its conditions on the period are bound to. */
function withPeriod(plan: QueryPlan): QueryPlan {
  const values = new Map(plan.values);
  for (const name of [periodFrom, periodUntil]) values.set(name, (state) => state.values[name]);
  return { ...plan, values };
}

/** Columns that the engine reads from an entry and that are not fields of a line of the answer. */
const extra = ['amount', 'currency'];

interface EntriesInput {
  readonly path: Path;
  readonly spec: ReadSpec;
  readonly endpoint: Endpoint;
  readonly target: ReadTarget;
}

/** Compiles the entries; undefined, and a report, where they cannot be compiled. */
export function compileEntries(context: CompileContext, input: EntriesInput): AccountEntriesPlan | undefined {
  const { query } = input.spec;
  return query === undefined ? compileRequestedEntries(context, input) : compileQueriedEntries(context, input, query);
}

function reportMissing(context: CompileContext, path: Path, column: string, { endpoint, spec }: EntriesInput): void {
  context.report('MAP256', {
    path,
    message: `The entries have no column "${column}".`,
    hint: spec.query === undefined ? 'Compute it under `fields`.' : `Select it AS ${column}.`,
    coordinate: `${endpoint.path} -> lines[].${column}`,
  });
}

/** The order of entries: by day, then by the columns for it that the query has. */
function entryOrder(columns: readonly string[] | undefined): Wrap['order'] {
  return [
    { column: 'date', descending: false },
    ...(columns?.includes('_order') === false ? [] : [{ column: '_order', descending: false }]),
    ...(columns?.includes('reference') === true ? [{ column: 'reference', descending: false }] : []),
  ];
}

/** Compiles entries from one query, which is wrapped three times: for the entries of the period, and for two sums. */
function compileQueriedEntries(
  context: CompileContext,
  input: EntriesInput,
  text: string,
): AccountEntriesPlan | undefined {
  const { spec, target } = input;
  const source = sourceOf(context, spec.use, input.path, kindOf(spec));
  if (source === undefined || !checkSourceKind(context, source, 'sql', input.path.slice(0, -1))) return undefined;
  const path: Path = [...input.path, 'query'];
  const scope = { ...target.scope, zone: zoneOf(context, source) };
  const fields = ['date', 'reference', 'description', 'amount'];
  const query = { path, text, source, verb: 'read', scope, fields } as const;
  const compiled = compileQuery(context, { ...query, wrap: { where: [dates.from, dates.until], order: [] } });
  const columns = compiled?.columns;
  const missing = columns && ['date', 'amount'].find((name) => !columns.includes(name));
  if (missing !== undefined) {
    reportMissing(context, path, missing, input);
    return undefined;
  }
  // The same text has been reported and listed for description above.
  const silent: CompileContext = { ...context, statements: [], report: () => undefined };
  const wrapped = (wrap: Wrap) => compileQuery(silent, { ...query, wrap })?.plan;
  const period = wrapped({ where: [dates.from, dates.until], order: entryOrder(columns) });
  const before = wrapped({ where: [dates.before], select: 'sum' });
  const all = wrapped({ select: 'sum' });
  const processing = compileRowProcessing(context, {
    path: input.path,
    spec,
    columns,
    target: { ...target, source, fields: undefined, extra: [], scope },
    names: compiled?.names,
  });
  if (processing.columns !== undefined) {
    const sql = { path, text, values: unmapped(compiled?.values ?? [], spec) };
    checkColumns(
      context,
      {
        path,
        branches: [{ query: sql, columns: processing.columns }],
        complete: true,
        fields: entryFields(input.endpoint),
        computed: Object.keys(spec.fields ?? {}),
        provided: [],
      },
      { ...target, extra },
    );
  }
  checkUnchanged(context, input);
  if (period === undefined || before === undefined || all === undefined) return undefined;
  return {
    kind: 'query',
    source,
    before: withPeriod(before),
    period: withPeriod(period),
    all,
    processing: processing.plan,
  };
}

/** Reports `fields` and `codes` that change what the database has added up. */
function checkUnchanged(context: CompileContext, { path, spec }: EntriesInput): void {
  for (const key of ['fields', 'codes'] as const) {
    for (const name of ['date', 'amount'].filter((column) => Object.hasOwn(spec[key] ?? {}, column))) {
      const message = `The database adds the entries up by date and amount, so "${name}" cannot be changed afterwards.`;
      const hint = `Compute it in the query, AS ${name}.`;
      context.report('MAP113', { path: [...path, key, name], key: true, message, hint });
    }
  }
}

/** The fields of a line of the answer that an entry provides. */
function entryFields({ answer }: Endpoint): Fields {
  const lines = answer.kind === 'accountStatement' ? answer.fields.lines : undefined;
  if (lines?.type !== 'list') return {};
  const names = ['date', 'reference', 'description'];
  return Object.fromEntries(Object.entries(lines.items).filter(([name]) => names.includes(name)));
}

/** Compiles entries from requests. */
function compileRequestedEntries(context: CompileContext, input: EntriesInput): AccountEntriesPlan | undefined {
  const { path, spec, endpoint } = input;
  const period: PeriodUse = { variables: ['from', 'to'], used: new Set() };
  const target = { ...input.target, fields: entryFields(endpoint), extra, period };
  const read = compileRead(context, path, spec, target, { rows: undefined, provided: [], whole: true });
  if (read === undefined) return undefined;
  if (read.plan.rows.kind === 'expression' || read.plan.rows.branches.some(({ kind }) => kind === 'query')) {
    const message = 'The entries of an account statement come either from one `query` or from requests.';
    const hint = 'Write one query; UNION ALL combines several tables.';
    context.report('MAP112', { path, key: true, message, hint });
    return undefined;
  }
  if (read.columns?.includes('amount') === false) {
    reportMissing(context, path, 'amount', input);
    return undefined;
  }
  return { kind: 'read', read: read.plan, narrowed: period.used.size > 0 };
}
