/**
 * Compiles `undo` of a step over HTTP: the request that removes what the step has created. The service also sends it
 * when the request of its write no longer exists, so that it may use only what the claim stores: the key and the
 * results of steps.
 */
import type { Path } from '../../base/place.ts';
import type { HttpStep } from '../../plan/write.ts';
import type { EndpointSpec, HttpSourceSpec, StepSpec } from '../../profile/schema/index.ts';
import type { Variables } from '../../transform/infer-type.ts';
import { closedObject, unknownType } from '../../transform/value-type.ts';
import type { CompileContext } from '../context/context.ts';
import { compileExchange } from '../http/exchange.ts';
import { httpProbe } from '../http/probe.ts';
import { verbsOf } from '../http/verbs.ts';
import type { KeyOnlyLookup } from '../names/key-only-lookup.ts';
import type { ReadTarget } from '../names/read-target.ts';
import { stepTimeout } from './step-timeout.ts';

type Steps = NonNullable<EndpointSpec['write']>;

/** The step of an `undo`. */
export interface UndoInput {
  /** Path of the step. */
  readonly at: Path;
  readonly name: string;
  readonly step: StepSpec;
  /** All steps of the write, and the position of this one. */
  readonly steps: Steps;
  readonly index: number;
  readonly hasLookup: boolean;
  readonly source: string;
  readonly sourceSpec: HttpSourceSpec;
  /** Of the step. */
  readonly target: ReadTarget;
  /** Request fields that the key consists of; undefined where they are not known. */
  readonly keyFields: KeyOnlyLookup['fields'];
}

/** What the results of steps contain: the names under `fields`, and of a composite id its name. */
function resultTypes(steps: Steps): Variables {
  const named = steps.flatMap((step) => Object.entries(step));
  return new Map(
    named.map(([name, { fields = {} }]) => {
      const members = Object.keys(fields).flatMap((field) => [field, field.split('.')[0] ?? field]);
      return [name, closedObject([...new Set(members)].map((member) => [member, unknownType]))];
    }),
  );
}

/** Reports an undo that can never be sent, or whose effect nothing proves. True if it can be compiled. */
function checkPlace(context: CompileContext, { at, step, steps, index, hasLookup }: UndoInput): boolean {
  const path = [...at, 'undo'];
  if (index === steps.length - 1) {
    const message = 'No step follows this one, so nothing can be refused after it.';
    context.report('MAP113', { path, key: true, message, hint: 'Remove it.' });
    return false;
  }
  if (!hasLookup) {
    const message = 'Nothing shows whether this undo was executed, because the write has no lookup (`find: none`).';
    context.report('REQ614', { path, key: true, message, hint: 'Add the lookup `find`, or remove the undo.' });
    return false;
  }
  if (step.each !== undefined) {
    const message =
      'This step sends several requests, of which only the first has a result: one undo cannot remove all.';
    const hint = 'Put the undo on the step that creates the document.';
    context.report('REQ614', { path, key: true, message, hint });
    return false;
  }
  return true;
}

/** Compiles the undo of a step; undefined where it has none, or cannot be compiled, which is then reported. */
export function compileUndo(context: CompileContext, input: UndoInput): HttpStep | undefined {
  const { at, name, step, steps, index, source, sourceSpec, target, keyFields } = input;
  const { undo } = step;
  if (undo === undefined || !checkPlace(context, input)) return undefined;
  const path = [...at, 'undo'];
  if (verbsOf(undo).length === 0) {
    const message = 'This undo has no request.';
    const hint = 'Write one that removes what the step has created, such as `delete` with a path.';
    context.report('MAP112', { path, key: true, message, hint });
    return undefined;
  }
  const types = resultTypes(steps.slice(0, index + 1));
  const variables = ['key', ...types.keys()];
  const scope = {
    ...target.scope,
    steps: [...types.keys()],
    laterSteps: [],
    keyOnly: { kind: 'undo', fields: keyFields },
  } as const;
  const exchange = compileExchange(context, {
    path,
    spec: undo,
    source,
    sourceSpec,
    target: { ...target, scope, variables },
    writes: true,
    types,
  });
  if (exchange === undefined) return undefined;
  if (!exchange.used.has(name)) {
    const message = `This undo uses no result of its step, so it could remove a document that the step has not created.`;
    const given = Object.keys(step.fields ?? {})[0];
    const hint =
      given === undefined
        ? 'Give the step `fields` with the id of what it creates, and use it here.'
        : `Use the id that the ERP has returned, such as {{ $${name}.${given} }}.`;
    context.report('REQ614', { path, key: true, message, hint });
  }
  return {
    name: `undo of ${name}`,
    exchange: exchange.plan,
    effect: undo.repeatable === true ? 'keyed write' : 'write',
    each: undefined,
    outputs: [],
    finishValues: { run: (row) => row },
    done: undefined,
    usesFound: false,
    sessionMs: undefined,
    repeats: new Map(),
    probe: undo.probe && httpProbe(context, source, { ...sourceSpec, probe: undo.probe }, [...path, 'probe'], true),
    timeoutMs: stepTimeout(sourceSpec),
    undo: undefined,
  };
}
