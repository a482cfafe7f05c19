/** Compiles the steps of a write over HTTP. After a crash, the lookup must show which steps are done: what it cannot show is reported. */
import type { Answer } from '../../base/contract.ts';
import { milliseconds } from '../../base/duration.ts';
import type { Path } from '../../base/place.ts';
import { suggest } from '../../diagnostics/did-you-mean.ts';
import type { HttpStep, RepeatPlan } from '../../plan/write.ts';
import type { EndpointSpec, StepSpec } from '../../profile/schema/index.ts';
import type { Expression } from '../../transform/expression.ts';
import { checkOptionalField } from '../columns/answer-columns.ts';
import type { CompileContext } from '../context/context.ts';
import { substituteText } from '../context/optional-fields.ts';
import { checkSourceKind, httpSource } from '../context/sources.ts';
import { expressionAt } from '../expressions/expressions.ts';
import { compileExchange } from '../http/exchange.ts';
import { finisher } from '../http/finish-values.ts';
import { answerScope } from '../http/outcomes.ts';
import { httpProbe } from '../http/probe.ts';
import { verbsOf } from '../http/verbs.ts';
import { columnNames } from '../names/expression-names.ts';
import type { ParameterScope } from '../names/parameter-scope.ts';
import type { ReadTarget } from '../names/read-target.ts';
import type { CompiledRead } from '../read/read.ts';
import { compileRowProcessing } from '../read/row-processing.ts';
import { compileUndo, type UndoInput } from './http-undo.ts';
import { checkNoRefusal } from './rows-refusal.ts';
import { checkUse, compileStepEach } from './step-each.ts';
import { stepTimeout } from './step-timeout.ts';
import type { WriteInput } from './write-input.ts';

type WriteAnswer = Extract<Answer, { kind: 'write' }>;
/** The lookup of a write; `none` where the profile declares that there is none, undefined where it could not be compiled. */
export type CompiledFind = CompiledRead | 'none' | undefined;

interface StepInput extends Omit<UndoInput, 'hasLookup' | 'source' | 'target'> {
  readonly write: WriteInput;
  readonly answer: WriteAnswer;
  readonly find: CompiledFind;
}

/** Reports a step without a request, or with a statement for a database. True where it has a request. */
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

/** Reports `each` in a step whose requests the ERP would execute twice after a retry. */
function checkEach(context: CompileContext, at: Path, step: StepSpec): void {
  if (step.each === undefined || step.repeatable === true) return;
  const message = 'This step sends several requests. If it fails halfway, nothing shows which of them were executed.';
  const hint =
    'Send all items in one request, or a unique key with each and declare `repeatable: true`: the ERP then executes each once.';
  context.report('REQ609', { path: [...at, 'each'], key: true, message, hint });
}

/** Reports what the lookup does not show of a step. */
function checkShown(context: CompileContext, { at, step, index, find }: StepInput): void {
  if (find === 'none' && step.done !== undefined) {
    const message = '`done` reads the document that `find` returns, but this write has no lookup.';
    context.report('MAP113', { path: [...at, 'done'], key: true, message, hint: 'Remove it.' });
  }
  if (typeof find !== 'object') return;
  if (index > 0 && step.done === undefined) {
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

/** Reports fields of the answer that no step provides, where there is no lookup. */
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
    if (substituteText(field) !== undefined) checkOptionalField(context, path, { name, field, isGiven, target: input });
    if (substituteText(field) !== undefined || isGiven) continue;
    const message = `Nothing provides "${name}": without a lookup, the answer consists of the outputs of the steps.`;
    context.report('MAP252', { path, message, hint: 'Add it to the `fields` of a step.' });
  }
}

/** Compiles `done`: the condition over the document that the lookup finds. */
function compileDone(context: CompileContext, { at, step, write, find }: StepInput): Expression | undefined {
  if (step.done === undefined) return undefined;
  const columns = typeof find === 'object' ? find.columns : undefined;
  const names = columns === undefined ? undefined : columnNames(columns);
  return expressionAt(context, [...at, 'done'], step.done, { variables: write.variables, names });
}

/** Names of the values that the outcomes of a step take from an answer: its request may use them, and has none at first. */
const takenNames = ({ outcomes = [] }: StepSpec): readonly string[] =>
  outcomes.flatMap(({ repeat }) => Object.keys(repeat?.take ?? {}));

