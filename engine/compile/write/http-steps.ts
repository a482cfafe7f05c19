/** The steps of a write over HTTP, each held against the look-up that has to show after a crash what became of it. */
import type { Answer } from '../../base/contract.ts';
import { milliseconds } from '../../base/duration.ts';
import type { Path } from '../../base/place.ts';
import { suggest } from '../../diagnostics/did-you-mean.ts';
import type { HttpStep } from '../../plan/write.ts';
import type { EndpointSpec, HttpSourceSpec, StepSpec } from '../../profile/schema/index.ts';
import type { Expression } from '../../transform/expression.ts';
import { checkDeclared } from '../columns/answer-columns.ts';
import type { CompileContext } from '../context/context.ts';
import { substituteText } from '../context/optional-fields.ts';
import { checkSourceKind, httpSource } from '../context/sources.ts';
import { expressionAt } from '../expressions/expressions.ts';
import { compileExchange } from '../http/exchange.ts';
import { finisher } from '../http/finish-values.ts';
import { answerScope } from '../http/outcomes.ts';
import { verbsOf } from '../http/request.ts';
import { columnNames } from '../names/expression-names.ts';
import type { ParameterScope } from '../names/parameter-scope.ts';
import type { compileRead } from '../read/read.ts';
import { compileShape } from '../read/row-processing.ts';
import { checkUse, eachOf, type WriteInput } from './sql-steps.ts';

type WriteAnswer = Extract<Answer, { kind: 'write' }>;
/** The look-up of a write; undefined where it could not be compiled. */
export type CompiledFind = NonNullable<ReturnType<typeof compileRead>> | 'none' | undefined;

/** How long an ERP may be silent, where its source says nothing. */
const patience = '30s';

/** Longest time of one step, in milliseconds. */
export function stepTimeout({ limits }: HttpSourceSpec): number {
  return milliseconds(limits?.timeout ?? patience);
}

/** A step that a database would take. */
function checkVerb(context: CompileContext, at: Path, step: StepSpec, source: string): boolean {
  for (const key of ['exec', 'call'] as const) {
    if (step[key] === undefined) continue;
    checkSourceKind(context, source, 'sql', [...at, key]);
    return false;
  }
  if (verbsOf(step).length > 0) return true;
  const message = 'This step has no request.';
  const hint = 'Write one that changes the ERP: `post`, `put`, `patch` or `delete` with a path.';
  context.report('MAP112', { path: at, key: true, message, hint });
  return false;
}

function checkEach(context: CompileContext, at: Path, step: StepSpec): void {
  if (step.each === undefined || step.repeatable === true) return;
  const message = 'This step sends several requests. If it fails halfway, nothing tells which of them were executed.';
  const hint =
    'Send all items in one request, or a unique key with each and declare `repeatable: true`: the ERP then executes each once.';
  context.report('REQ609', { path: [...at, 'each'], key: true, message, hint });
}

/** Reports what a look-up does not show of a step. */
function checkShown(context: CompileContext, at: Path, step: StepSpec, isFirst: boolean, find: CompiledFind): void {
  if (find === 'none' && step.done !== undefined) {
    const message = '`done` reads the document that `find` returns, but this write has no look-up.';
    context.report('MAP113', { path: [...at, 'done'], key: true, message, hint: 'Remove it.' });
  }
  if (typeof find !== 'object') return;
  if (!isFirst && step.done === undefined) {
    const message = 'The document that `find` returns does not show whether this step is done.';
    const hint = "Add `done` with JSONata over its columns, such as done: _state != 'DRAFT'.";
    context.report('REQ610', { path: at, key: true, message, hint });
  }
  const { columns } = find;
  if (columns === undefined) return;
  for (const name of Object.keys(step.fields ?? {}).filter((field) => !columns.includes(field))) {
    const message = `\`find\` returns no "${name}", so the result of this step would be lost after a crash.`;
    const hint = `${suggest(name, columns)} Let \`find\` return it under the same name.`;
    context.report('REQ610', { path: [...at, 'fields', name], key: true, message, hint });
  }
}

