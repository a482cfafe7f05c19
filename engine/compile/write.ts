/** A write: its key, its look-up, what is checked before, and the steps that change the ERP in one transaction. */
import type { Endpoint, Fields } from '../contract.ts';
import type { EndpointSpec, KeySpec, StepSpec } from '../profile/schema/index.ts';
import { reason } from '../profile/settings.ts';
import type { Expression } from '../transform/expression.ts';
import { compileCall } from './call.ts';
import { type CompileContext, type Path, sourceOf, suggest, zoneOf } from './context.ts';
import { expressionAt, messageAt } from './expressions.ts';
import { isOfKind } from './kinds.ts';
import { isLocked, keyFields } from './lasting.ts';
import { columnNames, type Names, requestNames, withNames } from './names.ts';
import type { PrepareStep, WritePlan, WriteStep } from './plan.ts';
import { type CompiledQuery, compileQuery } from './query.ts';
import { compileRead } from './read.ts';
import type { Scope } from './scope.ts';
import { amountsOf, limitsOf } from './write-limits.ts';

const reserved = ['settings', 'request', 'rows', 'key', 'now', 'today', 'found', 'id', 'engine'];

/** Why a step or a variable cannot have this name; undefined when it can. */
function objection(name: string, request: Fields, taken: readonly string[]): string | undefined {
  if (reserved.includes(name)) return 'is a word of the language';
  if (taken.includes(name)) return 'is the name of an earlier step';
  // A list of the request is no value in SQL, so that a step may carry its name: `lines: { rows: lines }`.
  const field = Object.hasOwn(request, name) ? request[name] : undefined;
  return field === undefined || field.type === 'list' ? undefined : `would hide the request field :${name}`;
}

function checkName(context: CompileContext, path: Path, name: string, request: Fields, taken: readonly string[]): void {
  const why = objection(name, request, taken);
  if (why === undefined) return;
  context.report('MAP266', { path, key: true, message: `"${name}" ${why}.`, hint: 'Choose another name.' });
}

function allowedCharacters(context: CompileContext, path: Path, key: KeySpec | undefined): RegExp | undefined {
  if (key?.chars === undefined) return undefined;
  try {
    return new RegExp(`^[${key.chars}]*$`, 'u');
  } catch (error) {
    context.report('MAP204', {
      path: [...path, 'key', 'chars'],
      message: `This is no set of characters: ${reason(error)}.`,
      hint: 'Write it as in a regular expression, without brackets: A-Za-z0-9-',
    });
    return undefined;
  }
}

/** What an item of `each` gives, where the list is the result of a step. */
function itemNames(
  variable: string,
  items: Expression,
  steps: ReadonlyMap<string, Names>,
): readonly (readonly [string, Names])[] {
  const names = items.bareVariable === undefined ? undefined : steps.get(items.bareVariable);
  return names === undefined ? [] : [[variable, withNames(names, ['number'])]];
}

/** The one statement or call of a step. */
function compileStep(
  context: CompileContext,
  path: Path,
  step: StepSpec,
  source: string,
  scope: Scope,
  variables: readonly string[],
): CompiledQuery | undefined {
  const { exec, call } = step;
  if ((exec === undefined) === (call === undefined)) {
    context.report(exec === undefined ? 'MAP112' : 'MAP105', {
      path,
      key: true,
      message: 'A step of `write` has one of `exec` and `call`.',
      hint: exec === undefined ? 'Write the statement that changes the ERP.' : 'Keep one; two steps do both.',
    });
  }
  if (call !== undefined)
    return compileCall(context, { path: [...path, 'call'], spec: call, source, scope, variables, fields: [] });
  if (exec === undefined) return undefined;
  return compileQuery(context, { path: [...path, 'exec'], text: exec, source, verb: 'exec', scope, fields: [] });
}

