/** Compiles a read: where its rows come from, and how they are processed. */
import { ownMember } from '../../base/members.ts';
import type { Path } from '../../base/place.ts';
import type { Reporter } from '../../diagnostics/reporter.ts';
import type { ReadPlan } from '../../plan/read.ts';
import type { PrepareSpec, ReadSpec } from '../../profile/schema/index.ts';
import { unknownType, type ValueType } from '../../transform/value-type.ts';
import { checkColumns, unmapped } from '../columns/answer-columns.ts';
import type { CompileContext } from '../context/context.ts';
import { coveredVariant } from '../context/coverage-points.ts';
import { httpSource, sourceOf } from '../context/sources.ts';
import { expressionAt, typeOf } from '../expressions/expressions.ts';
import { finished, givenNames } from '../http/finish-values.ts';
import { type Verb, verbsOf } from '../http/verbs.ts';
import { type Names, namesOfAny, requestItemNames, requestNames, withNames } from '../names/expression-names.ts';
import type { ReadTarget } from '../names/read-target.ts';
import { compileBranch } from './branch.ts';
import type { CompiledBranch } from './branch-input.ts';
import { orderTerms } from './order-terms.ts';
import { plainRole, type ReadRole } from './query-wrapper.ts';
import { compileRowProcessing } from './row-processing.ts';
import type { CompiledRowProcessing, RowProcessingSpec } from './row-processing-input.ts';

/** A read, or a step of `prepare`, whose rows may also be items of the request. */
type AnyReadSpec = ReadSpec & Pick<PrepareSpec, 'rows'>;

export interface CompiledRead {
  readonly plan: ReadPlan;
  /** Columns of its rows; undefined where they are not known. */
  readonly columns: readonly string[] | undefined;
  /** The names that expressions may read from its rows; undefined where they are not known. */
  readonly names: Names | undefined;
  /** The type of its rows, where the vendor's description shows it. */
  readonly row: ValueType;
}

/** The key of a read that says where its rows come from. `rows`: items of the request. */
type RowsKey = Verb | 'query' | 'call' | 'first' | 'union' | 'rows';

interface ReadInput {
  readonly path: Path;
  readonly spec: AnyReadSpec;
  readonly target: ReadTarget;
  readonly role: ReadRole;
  readonly rowsKey: RowsKey;
  readonly isRequest: boolean;
  /** The source of reads inside this one that name none. */
  readonly innerSource: string | undefined;
}

/** Compiles a read; undefined, and a report, where it cannot be compiled. */
export function compileRead(
  context: CompileContext,
  path: Path,
  spec: AnyReadSpec,
  target: ReadTarget,
  role: ReadRole = plainRole,
): CompiledRead | undefined {
  const rowsKey = rowsKeyOf(context, path, spec);
  if (rowsKey === undefined) return undefined;
  const isRequest = verbsOf(spec).length > 0;
  const holdsReads = rowsKey === 'first' || rowsKey === 'union' || rowsKey === 'rows';
  const readSource = holdsReads && spec.use !== undefined ? sourceOf(context, spec.use, path, undefined) : undefined;
  // An unknown source has been reported.
  if (holdsReads && spec.use !== undefined && readSource === undefined) return undefined;
  const input: ReadInput = { path, spec, target, role, rowsKey, isRequest, innerSource: readSource ?? target.source };
  return rowsKey === 'rows' ? compileRequestItems(context, input) : compileBranches(context, input);
}

/** The one key that says where the rows come from. Reports a read without one, or with several. */
function rowsKeyOf(reporter: Reporter, path: Path, spec: AnyReadSpec): RowsKey | undefined {
  const [verb] = verbsOf(spec);
  const keys: readonly RowsKey[] = [
    ...(verb === undefined ? [] : [verb]),
    ...(['query', 'call', 'first', 'union'] as const).filter((key) => spec[key] !== undefined),
    // In a request, `rows` is the location of the rows in its answer.
    ...(verb === undefined && spec.rows !== undefined ? (['rows'] as const) : []),
  ];
  if (keys.length === 1) return keys[0];
  if (keys.length === 0) {
    const message = 'This read has none of `query`, `call`, `get` and `post`, `first` and `union`.';
    const hint = 'Write one of them, or declare the endpoint `unavailable` with the reason.';
    reporter.report('MAP112', { path, key: true, message, hint });
  } else {
    const listed = keys.map((key) => `\`${key}\``).join(' and ');
    const message = `This read has ${listed}, but its rows can come from one of them only.`;
    reporter.report('MAP105', { path, key: true, message, hint: 'Keep one.' });
  }
  return undefined;
}