/** What is answered without a look-up comes from the steps. */
function checkAnswer(
  context: CompileContext,
  input: WriteInput,
  steps: readonly HttpStep[],
  answer: WriteAnswer,
): void {
  const given = steps.flatMap(({ outputs }) => outputs.map(([name]) => name.split('.')[0] ?? name));
  const path = [...input.path, 'find'];
  for (const [name, field] of Object.entries(answer.fields)) {
    const isGiven = given.includes(name) || Object.hasOwn(answer.constants, name);
    if (substituteText(field) !== undefined) checkDeclared(context, name, field, isGiven, path, input);
    if (substituteText(field) !== undefined || isGiven) continue;
    const message = `Nothing provides "${name}": without a look-up, the answer consists of the outputs of the steps.`;
    context.report('MAP252', { path, message, hint: 'Add it to the `fields` of a step.' });
  }
}

function doneOf(
  context: CompileContext,
  at: Path,
  { done }: StepSpec,
  find: CompiledFind,
  variables: readonly string[],
) {
  if (done === undefined) return undefined;
  const columns = typeof find === 'object' ? find.columns : undefined;
  const names = columns === undefined ? undefined : columnNames(columns);
  return expressionAt(context, [...at, 'done'], done, { variables, names });
}

function compileStep(
  context: CompileContext,
  at: Path,
  name: string,
  step: StepSpec,
  input: WriteInput,
  sourceSpec: HttpSourceSpec,
  answer: WriteAnswer,
  find: CompiledFind,
  isFirst: boolean,
): HttpStep | undefined {
  const { source, coordinate, names } = input;
  const each = eachOf(context, at, step, input);
  if (!checkVerb(context, at, step, source)) return undefined;
  checkEach(context, at, step);
  const variables = [
    ...input.variables,
    // Before the first step there is no document.
    ...(isFirst || typeof find !== 'object' ? [] : ['found']),
    ...names.taken,
    ...(each === undefined ? [] : [each.variable]),
  ];
  const scope: ParameterScope = {
    ...input.scope,
    steps: [...names.taken],
    stepNames: new Map(names.given),
    laterSteps: names.later(),
  };
  const target = { fields: answer.fields, extra: [], scope, variables, coordinate };
  const exchange = compileExchange(context, {
    path: at,
    spec: step,
    source,
    sourceSpec,
    target,
    variables: [],
    overlap: 0,
    writes: true,
  });
  const seen = { ...target, variables: answerScope(variables).variables };
  const { plan } = compileShape(context, at, { fields: step.fields }, undefined, seen);
  const done: Expression | undefined = doneOf(context, at, step, find, input.variables);
  if (exchange === undefined) return undefined;
  return {
    name,
    exchange: exchange.plan,
    effect: step.repeatable === true ? 'keyed write' : 'write',
    each,
    outputs: plan.fields,
    finishValues: finisher(context, sourceSpec, target, Object.keys(step.fields ?? {})),
    done,
    usesFound: exchange.used.has('found'),
    timeoutMs: stepTimeout(sourceSpec),
  };
}

/** Compiles the steps of a write over HTTP. What a look-up could not show of them is reported. */
export function compileHttpSteps(
  context: CompileContext,
  input: WriteInput,
  spec: NonNullable<EndpointSpec['write']>,
  answer: WriteAnswer,
  find: CompiledFind,
): readonly HttpStep[] {
  const { path, source, names } = input;
  const sourceSpec = httpSource(context, source);
  if (sourceSpec === undefined) return [];
  const steps = spec.flatMap((item, index): HttpStep[] =>
    Object.entries(item).flatMap(([name, step]) => {
      const at = [...path, 'write', index, name];
      names.check(at, name);
      checkUse(context, at, step, source, 'All steps of a write go to one source.');
      checkShown(context, at, step, index === 0, find);
      const compiled = compileStep(context, at, name, step, input, sourceSpec, answer, find, index === 0);
      names.add(name, undefined);
      return compiled === undefined ? [] : [compiled];
    }),
  );
  if (find === 'none' && steps.length === spec.length) checkAnswer(context, input, steps, answer);
  return steps;
}