export function compileWrite(
  context: CompileContext,
  path: Path,
  spec: EndpointSpec,
  endpoint: Endpoint,
  base: Scope,
): WritePlan | undefined {
  if (endpoint.answer.kind !== 'write') return undefined;
  for (const missing of (['find', 'write'] as const).filter((name) => spec[name] === undefined)) {
    context.report('MAP116', {
      path,
      key: true,
      message: `This write has no \`${missing}\`.`,
      hint:
        missing === 'find'
          ? 'Add the look-up of the document by :key; without it a repeat cannot be told from a first time.'
          : 'Add the steps that make the document.',
    });
  }
  const source = sourceOf(context, spec.use, path);
  if (spec.find === undefined || spec.write === undefined || source === undefined) return undefined;
  if (!isOfKind(context, source, 'sql', [...path, 'write'])) return undefined;
  const scope: Scope = { ...base, zone: zoneOf(context, source), key: true };
  const variables = ['key', 'found'];
  const coordinate = `${endpoint.path} -> `;

  const asked = requestNames(endpoint.request);
  const from =
    spec.key?.from === undefined
      ? undefined
      : expressionAt(context, [...path, 'key', 'from'], spec.key.from, { variables: [], names: asked });
  const constants = Object.keys(endpoint.answer.constants);
  const lasting = isLocked(context, source) ? { lasting: { fields: keyFields(endpoint.answer, from) } } : {};
  const find = compileRead(
    context,
    [...path, 'find'],
    spec.find,
    { fields: endpoint.answer.fields, extra: ['key'], scope: { ...scope, ...lasting }, variables, coordinate },
    { rows: undefined, provided: constants },
  );

  const names: string[] = [];
  const stepNames = new Map<string, Names>();
  const all = [...(spec.prepare ?? []), ...spec.write].flatMap((item) => Object.keys(item));
  const later = (): readonly string[] => all.filter((name) => !names.includes(name));
  const prepare = (spec.prepare ?? []).flatMap((item, index): PrepareStep[] =>
    Object.entries(item).flatMap(([name, read]) => {
      const at = [...path, 'prepare', index, name];
      checkName(context, at, name, endpoint.request, names);
      const stepScope: Scope = { ...scope, steps: [...names], stepNames: new Map(stepNames), laterSteps: later() };
      const compiled = compileRead(context, at, read, {
        fields: undefined,
        extra: [],
        scope: stepScope,
        variables: [...variables, ...names],
        coordinate,
      });
      const one =
        read.one === undefined
          ? undefined
          : messageAt(context, [...at, 'one'], read.one, { variables: [...variables, ...names], names: asked });
      if (read.field !== undefined && !Object.hasOwn(endpoint.request, read.field.split('.')[0] ?? '')) {
        context.report('MAP264', {
          path: [...at, 'field'],
          message: `The request has no field "${read.field}".`,
          hint: suggest(read.field, Object.keys(endpoint.request)),
        });
      }
      names.push(name);
      if (compiled?.names !== undefined) stepNames.set(name, compiled.names);
      return compiled === undefined ? [] : [{ name, read: compiled.plan, one, field: read.field }];
    }),
  );
  const write = spec.write.flatMap((item, index): WriteStep[] =>
    Object.entries(item).flatMap(([name, step]) => {
      const at = [...path, 'write', index, name];
      checkName(context, at, name, endpoint.request, names);
      const each = Object.entries(step.each ?? {}).flatMap(([variable, text]) => {
        checkName(context, [...at, 'each', variable], variable, endpoint.request, names);
        const items = expressionAt(context, [...at, 'each', variable], text, {
          variables: [...variables, ...names],
          names: asked,
        });
        return items === undefined ? [] : [{ variable, items }];
      });
      if (each.length > 1)
        context.report('MAP105', {
          path: [...at, 'each'],
          key: true,
          message: '`each` goes through one list.',
          hint: 'Keep one.',
        });
      const own = step.use === undefined ? source : sourceOf(context, step.use, at);
      if (own !== undefined && own !== source) {
        context.report('MAP113', {
          path: [...at, 'use'],
          message: 'All steps of a write run in one transaction, on one source.',
          hint: `Use "${source}" here too, or set \`use\` of the endpoint.`,
        });
      }
      const stepScope: Scope = {
        ...scope,
        optionalIsNull: true,
        steps: [...names, ...each.map(({ variable }) => variable)],
        stepNames: new Map([
          ...stepNames,
          ...each.flatMap(({ variable, items }) => itemNames(variable, items, stepNames)),
        ]),
        laterSteps: later(),
      };
      const query = compileStep(context, at, step, source, stepScope, [...variables, ...stepScope.steps]);
      names.push(name);
      if (query?.columns !== undefined) stepNames.set(name, columnNames(query.columns));
      return query === undefined ? [] : [{ name, query: query.plan, each: each[0] }];
    }),
  );
  const limits = limitsOf(context, path, spec, endpoint);
  const allowed = allowedCharacters(context, path, spec.key);
  if (find === undefined) return undefined;
  const amounts = amountsOf(context, spec.amounts, endpoint.answer);
  return { source, from, max: spec.key?.max, allowed, limits, amounts, find: find.plan, prepare, write };
}
