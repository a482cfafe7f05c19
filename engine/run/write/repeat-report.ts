/** What the log says of a write that was answered with an earlier one's document. */
import type { EngineEvent } from '../../base/events.ts';

/** `changed`: the repeat has other content than the write that made the document. */
export function repeatedEvent(endpoint: string, key: string, changed: boolean): EngineEvent {
  const message = changed
    ? 'The repeat has other content; it is answered with the first document.'
    : 'Answered with the first document.';
  return { level: changed ? 'warn' : 'info', event: 'write_repeated', endpoint, key, changed, message };
}
