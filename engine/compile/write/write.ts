/** A write: its key, its look-up, what is checked before, and the steps that change the ERP. */
import type { Answer, Endpoint } from '../../base/contract.ts';
import type { Path } from '../../base/place.ts';
import type { WritePlan } from '../../plan/write.ts';
import { regexError } from '../../profile/regex-error.ts';
import type { EndpointSpec, KeySpec } from '../../profile/schema/index.ts';
import type { Expression } from '../../transform/expression.ts';
import type { CompileContext } from '../context/context.ts';
import { absentFieldsOf } from '../context/optional-fields.ts';
import { httpSource, sourceOf, zoneOf } from '../context/sources.ts';
import { expressionAt } from '../expressions/expressions.ts';
import { kindOf } from '../http/request.ts';
import { requestNames } from '../names/expression-names.ts';
import { type KeyOnlyLookup, keepsNoClaims, keyFields } from '../names/key-only-lookup.ts';
import type { ParameterScope } from '../names/parameter-scope.ts';
import { compileRead } from '../read/read.ts';
import { compileHttpSteps } from './http-steps.ts';
import { amountsOf, limitsOf, sized } from './request-limits.ts';
import { compilePrepare, compileSteps, type WriteInput } from './sql-steps.ts';
import { stepNames } from './step-names.ts';

type WriteAnswer = Extract<Answer, { kind: 'write' }>;

function allowedCharacters(context: CompileContext, path: Path, key: KeySpec | undefined): RegExp | undefined {
  if (key?.chars === undefined) return undefined;
  try {
    return new RegExp(`^[${key.chars}]*$`, 'u');
  } catch (error) {
    context.report('MAP204', {
      path: [...path, 'key', 'chars'],
      message: `This is not a valid set of characters: ${regexError(error)}.`,
      hint: 'Write it as in a regular expression, without brackets: A-Za-z0-9-',
    });
    return undefined;
  }
}

/** Reports a write that lacks a part of it. */
function checkParts(context: CompileContext, path: Path, spec: EndpointSpec): void {
  for (const missing of (['find', 'write'] as const).filter((name) => spec[name] === undefined)) {
    context.report('MAP116', {
      path,
      key: true,
      message: `This write has no \`${missing}\`.`,
      hint:
        missing === 'find'
          ? 'Add the look-up of the document by :key; without it a repeated request cannot be recognised.'
          : 'Add the steps that create the document.',
    });
  }
}

/** Where the steps go: to the source that the endpoint names, or the first step. */
function writtenSource(context: CompileContext, path: Path, spec: EndpointSpec): string | undefined {
  const [first = {}] = spec.write ?? [];
  const [step] = Object.values(first);
  const own = step?.use;
  const at = spec.use === undefined && own !== undefined ? [...path, 'write', 0] : path;
  return sourceOf(context, spec.use ?? own, at, step && kindOf(step));
}

function lastingOf(
  context: CompileContext,
  source: string,
  answer: WriteAnswer,
  from: Expression | undefined,
): KeyOnlyLookup | undefined {
  const fields = keyFields(answer, from);
  if (httpSource(context, source) !== undefined) return { kind: 'durable', fields };
  return keepsNoClaims(context, source) ? { kind: 'lock', fields } : undefined;
}

/** The look-up; `none` where the profile says that there is no way to. */
function compileFind(
  context: CompileContext,
  { path, scope, source, variables, coordinate, absent }: WriteInput,
  { find }: EndpointSpec,
  answer: WriteAnswer,
) {
  if (find === 'none' || find === undefined) return find;
  const target = { fields: answer.fields, extra: ['key'], absent, scope, source, variables, coordinate };
  const role = { rows: undefined, provided: Object.keys(answer.constants) };
  return compileRead(context, [...path, 'find'], find, target, role) ?? ('broken' as const);
}

export function compileWrite(
  context: CompileContext,
  path: Path,
  spec: EndpointSpec,
  endpoint: Endpoint,
  base: ParameterScope,
): WritePlan | undefined {
  const { answer } = endpoint;
  if (answer.kind !== 'write') return undefined;
  checkParts(context, path, spec);
  if (spec.find === undefined || spec.write === undefined) return undefined;
  const source = writtenSource(context, path, spec);
  if (source === undefined) return undefined;
  const all = [...(spec.prepare ?? []), ...spec.write].flatMap((item) => Object.keys(item));
  const input: WriteInput = {
    path,
    endpoint,
    source,
    scope: { ...base, request: sized(base.request, spec.digits), zone: zoneOf(context, source), key: true },
    variables: ['key'],
    coordinate: endpoint.path,
    absent: absentFieldsOf(path, spec),
    names: stepNames(context, endpoint.request, all),
  };
  const keyScope = { variables: [], names: requestNames(endpoint.request) };
  const from =
    spec.key?.from === undefined ? undefined : expressionAt(context, [...path, 'key', 'from'], spec.key.from, keyScope);
  const lasting = lastingOf(context, source, answer, from);
  const find = compileFind(
    context,
    lasting === undefined ? input : { ...input, scope: { ...input.scope, keyOnly: lasting } },
    spec,
    answer,
  );
  const prepare = compilePrepare(context, input, spec);
  const limits = limitsOf(context, path, spec, endpoint);
  const allowed = allowedCharacters(context, path, spec.key);
  const amounts = amountsOf(context, spec.amounts, answer);
  const common = { source, from, max: spec.key?.max, allowed, limits, amounts, prepare };
  if (lasting?.kind === 'durable') {
    const found = find === 'broken' || find === undefined ? undefined : find;
    const steps = compileHttpSteps(context, input, spec.write, answer, found);
    if (found === undefined) return undefined;
    const { fields: keyFields = [] } = lasting;
    return { kind: 'durable', ...common, find: found === 'none' ? undefined : found.plan, keyFields, steps };
  }
  const write = compileSteps(context, input, spec.write);
  if (find === 'none') {
    const message = '`find: none` is for ERPs over HTTP only: a database can always be queried for the document.';
    const hint = 'Write the look-up of the document by :key.';
    context.report('MAP116', { path: [...path, 'find'], message, hint });
  }
  if (find === undefined || typeof find === 'string') return undefined;
  return { kind: 'transaction', ...common, find: find.plan, write };
}
