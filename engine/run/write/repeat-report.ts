/** The log event of a write that is answered with an earlier document. */
import type { EngineEvent } from '../../base/events.ts';

/** `changed`: the content differs from that of the write that created the document. */
export function repeatedEvent(endpoint: string, key: string, changed: boolean): EngineEvent {
  const message = changed
    ? 'The repeat has other content; it is answered with the first document.'
    : 'Answered with the first document.';
  return { level: changed ? 'warn' : 'info', event: 'write_repeated', endpoint, key, changed, message };
}
