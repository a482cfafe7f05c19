/** Events of an engine whose profile masks the keys of documents. */
import { expect, it } from 'vitest';
import type { EngineEvent } from '../../../engine/base/events.ts';
import { maskedEmit } from '../../../engine/start/masked-events.ts';

const coalesced: EngineEvent = {
  level: 'info',
  event: 'write_coalesced',
  requestId: 'r-1',
  endpoint: '/sale-draft',
  key: 'PO-2026-0317',
  message: 'The same write is in progress.',
};
const answered: EngineEvent = {
  level: 'info',
  event: 'sample_answered',
  endpoint: '/sale-draft',
  message: 'Answered.',
};

it('have the last characters of a key alone, where the profile wants that', () => {
  const events: EngineEvent[] = [];
  const emit = maskedEmit((event) => void events.push(event), new Set(['key'] as const));
  for (const event of [coalesced, answered]) emit(event);
  expect(events).toEqual([{ ...coalesced, key: '…17' }, answered]);
});

it('are as they are otherwise', () => {
  const events: EngineEvent[] = [];
  maskedEmit((event) => void events.push(event), new Set(['customer'] as const))(coalesced);
  expect(events).toEqual([coalesced]);
});
