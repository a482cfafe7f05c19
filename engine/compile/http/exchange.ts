/** Compiles one HTTP exchange: the request, and how its answer is judged and read. */

import type { Fields } from '../../base/contract.ts';
import { ownMember, setMember } from '../../base/members.ts';
import type { Path } from '../../base/place.ts';
import type { DescribedType } from '../../description/model.ts';
import type { ExchangePlan, RowsLocation } from '../../plan/exchange.ts';
import type { ErpPageSpec, HttpSourceSpec, OutcomeSpec, RequestSpec } from '../../profile/schema/index.ts';
import type { WorkRow } from '../../shape/encode.ts';
import { holeFunctions } from '../../template/functions.ts';
import { literals } from '../../template/literals.ts';
import type { Expression } from '../../transform/expression.ts';
import type { Variables } from '../../transform/infer-type.ts';
import { singleTypes, unionOf, unknownType, type ValueType } from '../../transform/value-type.ts';
import { absence } from '../columns/row-cleaner.ts';
import type { CompileContext } from '../context/context.ts';
import { zoneOf } from '../context/sources.ts';
import { expressionAt, typeOf } from '../expressions/expressions.ts';
import { httpRequestNames, type Names, pageVariables } from '../names/expression-names.ts';
import type { ReadTarget } from '../names/read-target.ts';
import type { DescribedAnswers } from './described/outcome-names.ts';
import { namesOfType, valueTypeOf } from './described/value-types.ts';
import { answerScope, outcomesAt } from './outcomes.ts';
import { sizeVariables } from './paging.ts';
import { type CompiledRequest, requestAt } from './request.ts';
import { type HoleScope, isOptional } from './template-text.ts';
import { type Verb, verbsOf } from './verbs.ts';

/** Pages of one list, where the source does not declare a number. A page in 20 ms would fill a deadline of 20 s. */
const defaultPages = 1_000;

interface ExchangeInput {
  readonly path: Path;
  readonly spec: RequestSpec & {
    readonly rows?: string | undefined;
    readonly page?: ErpPageSpec | undefined;
    readonly outcomes?: readonly OutcomeSpec[] | undefined;
  };
  readonly source: string;
  readonly sourceSpec: HttpSourceSpec;
  readonly target: ReadTarget;
  /** Further variables: `rows` in `attach`, `row` in `each`, `words` in a search. */
  readonly variables?: readonly string[];
  /** Milliseconds that `modifiedSince` is set back. */
  readonly overlap?: number;
  /** Types of some of the variables that the request may use. */
  readonly types?: Variables;
  /** The request is a step of a write: only a missing optional field of the request may leave out a part of it. */
  readonly writes?: boolean;
  /** The request tests a right: it has the verb of a step, and the ERP rejects its content. */
  readonly testsRight?: boolean;
}

interface CompiledExchange {
  readonly plan: ExchangePlan;
  /** Variables that the request uses. */
  readonly used: ReadonlySet<string>;
  /** The names that expressions may read from the rows of its answer; undefined where no description of the vendor shows them. */
  readonly names: Names | undefined;
  /** What shows, by the vendor's description, that the answer may be a page of a list; undefined where nothing does. */
  readonly describedPaging: string | undefined;
}

/** Variables whose missing value only leaves out a part of the request: they come from the page or the caller's request. */
const mayBeMissing = ['settings', 'request', 'now', 'today', ...pageVariables, 'words'];

const isOptionalIn = (fields: Fields, name: string): boolean => {
  const field = ownMember(fields, name);
  return field !== undefined && isOptional(field);
};

/**
 * Whether a hole may lack a value. Only request fields may: an empty result of the ERP must not remove a condition from the request and so
 * widen it.
 */
function optionalHoles(request: Fields, days: readonly string[]): (expression: Expression) => boolean {
  return ({ variables, names }) =>
    variables.every(({ name }) => mayBeMissing.includes(name) || days.includes(name)) &&
    (variables.length > 0 || names.some(({ name }) => isOptionalIn(request, name)));
}

/** The same for the items of a list in a write: only optional fields of the request's items may lack a value. */
function optionalHolesInItems(fields: Fields): (expression: Expression) => boolean {
  return ({ variables, names }) =>
    variables.every(({ name }) => mayBeMissing.includes(name)) &&
    names.length > 0 &&
    names.every(({ name }) => isOptionalIn(fields, name));
}

const plainPath = /^\s*(?:\$|[\p{L}_][\p{L}\p{N}_]*|`[^`]+`)(?:\s*\.\s*(?:[\p{L}_][\p{L}\p{N}_]*|`[^`]+`))*\s*$/u;

/** Where the rows of the answer are: by the read's `rows`, else by the source's. With the type of a row, as far as it is known. */
function rowsAt(
  context: CompileContext,
  input: ExchangeInput,
  described: CompiledRequest['described'],
): RowsLocation & { readonly row: ValueType } {
  const { spec, sourceSpec, path, source, writes } = input;
  // The source's `rows` describes answers to reads, not to writes.
  const [text, at] =
    spec.rows === undefined && writes !== true
      ? [sourceSpec.request?.rows, ['sources', source, 'request', 'rows']]
      : [spec.rows, [...path, 'rows']];
  const answer = described === undefined ? unknownType : valueTypeOf(described.answer);
  if (text === undefined) return { expression: undefined, required: false, row: itemOf(answer) };
  const size = spec.page?.size ?? sourceSpec.page?.size;
  const variables = [...input.target.variables, ...(input.variables ?? []), ...sizeVariables(size)];
  const scope = { ...answerScope(variables), names: namesOfType(answer, missingMember(described)) };
  const expression = expressionAt(context, at, text, scope);
  const row = expression === undefined ? unknownType : itemOf(typeOf(expression, scope));
  return { expression, required: plainPath.test(text), row };
}

