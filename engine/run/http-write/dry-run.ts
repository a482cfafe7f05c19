/** A write over HTTP up to the request that would change the ERP: it is looked up and prepared for, and no claim is made. */
import { ProblemError } from '../../base/problem.ts';
import type { RunContext } from '../context/context.ts';
import type { Members } from '../read/encode-answer.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { keyOf } from '../write/key.ts';
import { refuseUnknown } from '../write/required-records.ts';
import { workOf } from './work.ts';
import type { DurableWriteWork } from './write.ts';

/**
 * The members of the answer where the document is there already. Else rejects with the `ProblemError` of the source that would be
 * changed, or with that of the write itself.
 */
export async function rehearseDurable(
  { unknownIds, ...form }: DurableWriteWork,
  runtime: Runtime,
  context: RunContext,
): Promise<Members> {
  refuseUnknown(unknownIds);
  const { installation } = runtime;
  const key = await keyOf(form.write, form.answer, installation, context);
  const work = workOf({ ...form, key, installation }, runtime, context);
  const found = (await work.find?.([])) ?? { kind: 'none' };
  if (found.kind === 'several')
    throw new ProblemError(
      { kind: 'broken', message: 'Several documents look like this one.' },
      new Error(found.detail),
    );
  if (found.kind === 'one' && found.result !== undefined) return found.result;
  const done = found.kind === 'one' ? found.done : [];
  await work.prepare([]);
  const next = work.steps.find(({ name }) => !done.includes(name));
  if (next === undefined) throw new Error('A document whose steps are all done has no answer');
  const sent = await next.send(Object.fromEntries(done.map((name) => [name, undefined])));
  // Its request cannot be made, or is none: what would have been sent has ended the rehearsal.
  if (sent.kind === 'refused') throw new ProblemError({ ...sent, kind: 'invalid' });
  if (sent.kind === 'not processed' && sent.problem !== undefined) throw sent.problem;
  throw new ProblemError({ kind: 'broken', message: `The step "${next.name}" sends nothing for this request.` });
}
