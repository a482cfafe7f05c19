/**
 * A dry run of a write over HTTP: everything up to the requests that would change the ERP (lookup and preparation),
 * without a claim. These requests are reported and not sent.
 */
import { ProblemError } from '../../base/problem.ts';
import type { HttpStep } from '../../plan/write.ts';
import type { Members } from '../answer/encode-rows.ts';
import type { RunContext } from '../context/context.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { keyOf } from '../write/key.ts';
import { refuseUnknown } from '../write/required-records.ts';
import { showLaterSteps } from './show-later-steps.ts';
import { createDurableWork } from './work.ts';
import type { DurableWriteWork } from './write.ts';

/** The steps after the one of this name, without those that are done. */
function laterSteps(steps: readonly HttpStep[], name: string, done: readonly string[]): readonly HttpStep[] {
  const at = steps.findIndex((step) => step.name === name);
  return steps.slice(at + 1).filter((step) => !done.includes(step.name));
}

/**
 * The members of the answer if the document already exists. Otherwise rejects with a `ProblemError`: that of the
 * rehearsal source, which sends no changes, or that of the write itself.
 */
export async function rehearseDurable(
  { unknownIds, ...form }: DurableWriteWork,
  runtime: Runtime,
  context: RunContext,
): Promise<Members> {
  refuseUnknown(unknownIds);
  const installation = runtime.installation.key;
  const key = await keyOf(form.write, form.answer, installation, context);
  const work = createDurableWork({ ...form, key, lock: undefined, installation }, runtime, context);
  const lookup = (await work.find?.([])) ?? { kind: 'none' };
  if (lookup.kind === 'several')
    throw new ProblemError(
      { kind: 'broken', message: 'Several documents look like this one.' },
      new Error(lookup.detail),
    );
  if (lookup.kind === 'one' && lookup.result !== undefined) return lookup.result;
  const done = lookup.kind === 'one' ? lookup.done : [];
  await work.prepare([]);
  const next = work.steps.find(({ name }) => !done.includes(name));
  if (next === undefined) throw new Error('A document whose steps are all done has no answer');
  const sent = await next
    .send(Object.fromEntries(done.map((name) => [name, undefined])), async () => undefined)
    .catch(async (error: unknown) => {
      if (error instanceof ProblemError)
        await showLaterSteps(laterSteps(form.write.steps, next.name, done), next.name, work.stepContext());
      throw error;
    });
  // Either the request cannot be rendered, or the rehearsal source has rejected it.
  if (sent.kind === 'refused') throw new ProblemError({ ...sent, kind: 'invalid' });
  if (sent.kind === 'not processed' && sent.problem !== undefined) throw sent.problem;
  throw new ProblemError({ kind: 'broken', message: `The step "${next.name}" sends nothing for this request.` });
}
