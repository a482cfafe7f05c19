/** Compiles a write: its key, its lookup, the checks and reads before it, and the steps that change the ERP. */
import type { Answer, Endpoint } from '../../base/contract.ts';
import type { Path } from '../../base/place.ts';
import type { WritePlan } from '../../plan/write.ts';
import { regexError } from '../../profile/regex-error.ts';
import type { EndpointSpec, KeySpec } from '../../profile/schema/index.ts';
import type { Expression } from '../../transform/expression.ts';
import { isOneClass } from '../../transform/regex/linear-regexp.ts';
import type { CompileContext } from '../context/context.ts';
import { absentFieldsOf } from '../context/optional-fields.ts';
import { httpSource, sourceOf, zoneOf } from '../context/sources.ts';
import { expressionAt } from '../expressions/expressions.ts';
import { kindOf } from '../http/verbs.ts';
import { requestNames } from '../names/expression-names.ts';
import { type KeyOnlyLookup, keepsNoClaims, keyFields } from '../names/key-only-lookup.ts';
import type { ParameterScope } from '../names/parameter-scope.ts';
import { compileRead } from '../read/read.ts';
import { type CompiledFind, compileHttpSteps } from './http-steps.ts';
import { compilePrepare } from './prepare.ts';
import { amountsOf, limitsOf, withIntegers } from './request-limits.ts';
import { compileSteps } from './sql-steps.ts';
import { stepNames } from './step-names.ts';
import type { WriteInput } from './write-input.ts';

type WriteAnswer = Extract<Answer, { kind: 'write' }>;

/** The pattern of `key.chars`; undefined where there is none, or it is reported. */
function keyPattern(context: CompileContext, path: Path, key: KeySpec | undefined): RegExp | undefined {
  if (key?.chars === undefined) return undefined;
  const report = (reason: string): undefined => {
    context.report('MAP204', {
      path: [...path, 'key', 'chars'],
      message: `This is not a valid character class: ${reason}.`,
      hint: 'Write it as in a regular expression, without brackets: A-Za-z0-9-',
    });
  };
  try {
    const pattern = new RegExp(`^[${key.chars}]*$`, 'u');
    // What follows a closing bracket would be a pattern of any form.
    return isOneClass(key.chars) ? pattern : report('a closing bracket ends it');
  } catch (error) {
    return report(regexError(error));
  }
}

/** Reports a write without a lookup or without steps. */
function checkParts(context: CompileContext, path: Path, spec: EndpointSpec): void {
  for (const missing of (['find', 'write'] as const).filter((name) => spec[name] === undefined)) {
    context.report('MAP116', {
      path,
      key: true,
      message: `This write has no \`${missing}\`.`,
      hint:
        missing === 'find'
          ? 'Add the lookup of the document by :key; without it a repeated request cannot be recognised.'
          : 'Add the steps that create the document.',
    });
  }
}

/** Reports a lock of a write into a database. */
function checkNoLock(context: CompileContext, path: Path, { lock }: EndpointSpec): void {
  if (lock === undefined) return;
  const message = '`lock` is for writes by HTTP only: a database locks the rows that a transaction reads for update.';
  context.report('MAP113', { path: [...path, 'lock'], key: true, message, hint: 'Remove it.' });
}

/** The source that the steps run on: the one that the endpoint names, or its first step. */
function stepsSource(context: CompileContext, path: Path, spec: EndpointSpec): string | undefined {
  const [first = {}] = spec.write ?? [];
  const [step] = Object.values(first);
  const firstStepSource = step?.use;
  const at = spec.use === undefined && firstStepSource !== undefined ? [...path, 'write', 0] : path;
  return sourceOf(context, spec.use ?? firstStepSource, at, step && kindOf(step));
}

/** What limits the lookup of a write; undefined where claims keep its result. */
function keyOnlyLookup(
  context: CompileContext,
  source: string,
  answer: WriteAnswer,
  from: Expression | undefined,
): KeyOnlyLookup | undefined {
  const fields = keyFields(answer, from);
  if (httpSource(context, source) !== undefined) return { kind: 'durable', fields };
  return keepsNoClaims(context, source) ? { kind: 'lock', fields } : undefined;
}

/** Compiles `find`; undefined, and a report, where it cannot be compiled. */
function compileFind(
  context: CompileContext,
  { path, scope, source, variables, coordinate, absent }: WriteInput,
  { find }: EndpointSpec,
  answer: WriteAnswer,
): CompiledFind {
  if (find === 'none' || find === undefined) return find;
  const target = { fields: answer.fields, extra: ['key'], absent, scope, source, variables, coordinate };
  const role = { rows: undefined, provided: Object.keys(answer.constants) };
  return compileRead(context, [...path, 'find'], find, target, role);
}

export interface EndpointInput {
  readonly path: Path;
  readonly spec: EndpointSpec;
  readonly endpoint: Endpoint;
  readonly scope: ParameterScope;
}

/** Compiles the write of an endpoint; undefined, and a report, where it cannot be compiled. */
export function compileWrite(
  context: CompileContext,
  { path, spec, endpoint, scope }: EndpointInput,
): WritePlan | undefined {
  const { answer } = endpoint;
  if (answer.kind !== 'write') return undefined;
  checkParts(context, path, spec);
  if (spec.find === undefined || spec.write === undefined) return undefined;
  const source = stepsSource(context, path, spec);
  if (source === undefined) return undefined;
  const steps = [...(spec.prepare ?? []), ...spec.write].flatMap((item) => Object.keys(item));
  const input: WriteInput = {
    path,
    endpoint,
    source,
    scope: { ...scope, request: withIntegers(scope.request, spec.digits), zone: zoneOf(context, source), key: true },
    variables: ['key'],
    coordinate: endpoint.path,
    absent: absentFieldsOf(path, spec),
    names: stepNames(context, endpoint.request, steps),
  };
  const keyScope = { variables: [], names: requestNames(endpoint.request) };
  const from =
    spec.key?.from === undefined ? undefined : expressionAt(context, [...path, 'key', 'from'], spec.key.from, keyScope);
  const lock = spec.lock === undefined ? undefined : expressionAt(context, [...path, 'lock'], spec.lock, keyScope);
  const keyOnly = keyOnlyLookup(context, source, answer, from);
  const findInput = keyOnly === undefined ? input : { ...input, scope: { ...input.scope, keyOnly } };
  const find = compileFind(context, findInput, spec, answer);
  const common = {
    source,
    from,
    max: spec.key?.max,
    prepare: compilePrepare(context, input, spec),
    limits: limitsOf(context, path, spec, endpoint),
    allowed: keyPattern(context, path, spec.key),
    amounts: amountsOf(context, spec.amounts, answer),
  };
  if (keyOnly?.kind === 'durable') {
    const httpSteps = compileHttpSteps(context, input, spec.write, { answer, find, keyFields: keyOnly.fields });
    if (find === undefined) return undefined;
    const { fields = [] } = keyOnly;
    return {
      kind: 'durable',
      ...common,
      find: find === 'none' ? undefined : find.plan,
      keyFields: fields,
      lock,
      steps: httpSteps,
    };
  }
  checkNoLock(context, path, spec);
  const write = compileSteps(context, input, spec.write);
  if (find === 'none') {
    const message = '`find: none` is for ERPs over HTTP only: a database can always be queried for the document.';
    const hint = 'Write the lookup of the document by :key.';
    context.report('MAP116', { path: [...path, 'find'], message, hint });
  }
  if (find === undefined || find === 'none') return undefined;
  return { kind: 'transaction', ...common, find: find.plan, write };
}