const isList = ({ kind }: ValueType): boolean => kind === 'list' || kind === 'sequence';

/** Compiles a read whose rows are items of the request. */
function compileRequestItems(context: CompileContext, input: ReadInput): CompiledRead | undefined {
  const { path, spec, target } = input;
  const { request } = target.scope;
  const scope = { variables: target.variables, names: requestNames(request) };
  const expression = expressionAt(context, [...path, 'rows'], spec.rows ?? '', scope);
  const field = expression?.bareName === undefined ? undefined : ownMember(request, expression.bareName);
  const items = field?.type === 'list' ? field.items : undefined;
  const names = items && requestItemNames(items);
  const processing = compileRowProcessing(context, {
    path,
    spec,
    columns: items && Object.keys(items),
    target: { ...target, source: input.innerSource },
    names,
  });
  if (expression === undefined) return undefined;
  return {
    plan: {
      rows: { kind: 'expression', expression, list: isList(typeOf(expression, scope)) },
      processing: processing.plan,
    },
    columns: processing.columns,
    names: names && withNames(names, processing.added),
    row: unknownType,
  };
}

/** Compiles a read whose rows come from branches: its own query, call or request, or several reads. */
function compileBranches(context: CompileContext, input: ReadInput): CompiledRead | undefined {
  const { path, spec, role } = input;
  // The maximum is that of the contract's page, whatever it is read from.
  const hasPaging = Object.keys(spec.page ?? {}).some((name) => name !== 'max');
  if (spec.union !== undefined && hasPaging) {
    context.report('MAP117', {
      path: [...path, 'page'],
      key: true,
      message: 'Several reads have no common order, so they cannot be paged.',
      hint: 'Write UNION ALL inside one query.',
    });
  }
  if (role.rows !== undefined) checkWhere(context, path, spec);
  const { branches, isComplete } = branchesOf(context, input);
  const names = isComplete ? namesOfBranches(branches) : undefined;
  const processing = compileCommonProcessing(context, input, { branches, isComplete, names });
  checkAnswer(context, input, branches, isComplete, processing);
  if (!isComplete) return undefined;
  const kind = spec.union === undefined ? 'first' : 'union';
  return {
    plan: {
      rows: { kind, branches: branches.map((branch) => branch.plan), order: orderTerms(spec.order) },
      processing: processing.plan,
    },
    columns: processing.columns,
    // The names of a request's rows are those of its `fields`, which `columns` lists.
    names: input.isRequest ? undefined : names && withNames(names, processing.added),
    row: input.isRequest ? (names?.row ?? unknownType) : unknownType,
  };
}

/** A request, whose joined reads decide which rows count, is paged until enough rows fulfil the condition. */
const hasJoinedWhere = (spec: ReadSpec): boolean =>
  verbsOf(spec).length > 0 && (spec.attach !== undefined || spec.each !== undefined);

/** Reports `where` on a list: rows that are left out after a page was read would be missing in the page. */
function checkWhere(reporter: Reporter, path: Path, spec: ReadSpec): void {
  const inner = (['first', 'union'] as const).flatMap((kind) =>
    (spec[kind] ?? []).map((item, index) => ({ item, at: [...path, kind, index, 'where'] })),
  );
  for (const { item, at } of [{ item: spec, at: [...path, 'where'] }, ...inner]) {
    if (item.where === undefined || hasJoinedWhere(item)) continue;
    const message = '`where` filters rows after they were read, so the pages of a list would be incomplete.';
    reporter.report('MAP113', {
      path: at,
      key: true,
      message,
      hint: 'Put the condition into the query or the request.',
    });
  }
}

interface Branches {
  /** The branches that could be compiled. */
  readonly branches: readonly CompiledBranch[];
  /** Whether these are all branches. */
  readonly isComplete: boolean;
}

/** A spec without processing of its rows. Each key of the processing is here. */
const noProcessing = {
  attach: undefined,
  each: undefined,
  where: undefined,
  fields: undefined,
  codes: undefined,
} satisfies Record<keyof RowProcessingSpec, undefined>;