const itemOf = (type: ValueType): ValueType => unionOf(singleTypes(type).filter(({ kind }) => kind !== 'nothing'));

/** The answer to any request that succeeds. */
const anyRecord: DescribedType = {
  kind: 'record',
  name: '',
  members: new Map(),
  isOpen: true,
  own: undefined,
  key: [],
};

const missingMember = (described: CompiledRequest['described']): string => `${described?.name ?? ''} returns no member`;

/** The answers that the outcomes of a request judge; undefined where they are not described. */
const answersOf = (described: CompiledRequest['described']): DescribedAnswers | undefined =>
  described && { missing: missingMember(described), errors: described.errors, success: described.answer };

/** The answers that the outcomes of a source judge: those of all of its requests. */
function answersOfSource({ services }: CompileContext, source: string): DescribedAnswers | undefined {
  const service = services.get(source);
  const missing = `${service?.files.join(', ') ?? ''} has no answer with the member`;
  return service && { missing, errors: () => service.errors(), success: anyRecord };
}

/** The verb of a request. Reports several verbs, and a verb that does not fit a read or a write. */
function verbAt(context: CompileContext, { path, spec, writes, testsRight }: ExchangeInput): Verb | undefined {
  const [verb, second] = verbsOf(spec);
  if (second !== undefined) {
    const message = `This has both \`${verb}\` and \`${second}\`.`;
    context.report('MAP105', { path: [...path, second], key: true, message, hint: 'Keep one.' });
  }
  if (writes === true && (verb === 'get' || verb === 'head')) {
    const message = `\`${verb}\` changes nothing, but this is a step of \`write\`.`;
    const hint = 'Reads belong under `prepare`.';
    context.report('MAP113', { path: [...path, verb], key: true, message, hint });
  }
  if (writes !== true && testsRight !== true && (verb === 'patch' || verb === 'delete')) {
    const message = `\`${verb}\` changes the ERP, but this is a read.`;
    const hint =
      'A read is a `get`, or a `post` or `put` that only reads; requests that change the ERP belong under `write`.';
    context.report('REQ603', { path: [...path, verb], key: true, message, hint });
  }
  return verb;
}

/** Compiles an exchange; undefined where it has no verb, or cannot be compiled, which is then reported. */
export function compileExchange(context: CompileContext, input: ExchangeInput): CompiledExchange | undefined {
  const { path, spec, source, sourceSpec, target } = input;
  const writes = input.writes === true;
  const verb = verbAt(context, input);
  if (verb === undefined) return undefined;
  const zone = zoneOf(context, source);
  const used = new Set<string>();
  const requestFields = target.scope.request;
  const days = target.period?.variables ?? [];
  const exchangeVariables = [...target.variables, ...(input.variables ?? []), ...days];
  // A step of a write has no page. In it, what the source's `request` says of the page has no value and is left out.
  const everyVariables = [...exchangeVariables, ...pageVariables];
  const scope: HoleScope = {
    variables: writes ? exchangeVariables : everyVariables,
    types: new Map([...(target.scope.stepTypes ?? []), ...(input.types ?? [])]),
    names: httpRequestNames(requestFields),
    functions: holeFunctions(zone),
    zone,
    literals: literals[sourceSpec.literals ?? 'plain'],
    fields: requestFields,
    lists: target.scope.stepNames,
    days: ['today', ...days],
    optional: optionalHoles(requestFields, days),
    optionalInItems: writes ? optionalHolesInItems : () => () => true,
    mayOmit: writes,
    used,
    keyOnly: target.scope.keyOnly,
  };
  const sourcePath = ['sources', source];
  const request = requestAt(context, verb, {
    spec,
    path,
    sourceName: source,
    source: sourceSpec,
    sourcePath,
    scope,
    everyScope: { ...scope, variables: everyVariables, mayOmit: false },
    isRefused: input.testsRight,
  });
  for (const name of days.filter((day) => used.has(day))) target.period?.used.add(name);
  const { row, ...rows } = rowsAt(context, input, request?.described);
  if (request?.described !== undefined)
    context.onScope?.({ kind: 'answer', path, operation: request.described.name, row });
  const outcomes = [
    ...outcomesAt(context, [...path, 'outcomes'], spec.outcomes, target, writes, answersOf(request?.described)),
    ...outcomesAt(
      context,
      [...sourcePath, 'outcomes'],
      sourceSpec.outcomes,
      undefined,
      false,
      answersOfSource(context, source),
    ),
  ];
  if (request === undefined) return undefined;
  const plan: ExchangePlan = {
    source,
    base: sourceSpec.http,
    zone,
    request: request.template,
    overlap: input.overlap ?? 0,
    maxPages: sourceSpec.limits?.pages ?? defaultPages,
    outcomes,
    rows,
    clean: cleaner(absence(sourceSpec.absent ?? [])),
  };
  return {
    plan,
    used,
    names: namesOfType(row, missingMember(request.described)),
    describedPaging: request.described?.paging,
  };
}

/** Removes values that mean "none" in this ERP from a row. Maps and lists in it are not changed. A row without such values is not copied. */
function cleaner(isAbsent: (value: unknown) => boolean): (row: WorkRow) => WorkRow {
  const isNone = (value: unknown): boolean => (typeof value !== 'object' || value === null) && isAbsent(value);
  return (row) => {
    for (const name in row) if (isNone(row[name])) return without(row, isNone);
    return row;
  };
}

function without(row: WorkRow, isNone: (value: unknown) => boolean): WorkRow {
  const copy: Record<string, unknown> = {};
  for (const name in row) {
    const value = row[name];
    if (!isNone(value)) setMember(copy, name, value);
  }
  return copy;
}
