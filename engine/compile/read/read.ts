import type { Path } from '../../base/place.ts';
import type { ReadPlan } from '../../plan/read.ts';
import type { BranchSpec, PrepareSpec, ReadSpec } from '../../profile/schema/index.ts';
import { checkColumns, unmapped } from '../columns/answer-columns.ts';
import type { CompileContext } from '../context/context.ts';
import { coveredVariant } from '../context/coverage-points.ts';
import { httpSource, sourceOf } from '../context/sources.ts';
import { expressionAt } from '../expressions/expressions.ts';
import { finisher, givenNames } from '../http/finish-values.ts';
import { verbsOf } from '../http/request.ts';
import { type Names, namesOfAny, requestItemNames, requestNames, withNames } from '../names/expression-names.ts';
import type { ReadTarget } from '../names/read-target.ts';
import { type CompiledBranch, compileBranch } from './branch.ts';
import type { ReadRole } from './query-wrapper.ts';
import { type CompiledShape, compileShape, orderOf } from './row-processing.ts';

export const plainRole: ReadRole = { rows: undefined, provided: [] };

/** What is done to the rows of all branches together. Rows of requests are finished after the fields that are computed here. */
function outerShape(
  context: CompileContext,
  path: Path,
  spec: Pick<BranchSpec, 'attach' | 'each' | 'where' | 'fields' | 'codes'>,
  shared: readonly string[] | undefined,
  target: ReadTarget,
  known: Names | undefined,
  branches: readonly CompiledBranch[],
  items: readonly BranchSpec[] | undefined,
): CompiledShape {
  const shape = compileShape(context, path, spec, shared, target, known);
  const request = branches.map(({ plan }) => plan).find((plan) => plan.kind === 'exchange');
  const source = request && httpSource(context, request.exchange.source);
  if (source === undefined || spec.fields === undefined || items === undefined) return shape;
  const names = items.every(({ fields }) => fields === undefined) ? givenNames(spec) : undefined;
  return {
    ...shape,
    plan: { ...shape.plan, finish: finisher(context, source, target, names) },
    columns: names === undefined ? shape.columns : [...new Set([...names, ...shape.added])],
  };
}

/** Whether what is joined to the rows of a request says which of them count: the engine then goes through the pages of the ERP for as many. */
const isJoinedWhere = (spec: ReadSpec): boolean =>
  verbsOf(spec).length > 0 && (spec.attach !== undefined || spec.each !== undefined);

/** A list has as many rows as are asked for, and its pages follow each other: what is left out afterwards would be missing in both. */
function checkWhere(context: CompileContext, path: Path, spec: ReadSpec): void {
  const inner = (['first', 'union'] as const).flatMap((kind) =>
    (spec[kind] ?? []).map((item, index) => ({ item, at: [...path, kind, index, 'where'] })),
  );
  for (const { item, at } of [{ item: spec, at: [...path, 'where'] }, ...inner]) {
    if (item.where === undefined || isJoinedWhere(item)) continue;
    const message = '`where` filters rows after they were read, so the pages of a list would be incomplete.';
    context.report('MAP113', {
      path: at,
      key: true,
      message,
      hint: 'Put the condition into the query or the request.',
    });
  }
}

/** What is joined to the rows of all branches is asked of their source, where they have one in common. */
function sourceOfAll(branches: readonly CompiledBranch[], around: string | undefined): string | undefined {
  const sources = new Set(
    branches.map(({ plan }) => (plan.kind === 'exchange' ? plan.exchange.source : plan.query.source)),
  );
  const [first, ...others] = sources;
  return others.length === 0 ? (first ?? around) : around;
}