function branchesOf(context: CompileContext, input: ReadInput): Branches {
  const { path, spec, target, role, rowsKey } = input;
  const items = spec.first ?? spec.union;
  if (items === undefined) {
    // The rows of a request are processed in its branch, those of a query or call behind it.
    const branchSpec = input.isRequest ? spec : { ...spec, ...noProcessing };
    const branch = compileBranch(context, { path, spec: branchSpec, outer: { path, keys: {} }, target, role });
    return { branches: branch === undefined ? [] : [branch], isComplete: branch !== undefined };
  }
  const branches = items.flatMap((item, index) => {
    const at = [...path, rowsKey, index];
    const inner = { ...target, source: input.innerSource };
    const branch = compileBranch(context, {
      path: at,
      spec: item,
      outer: { path, keys: spec },
      target: inner,
      role,
    });
    return branch === undefined ? [] : [coveredVariant(context, at, branch)];
  });
  return { branches, isComplete: branches.length === items.length };
}

/** The names that rows of at least one branch have; undefined where those of one branch are not known. */
function namesOfBranches(branches: readonly CompiledBranch[]): Names | undefined {
  const branchNames = branches.flatMap(({ names }) => names ?? []);
  return branchNames.length < branches.length ? undefined : namesOfAny(branchNames);
}

/** The columns that the rows of all branches have; undefined where those of one branch are not known. */
function commonColumns({ branches, isComplete }: Branches): readonly string[] | undefined {
  const branchColumns = branches.flatMap(({ columns }) => (columns === undefined ? [] : [columns]));
  if (!isComplete || branchColumns.length < branches.length) return undefined;
  return (branchColumns[0] ?? []).filter((column) => branchColumns.every((other) => other.includes(column)));
}

/** The source that all branches use, for reads that are joined to their rows; `outer` where they use several. */
function commonSource(branches: readonly CompiledBranch[], outer: string | undefined): string | undefined {
  const sources = new Set(
    branches.map(({ plan }) => (plan.kind === 'exchange' ? plan.exchange.source : plan.query.source)),
  );
  const [first, ...others] = sources;
  return others.length === 0 ? (first ?? outer) : outer;
}

/**
 * Compiles the processing of the rows of all branches together. Where branches are requests, values are converted only after the fields
 * that are computed here.
 */
function compileCommonProcessing(
  context: CompileContext,
  { path, spec, target, isRequest, innerSource }: ReadInput,
  all: Branches & { readonly names: Names | undefined },
): CompiledRowProcessing {
  const processing = compileRowProcessing(context, {
    path,
    // The rows of a single request have been processed in its branch.
    spec: isRequest ? {} : spec,
    columns: commonColumns(all),
    target: { ...target, source: commonSource(all.branches, innerSource) },
    names: all.names,
  });
  const items = spec.first ?? spec.union;
  const request = all.branches.map(({ plan }) => plan).find((plan) => plan.kind === 'exchange');
  const source = request && httpSource(context, request.exchange.source);
  if (source === undefined || isRequest || spec.fields === undefined || items === undefined) return processing;
  const specWithFields = items.every(({ fields }) => fields === undefined) ? spec : undefined;
  const names = specWithFields && givenNames(specWithFields);
  return {
    ...processing,
    plan: finished(context, source, target, specWithFields, { path, plan: processing.plan }),
    columns: names === undefined ? processing.columns : [...new Set([...names, ...processing.added])],
  };
}

/** Checks the columns of the processed rows against the fields of the contract, where the read has any. */
function checkAnswer(
  context: CompileContext,
  { path, spec, target, role, rowsKey }: ReadInput,
  branches: readonly CompiledBranch[],
  isComplete: boolean,
  processing: CompiledRowProcessing,
): void {
  if (target.fields === undefined) return;
  const items = spec.first ?? spec.union;
  const checked = branches.flatMap(({ sql, columns }) => {
    const columnsOfRead =
      columns === undefined || items === undefined ? processing.columns : [...columns, ...processing.added];
    return columnsOfRead === undefined
      ? []
      : [{ query: { ...sql, values: unmapped(sql.values, spec) }, columns: columnsOfRead }];
  });
  checkColumns(
    context,
    {
      path: [...path, rowsKey],
      branches: checked,
      complete: isComplete && checked.length === branches.length,
      fields: target.fields,
      computed: [spec, ...(items ?? [])].flatMap((item) => Object.keys(item.fields ?? {})),
      provided: role.provided,
    },
    target,
  );
}
