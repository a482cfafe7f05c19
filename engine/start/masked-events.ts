/** The log of an engine whose profile masks the keys of documents. */
import type { EngineEvent } from '../base/events.ts';
import { type MaskedPart, maskedKey } from '../base/masked-id.ts';

/** Reports events with masked keys, if the profile wants that. */
export function maskedEmit(
  emit: (event: EngineEvent) => void,
  masked: ReadonlySet<MaskedPart>,
): (event: EngineEvent) => void {
  if (!masked.has('key')) return emit;
  return (event) =>
    emit('key' in event && typeof event.key === 'string' ? { ...event, key: maskedKey(event.key) } : event);
}