/** Compiles `repeat` of the outcomes of a step, by position. */
function compileRepeats(
  context: CompileContext,
  { at, step, write, sourceSpec }: StepInput,
  target: ReadTarget,
): ReadonlyMap<number, RepeatPlan> {
  const repeats = new Map<number, RepeatPlan>();
  for (const [index, { repeat }] of (step.outcomes ?? []).entries()) {
    if (repeat === undefined) continue;
    const path = [...at, 'outcomes', index, 'repeat'];
    const take = Object.entries(repeat.take ?? {}).flatMap(([name, text]) => {
      const expression = expressionAt(context, [...path, 'take', name], text, answerScope(target.variables));
      return expression === undefined ? [] : [[name, expression] as const];
    });
    const send =
      repeat.send &&
      compileExchange(context, {
        path: [...path, 'send'],
        spec: repeat.send,
        source: write.source,
        sourceSpec,
        target,
        writes: true,
      });
    repeats.set(index, { take, send: send?.plan });
  }
  return repeats;
}

/** The oldest session of a step, in milliseconds. Reports `freshSession` where the source has no sessions. */
function sessionAge(context: CompileContext, { at, step, write, sourceSpec }: StepInput): number | undefined {
  if (step.freshSession === undefined) return undefined;
  if (sourceSpec.auth?.session !== undefined) return milliseconds(step.freshSession);
  const message = `The source "${write.source}" has no sessions: it has no \`auth: { session }\`.`;
  context.report('MAP113', { path: [...at, 'freshSession'], key: true, message, hint: 'Remove it.' });
  return undefined;
}

function compileStep(context: CompileContext, input: StepInput): HttpStep | undefined {
  const { at, name, step, steps, index, write, sourceSpec, answer, find, keyFields } = input;
  const { source, coordinate, names } = write;
  const each = compileStepEach(context, at, step, write);
  if (!checkVerb(context, at, step, source)) return undefined;
  checkEach(context, at, step);
  checkNoRefusal(context, at, step, 'A request has `outcomes`: { when: $status = 409, refuse: message }.');
  const variables = [
    ...write.variables,
    // Before the first step there is no document to find.
    ...(index === 0 || typeof find !== 'object' ? [] : ['found']),
    ...names.taken,
    ...(each === undefined ? [] : [each.variable]),
    ...takenNames(step),
  ];
  const scope: ParameterScope = {
    ...write.scope,
    steps: [...names.taken],
    stepNames: new Map(names.columnNames),
    stepTypes: new Map(names.types),
    laterSteps: names.later(),
  };
  const target = { fields: answer.fields, extra: [], scope, variables, coordinate };
  const exchange = compileExchange(context, {
    path: at,
    spec: step,
    source,
    sourceSpec,
    target,
    writes: true,
  });
  const outputs = compileRowProcessing(context, {
    path: at,
    spec: { fields: step.fields },
    columns: undefined,
    names: exchange?.names,
    isJson: true,
    target: { ...target, variables: answerScope(variables).variables },
  });
  const done = compileDone(context, input);
  if (exchange === undefined) return undefined;
  return {
    name,
    exchange: exchange.plan,
    effect: step.repeatable === true ? 'keyed write' : 'write',
    each,
    outputs: outputs.plan.fields,
    finishValues: finisher(context, sourceSpec, target, Object.keys(step.fields ?? {})),
    done,
    usesFound: exchange.used.has('found'),
    sessionMs: sessionAge(context, input),
    repeats: compileRepeats(context, input, target),
    probe: step.probe && httpProbe(context, source, { ...sourceSpec, probe: step.probe }, [...at, 'probe'], true),
    timeoutMs: stepTimeout(sourceSpec),
    undo: compileUndo(context, {
      at,
      name,
      step,
      steps,
      index,
      hasLookup: find !== 'none',
      source,
      sourceSpec,
      target,
      keyFields,
    }),
  };
}

/** Compiles the steps of a write over HTTP. A step that cannot be compiled is reported and left out. */
export function compileHttpSteps(
  context: CompileContext,
  write: WriteInput,
  spec: NonNullable<EndpointSpec['write']>,
  { answer, find, keyFields }: Pick<StepInput, 'answer' | 'find' | 'keyFields'>,
): readonly HttpStep[] {
  const { path, source, names } = write;
  const sourceSpec = httpSource(context, source);
  if (sourceSpec === undefined) return [];
  const steps = spec.flatMap((item, index): readonly HttpStep[] =>
    Object.entries(item).flatMap(([name, step]) => {
      const at = [...path, 'write', index, name];
      const input: StepInput = { at, name, step, steps: spec, index, write, sourceSpec, answer, find, keyFields };
      names.check(at, name);
      checkUse(context, at, step, source, 'All steps of a write go to one source.');
      checkShown(context, input);
      const compiled = compileStep(context, input);
      names.add(name, undefined);
      return compiled ?? [];
    }),
  );
  if (find === 'none' && steps.length === spec.length) checkAnswer(context, write, steps, answer);
  return steps;
}