/** Compiles a read. Undefined when it cannot be; everything that is wrong has been reported. */
export function compileRead(
  context: CompileContext,
  path: Path,
  spec: ReadSpec & Pick<PrepareSpec, 'rows'>,
  target: ReadTarget,
  role: ReadRole = plainRole,
):
  | { readonly plan: ReadPlan; readonly columns: readonly string[] | undefined; readonly names: Names | undefined }
  | undefined {
  const [request] = verbsOf(spec);
  const verbs = [
    ...(request === undefined ? [] : [request]),
    ...(['query', 'call', 'first', 'union'] as const).filter((verb) => spec[verb] !== undefined),
    // Beside a request, `rows` says where they are in its answer.
    ...(request === undefined && spec.rows !== undefined ? (['rows'] as const) : []),
  ];
  if (verbs.length !== 1) {
    const message =
      verbs.length === 0
        ? 'This read has none of `query`, `call`, `get` and `post`, `first` and `union`.'
        : `This read has ${verbs.map((verb) => `\`${verb}\``).join(' and ')}, but its rows can come from one of them only.`;
    context.report(verbs.length === 0 ? 'MAP112' : 'MAP105', {
      path,
      key: true,
      message,
      hint:
        verbs.length === 0 ? 'Write one of them, or declare the endpoint `unavailable` with the reason.' : 'Keep one.',
    });
    return undefined;
  }
  const items = spec.first ?? spec.union;
  const holds = request === undefined && (items !== undefined || spec.rows !== undefined);
  const around = holds && spec.use !== undefined ? sourceOf(context, spec.use, path, undefined) : target.source;
  if (holds && spec.use !== undefined && around === undefined) return undefined; // It has been reported.
  if (request === undefined && spec.rows !== undefined) {
    const asked = requestNames(target.scope.request);
    const expression = expressionAt(context, [...path, 'rows'], spec.rows, {
      variables: target.variables,
      names: asked,
    });
    const field = expression?.bareName === undefined ? undefined : target.scope.request[expression.bareName];
    const items = field?.type === 'list' ? field.items : undefined;
    const columns = items && Object.keys(items);
    const given = items && requestItemNames(items);
    const shape = compileShape(context, path, spec, columns, { ...target, source: around }, given);
    const names = given && withNames(given, shape.added);
    return (
      expression && {
        plan: { rows: { kind: 'expression', expression }, processing: shape.plan },
        columns: shape.columns,
        names,
      }
    );
  }
  if (spec.union !== undefined && spec.page !== undefined) {
    context.report('MAP117', {
      path: [...path, 'page'],
      key: true,
      message: 'Several reads have no common order, so they cannot be paged.',
      hint: 'Write UNION ALL inside one query.',
    });
  }
  const kind = spec.union === undefined ? 'first' : 'union';
  if (role.rows !== undefined) checkWhere(context, path, spec);
  const branches =
    items === undefined
      ? [
          compileBranch(
            context,
            path,
            request === undefined
              ? { ...spec, attach: undefined, where: undefined, fields: undefined, codes: undefined }
              : spec,
            path,
            {},
            target,
            role,
          ),
        ]
      : items.map((item, index) =>
          compileBranch(context, [...path, kind, index], item, path, spec, { ...target, source: around }, role),
        );
  const complete = branches.flatMap((branch, index) => {
    if (branch === undefined) return [];
    return [items === undefined ? branch : coveredVariant(context, [...path, kind, index], branch)];
  });
  const given = complete.flatMap((branch) => (branch.columns === undefined ? [] : [branch.columns]));
  const shared =
    given.length < branches.length
      ? undefined
      : (given[0] ?? []).filter((column) => given.every((other) => other.includes(column)));
  const namesOf = complete.flatMap(({ names }) => (names === undefined ? [] : [names]));
  const known = namesOf.length < branches.length ? undefined : namesOfAny(namesOf);
  // A request has done all of it by itself.
  const outer = request === undefined ? spec : {};
  const joined = { ...target, source: sourceOfAll(complete, around) };
  const shape = outerShape(context, path, outer, shared, joined, known, complete, items);
  if (target.fields !== undefined) {
    const [verb] = verbs;
    const checked = complete.flatMap(({ sql, columns }) => {
      const own = columns === undefined || items === undefined ? shape.columns : [...columns, ...shape.added];
      return own === undefined ? [] : [{ query: { ...sql, values: unmapped(sql.values, spec) }, columns: own }];
    });
    checkColumns(
      context,
      {
        path: [...path, verb ?? kind],
        branches: checked,
        complete: checked.length === branches.length,
        fields: target.fields,
        computed: [spec, ...(items ?? [])].flatMap((item) => Object.keys(item.fields ?? {})),
        provided: role.provided,
      },
      target,
    );
  }
  if (complete.length < branches.length) return undefined;
  return {
    plan: {
      rows: { kind, branches: complete.map((branch) => branch.plan), order: orderOf(spec.order) },
      processing: shape.plan,
    },
    columns: shape.columns,
    names: known && withNames(known, shape.added),
  };
}
