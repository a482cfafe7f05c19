/** Writes as JSON for tools. The form is documented in docs/writes.md and stable. */
import type { Write } from '../../../engine/tools/index.ts';
import { answerOf } from '../../service/lifecycle/write-texts.ts';

/** A field that does not apply to the state is null. */
export function writeJson({ id, source, installation, state, released, ...write }: Write): object {
  const { endpoint, key, payload, createdAt } = write;
  return {
    claim: id,
    source: source ?? null,
    installation: installation ?? null,
    endpoint,
    key,
    payload,
    createdAt,
    state: state.kind,
    answer: state.kind === 'done' ? answerOf(state.answer) : null,
    since: 'since' in state ? state.since : null,
    until: 'until' in state ? state.until : null,
    step: 'step' in state ? (state.step ?? null) : null,
    lookAt: 'lookAt' in state ? state.lookAt : null,
    reason: 'reason' in state ? state.reason : null,
    released: released.map((one) => ({
      createdAt: one.createdAt,
      releasedAt: one.releasedAt,
      answer: answerOf(one.result),
    })),
  };
}
