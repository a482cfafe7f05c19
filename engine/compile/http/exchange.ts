/** One request of a profile with what is made of its answer: compiled, or what is wrong with it reported. */
import type { Fields } from '../../base/contract.ts';
import type { Path } from '../../base/place.ts';
import type { ExchangePlan, RowsLocation } from '../../plan/exchange.ts';
import type { HttpSourceSpec, OutcomeSpec, RequestSpec } from '../../profile/schema/index.ts';
import { interpolate } from '../../profile/settings.ts';
import { isRow, type WorkRow } from '../../shape/encode.ts';
import { holeFunctions } from '../../template/functions.ts';
import { literals } from '../../template/literals.ts';
import type { Expression } from '../../transform/expression.ts';
import { absence } from '../columns/row-cleaner.ts';
import type { CompileContext } from '../context/context.ts';
import { zoneOf } from '../context/sources.ts';
import { expressionAt } from '../expressions/expressions.ts';
import { httpRequestNames, pageVariables } from '../names/expression-names.ts';
import type { ReadTarget } from '../names/read-target.ts';
import { answerScope, outcomesAt } from './outcomes.ts';
import { requestAt, type Verb, verbsOf } from './request.ts';
import { type HoleScope, isOptional } from './template-text.ts';

export interface ExchangeInput {
  readonly path: Path;
  readonly spec: RequestSpec & {
    readonly rows?: string | undefined;
    readonly outcomes?: readonly OutcomeSpec[] | undefined;
  };
  readonly source: string;
  readonly sourceSpec: HttpSourceSpec;
  readonly target: ReadTarget;
  /** Variables of the place: `rows` in an attached read, `row` in one for each row, `words` beside a search. */
  readonly variables: readonly string[];
  readonly overlap: number;
  /** A step of a write: it changes the ERP, and what it lacks is never left out but for what the request may lack. */
  readonly writes?: boolean;
}

export interface CompiledExchange {
  readonly plan: ExchangePlan;
  /** Variables that the request uses. */
  readonly used: ReadonlySet<string>;
}

/** Variables without which a request is still the one that was meant: what the engine says of the page, or takes from the request. */
const dispensable = ['settings', 'request', 'now', 'today', ...pageVariables, 'words'];

/** Request fields alone may be missing: a result of the ERP that is empty must never widen what is asked for. */
function mayMiss(request: Fields, days: readonly string[]): (expression: Expression) => boolean {
  return ({ variables, names }) =>
    variables.every(({ name }) => dispensable.includes(name) || days.includes(name)) &&
    (variables.length > 0 || names.some(({ name }) => request[name] !== undefined && isOptional(request[name])));
}

/** In a write each member of an item is there, but for what the request may be without. */
function mayMissInItems(fields: Fields): (expression: Expression) => boolean {
  const may = (name: string): boolean => fields[name] !== undefined && isOptional(fields[name]);
  return ({ variables, names }) =>
    variables.every(({ name }) => dispensable.includes(name)) &&
    names.length > 0 &&
    names.every(({ name }) => may(name));
}

const plainPath = /^\s*(?:\$|[\p{L}_][\p{L}\p{N}_]*|`[^`]+`)(?:\s*\.\s*(?:[\p{L}_][\p{L}\p{N}_]*|`[^`]+`))*\s*$/u;

function rowsAt(context: CompileContext, input: ExchangeInput): RowsLocation {
  const { spec, sourceSpec, path, source, writes } = input;
  // What the source says of its lists is not said of the answer to a write.
  const [text, at] =
    spec.rows === undefined && writes !== true
      ? [sourceSpec.request?.rows, ['sources', source, 'request', 'rows']]
      : [spec.rows, [...path, 'rows']];
  if (text === undefined) return { expression: undefined, required: false };
  const scope = answerScope([...input.target.variables, ...input.variables]);
  return { expression: expressionAt(context, at, text, scope), required: plainPath.test(text) };
}

/** The base address with its settings; one that is wrong has been reported where it stands. */
function baseOf(context: CompileContext, { http }: HttpSourceSpec): string {
  return interpolate(http, context.settings);
}

/** The verb of a request, or undefined and a report. */
function verbAt(context: CompileContext, { path, spec, writes }: ExchangeInput): Verb | undefined {
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
  if (writes !== true && (verb === 'patch' || verb === 'delete')) {
    const message = `\`${verb}\` changes the ERP, but this is a read.`;
    const hint =
      'A read is a `get`, or a `post` or `put` that only reads; requests that change the ERP belong under `write`.';
    context.report('REQ603', { path: [...path, verb], key: true, message, hint });
  }
  return verb;
}

export function compileExchange(context: CompileContext, input: ExchangeInput): CompiledExchange | undefined {
  const { path, spec, source, sourceSpec, target } = input;
  const writes = input.writes === true;
  const verb = verbAt(context, input);
  if (verb === undefined) return undefined;
  const zone = zoneOf(context, source);
  const used = new Set<string>();
  const { request } = target.scope;
  const days = target.period?.variables ?? [];
  const own = [...target.variables, ...input.variables, ...days];
  // A step asks for no page: what every request says of one has no value in it, and is left out.
  const everyVariables = [...own, ...pageVariables];
  const scope: HoleScope = {
    variables: writes ? own : everyVariables,
    names: httpRequestNames(request),
    functions: holeFunctions(zone),
    zone,
    literals: literals[sourceSpec.literals ?? 'plain'],
    fields: request,
    lists: target.scope.stepNames,
    days: ['today', ...days],
    optional: mayMiss(request, days),
    optionalInItems: writes ? mayMissInItems : () => () => true,
    used,
    keyOnly: target.scope.keyOnly,
  };
  const sourcePath = ['sources', source];
  const template = requestAt(context, verb, {
    spec,
    path,
    source: sourceSpec,
    sourcePath,
    scope,
    everyScope: { ...scope, variables: everyVariables },
    plain: literals.plain,
  });
  for (const name of days.filter((day) => used.has(day))) target.period?.used.add(name);
  const rows = rowsAt(context, input);
  const outcomes = [
    ...outcomesAt(context, [...path, 'outcomes'], spec.outcomes, target),
    ...outcomesAt(context, [...sourcePath, 'outcomes'], sourceSpec.outcomes, undefined),
  ];
  if (template === undefined) return undefined;
  const plan: ExchangePlan = {
    source,
    base: baseOf(context, sourceSpec),
    zone,
    request: template,
    overlap: input.overlap,
    outcomes,
    rows,
    clean: cleaner(absence(sourceSpec.absent ?? [])),
  };
  return { plan, used };
}

/** Rows without what stands for "none"; maps and lists in them stay as they are. */
export function cleaner(isAbsent: (value: unknown) => boolean): (row: WorkRow) => WorkRow {
  const none = (value: unknown): boolean =>
    (!isRow(value) || value === null) && !Array.isArray(value) && isAbsent(value);
  return (row) => Object.fromEntries(Object.entries(row).filter(([, value]) => !none(value)));
}
